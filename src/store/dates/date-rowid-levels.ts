/**
 * The levels of date rowids; date-rowid.ts explains them. The rowids in every corpus depend on these numbers, so changing one
 * needs a new version of the schema. Tests replace this module to fill levels with few cases.
 */

/** Half-open: `from <= dateRowid < to`. */
export interface DateRowidRange {
  readonly from: number;
  readonly to: number;
}

/** A range of rowids that contains all days. */
export interface Level extends DateRowidRange {
  /** Rowids that a day owns; the first days of months and years own a multiple. */
  readonly rowidsPerDay: number;
}

export const LEVELS: readonly Level[] = [
  { from: 0, to: 2 ** 40, rowidsPerDay: 2 ** 5 },
  { from: 2 ** 40, to: 2 ** 46, rowidsPerDay: 2 ** 11 },
  { from: 2 ** 46, to: 2 ** 48, rowidsPerDay: 2 ** 23 },
];

/** The rowids of cases without a date. */
export const UNDATED: DateRowidRange = { from: 2 ** 48, to: 2 ** 50 };
