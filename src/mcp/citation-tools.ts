/** Looks up citations, and follows them in both directions. */

import type { TextRange } from "../check/draft.ts";
import { draftReferences } from "../check/draft-citations.ts";
import { citationForms } from "../citations/reporters.ts";
import { type CaseWithBody, textBodyOf } from "../corpus/bodies.ts";
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
/** Bytes of both lists together, so that an answer has at most 100 kB. */
const MAX_BYTES = 90_000;

/** The citations in a text, with their cases. */
export function lookupCitations(v1: V1, { text }: InputOf<"check_text">) {
  const { citations } = checkText(v1, text);
  return { count: citations.length, citations: listCitations(v1, citations, MAX_BYTES) };
}

/** The first citations, each with its first cases. Addresses are left out without a service, which would answer them. */
function listCitations(v1: V1, citations: V1Check["citations"], maxBytes: number) {
  const hasService = v1.baseUrl !== "";
  const shortened = citations
    .slice(0, MAX_CITATIONS)
    .map(({ cases, candidates, statement: _statement, passages: _passages, ...citation }) => ({
      ...{ ...citation, case_count: cases.length, candidates: candidates.map(briefCandidate) },
      cases: cases.slice(0, MAX_CASES).map(({ url, ...rest }) => (hasService ? { ...rest, url } : rest)),
    }));
  return firstBytes(shortened, maxBytes);
}

function briefCandidate({ case: { id, name_abbreviation, decision_date, citations }, ...rest }: V1Candidate) {
  return { case: { id, name_abbreviation, decision_date, citations }, ...rest };
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
    citations: listCitations(v1, citations, MAX_BYTES / 2),
    quotations: firstBytes(quotations.slice(0, MAX_QUOTATIONS), MAX_BYTES / 2),
  };
}

/** The citing or cited cases. A case that the corpus lacks is null, as is a passage that is closed or written in another form. @throws CaselawError `not_found`, `invalid_cursor` */
export function citing(v1: V1, { id, direction, limit, cursor }: InputOf<"citing">) {
  const record = caseOf(v1, id);
  if (direction === "treatment") return treatment(v1, record, limit);
  return direction === "cites" ? cites(v1, record, limit, cursor) : citedBy(v1, record, limit, cursor);
}

/** What later decisions did to a case, the strongest first, with the table of overruled decisions. */
function treatment(v1: V1, record: Case, limit: number) {
  const answer = v1.treatment(record.id, { limit });
  const cite = citeOrDocket(record);
  const { overruled = [], overruled_complete_to, treatments = [], later = [] } = answer ?? {};
  return {
    ...{ case: briefCase(record), count: answer?.treatment_count ?? 0, overruled, overruled_complete_to },
    results: treatments.map(({ case: by, sentence, ...stated }) => ({
      ...{ cite, case: briefOrNull(v1.corpus.case(by.id)), passage: sentence, ...stated },
    })),
    later: later.flatMap(({ id }) => v1.corpus.casesOf([id])).map(briefCase),
    ...{ read: answer?.read_count, citing: answer?.citing_count, last_decision: answer?.last_decision },
    ...{ note: answer?.note, cursor: null },
  };
}

function citedBy(v1: V1, record: Case, limit: number, cursor: string | undefined) {
  const { id } = record;
  const page = v1.page("cases", { cites_to: id, page_size: limit, ordering: "-decision_date", cursor });
  const normals = new Set(v1.corpus.citationsOf(id).flatMap(citationForms));
  const cite = citeOrDocket(record);
  const bodies = v1.corpus.withBodies(page.page.items, { format: "joined text", preview: null });
  const results = bodies.map((citingCase) => ({
    ...{ cite, case: briefCase(citingCase) },
    passage: passagesOf(citingCase)(normals),
  }));
  const said = cursor === undefined ? saidOf(v1.corpus, record) : [];
  return {
    ...{ case: briefCase(record), count: page.envelope.count, results },
    ...(said.length === 0 ? {} : { said: said.map(({ by, ...row }) => ({ ...row, case: briefOrNull(by) })) }),
    cursor: page.next,
  };
}

function briefOrNull(record: Case | null) {
  return record === null ? null : briefCase(record);
}

/** The cursor is the number of citations before the page. */
function cites(v1: V1, record: Case, limit: number, cursor: string | undefined) {
  const all = v1.corpus.cites([record.id])[0]?.cites ?? [];
  if (cursor !== undefined && !/^\d{1,9}$/.test(cursor))
    throw new CaselawError("invalid_cursor", "Invalid cursor");
  const from = Number(cursor ?? 0);
  const [body] = v1.corpus.withBodies([record], { format: "joined text", preview: null });
  const passageOf = body === undefined ? () => null : passagesOf(body);
  const results = all.slice(from, from + limit).map((cited) => {
    const normals = new Set([cited.cite, cited.standardCite].map(normaliseCitation));
    return {
      ...{ cite: cited.standardCite, case: briefOrNull(cited.case) },
      passage: passageOf(normals),
    };
  });
  const next = from + limit;
  const rest = next < all.length ? String(next) : null;
  return { case: briefCase(record), count: all.length, results, cursor: rest };
}

/** Characters before and after a citation. */
const AROUND = 300;
const LETTER = /[0-9a-z]/i;

/** Finds the first passage with one of several citations (normal forms); null if the text has none, or is closed. */
function passagesOf(record: CaseWithBody): (normals: ReadonlySet<string>) => string | null {
  const body = textBodyOf(record);
  if (body === null) return () => null;
  const text = [body.headMatter, ...body.opinions.map((opinion) => opinion.text)].join("\n");
  const { citations } = draftReferences(text);
  let letters: Letters | null = null;
  return (normals) => {
    const inFull = citations.find((cited) => cited.normals.some((normal) => normals.has(normal)));
    letters ??= inFull === undefined ? lettersOf(text) : null;
    const place = inFull ?? (letters === null ? null : writtenIn(text, letters, normals));
    return place === null ? null : text.slice(Math.max(0, place.start - AROUND), place.end + AROUND);
  };
}

/** Citations of another form than drafts have: `L. R. 3 H. L. 330`, `9 Co. Rep. 57b`. */
function writtenIn(
  text: string,
  { normal, places }: Letters,
  normals: ReadonlySet<string>,
): TextRange | null {
  for (const cite of normals) {
    for (let at = normal.indexOf(cite); cite !== "" && at >= 0; at = normal.indexOf(cite, at + 1)) {
      const [start = 0, last = 0] = [places[at], places[at + cite.length - 1]];
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
