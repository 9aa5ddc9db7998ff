/**
 * Checks that a downloaded supplement is the file that a volume's zip lacks (docs/formats.md, "Known gaps of the static site" and
 * "Integrity of a volume"). A site may answer with an error page or with the file of another version.
 */
import { readUtf8, withoutMark } from "../archive/utf8.ts";
import { CaselawError, messageOf } from "../domain/errors.ts";
import { isJsonObject } from "../domain/json.ts";
import { compareWithMetadata } from "../sources/cases-metadata.ts";

/** A complete page; the publisher's files are a fragment, one `<section>` (195 of 195 real files). */
const PAGE = /^<(?:!doctype|html|\?xml)/i;
const FIRST_PAGE = /^<[^>]*\sdata-firstpage="(?<page>[^"]*)"/;

/** The rows of a volume's list that name this file; lists of December 2023 name no files. */
export function rowsNamed(rows: readonly unknown[], name: string): unknown[] {
  return rows.filter(
    (row) =>
      isJsonObject(row) && typeof row.file_name === "string" && row.file_name.replace(/\.json$/, "") === name,
  );
}

/** Why this is not the file of a case with one of these rows, or null. */
export function supplementFault(
  kind: "json" | "html",
  bytes: Buffer,
  rows: readonly unknown[],
): string | null {
  try {
    const text = readUtf8(withoutMark(bytes));
    return kind === "json" ? jsonFault(text, rows) : htmlFault(text.trimStart(), rows);
  } catch (error) {
    if (error instanceof SyntaxError) return "not JSON";
    if (error instanceof CaselawError) return messageOf(error);
    throw error;
  }
}

function jsonFault(text: string, rows: readonly unknown[]): string | null {
  const value: unknown = JSON.parse(text);
  return rows.some((row) => compareWithMetadata(value, row)) ? null : "differs from its row in the list";
}

function htmlFault(text: string, rows: readonly unknown[]): string | null {
  if (text === "") return "empty";
  if (!text.startsWith("<") || PAGE.test(text)) return "not the HTML of a case";
  const page = FIRST_PAGE.exec(text)?.groups?.page;
  const pages = rows.flatMap((row) => (isJsonObject(row) ? [row.first_page] : []));
  return page === undefined || pages.length === 0 || pages.includes(page) ? null : "of another page";
}
