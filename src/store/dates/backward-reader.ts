/**
 * Reads the last matches of a range, the last one first. FTS5 finds a place in the list of a word quickly only if it reads the list
 * in ascending order; in descending order it steps over all matches after the range. So the range is read in parts, from its end on,
 * each in ascending order.
 */
import type { Database } from "better-sqlite3";
import type { SortKey } from "../../domain/query.ts";
import { readRows } from "../database/statement-cache.ts";
import type { DateRowidRange } from "./date-rowid-levels.ts";

export type Order = "ascending" | "descending";

/** `[dateRowid, …]` of the first matches of a range in an order; a negative limit means no limit. */
type ReadRange = (range: DateRowidRange, limit: number, order: Order) => SortKey[];

/** The first part has this many cases for each match that is wanted. */
const FIRST_CASES_PER_MATCH = 4;
/** If matches are rarer, the range is read in descending order: a part would have so many cases that counting them takes too long. */
const MAX_CASES_PER_MATCH = 4_000;
/** A part without a match is followed by one with this many times its cases. */
const GROWTH = 64;
/** A part is this many times as large as evenly spread matches need. */
const MARGIN = 1.2;
/** A part is made for at least this many matches, so that it is seldom empty by chance. */
const MIN_EXPECTED = 16;
/** A part with this many times the matches that are wanted is read again, smaller by the same factor. */
const MAX_SURPLUS = 16;

const NTH_BEFORE = `
  SELECT date_rowid
    FROM court_case
   WHERE date_rowid >= :from AND date_rowid < :to
   ORDER BY date_rowid DESC
   LIMIT 1 OFFSET :cases - 1
`;

/** Reads ranges one after the other. The number of cases in each part depends on the matches of the part before. */
export class BackwardReader {
  readonly #db: Database;
  readonly #read: ReadRange;
  #casesPerMatch = FIRST_CASES_PER_MATCH;

  constructor(db: Database, read: ReadRange) {
    this.#db = db;
    this.#read = read;
  }

  /** The last matches of a range, the last one first: at least `wanted`, fewer only if the range has no more. */
  last({ from, to }: DateRowidRange, wanted: number): SortKey[] {
    let found: SortKey[] = [];
    for (let end = to; found.length < wanted && from < end; ) {
      const missing = wanted - found.length;
      const rest = (): SortKey[] => this.#read({ from, to: end }, missing, "descending");
      if (this.#casesPerMatch > MAX_CASES_PER_MATCH) return found.concat(rest());
      const cases = Math.ceil(Math.max(missing, MIN_EXPECTED) * this.#casesPerMatch);
      const part = { from: this.#nthBefore({ from, to: end }, cases), to: end };
      const most = wanted * MAX_SURPLUS;
      const matches = this.#read(part, most, "ascending");
      // a damaged index can have many rows of no case
      if (matches.length >= most && cases === 1) return found.concat(rest());
      if (matches.length >= most) {
        this.#casesPerMatch /= MAX_SURPLUS;
        continue;
      }
      found = found.concat(matches.reverse());
      end = part.from;
      // a part at the start of the range can have fewer cases
      if (end > from) this.#learn(cases, matches.length);
    }
    return found;
  }

  #learn(cases: number, matches: number): void {
    this.#casesPerMatch = matches === 0 ? this.#casesPerMatch * GROWTH : (cases / matches) * MARGIN;
  }

  /** The date rowid of the n-th case from the end of a range; its start if it has fewer cases. */
  #nthBefore(range: DateRowidRange, cases: number): number {
    return Number(readRows(this.#db, NTH_BEFORE, { ...range, cases })[0]?.[0] ?? range.from);
  }
}
