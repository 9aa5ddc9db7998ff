/** Parses the bytes of a record: JSON, or a METS document. */
import { readUtf8, withoutMark } from "../../archive/utf8.ts";
import { readMets } from "../../casebody/mets/read-mets.ts";
import { CaselawError, messageOf } from "../../domain/errors.ts";
import { rawOfMets } from "../../sources/mets-record.ts";
import type { RecordPlace } from "../seen-cases.ts";

/**
 * The raw record, for `readCaseRecord`.
 *
 * @param place decides the form: a volume's case files are `.json`, a METS bag's `.xml`, all other records are lines
 * @throws CaselawError `corrupt` for bytes that are not UTF-8, `invalid` for bytes that are not JSON or a METS of a case
 */
export function parseRecord(bytes: Buffer, { entry, line }: RecordPlace): unknown {
  const text = readUtf8(withoutMark(bytes));
  if (line === null && entry !== null && /\.xml$/i.test(entry)) return rawOfMets(readMets(text));
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new CaselawError("invalid", `Cannot read the record: not JSON: ${messageOf(error)}`);
  }
}
