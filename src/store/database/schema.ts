/**
 * The corpus's tables, as a list of migrations: the corpus of version n is what the first n steps make.
 *
 * Import side and query side meet here and nowhere else. A released step is never edited; a change is a new step.
 */

import { SCHEMA_1 } from "./schema-1.ts";
import { SCHEMA_2 } from "./schema-2.ts";
import { SCHEMA_3 } from "./schema-3.ts";
import { SCHEMA_4 } from "./schema-4.ts";
import { SCHEMA_5 } from "./schema-5.ts";
import { SCHEMA_6 } from "./schema-6.ts";

/** `CASE` in ASCII: tells our files from other programs' SQLite files. */
export const APPLICATION_ID = 0x43415345;

/** Step n (counted from 1) leads from version n - 1 to version n. */
export const MIGRATIONS: readonly string[] = [SCHEMA_1, SCHEMA_2, SCHEMA_3, SCHEMA_4, SCHEMA_5, SCHEMA_6];

export const SCHEMA_VERSION = MIGRATIONS.length;
