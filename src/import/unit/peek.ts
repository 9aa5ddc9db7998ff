/** Looks at the first records of a bag, to find out what it is before it is read. */
import type { LineArchive } from "../../archive/archive.ts";
import { readUtf8, withoutMark } from "../../archive/utf8.ts";
import type { CaseRecord } from "../../domain/case.ts";
import { CaselawError } from "../../domain/errors.ts";
import { readCaseRecord } from "../../sources/read-case.ts";

/** Records looked at before the search is given up. */
const PEEKED_RECORDS = 20;
/** Of a record that is looked at: eight times the longest known; the thread that reads them all holds such lines too. */
const PEEKED_BYTES = 8 * 2 ** 20;

/** The first record that names its jurisdiction, as far as the lines can be read. */
export async function peek(archive: LineArchive): Promise<CaseRecord | null> {
  let left = PEEKED_RECORDS;
  try {
    for await (const line of archive.lines(PEEKED_BYTES)) {
      if (left-- === 0) return null;
      const record = "problem" in line ? null : recordOf(line.bytes);
      if (record?.jurisdiction != null) return record;
    }
  } catch (error) {
    if (!(error instanceof CaselawError) || error.code !== "corrupt") throw error;
  }
  return null;
}

function recordOf(bytes: Buffer): CaseRecord | null {
  try {
    const reading = readCaseRecord(JSON.parse(readUtf8(withoutMark(bytes))), null);
    return reading.ok ? reading.record : null;
  } catch (error) {
    if (error instanceof CaselawError || error instanceof SyntaxError) return null;
    throw error;
  }
}
