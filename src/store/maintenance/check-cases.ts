/**
 * Rebuilds the index row of each case from its stored text and compares it with the index of words, and looks up the words of its
 * names (docs/faults.md, "F3"). FTS5's own check does not do this: a contentless index passes it whatever it contains.
 *
 * The same pass unpacks every stored form of each body and parses the one that text is answered from. With depth `all` it
 * parses every form.
 */
import type { Database } from "better-sqlite3";
import type { BodyForm, CaseBody } from "../../domain/casebody.ts";
import { decisionDay } from "../../domain/decision-date.ts";
import { messageOf } from "../../domain/errors.ts";
import type { Unpack } from "../codec/dictionary-store.ts";
import { isOfDay } from "../dates/date-rowid.ts";
import { CaseRepository, type IndexedCase } from "../write/case-repository.ts";
import type { ReadBody } from "../write/case-row-writer.ts";
import { NUMBER_COLUMNS, numberColumns } from "../write/extra-fields.ts";
import { indexBody, indexNames, wordsRow } from "../write/index-row.ts";
import { sourceForm } from "../write/merge-case.ts";
import { type Finding, problem } from "./check-problem.ts";
import { columnsOfRow, IndexSizes, type RowColumns } from "./check-tokens.ts";
import { readInChunks } from "./read-chunks.ts";

/** Compares tokens with the index of words, by sums (check-sums.ts) or by look-ups (check-tokens.ts). */
export interface IndexedTokens {
  contains(dateRowid: number, columns: RowColumns): boolean;
}

/** A case whose bodies could be read, for further checks. */
export interface ReadCase {
  readonly indexed: IndexedCase;
  readonly bodies: ReadonlyMap<BodyForm, CaseBody>;
  /** The body as XML; null where the source gave no XML. */
  readonly xml: string | null;
}

export interface CaseChecks {
  readonly depth: "sample" | "all";
  readonly readBody: ReadBody;
  /** Reads a stored form with broken words joined, as it is indexed. */
  readonly readJoined: (form: BodyForm, text: string, body: CaseBody) => CaseBody;
  readonly index: IndexedTokens;
  /** A further check of each case. Returns one message for each problem. */
  readonly further: (read: ReadCase) => readonly string[];
}

const COURTS = "SELECT id, name FROM court";
const HAS_WORD = "SELECT 1 FROM name_word WHERE word = :word";
/** Words remembered as stored. */
const MAX_KNOWN_WORDS = 100_000;
const IS_OUTDATED = "SELECT 1 FROM index_outdated WHERE case_id = :id";

/** Runs the checks "index words" and "bodies", case by case. */
export function* checkCases(db: Database, ids: Iterable<number>, checks: CaseChecks): Generator<Finding> {
  const cases = new CaseRepository(db);
  const rows = new IndexedRows(db, checks.index);
  for (const [id, read] of readInChunks(cases, ids)) {
    yield null;
    try {
      const indexed = read();
      if (indexed === null) continue;
      const { dateRowid, stored, textForm } = indexed;
      if (!isOfDay(dateRowid, decisionDay(stored.metadata.decisionDate))) {
        yield problem("index words", `case ${id}: it is indexed under another date`, id);
      }
      if (!hasNumbers(indexed)) {
        yield problem("index words", `case ${id}: its columns differ from its analysis`, id);
      }
      if (stored.isDamaged) yield problem("bodies", `case ${id}: a value in its row is damaged`, id);
      if (!hasCitations(indexed)) {
        yield problem(
          "index words",
          `case ${id}: the citations in its row differ from those that find it`,
          id,
        );
      }
      const { bodies, joined, xml, messages } = readForms(indexed, checks, cases.unpack);
      for (const message of messages) yield problem("bodies", `case ${id}: ${message}`, id);
      const body = textForm === null ? null : (bodies.get(sourceForm(stored.forms, textForm)) ?? null);
      if (textForm !== null && body === null) continue;
      for (const message of checks.further({ indexed, bodies, xml })) {
        yield problem("bodies", `case ${id}: ${message}`, id);
      }
      for (const message of rows.problems(indexed, joined)) {
        yield problem("index words", `case ${id}: ${message}`, id);
      }
    } catch (error) {
      // damaged bytes can decode to any value; the next case may be intact
      yield problem("bodies", `case ${id}: cannot be read: ${messageOf(error)}`, id);
    }
  }
}

/** Whether the columns for filters and orders are those of `analysis`. */
function hasNumbers({ stored, numbers }: IndexedCase): boolean {
  const wanted = numberColumns(stored.metadata);
  return Object.values(NUMBER_COLUMNS).every((column) => numbers[column] === wanted[column]);
}

/** Whether the row shows the citations by which the case is found. */
function hasCitations({ stored, tableCitations }: IndexedCase): boolean {
  return JSON.stringify(tableCitations) === JSON.stringify(stored.metadata.citations);
}

/** Compares index rows and name words with those that should be there. */
class IndexedRows {
  readonly #index: IndexedTokens;
  readonly #sizes: IndexSizes;
  readonly #hasWord;
  readonly #knownWords = new Set<string>();
  readonly #courts: ReadonlyMap<number, string | null>;
  readonly #isOutdated;

  constructor(db: Database, index: IndexedTokens) {
    this.#index = index;
    this.#sizes = new IndexSizes(db);
    this.#hasWord = db.prepare<{ word: string }, number>(HAS_WORD).pluck();
    this.#courts = new Map(db.prepare<[], [number, string | null]>(COURTS).raw().all());
    this.#isOutdated = db.prepare<{ id: number }, number>(IS_OUTDATED).pluck();
  }

  /** The check "index rows" reports missing rows, so this one does not. */
  problems(indexed: IndexedCase, body: CaseBody | null): string[] {
    const { columns, nameWords } = rowOf(indexed, body, this.#courts);
    const isSame = this.#hasRow(indexed, columns);
    const hasWords = nameWords.every((word) => this.#isStored(word));
    if (isSame && hasWords) return [];
    // the next run rebuilds this row
    if (this.#isOutdated.get({ id: indexed.stored.metadata.id }) !== undefined) return [];
    const problems: string[] = [];
    if (!isSame) problems.push("its row in case_words differs from its text");
    if (!hasWords) problems.push("a word of its names is missing in name_word");
    return problems;
  }

  /** Whether the row of a case has exactly the tokens of these columns, or is missing. */
  #hasRow({ dateRowid }: IndexedCase, columns: RowColumns): boolean {
    const size = this.#sizes.compare(dateRowid, columns);
    return size === "missing" || (size === "same" && this.#index.contains(dateRowid, columns));
  }

  #isStored(word: string): boolean {
    if (this.#knownWords.has(word)) return true;
    if (this.#hasWord.get({ word }) === undefined) return false;
    if (this.#knownWords.size >= MAX_KNOWN_WORDS) this.#knownWords.clear();
    this.#knownWords.add(word);
    return true;
  }
}

interface ExpectedRow {
  readonly columns: RowColumns;
  readonly nameWords: readonly string[];
}

function rowOf(
  { stored: { metadata }, volume: { reporterId } }: IndexedCase,
  body: CaseBody | null,
  courts: ReadonlyMap<number, string | null>,
): ExpectedRow {
  const courtName = courts.get(metadata.courtId ?? Number.NaN) ?? null;
  const indexed = body === null ? null : indexBody(body, metadata.citesTo);
  const names = indexNames(metadata, indexed);
  const columns = columnsOfRow(wordsRow({ ...metadata, courtName, reporterId }, indexed, names));
  return { columns, nameWords: names.nameWords };
}

interface ReadForms {
  readonly bodies: Map<BodyForm, CaseBody>;
  /** The indexed body; null if it cannot be read. */
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
