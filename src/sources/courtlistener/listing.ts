/**
 * Lists the files of CourtListener's bulk data: an S3 listing in XML, of which the newest date with all tables is used.
 *
 * CourtListener uploads the tables of a date over some days, and a date may stay incomplete. So a newer date that lacks a table is
 * noted and not used. Tables that are not read are not downloaded.
 */
import type { BulkFile, Offer, Selection, Web } from "../../domain/bulk-file.ts";
import { instantKey } from "../../domain/decision-date.ts";
import { CaselawError, messageOf } from "../../domain/errors.ts";
import { below, listFault } from "../listing.ts";
import { NEEDED_TABLES, readTableName, TABLES, type TableName } from "./tables.ts";

const PREFIX = "bulk-data/";
/** A page has up to 1,000 files in some 400 kB; all tables of all dates are some 2,000 files. */
const MAX_PAGES = 1_000;
const MAX_FILES = 20_000;
const MAX_PAGE_LENGTH = 16 * 2 ** 20;
/** Of a file: twenty times the largest one. */
const MAX_FILE_BYTES = 2 ** 40;
/** Of a value; S3 allows 1,024 bytes for a name. */
const MAX_VALUE_LENGTH = 4_096;
/** Characters of a call: `sax` bounds its memory only between calls. */
const XML_STEP = 2 ** 16;
const SAX_OPTIONS = { strictEntities: true, position: false };

/** A listed file, as its elements say. */
type Contents = Readonly<Partial<Record<string, string>>>;

interface Page {
  readonly files: readonly Contents[];
  /** Null on the last page. */
  readonly next: string | null;
}

export async function listCourtListener(baseUrl: string, selection: Selection, web: Web): Promise<Offer> {
  const { jurisdictions, reporters, volumes, bodyFormat } = selection;
  const selected = [...jurisdictions, ...reporters, ...volumes];
  const unsupported = selected[0] ?? (bodyFormat === "both" ? undefined : bodyFormat);
  if (unsupported !== undefined)
    throw new CaselawError(
      "invalid",
      `Cannot sync "${unsupported}": CourtListener's tables have all courts; --court and --from choose what is imported`,
    );
  const url = below(baseUrl, "");
  const { tables, problems } = tablesIn(await listFiles(url, web), url);
  const byDate = Map.groupBy(tables, ({ date }) => date);
  const notes: string[] = [];
  for (const date of [...byDate.keys()].sort().reverse()) {
    const ofDate = new Map((byDate.get(date) ?? []).map((file) => [file.table, file]));
    const lacking = NEEDED_TABLES.filter((table) => !ofDate.has(table));
    if (lacking.length > 0) {
      notes.push(`the set of ${date} is not complete and not used: it lacks ${lacking.join(", ")}`);
      continue;
    }
    const listed = TABLES.flatMap((table) => bulkFileOf(ofDate.get(table), baseUrl));
    const files = listed.filter(({ unit }) => unit !== "parentheticals" || selection.parentheticals === true);
    const listedPaths = listed.map(({ path }) => path);
    const reference = { jurisdictions: [], courts: [], reporters: [], volumes: [] };
    return { files, listedPaths, totals: [], reference, problems, notes };
  }
  throw listFault(url, notes.length === 0 ? "it lists no tables" : `no set is complete: ${notes.join("; ")}`);
}

/** A file that can be downloaded. */
interface ListedTable {
  readonly table: TableName;
  readonly date: string;
  readonly name: string;
  readonly version: string | null;
  readonly bytes: number;
}

/** The tables among the listed files. @throws CaselawError `corrupt` when a file is listed twice */
function tablesIn(
  files: readonly Contents[],
  url: string,
): { readonly tables: readonly ListedTable[]; readonly problems: readonly string[] } {
  const tables = new Map<string, ListedTable>();
  const problems: string[] = [];
  for (const { Key = "", Size = "", ETag = "", LastModified = "" } of files) {
    const name = Key.startsWith(PREFIX) ? Key.slice(PREFIX.length) : "";
    const known = readTableName(name);
    if (known === null || !name.endsWith(".bz2")) continue;
    if (tables.has(name)) throw listFault(url, `it lists "${name}" twice`);
    const bytes = /^\d{1,15}$/.test(Size) ? Number(Size) : 0;
    if (bytes === 0 || bytes > MAX_FILE_BYTES) {
      problems.push(
        `Cannot use file "${name}" of the listing: its size is ${JSON.stringify(Size.slice(0, 40))}`,
      );
      continue;
    }
    const etag = /^"?([!#-~]{1,200})"?$/.exec(ETag)?.[1] ?? null;
    const mark = etag ?? (instantKey(LastModified) === null ? null : LastModified);
    // with the date, by which coverage compares the courts of an earlier set
    const version = mark === null ? null : `${known.date} ${mark}`;
    tables.set(name, { ...known, name, version, bytes });
  }
  return { tables: [...tables.values()], problems };
}

function bulkFileOf(listed: ListedTable | undefined, baseUrl: string): BulkFile[] {
  if (listed === undefined) return [];
  const { table, date, name, version, bytes } = listed;
  const place = { path: `courtlistener/${name}`, url: below(baseUrl, `${PREFIX}${name}`) };
  const none = { bulk: null, reporter: null, volume: null };
  return [{ source: "courtlistener", unit: table, ...place, version, release: date, bytes, ...none }];
}

/**
 * Reads every page of the listing.
 *
 * @throws CaselawError as `Web.getText`; `corrupt` for a page that is no listing, and when there are too many pages or files
 */
async function listFiles(url: string, web: Web): Promise<readonly Contents[]> {
  const files: Contents[] = [];
  const requested = new Set<string | null>();
  let token: string | null = null;
  do {
    requested.add(token);
    if (requested.size > MAX_PAGES) throw listFault(url, `more than ${MAX_PAGES} pages`);
    const query = new URLSearchParams({ "list-type": "2", prefix: PREFIX });
    if (token !== null) query.set("continuation-token", token);
    const page = await readPage(await web.getText(`${url}?${query}`), url);
    for (const file of page.files) files.push(file);
    if (files.length > MAX_FILES) throw listFault(url, `more than ${MAX_FILES} files`);
    token = page.next;
    if (token !== null && requested.has(token)) throw listFault(url, "its pages lead back to an earlier one");
  } while (token !== null);
  return files;
}

/** @throws CaselawError `corrupt` */
async function readPage(xml: string, url: string): Promise<Page> {
  if (xml.length > MAX_PAGE_LENGTH)
    throw listFault(url, `a page is longer than ${MAX_PAGE_LENGTH} characters`);
  const { default: sax } = await import("sax");
  const parser = sax.parser(true, SAX_OPTIONS);
  const files: Contents[] = [];
  const ofPage: Record<string, string> = {};
  const open: string[] = [];
  let file: Record<string, string> = {};
  let text = "";
  parser.onerror = (error) => {
    throw listFault(url, `not XML: ${messageOf(error.message.split("\n")[0] ?? "")}`);
  };
  parser.onopentag = ({ name }) => {
    if (open.length === 0 && name !== "ListBucketResult")
      throw listFault(url, `it is <${name.slice(0, 40)}>, no S3 listing`);
    open.push(name);
    if (open.length === 2) file = {};
    text = "";
  };
  parser.ontext = (more) => {
    if (open.length > 1) text += more;
    if (text.length > MAX_VALUE_LENGTH)
      throw listFault(url, `a value is longer than ${MAX_VALUE_LENGTH} characters`);
  };
  parser.onclosetag = (name) => {
    if (open.length === 2 && name === "Contents") files.push(file);
    else if (open.length === 2) ofPage[name] = text.trim();
    else if (open.length === 3 && open[1] === "Contents") file[name] = text.trim();
    open.pop();
    text = "";
  };
  for (let at = 0; at < xml.length; at += XML_STEP) parser.write(xml.slice(at, at + XML_STEP));
  parser.close();
  const { IsTruncated, NextContinuationToken: next = "" } = ofPage;
  if (IsTruncated === undefined) throw listFault(url, "it does not say whether it is complete (IsTruncated)");
  if (IsTruncated !== "true") return { files, next: null };
  if (next === "") throw listFault(url, "it is truncated and names no next page");
  return { files, next };
}
