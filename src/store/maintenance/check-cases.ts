/**
 * Makes each case's index row anew from what is stored of it, and compares it with what the two indexes hold (docs/faults.md,
 * "F3"): a contentless index passes FTS5's own check whatever it says.
 *
 * On the way every stored form is unpacked and the one that serves is read; with `all`, every one is read.
 */
import type { Database } from "better-sqlite3";
import type { CaseBody } from "../../domain/casebody.ts";
import { decisionDay } from "../../domain/decision-date.ts";
import { messageOf } from "../../domain/errors.ts";
import type { BodyForm, Unpack } from "../database/dictionary-store.ts";
import type { ReadBody } from "../write/case-placer.ts";
import { CaseRepository, type PlacedCase } from "../write/case-repository.ts";
import { type IndexedBody, indexBody, wordsRow } from "../write/index-row.ts";
import { IndexWriter } from "../write/index-writer.ts";
import { type Finding, problem } from "./check-problem.ts";
import { IndexSizes } from "./check-sizes.ts";
import type { ColumnTokens } from "./check-tokens.ts";
import { INDEXES, type IndexName, tokensOfRow } from "./check-tokens.ts";

/** What holds the tokens of one index, asked by sums or by look-ups. */
export interface HeldTokens {
  holds(rank: number, columns: readonly ColumnTokens[]): boolean;
}

/** A case whose bodies could be read, for further checks. */
export interface ReadCase {
  readonly placed: PlacedCase;
  readonly bodies: ReadonlyMap<BodyForm, CaseBody>;
  /** The body as XML; null where it was not given so. */
  readonly xml: string | null;
}

/** What else is to be looked at in each case; messages of what is wrong. */
export type FurtherCheck = (read: ReadCase) => readonly string[];

export interface CaseChecks {
  readonly depth: "sample" | "all";
  readonly readBody: ReadBody;
  readonly held: Readonly<Record<IndexName, HeldTokens>>;
  readonly further: FurtherCheck;
}

const COURTS = "SELECT id, name FROM court";
const IS_STALE = "SELECT 1 FROM stale_index WHERE case_id = :id";

/** The checks "index words" and "bodies" of one case after the other. */
export function* checkCases(db: Database, ids: Iterable<number>, checks: CaseChecks): Generator<Finding> {
  const cases = new CaseRepository(db);
  const ranks = new IndexWriter(db);
  const rows = new IndexedRows(db, checks.held);
  for (const id of ids) {
    yield null;
    try {
      const placed = cases.read(id);
      if (placed === null) continue;
      const isRanked = placed.rank >= 0;
      if (isRanked && !ranks.isOfDay(placed.rank, decisionDay(placed.held.metadata.decisionDate))) {
        yield problem("index words", `case ${id}: it is indexed under another date`, id);
      }
      const { bodies, xml, faults } = readForms(placed, checks, cases.unpack);
      for (const fault of faults) yield problem("bodies", `case ${id}: ${fault}`, id);
      const body = servingBody(placed, bodies);
      if (placed.textForm !== null && body === null) continue;
      for (const found of checks.further({ placed, bodies, xml })) {
        yield problem("bodies", `case ${id}: ${found}`, id);
      }
      for (const index of rows.unlike(placed, body)) {
        yield problem("index words", `case ${id}: its row in ${index} is not what its text gives`, id);
      }
    } catch (error) {
      // whatever the bytes hold, JSON of any shape too: the next case may be whole
      yield problem("bodies", `case ${id}: cannot be read: ${messageOf(error)}`, id);
    }
  }
}

/** The rows of both indexes beside what they should be. */
class IndexedRows {
  readonly #held: CaseChecks["held"];
  readonly #sizes: Readonly<Record<IndexName, IndexSizes>>;
  readonly #courts: ReadonlyMap<number, string | null>;
  readonly #isStale;

  constructor(db: Database, held: CaseChecks["held"]) {
    this.#held = held;
    this.#sizes = {
      case_words: new IndexSizes(db, "case_words"),
      case_names: new IndexSizes(db, "case_names"),
    };
    this.#courts = new Map(db.prepare<[], [number, string | null]>(COURTS).raw().all());
    this.#isStale = db.prepare<{ id: number }, number>(IS_STALE).pluck();
  }

  /** The indexes whose row differs; a missing row is told by "index rows". */
  unlike(placed: PlacedCase, body: CaseBody | null): IndexName[] {
    const { rank, held } = placed;
    // its row is to be made anew by the next run
    if (this.#isStale.get({ id: held.metadata.id }) !== undefined) return [];
    const tokens = tokensOf(placed, body === null ? null : indexBody(body), this.#courts);
    return INDEXES.filter((index) => {
      const size = this.#sizes[index].judge(rank, tokens[index]);
      return size === "differs" || (size === "fits" && !this.#held[index].holds(rank, tokens[index]));
    });
  }
}

function tokensOf(
  { held: { metadata }, volume }: PlacedCase,
  body: IndexedBody | null,
  courts: ReadonlyMap<number, string | null>,
): ReturnType<typeof tokensOfRow> {
  const courtName = metadata.courtId === null ? null : (courts.get(metadata.courtId) ?? null);
  const cites = metadata.citations.map(({ cite }) => cite);
  const words = wordsRow({ ...metadata, cites, courtName, reporterId: volume.reporterId }, body);
  return tokensOfRow({ words, names: metadata });
}

/** The text object stands in for itself, unless it is exactly what the HTML gives. */
function servingBody({ held, textForm }: PlacedCase, bodies: ReadCase["bodies"]): CaseBody | null {
  if (textForm === null) return null;
  const isOfHtml = textForm === "text" && held.forms.get("text")?.data === null;
  return bodies.get(isOfHtml ? "html" : textForm) ?? null;
}

function readForms(
  { held, textForm }: PlacedCase,
  { depth, readBody }: CaseChecks,
  unpack: Unpack,
): { bodies: Map<BodyForm, CaseBody>; xml: string | null; faults: string[] } {
  const bodies = new Map<BodyForm, CaseBody>();
  const faults: string[] = [];
  let xml: string | null = null;
  const isOfHtml = held.forms.get("text")?.data === null;
  if (textForm !== null && !held.forms.has(textForm)) faults.push(`its body as ${textForm} is not there`);
  if (isOfHtml && !held.forms.has("html")) faults.push("its text is to be made of HTML that is not there");
  const serving = textForm === "text" && isOfHtml ? "html" : textForm;
  for (const [form, { data }] of held.forms) {
    if (data === null) continue;
    try {
      const text = unpack(data);
      if (form === "xml") xml = text;
      if (depth === "all" || form === serving) bodies.set(form, readBody(form, text));
    } catch (error) {
      faults.push(`its body as ${form} cannot be read: ${messageOf(error)}`);
    }
  }
  return { bodies, xml, faults };
}
