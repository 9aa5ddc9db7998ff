/**
 * Rebuilds the index row of each case from its stored text and compares it with the rows of the two indexes
 * (docs/faults.md, "F3"). FTS5's own check does not do this: a contentless index passes it whatever it contains.
 *
 * The same pass unpacks every stored form of each body and parses the one that text is answered from. With depth `all` it
 * parses every form.
 */
import type { Database } from "better-sqlite3";
import type { CaseBody } from "../../domain/casebody.ts";
import { decisionDay } from "../../domain/decision-date.ts";
import { messageOf } from "../../domain/errors.ts";
import type { BodyForm, Unpack } from "../database/dictionary-store.ts";
import { CaseRepository, type IndexedCase } from "../write/case-repository.ts";
import type { ReadBody } from "../write/case-row-writer.ts";
import { indexBody, wordsRow } from "../write/index-row.ts";
import { IndexWriter } from "../write/index-writer.ts";
import { sourceForm } from "../write/merge-case.ts";
import { type Finding, problem } from "./check-problem.ts";
import { type ColumnTokens, INDEXES, type IndexName, IndexSizes, tokensOfRow } from "./check-tokens.ts";

/** Compares tokens with an index, by sums (check-sums.ts) or by look-ups (check-tokens.ts). */
export interface IndexedTokens {
  contains(dateRowid: number, columns: readonly ColumnTokens[]): boolean;
}

/** A case whose bodies could be read, for further checks. */
export interface ReadCase {
  readonly indexed: IndexedCase;
  readonly bodies: ReadonlyMap<BodyForm, CaseBody>;
  /** The body as XML; null where the source gave no XML. */
  readonly xml: string | null;
}

/** A further check of each case. Returns one message for each problem. */
export type FurtherCheck = (read: ReadCase) => readonly string[];

export interface CaseChecks {
  readonly depth: "sample" | "all";
  readonly readBody: ReadBody;
  readonly indexes: Readonly<Record<IndexName, IndexedTokens>>;
  readonly further: FurtherCheck;
}

const COURTS = "SELECT id, name FROM court";
const IS_OUTDATED = "SELECT 1 FROM stale_index WHERE case_id = :id";

/** Runs the checks "index words" and "bodies", case by case. */
export function* checkCases(db: Database, ids: Iterable<number>, checks: CaseChecks): Generator<Finding> {
  const cases = new CaseRepository(db);
  const dateRowids = new IndexWriter(db);
  const rows = new IndexedRows(db, checks.indexes);
  for (const id of ids) {
    yield null;
    try {
      const indexed = cases.read(id);
      if (indexed === null) continue;
      const { dateRowid, stored } = indexed;
      // a negative date rowid waits for the next run (schema-2-to-7.ts)
      if (dateRowid >= 0 && !dateRowids.isOfDay(dateRowid, decisionDay(stored.metadata.decisionDate))) {
        yield problem("index words", `case ${id}: it is indexed under another date`, id);
      }
      const { bodies, xml, messages } = readForms(indexed, checks, cases.unpack);
      for (const message of messages) yield problem("bodies", `case ${id}: ${message}`, id);
      const {
        stored: { forms },
        textForm,
      } = indexed;
      const body = textForm === null ? null : (bodies.get(sourceForm(forms, textForm)) ?? null);
      if (textForm !== null && body === null) continue;
      for (const message of checks.further({ indexed, bodies, xml })) {
        yield problem("bodies", `case ${id}: ${message}`, id);
      }
      for (const index of rows.differing(indexed, body)) {
        yield problem("index words", `case ${id}: its row in ${index} differs from its text`, id);
      }
    } catch (error) {
      // damaged bytes can decode to any value; the next case may be intact
      yield problem("bodies", `case ${id}: cannot be read: ${messageOf(error)}`, id);
    }
  }
}

/** Compares the rows of both indexes with the rows that they should contain. */
class IndexedRows {
  readonly #indexes: CaseChecks["indexes"];
  readonly #sizes: Readonly<Record<IndexName, IndexSizes>>;
  readonly #courts: ReadonlyMap<number, string | null>;
  readonly #isOutdated;

  constructor(db: Database, indexes: CaseChecks["indexes"]) {
    this.#indexes = indexes;
    this.#sizes = {
      case_words: new IndexSizes(db, "case_words"),
      case_names: new IndexSizes(db, "case_names"),
    };
    this.#courts = new Map(db.prepare<[], [number, string | null]>(COURTS).raw().all());
    this.#isOutdated = db.prepare<{ id: number }, number>(IS_OUTDATED).pluck();
  }

  /** The indexes whose row differs. The check "index rows" reports missing rows, so this one does not. */
  differing(indexed: IndexedCase, body: CaseBody | null): IndexName[] {
    const { dateRowid, stored } = indexed;
    // the next run rebuilds this row
    if (this.#isOutdated.get({ id: stored.metadata.id }) !== undefined) return [];
    const tokens = tokensOf(indexed, body, this.#courts);
    return INDEXES.filter((index) => {
      const size = this.#sizes[index].compare(dateRowid, tokens[index]);
      return (
        size === "differs" || (size === "same" && !this.#indexes[index].contains(dateRowid, tokens[index]))
      );
    });
  }
}

function tokensOf(
  { stored: { metadata }, volume: { reporterId } }: IndexedCase,
  body: CaseBody | null,
  courts: ReadonlyMap<number, string | null>,
): ReturnType<typeof tokensOfRow> {
  const courtName = courts.get(metadata.courtId ?? Number.NaN) ?? null;
  const words = wordsRow({ ...metadata, courtName, reporterId }, body === null ? null : indexBody(body));
  return tokensOfRow({ words, names: metadata });
}

function readForms(
  { stored, textForm }: IndexedCase,
  { depth, readBody }: CaseChecks,
  unpack: Unpack,
): { bodies: Map<BodyForm, CaseBody>; xml: string | null; messages: string[] } {
  const bodies = new Map<BodyForm, CaseBody>();
  const messages: string[] = [];
  let xml: string | null = null;
  if (textForm !== null && !stored.forms.has(textForm)) messages.push(`its body as ${textForm} is missing`);
  if (stored.forms.get("text")?.data === null && !stored.forms.has("html"))
    messages.push("its text is derived from HTML, which is missing");
  const serving = textForm === null ? null : sourceForm(stored.forms, textForm);
  for (const [form, { data }] of stored.forms) {
    if (data === null) continue;
    try {
      const text = unpack(data);
      if (form === "xml") xml = text;
      if (depth === "all" || form === serving) bodies.set(form, readBody(form, text));
    } catch (error) {
      messages.push(`its body as ${form} cannot be read: ${messageOf(error)}`);
    }
  }
  return { bodies, xml, messages };
}
