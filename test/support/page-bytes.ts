/** The size of a corpus's pages, as its file says it (SQLite's file format, section 1.3.2). */
import { readFileSync } from "node:fs";

export function pageBytesOf(path: string): number {
  return readFileSync(path).readUInt16BE(16);
}
