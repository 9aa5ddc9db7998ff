/**
 * Builds archives for tests: bags and volumes, whole or with a fault, zipped or unpacked.
 *
 * An archive is first a list of members, which a test may change before it is written.
 */
import { createHash } from "node:crypto";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import { encodeXz } from "../../src/archive/xz.ts";

/** Content by name, in the order of the zip. */
export type Members = Map<string, Buffer>;

export interface BagFixture {
  /** Folder above the bag's names; `""` for none. Given by `makeBagZip` when absent. */
  readonly top?: string;
  /** Records; a string is a line as it is. */
  readonly lines: readonly unknown[];
  readonly baggingDate?: string;
  /** Name of the payload below `data/`; without `.xz` it is not compressed. */
  readonly payloadName?: string;
  /** Instead of the compressed lines. */
  readonly payload?: Buffer;
  readonly algorithm?: "sha512" | "sha256";
  /** The manifest's text, made from the true hash and path; null for none. */
  readonly manifest?: ((hash: string, path: string) => string) | null;
  /** Further members, or null to leave one out; names below the top. */
  readonly change?: Readonly<Record<string, string | null>>;
}

export interface VolumeFixture {
  readonly top?: string;
  /** Case files by name: `{"0036-01": {...}}`. */
  readonly cases: Readonly<Record<string, unknown>>;
  /** HTML by name; made for every case when absent; null for no `html/` at all. */
  readonly html?: Readonly<Record<string, string>> | null;
  /** Made from the cases, with their names as `file_name`, when absent; null for no list. */
  readonly rows?: readonly unknown[] | null;
  /** Whether the list is `CasesMetadata.json` or `.jsonl`. */
  readonly list?: "json" | "jsonl";
  readonly volume?: unknown;
  /** `zip`: `json/` and `metadata/`. `site`: `cases/` and the metadata beside it. */
  readonly form?: "zip" | "site";
  readonly extra?: Readonly<Record<string, string>>;
}

export interface ZipOptions {
  readonly compress?: boolean;
  /** Time of change of every member; 2024-03-04 when absent. */
  readonly mtime?: Date;
  readonly comment?: string;
  readonly zip64?: boolean;
  /** Sizes and CRC-32 behind the content instead of before it. */
  readonly descriptors?: boolean;
  readonly mode?: number;
}

/** The JSON lines of records, each with its line end; a string stays as it is. */
export function toLines(records: readonly unknown[]): Buffer {
  const lines = records.map((record) => (typeof record === "string" ? record : JSON.stringify(record)));
  return Buffer.from(lines.map((line) => `${line}\n`).join(""));
}

export async function toXz(bytes: Uint8Array): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(encodeXz(chunksOf(bytes))));
}

/** Bytes in chunks of at most `size`. */
export async function* chunksOf(bytes: Uint8Array, size = 65_536): AsyncGenerator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

/** The members of a bag as the publisher orders them (docs/formats.md, "Layout of a bulk archive"). */
export async function bagMembers(fixture: BagFixture): Promise<Members> {
  const top = fixture.top === undefined || fixture.top === "" ? "" : `${fixture.top}/`;
  const path = `data/${fixture.payloadName ?? "data.jsonl.xz"}`;
  const lines = toLines(fixture.lines);
  const payload = fixture.payload ?? (path.endsWith(".xz") ? await toXz(lines) : lines);
  const algorithm = fixture.algorithm ?? "sha512";
  const hash = createHash(algorithm).update(payload).digest("hex");
  const manifest = fixture.manifest === undefined ? (h: string, p: string) => `${h} ${p}` : fixture.manifest;
  const members: Members = new Map([
    [`${top}${path}`, payload],
    [`${top}bagit.txt`, Buffer.from("BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n")],
    [
      `${top}bag-info.txt`,
      Buffer.from(`Source-Organization: Test\nBagging-Date: ${fixture.baggingDate ?? "2020-05-01"}\n`),
    ],
  ]);
  if (manifest !== null) members.set(`${top}manifest-${algorithm}.txt`, Buffer.from(manifest(hash, path)));
  for (const [name, text] of Object.entries(fixture.change ?? {})) {
    if (text === null) members.delete(`${top}${name}`);
    else members.set(`${top}${name}`, Buffer.from(text));
  }
  return members;
}

/** The members of a volume (docs/formats.md, "Layout of a volume zip"). */
export function volumeMembers(fixture: VolumeFixture): Members {
  const top = fixture.top === undefined ? "" : `${fixture.top}/`;
  const [jsonFolder, metadata] = fixture.form === "site" ? ["cases/", ""] : ["json/", "metadata/"];
  const members: Members = new Map();
  const add = (name: string, text: string): void => {
    members.set(`${top}${name}`, Buffer.from(text));
  };
  for (const [name, record] of Object.entries(fixture.cases)) {
    add(`${jsonFolder}${name}.json`, typeof record === "string" ? record : JSON.stringify(record, null, 2));
  }
  const pages = fixture.html === undefined ? pagesOf(fixture.cases) : (fixture.html ?? {});
  for (const [name, html] of Object.entries(pages)) add(`html/${name}.html`, html);
  add(`${metadata}VolumeMetadata.json`, JSON.stringify(fixture.volume ?? { id: "32044000000001" }));
  const rows = fixture.rows === undefined ? rowsOf(fixture.cases) : fixture.rows;
  if (rows !== null && fixture.list === "jsonl") {
    add(`${metadata}CasesMetadata.jsonl`, toLines(rows).toString());
  } else if (rows !== null) add(`${metadata}CasesMetadata.json`, JSON.stringify(rows));
  for (const [name, text] of Object.entries(fixture.extra ?? {})) add(name, text);
  return members;
}

function pagesOf(cases: Readonly<Record<string, unknown>>): Record<string, string> {
  return Object.fromEntries(Object.keys(cases).map((name) => [name, `<section>${name}</section>`]));
}

function rowsOf(cases: Readonly<Record<string, unknown>>): unknown[] {
  return Object.entries(cases).map(([name, record]) => ({
    ...(typeof record === "object" ? record : {}),
    casebody: undefined,
    file_name: name,
  }));
}

/** Writes a bag zip, stored; its top folder is the file's name without `.zip` unless `top` is given. */
export async function makeBagZip(
  path: string,
  fixture: BagFixture,
  options: ZipOptions = {},
): Promise<string> {
  const top = fixture.top ?? basename(path).replace(/\.zip$/, "");
  return writeZip(path, await bagMembers({ ...fixture, top }), { compress: false, ...options });
}

/** Writes a volume zip, deflated. */
export async function makeVolumeZip(
  path: string,
  fixture: VolumeFixture,
  options: ZipOptions = {},
): Promise<string> {
  return writeZip(path, volumeMembers(fixture), options);
}

/** Writes members as a zip and returns the path. A name that ends with `/` becomes a folder entry. */
export async function writeZip(path: string, members: Members, options: ZipOptions = {}): Promise<string> {
  const zip = new ZipFile();
  const mtime = options.mtime ?? new Date(Date.UTC(2024, 2, 4, 12));
  const mode = options.mode ?? 0o100644;
  const entryOptions = {
    mtime,
    mode,
    compress: options.compress ?? true,
    forceZip64Format: options.zip64 ?? false,
  };
  for (const [name, content] of members) {
    if (name.endsWith("/")) zip.addEmptyDirectory(name, { mtime });
    else if (options.descriptors ?? false) {
      zip.addReadStream(Readable.from([content]), name, entryOptions);
    } else zip.addBuffer(content, name, entryOptions);
  }
  zip.end({ forceZip64Format: options.zip64 ?? false, comment: options.comment ?? "" });
  const chunks: Buffer[] = [];
  for await (const chunk of zip.outputStream) chunks.push(Buffer.from(chunk));
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, Buffer.concat(chunks));
  return path;
}

/** Writes members as files below `path` and returns it. */
export function writeFolder(path: string, members: Members): string {
  for (const [name, content] of members) {
    mkdirSync(dirname(join(path, name)), { recursive: true });
    writeFileSync(join(path, name), content);
  }
  return path;
}

/** Rewrites a file's bytes. */
export function changeBytes(path: string, change: (bytes: Buffer) => Buffer): string {
  writeFileSync(path, change(readFileSync(path)));
  return path;
}

/** Replaces a name by one of equal length wherever it stands in a zip: names that no zip writer would write. */
export function renameInZip(path: string, from: string, to: string | Buffer): string {
  const [old, next] = [Buffer.from(from), Buffer.from(to)];
  if (old.length !== next.length) throw new Error("names of different length");
  return changeBytes(path, (bytes) => {
    for (let at = bytes.indexOf(old); at !== -1; at = bytes.indexOf(old, at + 1)) next.copy(bytes, at);
    return bytes;
  });
}

/** Where the central directory's record of an entry begins. */
export function directoryRecord(bytes: Buffer, name: string): number {
  const signature = Buffer.from("504b0102", "hex");
  for (let at = bytes.indexOf(signature); at !== -1; at = bytes.indexOf(signature, at + 4)) {
    if (bytes.toString("utf8", at + 46, at + 46 + bytes.readUInt16LE(at + 28)) === name) return at;
  }
  throw new Error(`no entry "${name}"`);
}
