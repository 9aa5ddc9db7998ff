/**
 * Checks cases one by one: every value of the row, every stored form of the body, and that the index of words has what it must contain for
 * the stored text (docs/faults.md, "F3").
 */
import type { Database } from "better-sqlite3";
import type { BodyForm, CaseBody } from "../../domain/casebody.ts";
import { decisionDay } from "../../domain/decision-date.ts";
import { messageOf } from "../../domain/errors.ts";
import type { Unpack } from "../codec/codec.ts";
import { readValue } from "../database/statement-cache.ts";
import { isOfDay } from "../dates/date-rowid.ts";
import { CaseRepository, type IndexedCase } from "../write/case-repository.ts";
import type { ReadBody } from "../write/case-writer.ts";
import { NUMBER_COLUMNS, numberColumns } from "../write/extras.ts";
import { indexBody, indexNames, valuesOf, wordsRow } from "../write/index-row.ts";
import { sourceForm } from "../write/merge-case.ts";
import { compareSizes, type HasTokens } from "./check-index.ts";
import { type Finding, problem } from "./check-problem.ts";

/** A case whose bodies could be read, for further checks. */
export interface ReadCase {
  readonly indexed: IndexedCase;
  readonly bodies: ReadonlyMap<BodyForm, CaseBody>;
  /** The body as XML; null where the source gave no XML. */
  readonly xml: string | null;
}

export interface CaseChecks {
  /** `sample`: of a body only the form is parsed that text is answered from. */
  readonly depth: "sample" | "all";
  readonly readBody: ReadBody;
  /** Reads a stored form with broken words joined, as it is indexed. */
  readonly readJoined: (form: BodyForm, text: string, body: CaseBody) => CaseBody;
  /** A further check of each case. Returns one message for each problem. */
  readonly further: (read: ReadCase) => readonly string[];
}

/** Runs the checks "index words" and "bodies". */
export function* checkCases(
  db: Database,
  ids: Iterable<number>,
  hasTokens: HasTokens,
  checks: CaseChecks,
): Generator<Finding> {
  const cases = new CaseRepository(db);
  for (const id of ids) {
    yield null;
    const found = (check: "index words" | "bodies", message: string) =>
      problem(check, `case ${id}: ${message}`, id);
    try {
      const indexed = cases.read(id);
      if (indexed === null) continue;
      const { stored } = indexed;
      if (stored.isDamaged) yield found("bodies", "a value in its row is damaged");
      const { bodies, joined, xml, messages } = readForms(indexed, checks, cases.unpack);
      for (const message of messages) yield found("bodies", message);
      for (const message of derivedProblems(indexed)) yield found("index words", message);
      if (indexed.textForm !== null && joined === null) continue;
      for (const message of checks.further({ indexed, bodies, xml })) yield found("bodies", message);
      for (const message of indexProblems(db, indexed, joined, hasTokens))
        yield found("index words", message);
    } catch (error) {
      // damaged bytes can decode to any value; the next case may be intact
      yield found("bodies", `cannot be read: ${messageOf(error)}`);
    }
  }
}

/** What is stored a second time, by which cases are found: the date rowid, the columns for filters, the citations. */
function derivedProblems({ stored, dateRowid, numbers, tableCitations }: IndexedCase): string[] {
  const { metadata } = stored;
  const expected = numberColumns(metadata);
  const problems: string[] = [];
  if (!isOfDay(dateRowid, decisionDay(metadata.decisionDate)))
    problems.push("it is indexed under another date");
  if (Object.values(NUMBER_COLUMNS).some((column) => numbers[column] !== expected[column]))
    problems.push("its columns differ from its analysis");
  if (JSON.stringify(tableCitations) !== JSON.stringify(metadata.citations))
    problems.push("the citations in its row differ from those that find it");
  return problems;
}

const COURT_NAME = "SELECT name FROM court WHERE id = :courtId";
const HAS_WORD = "SELECT 1 FROM name_word WHERE word = :word";
const IS_OUTDATED = "SELECT 1 FROM index_outdated WHERE case_id = :id";
const NOTHING = new Uint8Array(0);

/** Compares the index row, the ends of sentences and the name words with those that should be there. @param body the indexed body; null without a body */
function indexProblems(
  db: Database,
  { stored: { metadata }, volume, dateRowid, textEnds }: IndexedCase,
  body: CaseBody | null,
  hasTokens: HasTokens,
): string[] {
  const courtName = readValue<string | null>(db, COURT_NAME, { courtId: metadata.courtId }) ?? null;
  const indexed = body === null ? null : indexBody(body, metadata.citesTo);
  const names = indexNames(metadata, indexed);
  const row = wordsRow({ ...metadata, courtName, reporterId: volume.reporterId }, indexed, names);
  const columns = valuesOf(row).map((value) => (typeof value === "string" ? Buffer.from(value) : value));
  const problems: string[] = [];
  // the check "index rows" reports a missing row
  const sizes = compareSizes(db, dateRowid, columns);
  if (sizes === "differs" || (sizes === "same" && !hasTokens(dateRowid, columns)))
    problems.push("its row in case_words differs from its text");
  if (Buffer.compare(textEnds ?? NOTHING, indexed?.textEnds ?? NOTHING) !== 0)
    problems.push("the ends of its sentences differ from its text");
  if (names.nameWords.some((word) => readValue(db, HAS_WORD, { word }) === undefined))
    problems.push("a word of its names is missing in name_word");
  // the next run rebuilds an outdated row
  const isOutdated = problems.length > 0 && readValue(db, IS_OUTDATED, { id: metadata.id }) !== undefined;
  return isOutdated ? [] : problems;
}

interface ReadForms {
  readonly bodies: Map<BodyForm, CaseBody>;
  /** The indexed body; null without a body, or if it cannot be read. */
  readonly joined: CaseBody | null;
  readonly xml: string | null;
  readonly messages: string[];
}

function readForms(
  { stored, textForm }: IndexedCase,
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
  return { bodies, joined, xml, messages };
}
