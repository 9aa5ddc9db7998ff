/**
 * Reads complete listings: every page of a collection, every row of a metadata file.
 *
 * A unit that the listing lacks is not synced, so an incomplete listing is an error (docs/faults.md, "N11").
 */
import * as v from "valibot";
import type { Web } from "../domain/bulk-file.ts";
import type { JurisdictionRecord } from "../domain/case.ts";
import { slugify, withoutEnd } from "../domain/citation.ts";
import { CaselawError } from "../domain/errors.ts";
import { numberOrNull, objectOf, type Reading, readWith, textOrNull } from "./fields.ts";

/** Maximum pages of one collection; the longest, volumes, has some 400 of 100 rows. */
const MAX_PAGES = 20_000;
/** Maximum records of one listing; volumes has some 40,000. */
const MAX_RECORDS = 1_000_000;

const PAGE = objectOf({ count: numberOrNull, next: textOrNull, results: v.array(v.unknown(), "a list") });
type Page = v.InferOutput<typeof PAGE>;

type Lists = Pick<Web, "getJson">;

/** The valid records of a listing, and a message for each invalid record. */
export interface Listed<T> {
  readonly records: readonly T[];
  readonly problems: readonly string[];
}

/**
 * Reads every page of a collection, following `next` (docs/formats.md, "Envelope and paging of the publisher") until it repeats
 * an earlier page.
 *
 * @throws CaselawError as `Web.getJson`; `corrupt` when `next` leads back too early or to another origin, when
 *   `count` differs from the number of records, or when there are too many pages or records
 */
export async function listCollection(url: string, web: Lists): Promise<readonly unknown[]> {
  const records: unknown[] = [];
  const seen = new Set<string>();
  let count: number | null = null;
  let next: string | null = url;
  while (next !== null && !seen.has(next)) {
    if (seen.size >= MAX_PAGES) throw listFault(url, `more than ${MAX_PAGES} pages`);
    seen.add(next);
    const page: Page = await readPage(next, web);
    for (const record of page.results) records.push(record);
    count = page.count ?? count;
    checkLength(url, records.length);
    if (count !== null && count > MAX_RECORDS) {
      throw listFault(url, `it counts ${count} records, more than ${MAX_RECORDS}`);
    }
    if (count !== null && records.length > count) break;
    next = page.next ? nextAddress(page.next, next) : null;
  }
  if (count !== null && count !== records.length) {
    throw listFault(url, `it counts ${count} records and lists ${records.length}`);
  }
  if (count === null && next !== null) throw listFault(url, `its pages lead back to ${next}`);
  return records;
}

async function readPage(url: string, web: Lists): Promise<Page> {
  const page = readWith(PAGE, await web.getJson(url));
  if (!page.ok) throw listFault(url, page.reason);
  return page.record;
}

/**
 * Reads a metadata file of the static site, an array.
 *
 * @throws CaselawError as `Web.getJson`, and `corrupt` when it is not an array or too long
 */
export async function listFile(url: string, web: Lists): Promise<readonly unknown[]> {
  const rows = await web.getJson(url);
  if (!Array.isArray(rows)) throw listFault(url, "not a list");
  checkLength(url, rows.length);
  return rows;
}

/** Reads the rows of a listing; invalid rows are reported with their position. */
export function readRows<T>(
  rows: readonly unknown[],
  read: (row: unknown) => Reading<T>,
  kind: string,
): Listed<T> {
  const records: T[] = [];
  const problems: string[] = [];
  for (const [index, row] of rows.entries()) {
    const reading = read(row);
    if (reading.ok) records.push(reading.record);
    else problems.push(`Cannot use ${kind} ${index + 1} of the listing: ${reading.reason}`);
  }
  return { records, problems };
}

function checkLength(url: string, records: number): void {
  if (records > MAX_RECORDS) throw listFault(url, `more than ${MAX_RECORDS} records`);
}

/** An address below a base, with or without a slash at the end of the base. */
export function below(baseUrl: string, path: string): string {
  if (!URL.canParse(baseUrl) || !/^https?:/i.test(baseUrl)) {
    throw new CaselawError("invalid", `Cannot use source address "${baseUrl}": not an http or https URL`);
  }
  return new URL(path, `${withoutEnd(baseUrl, /\//)}/`).href;
}

function nextAddress(next: string, current: string): string {
  const url = URL.parse(next, current);
  if (url === null) throw listFault(current, "its next page is no address");
  if (url.origin !== new URL(current).origin) {
    throw listFault(current, `its next page is on another origin, "${url.origin}"`);
  }
  // servers do not get the fragment: an address with another fragment is the same page
  url.hash = "";
  return url.href;
}

export function listFault(url: string, fault: string): CaselawError {
  return new CaselawError("corrupt", `Cannot read ${url}: ${fault}`);
}

/** The error for a selected name that the source does not have. */
export function notListed(kind: "jurisdiction" | "reporter" | "volume", name: string): CaselawError {
  return new CaselawError("invalid", `Cannot sync ${kind} "${name}": the source has no ${kind} of that name`);
}

/** The slug of a jurisdiction that is selected by slug or name: `Neb.` is `neb`. @throws CaselawError `invalid` */
export function selectedSlug(text: string, known: readonly JurisdictionRecord[]): string {
  for (const { slug, name } of known)
    if (slug !== null && (slug === text || name === text || slug === slugify(text))) return slug;
  throw notListed("jurisdiction", text);
}

/** Leaves room for `.part.json` within the 255 bytes of most file systems. */
const MAX_NAME_BYTES = 200;

/** A file to be named; `key` is unique and a safe name itself. */
interface NamedFile {
  readonly key: string;
  readonly fileName: string;
}

/**
 * File names of zips by key: safe, and different also where letter case does not count. Names from a source may contain `..`, be empty or
 * equal (docs/faults.md, "N11"): a name that was changed, or that two units share, gets `~` and its key, since names from a source
 * may not have `~`.
 */
export function localNames(files: readonly NamedFile[]): ReadonlyMap<string, string> {
  const counts = new Map<string, number>();
  for (const { fileName } of files) {
    const lowerCase = fileName.toLowerCase();
    counts.set(lowerCase, (counts.get(lowerCase) ?? 0) + 1);
  }
  return new Map(
    files.map(({ key, fileName }) => {
      const fits =
        counts.get(fileName.toLowerCase()) === 1 && /.\.zip$/.test(fileName) && isSafeName(fileName);
      return [key, fits ? fileName : `${safeStem(fileName)}~${key}.zip`];
    }),
  );
}

/** Whether a name can be used unchanged as a file or folder name. */
export function isSafeName(name: string): boolean {
  return (
    /^[\p{L}\p{N}_][\p{L}\p{M}\p{N} _.,'’&()+-]*$/u.test(name) &&
    !/[ .]$/.test(name) &&
    name === name.normalize("NFC") &&
    Buffer.byteLength(name) <= MAX_NAME_BYTES
  );
}

function safeStem(name: string): string {
  const stem = name
    .normalize("NFC")
    .replace(/\.zip$/i, "")
    .replace(/[^\p{L}\p{M}\p{N} _,'’&()+-]+/gu, "_")
    .replace(/^[^\p{L}\p{N}_]+/u, "");
  return stem.slice(0, 40).toWellFormed().trim() || "bulk";
}
