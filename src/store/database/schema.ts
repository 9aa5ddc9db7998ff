/**
 * The tables of a corpus as a list of migrations: the first n steps make a corpus of version n.
 *
 * The import side and the query side share only this schema. The statements of a released step are never edited: a change is a
 * new step.
 */

import { SCHEMA_1 } from "./schema-1.ts";
import { SCHEMA_2, SCHEMA_3, SCHEMA_4, SCHEMA_5, SCHEMA_6, SCHEMA_7 } from "./schema-2-to-7.ts";
import {
  SCHEMA_8,
  SCHEMA_9,
  SCHEMA_10,
  SCHEMA_11,
  SCHEMA_12,
  SCHEMA_13,
  SCHEMA_14,
} from "./schema-8-to-14.ts";

/** `CASE` in ASCII. Distinguishes a corpus from SQLite files of other programs. */
export const APPLICATION_ID = 0x43415345;

/** Step n (counted from 1) migrates version n - 1 to version n. */
export const MIGRATIONS: readonly string[] = [
  SCHEMA_1,
  SCHEMA_2,
  SCHEMA_3,
  SCHEMA_4,
  SCHEMA_5,
  SCHEMA_6,
  SCHEMA_7,
  SCHEMA_8,
  SCHEMA_9,
  SCHEMA_10,
  SCHEMA_11,
  SCHEMA_12,
  SCHEMA_13,
  SCHEMA_14,
];

export const SCHEMA_VERSION = MIGRATIONS.length;
