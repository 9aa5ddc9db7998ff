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

/** The number of cases in the first part for each match that is wanted. */
const FIRST = 4;
/** How many times more cases the next part has if a part has no match. */
const WIDER = 64;
/** With more cases for each match there are so few matches after the range that they are soon stepped over. */
const RARE = 4_000;
/** What a part has more than the matches wanted need if they are spread evenly. */
const SLACK = 1.2;
/** A part has cases enough for so many matches, though fewer are missing: so that it is seldom empty by chance. */
const LEAST = 16;
/** If a part has so many times the matches wanted, the next one has as many times fewer cases, and the same end. */
const TOO_MANY = 16;

const NTH_BEFORE = `
  SELECT rank
    FROM court_case
   WHERE rank >= :from AND rank < :to
   ORDER BY rank DESC
   LIMIT 1 OFFSET :cases - 1
`;

/** Reads ranges, in all levels. The number of cases in each part depends on the matches of the part read before. */
export class BackwardReader {
  readonly #db: Database;
  readonly #read: ReadRange;
  #casesPerMatch = FIRST;

  constructor(db: Database, read: ReadRange) {
    this.#db = db;
    this.#read = read;
  }

  /** At least `wanted` matches from the end of a range; fewer if the range has no more. */
  last({ from, to }: DateRowidRange, wanted: number): SortKey[] {
    let found: SortKey[] = [];
    for (let end = to; found.length < wanted && from < end; ) {
      const missing = wanted - found.length;
      if (this.#casesPerMatch > RARE)
        return found.concat(this.#read({ from, to: end }, missing, "descending"));
      const cases = Math.ceil(Math.max(missing, LEAST) * this.#casesPerMatch);
      const part = { from: this.#nthBefore({ from, to: end }, cases), to: end };
      const matches = this.#read(part, wanted * TOO_MANY, "ascending");
      if (matches.length === wanted * TOO_MANY) {
        this.#casesPerMatch /= TOO_MANY;
        continue;
      }
      this.#casesPerMatch =
        matches.length === 0 ? this.#casesPerMatch * WIDER : (cases / matches.length) * SLACK;
      found = found.concat(matches.reverse());
      end = part.from;
    }
    return found;
  }

  /** The date rowid of the n-th case from the end of a range; its start if it has fewer cases. */
  #nthBefore(range: DateRowidRange, cases: number): number {
    return Number(readRows(this.#db, NTH_BEFORE, { ...range, cases })[0]?.[0] ?? range.from);
  }
}
