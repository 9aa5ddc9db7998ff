/**
 * Checks cases one by one: every value of the row, every stored form of the body, and that the index of words has what it must contain for
 * the stored text (docs/faults.md, "F3").
 */
import type { Database } from "better-sqlite3";
import type { BodyForm, CaseBody } from "../../domain/casebody.ts";
import type { Citation } from "../../domain/citation.ts";
import { decisionDay } from "../../domain/decision-date.ts";
import { messageOf } from "../../domain/errors.ts";
import { canonicalJson, type JsonObject } from "../../domain/json.ts";
import type { Unpack } from "../codec/codec.ts";
import { readValue } from "../database/statement-cache.ts";
import { dayOfDateRowid } from "../dates/date-rowid.ts";
import { CaseRepository, type IndexedCase } from "../write/case-repository.ts";
import { allCitations, NUMBER_COLUMNS, numberColumns } from "../write/extras.ts";
import { indexBody, indexNames, valuesOf, wordsRow } from "../write/index-row.ts";
import { type StoredCase, sourceForm } from "../write/merge-case.ts";
import { type BodyReaders, textHashOf } from "../write/prepare-case.ts";
import { compareSizes, type HasTokens } from "./check-index.ts";
import { type Finding, problem } from "./check-problem.ts";

/** How deep bodies are checked, and what reads them: the store parses neither XML nor HTML. */
export interface CaseChecks extends BodyReaders {
  /** `sample`: of a body only the form is parsed that text is answered from. */
  readonly depth: "sample" | "all";
  /** Whether a body differs from the hash in its `analysis`. @param xml the body as XML; null where the source gave no XML */
  readonly hashDiffers: (analysis: JsonObject | null, body: CaseBody, xml: string | null) => boolean;
}

/** Numbers of cases. Differences from a hash or between HTML and JSON come from the source and are no faults. */
export interface CheckedCases {
  checked: number;
  hashDiffers: number;
  htmlDiffers: number;
}

export function* checkCases(
  db: Database,
  ids: Iterable<number>,
  hasTokens: HasTokens,
  checks: CaseChecks,
): Generator<Finding, CheckedCases> {
  const cases = new CaseRepository(db);
  const counts = { checked: 0, hashDiffers: 0, htmlDiffers: 0 };
  for (const id of ids) {
    yield null;
    const fault = (check: "index words" | "bodies", message: string) =>
      problem(check, `case ${id}: ${message}`, id);
    try {
      const indexed = cases.read(id);
      if (indexed === null) continue;
      const { stored } = indexed;
      if (stored.isDamaged) yield fault("bodies", "a value in its row is damaged");
      const forms = readForms(indexed, checks, cases.unpack);
      for (const message of forms.messages) yield fault("bodies", message);
      for (const message of derivedProblems(indexed)) yield fault("index words", message);
      if (indexed.row.text_form !== null && forms.joined === null) continue;
      counts.checked++;
      const textHash = readValue<Buffer | null>(db, TEXT_HASH, { id }) ?? NOTHING;
      if (Buffer.compare(textHash, forms.shown === null ? NOTHING : textHashOf(forms.shown)) !== 0)
        yield fault("bodies", "its text differs from its hash");
      if (checks.depth === "all") {
        if (stored.hashDiffers) counts.hashDiffers++;
        if (isHtmlDifferent(forms)) counts.htmlDiffers++;
        if (isHashWrong(db, stored, forms, checks)) {
          const [actual, recorded] = stored.hashDiffers
            ? ["matches", "not matching"]
            : ["does not match", "matching"];
          yield fault("bodies", `the text ${actual} \`analysis.sha256\`, but is recorded as ${recorded}`);
        }
      }
      for (const message of indexProblems(db, indexed, forms.joined, hasTokens))
        yield fault("index words", message);
    } catch (error) {
      // damaged bytes can decode to any value; the next case may be intact
      yield fault("bodies", `cannot be read: ${messageOf(error)}`);
    }
  }
  return counts;
}

const TEXT_HASH = "SELECT sha256 FROM text_hash WHERE case_id = :id";
const NOTHING = new Uint8Array(0);

/** Whether HTML and JSON give other bodies (docs/formats.md, "Integrity of a volume"). */
function isHtmlDifferent({ bodies }: ReadForms): boolean {
  const [html, text] = [bodies.get("html"), bodies.get("text")];
  return html !== undefined && text !== undefined && canonicalJson(html) !== canonicalJson(text);
}

const IMPORTS_OF = "SELECT count(DISTINCT sha256) FROM import_log WHERE unit_id = :unitId";
/** Whether the body matches its hash although it is recorded as different, or the reverse. False if parts come from several archives. */
function isHashWrong(
  db: Database,
  { metadata, origin, partOrigins, forms, hashDiffers }: StoredCase,
  { bodies, xml }: ReadForms,
  checks: CaseChecks,
): boolean {
  const { unitId, lastUpdated } = origin;
  const origins = [partOrigins.analysis ?? origin, ...[...forms.values()].map((form) => form.origin)];
  const isSameOrigin = origins.every((part) => part.unitId === unitId && part.lastUpdated === lastUpdated);
  if (!isSameOrigin || readValue(db, IMPORTS_OF, { unitId }) !== 1) return false;
  const body = bodies.get("xml") ?? bodies.get("text") ?? bodies.get("html");
  return body !== undefined && checks.hashDiffers(metadata.analysis, body, xml) !== hashDiffers;
}

/** Compares what is stored twice so that cases are found: the date rowid, the columns for filters, the citations. */
function derivedProblems({ stored: { metadata }, row, tableCitations }: IndexedCase): string[] {
  const expected = numberColumns(metadata);
  const problems: string[] = [];
  if (dayOfDateRowid(row.date_rowid) !== decisionDay(metadata.decisionDate))
    problems.push("it is indexed under another date");
  if (Object.values(NUMBER_COLUMNS).some((column) => row[column] !== expected[column]))
    problems.push("its columns differ from its analysis");
  if (JSON.stringify(tableCitations) !== JSON.stringify(storedCitations(metadata)))
    problems.push("the citations in its row differ from those that find it");
  return problems;
}

function storedCitations(metadata: Parameters<typeof allCitations>[0]): Citation[] {
  return allCitations(metadata).map(({ type, cite }) => ({ type, cite }));
}

const COURT_NAME = "SELECT name FROM court WHERE id = :courtId";
const HAS_WORD = "SELECT 1 FROM name_word WHERE word = :word";
const IS_OUTDATED = "SELECT 1 FROM index_outdated WHERE case_id = :id";

/** Compares the index row, the ends of sentences and the name words with those that should be there. @param body the indexed body; null without a body */
function indexProblems(
  db: Database,
  { stored: { metadata }, row: stored }: IndexedCase,
  body: CaseBody | null,
  hasTokens: HasTokens,
): string[] {
  const courtName = readValue<string | null>(db, COURT_NAME, { courtId: metadata.courtId }) ?? null;
  const indexed = body === null ? null : indexBody(body, metadata.citesTo);
  const names = indexNames(metadata, indexed);
  const row = wordsRow({ ...metadata, courtName, reporterId: stored.reporter_id }, indexed, names);
  const columns = valuesOf(row).map((value) => (typeof value === "string" ? Buffer.from(value) : value));
  const problems: string[] = [];
  // the check "index rows" reports a missing row
  const sizes = compareSizes(db, stored.date_rowid, columns);
  if (sizes === "differs" || (sizes === "same" && !hasTokens(stored.date_rowid, columns)))
    problems.push("its row in case_words differs from its text");
  if (Buffer.compare(stored.text_ends ?? NOTHING, indexed?.textEnds ?? NOTHING) !== 0)
    problems.push("the ends of its sentences differ from its text");
  if (names.nameWords.some((word) => readValue(db, HAS_WORD, { word }) === undefined))
    problems.push("a word of its names is missing in name_word");
  // the next run rebuilds an outdated row
  const isOutdated = problems.length > 0 && readValue(db, IS_OUTDATED, { id: metadata.id }) !== undefined;
  return isOutdated ? [] : problems;
}

interface ReadForms {
  readonly bodies: Map<BodyForm, CaseBody>;
  /** The body from which text is answered; null without a body, or if it cannot be read. */
  readonly shown: CaseBody | null;
  /** The indexed body; null without a body, or if it cannot be read. */
  readonly joined: CaseBody | null;
  readonly xml: string | null;
  readonly messages: string[];
}

function readForms(
  { stored, row: { text_form: textForm } }: IndexedCase,
  { depth, readBody, readJoined }: CaseChecks,
  unpack: Unpack,
): ReadForms {
  const bodies = new Map<BodyForm, CaseBody>();
  const messages: string[] = [];
  let xml: string | null = null;
  let joined: CaseBody | null = null;
  if (textForm !== null && !stored.forms.has(textForm)) messages.push(`its body as ${textForm} is missing`);
  if (stored.forms.get("text")?.data === null && !stored.forms.has("html"))
    messages.push("its text is derived from HTML, which is missing");
  const serving = textForm === null ? null : sourceForm(stored.forms, textForm);
  for (const [form, { data }] of stored.forms) {
    if (data === null) continue;
    try {
      const text = unpack(data);
      if (form === "xml") xml = text;
      if (depth !== "all" && form !== serving) continue;
      const body = readBody(form, text);
      bodies.set(form, body);
      if (form === serving) joined = readJoined(form, text, body);
    } catch (error) {
      messages.push(`its body as ${form} cannot be read: ${messageOf(error)}`);
    }
  }
  const shown = serving === null ? null : (bodies.get(serving) ?? null);
  return { bodies, shown, joined, xml, messages };
}
