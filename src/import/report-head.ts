/** Recognises a report that an earlier run wrote. */
import { readHead } from "../store/database/corpus-file.ts";

/** The beginning of every report, with any indent: an archive, whose keys have no fixed order, or no archive and the total. */
const BEGINNING =
  /^\{\s*"archives":\s*\[\s*(?:\],\s*"total":|\{\s*"(?:path|source|unit|status|error|problems|rejects|bytes|seconds|read|added|changed|unchanged|removed|rejected|hash_differences)":)/;
const HEAD_BYTES = 200;

/** Whether a file is a JSON report of a run, or the first part of one. @throws the system's error */
export function isReportFile(path: string): boolean {
  return BEGINNING.test(readHead(path, HEAD_BYTES).toString("utf8"));
}
