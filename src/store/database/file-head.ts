/** Recognises a file by its first bytes. */
import { closeSync, openSync, readSync } from "node:fs";
import { APPLICATION_ID } from "./schema.ts";

/** Offset of the 4-byte `application_id` in a SQLite file (sqlite.org/fileformat2, "The Database Header"). */
const APPLICATION_ID_AT = 68;
/** Offset of the number that changes with the tables; 0 as long as there was none. */
const SCHEMA_COOKIE_AT = 40;
const MAGIC = "SQLite format 3\0";

/** Reads at most `bytes` bytes from the start of a file. @throws the system's error */
export function readHead(path: string, bytes: number): Buffer {
  const file = openSync(path, "r");
  try {
    const head = Buffer.alloc(bytes);
    return head.subarray(0, readSync(file, head, 0, bytes, 0));
  } finally {
    closeSync(file);
  }
}

/** Whether a file is a SQLite file in which nothing was ever stored. @throws the system's error */
export function isUnusedDatabase(path: string): boolean {
  const head = readHead(path, SCHEMA_COOKIE_AT + 4);
  return head.length === SCHEMA_COOKIE_AT + 4 && isSqlite(head) && head.readUInt32BE(SCHEMA_COOKIE_AT) === 0;
}

/** Whether a file is a corpus of any version. @throws the system's error */
export function isCorpusFile(path: string): boolean {
  const head = readHead(path, APPLICATION_ID_AT + 4);
  return (
    head.length === APPLICATION_ID_AT + 4 &&
    isSqlite(head) &&
    head.readUInt32BE(APPLICATION_ID_AT) === APPLICATION_ID
  );
}

function isSqlite(head: Buffer): boolean {
  return head.toString("latin1", 0, MAGIC.length) === MAGIC;
}
