/** The folder of a volume's supplements on disk. */
import { lstat, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { basename, dirname, join } from "node:path";
import { readUtf8, withoutMark } from "../archive/fault.ts";
import { openArchive } from "../archive/open-archive.ts";
import { asUnavailable, CaselawError, messageOf, systemCodeOf } from "../domain/errors.ts";
import { isJsonObject } from "../domain/json.ts";
import { publishFile } from "../files/durable.ts";
import { compareWithMetadata } from "../sources/read-case.ts";

const KINDS = ["json", "html"] as const;
export type SupplementKind = (typeof KINDS)[number];

/** Makes the folder, which marks a volume whose zip lacks files. @throws CaselawError `unavailable` */
export async function makeFolder(folder: string): Promise<void> {
  await writing(folder, () => makeOwnFolder(folder));
}

/** Removes the folder and its files; no link is followed. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/**
 * Stores a supplement.
 *
 * @param name `json/0036-01.json`
 * @throws CaselawError `unavailable` when it cannot be written
 */
export async function keepSupplement(folder: string, name: string, bytes: Buffer): Promise<void> {
  const path = join(folder, name);
  const part = `${path}.part`;
  await writing(path, async () => {
    await makeOwnFolder(dirname(path));
    await rm(part, { force: true });
    await writeFile(part, bytes, { flag: "wx" });
    await publishFile(part, path);
  });
}

/** The stored supplements, `json/0036-01.json`; a missing folder or a link has none. */
export async function supplementsIn(folder: string): Promise<string[]> {
  const names: string[] = [];
  for (const kind of KINDS) {
    for (const entry of await filesIn(folder, kind)) names.push(`${kind}/${entry}`);
  }
  return names;
}

/**
 * Removes the supplements that the zip no longer needs: it has the file itself, or lists another version of the case, or does not
 * list the case.
 *
 * @throws CaselawError as `openArchive`
 */
export async function removeOutdated(zipPath: string, folder: string): Promise<void> {
  const kept = await supplementsIn(folder);
  if (kept.length === 0) return;
  await using archive = await openArchive(zipPath);
  const volume = archive.layout === "volume" ? archive : null;
  const alone = volume?.mismatches.filter(({ kind }) => kind === "html_without_json") ?? [];
  const without = new Set(alone.map(({ name }) => name));
  for (const supplement of kept) {
    const kind = supplement.startsWith("json/") ? "json" : "html";
    const name = basename(supplement, `.${kind}`);
    const isWanted = volume?.supplements.includes(supplement) === true && !without.has(name);
    const rows = rowsNamed(volume?.casesMetadata ?? [], name);
    if (isWanted && supplementFault(kind, await readFile(join(folder, supplement)), rows) === null) continue;
    await rm(join(folder, supplement), { force: true });
    if (kind === "json") without.add(name);
  }
}

/** Makes a folder; a link of its name is removed, since a write through it would change another folder. */
async function makeOwnFolder(folder: string): Promise<void> {
  if ((await lstat(folder).catch(() => null))?.isSymbolicLink() === true) await rm(folder);
  await mkdir(folder, { recursive: true });
}

async function filesIn(folder: string, kind: string): Promise<string[]> {
  const inner = join(folder, kind);
  try {
    for (const path of [folder, inner]) if (!(await lstat(path)).isDirectory()) return [];
    const entries = await readdir(inner, { withFileTypes: true });
    return entries
      .filter((entry) => entry.isFile() && entry.name.endsWith(`.${kind}`))
      .map(({ name }) => name);
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return [];
    throw error;
  }
}

async function writing(path: string, write: () => Promise<unknown>): Promise<void> {
  try {
    await write();
  } catch (error) {
    throw asUnavailable(error, `store ${path}`, path);
  }
}

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

/**
 * Why a downloaded supplement is not the file of a case with one of these rows, or null (docs/formats.md, "Known gaps of the static site" and
 * "Integrity of a volume"): a site may answer with an error page or with the file of another version.
 */
export function supplementFault(
  kind: SupplementKind,
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
