/** Looks up citations, and follows them in both directions. */

import type { TextRange } from "../check/draft.ts";
import { draftReferences } from "../check/draft-citations.ts";
import { citationForms } from "../citations/reporters.ts";
import { textBodyOf } from "../corpus/bodies.ts";
import { normaliseCitation } from "../domain/citation.ts";
import { CaselawError } from "../domain/errors.ts";
import { type Case, citeOrDocket } from "../domain/records.ts";
import { checkText, type V1Candidate, type V1Check } from "../v1/check/check.ts";
import { checkSummary } from "../v1/check/words.ts";
import { saidOf } from "../v1/said-of.ts";
import type { V1 } from "../v1/v1.ts";
import { briefCase, caseOf } from "./reading-tools.ts";
import type { InputOf } from "./schemas.ts";

/** In one answer: citations, quotations, and cases with one citation. */
const [MAX_CITATIONS, MAX_QUOTATIONS, MAX_CASES] = [100, 40, 5] as const;
/** Of both lists together, so that an answer has at most 100 kB. */
const MAX_BYTES = 90_000;

/** The citations in a text, with their cases. */
export function lookupCitations(v1: V1, { text }: InputOf<"check_text">) {
  const { citations } = checkText(v1, text);
  return { count: citations.length, citations: listed(v1, citations, MAX_BYTES) };
}

/** The first ones, each with its first cases. Addresses lead somewhere only where a service runs. */
function listed(v1: V1, citations: V1Check["citations"], maxBytes: number) {
  const hasService = v1.baseUrl !== "";
  const shortened = citations
    .slice(0, MAX_CITATIONS)
    .map(({ cases, candidates, statement: _statement, passages: _passages, ...one }) => ({
      ...{ ...one, case_count: cases.length, candidates: candidates.map(briefCandidate) },
      cases: cases.slice(0, MAX_CASES).map(({ url, ...found }) => (hasService ? { ...found, url } : found)),
    }));
  return firstBytes(shortened, maxBytes);
}

function briefCandidate({ case: { id, name_abbreviation, decision_date, citations }, ...of }: V1Candidate) {
  return { case: { id, name_abbreviation, decision_date, citations }, ...of };
}

/** The first items that have so many bytes as JSON. */
function firstBytes<T>(items: readonly T[], maxBytes: number): T[] {
  let bytes = 0;
  const end = items.findIndex((item) => {
    bytes += Buffer.byteLength(JSON.stringify(item)) + 1;
    return bytes > maxBytes;
  });
  return items.slice(0, end < 0 ? items.length : end);
}

/** The first citations and quotations are listed; `counts` and `open` count all. */
export function checkDraftText(v1: V1, { text }: InputOf<"check_text">) {
  const checked = checkText(v1, text);
  const { citations, quotations, counts, open } = checked;
  return {
    summary: checkSummary(checked),
    ...{ counts, open, citation_count: citations.length, quotation_count: quotations.length },
    citations: listed(v1, citations, MAX_BYTES / 2),
    quotations: firstBytes(quotations.slice(0, MAX_QUOTATIONS), MAX_BYTES / 2),
  };
}

/** The citing or cited cases; those that the corpus lacks, and passages that are closed or written in another form, are null. @throws CaselawError `not_found`, `invalid_cursor` */
export function citing(v1: V1, { id, direction, limit, cursor }: InputOf<"citing">) {
  const one = caseOf(v1, id);
  if (direction === "treatment") return treatment(v1, one, limit);
  return direction === "cites" ? cites(v1, one, limit, cursor) : citedBy(v1, one, limit, cursor);
}

/** What later decisions did to a case, the strongest first, with the table of overruled decisions. */
function treatment(v1: V1, one: Case, limit: number) {
  const answer = v1.treatment(one.id, { limit });
  const { overruled = [], overruled_complete_to, treatments = [], later = [] } = answer ?? {};
  return {
    ...{ case: briefCase(one), count: answer?.treatment_count ?? 0, overruled, overruled_complete_to },
    results: treatments.map(({ case: by, sentence, ...stated }) => ({
      ...{ cite: citeOrDocket(one), case: briefOrNull(v1.corpus.case(by.id)), passage: sentence, ...stated },
    })),
    later: later.flatMap(({ id }) => v1.corpus.casesOf([id])).map(briefCase),
    ...{ read: answer?.read_count, citing: answer?.citing_count, last_decision: answer?.last_decision },
    ...{ note: answer?.note, cursor: null },
  };
}

function citedBy(v1: V1, one: Case, limit: number, cursor: string | undefined) {
  const page = v1.page("cases", { cites_to: one.id, page_size: limit, ordering: "-decision_date", cursor });
  const normals = new Set(v1.corpus.citationsOf(one.id).flatMap(citationForms));
  const cite = citeOrDocket(one);
  const bodies = v1.corpus.withBodies(page.page.items, { format: "joined text", preview: null });
  const results = bodies.map((found) => ({
    ...{ cite, case: briefCase(found) },
    passage: passagesOf(found)(normals),
  }));
  const said = cursor === undefined ? saidOf(v1.corpus, one) : [];
  return {
    ...{ case: briefCase(one), count: page.envelope.count, results },
    ...(said.length === 0 ? {} : { said: said.map(({ by, ...of }) => ({ ...of, case: briefOrNull(by) })) }),
    cursor: page.next,
  };
}

function briefOrNull(one: Case | null) {
  return one === null ? null : briefCase(one);
}

/** The cursor is the number of citations before the page. */
function cites(v1: V1, one: Case, limit: number, cursor: string | undefined) {
  const all = v1.corpus.cites([one.id])[0]?.cites ?? [];
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor))
    throw new CaselawError("invalid_cursor", "Invalid cursor");
  const from = Number(cursor ?? 0);
  const [body] = v1.corpus.withBodies([one], { format: "joined text", preview: null });
  const passageOf = body === undefined ? () => null : passagesOf(body);
  const results = all.slice(from, from + limit).map((found) => {
    const normals = new Set([found.cite, found.standardCite].map(normaliseCitation));
    return {
      ...{ cite: found.standardCite, case: briefOrNull(found.case) },
      passage: passageOf(normals),
    };
  });
  const next = from + limit;
  const rest = next < all.length ? String(next) : null;
  return { case: briefCase(one), count: all.length, results, cursor: rest };
}

/** Characters before and after a citation. */
const AROUND = 300;
const LETTER = /[0-9a-z]/i;

/** The first passage with one of some citations (normal forms), null if none is written there. Finds nothing in a closed text. */
function passagesOf(one: Parameters<typeof textBodyOf>[0]): (normals: ReadonlySet<string>) => string | null {
  const body = textBodyOf(one);
  if (body === null) return () => null;
  const text = [body.headMatter, ...body.opinions.map((opinion) => opinion.text)].join("\n");
  const { citations } = draftReferences(text);
  let letters: Letters | null = null;
  return (normals) => {
    const inFull = citations.find((cited) => cited.normals.some((normal) => normals.has(normal)));
    letters ??= inFull === undefined ? lettersOf(text) : null;
    const found = inFull ?? (letters === null ? null : writtenIn(text, letters, normals));
    return found === null ? null : text.slice(Math.max(0, found.start - AROUND), found.end + AROUND);
  };
}

/** Citations of another form than drafts have: `L. R. 3 H. L. 330`, `9 Co. Rep. 57b`. */
function writtenIn(
  text: string,
  { normal, places }: Letters,
  normals: ReadonlySet<string>,
): TextRange | null {
  for (const wanted of normals) {
    for (let at = normal.indexOf(wanted); wanted !== "" && at >= 0; at = normal.indexOf(wanted, at + 1)) {
      const [start = 0, last = 0] = [places[at], places[at + wanted.length - 1]];
      const isWord = !LETTER.test(text[start - 1] ?? "") && !LETTER.test(text[last + 1] ?? "");
      if (isWord) return { start, end: last + 1 };
    }
  }
  return null;
}

/** The letters and digits of normal forms (domain/citation), and where they are. */
interface Letters {
  readonly normal: string;
  readonly places: readonly number[];
}

function lettersOf(text: string): Letters {
  const places: number[] = [];
  let normal = "";
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? "";
    if (!LETTER.test(letter)) continue;
    places.push(at);
    normal += letter.toLowerCase();
  }
  return { normal, places };
}
