/**
 * A BagIt bag, zipped or unpacked (docs/formats.md, "Layout of a bulk archive"): its payload is lines, or one document for
 * each case; its manifests have the checksums.
 */
import { createHash, type Hash } from "node:crypto";
import { basename, resolve } from "node:path";
import type { Checksum } from "../domain/bulk-file.ts";
import { archiveFault } from "./fault.ts";
import { lineArchive } from "./lines.ts";
import {
  caseFiles,
  isStray,
  type Limits,
  type LineArchive,
  type Member,
  type Members,
  type MetsArchive,
  readText,
  refuseDuplicates,
  refuseLongCases,
  type Tap,
} from "./members.ts";

/** Tag files are a few lines. */
const MAX_TAG_BYTES = 1024 ** 2;

/** A name that only a bag has, and the folder above the bag before it. */
const BAG_MEMBER = /^([^/]*\/)?(?:bagit\.txt|manifest-\w+\.txt|data\/[^/]+\.jsonl(?:\.xz)?)$/;
const LINES = /\.jsonl(?:\.xz)?$/;

/** The folders above a bag's own names, each `""` or `"name/"`; none when the names are not those of a bag. */
export function bagTops(list: readonly Member[]): string[] {
  const matches = list.filter(({ name }) => !isStray(name)).map(({ name }) => BAG_MEMBER.exec(name));
  return [...new Set(matches.filter((match) => match !== null).map((match) => match[1] ?? ""))];
}

/**
 * Opens the bag whose names begin with `top`. Nothing is validated yet.
 *
 * @throws CaselawError `corrupt` when it has no payload of lines or documents.
 */
export async function openBag(
  members: Members,
  top: string,
  limits: Limits,
): Promise<LineArchive | MetsArchive> {
  const { path, list } = members;
  const payload = list.filter(({ name }) => name.startsWith(`${top}data/`) && !isStray(name));
  const lines = payload.filter(({ name }) => LINES.test(name));
  const documents = lines.length > 0 ? [] : payload.filter(isMetsCase);
  if (lines.length === 0 && documents.length === 0) {
    throw archiveFault(path, null, "a bag without data/data.jsonl.xz or data/data.jsonl");
  }
  const bag = { name: bagName(members, top), baggingDate: await readBaggingDate(members, top) };
  const base = { path, bag, [Symbol.asyncDispose]: () => members[Symbol.asyncDispose]() };
  if (documents.length === 0) {
    const files = lines.map((member) => ({
      path,
      entry: member.name,
      bytes: member.bytes,
      isXz: member.name.endsWith(".xz"),
      read: member.read,
    }));
    return lineArchive({ ...base, validate: () => validateBag(members, top) }, files, limits);
  }
  return {
    ...base,
    layout: "mets",
    files: documents.length,
    validate: async () => {
      refuseLongCases(path, documents, limits);
      return validateBag(members, top);
    },
    ...caseFiles(
      documents.map((document) => [document]),
      limits,
    ),
  };
}

/**
 * A bag of the layout of 2018 has a CaseMETS document for each case. A vendor's delivery also has page descriptions (ALTO) and a
 * document of the volume, which are recognised by their names. All other XML is read as a case, so that no case is skipped
 * because of its name.
 */
export function isMetsCase({ name }: Pick<Member, "name">): boolean {
  const isNoCase = /\/alto\/|(?:^|[/_])(?:VOL)?METS\.xml$/i.test(name) || /_ALTO_/i.test(basename(name));
  return /\.xml$/i.test(name) && !isNoCase;
}

function bagName(members: Members, top: string): string {
  if (top !== "") return top.slice(0, -1);
  const name = basename(resolve(members.path));
  // a download is validated under its temporary name
  return members.kind === "zip" ? name.replace(/\.zip(?:\.part)?$/i, "") : name;
}

async function readBaggingDate(members: Members, top: string): Promise<string | null> {
  const member = members.list.find(({ name }) => name === `${top}bag-info.txt`);
  if (member === undefined) return null;
  return readBagDate((await member.readBytes(MAX_TAG_BYTES)).toString("utf8"));
}

/** The date of a `bag-info.txt`, `YYYY-MM-DD`, or null when it gives none. */
export function readBagDate(text: string): string | null {
  return /^[ \t]*Bagging-Date[ \t]*:\s*(\d{4}-\d{2}-\d{2})/im.exec(text)?.[1] ?? null;
}

/** Enough for a manifest of some hundred thousand files. */
const MAX_MANIFEST_BYTES = 64 * 1024 ** 2;
/** The algorithms whose manifests are checked, with the number of hex digits. */
const ALGORITHMS = { sha512: 128, sha256: 64 } as const;

/** A hash from a manifest, and the hash that is computed of the file. */
interface Check {
  readonly algorithm: keyof typeof ALGORITHMS;
  /** Lower-case hex. */
  readonly expected: string;
  readonly hash: Hash;
}

/**
 * Validates the bag whose names begin with `top` (docs/faults.md, "A4"): it has `bagit.txt` and a manifest of SHA-512 or SHA-256,
 * every payload file is listed with its hash, every listed file exists. Tag manifests are not read: only a date is read of tag files.
 *
 * @throws CaselawError `corrupt` naming the file, and both hashes where they differ.
 */
export async function validateBag(members: Members, top: string): Promise<Checksum> {
  const { path } = members;
  const list = members.list.filter(({ name }) => name.startsWith(top));
  refuseDuplicates(path, list);
  if (!list.some(({ name }) => name === `${top}bagit.txt`)) {
    throw archiveFault(path, null, "a bag without bagit.txt");
  }
  const checks = await readManifests(path, list, top);
  const isUnlisted = ({ name }: Member): boolean =>
    name.startsWith(`${top}data/`) && !checks.has(name) && !isStray(name);
  const unlisted = list.find(isUnlisted);
  if (unlisted !== undefined) throw archiveFault(path, unlisted.name, "not listed in any manifest");
  const taps = new Map<string, Tap>();
  for (const [name, fileChecks] of checks)
    taps.set(name, (chunk) => {
      for (const { hash } of fileChecks) hash.update(chunk);
    });
  const used = list.filter(({ name }) => checks.has(name) || !isStray(name));
  const checksum = await members.validate(used, taps);
  for (const [name, fileChecks] of checks)
    for (const { algorithm, expected, hash } of fileChecks) {
      const actual = hash.digest("hex");
      if (actual === expected) continue;
      throw archiveFault(path, name, `the manifest says ${algorithm} ${expected}, found ${actual}`);
    }
  return checksum;
}

/** The hashes to compute, by member; refuses listed files that are missing. */
async function readManifests(
  path: string,
  list: readonly Member[],
  top: string,
): Promise<Map<string, Check[]>> {
  const byName = new Map(list.map((member) => [member.name, member]));
  const checks = new Map<string, Check[]>();
  let manifests = 0;
  for (const algorithm of ["sha256", "sha512"] as const) {
    const manifest = byName.get(`${top}manifest-${algorithm}.txt`);
    if (manifest === undefined) continue;
    manifests++;
    const text = await readText(path, manifest, MAX_MANIFEST_BYTES);
    for (const [index, line] of text.split(/\r?\n|\r/).entries()) {
      if (line.trim() === "") continue;
      const [expected, below] = readManifestLine(path, manifest.name, { line, number: index + 1, algorithm });
      const name = `${top}${below}`;
      if (!byName.has(name)) throw archiveFault(path, name, "listed in the manifest, but missing");
      const known = checks.get(name) ?? [];
      const same = known.find((check) => check.algorithm === algorithm);
      // a line may repeat another, but each further hash would be computed over every byte of the file
      if (same?.expected === expected) continue;
      if (same !== undefined) throw archiveFault(path, name, `listed with two ${algorithm} hashes`);
      checks.set(name, [...known, { algorithm, expected, hash: createHash(algorithm) }]);
    }
  }
  if (manifests > 0) return checks;
  throw archiveFault(path, null, "a bag without manifest-sha512.txt or manifest-sha256.txt");
}

/**
 * The hash of a line of a manifest, and the path relative to the bag (docs/formats.md, "Layout of a bulk archive"). The publisher
 * writes one space and no last newline; every spelling of the BagIt specification is read.
 */
export function readManifestLine(
  path: string,
  manifest: string,
  { line, number, algorithm }: { line: string; number: number; algorithm: keyof typeof ALGORITHMS },
): readonly [hash: string, path: string] {
  const [, hash = "", rawPath = ""] = /^([0-9a-fA-F]+)[ \t]+(.+)$/s.exec(line) ?? [];
  if (hash.length !== ALGORITHMS[algorithm])
    throw archiveFault(path, manifest, `line ${number} is no ${algorithm} and path`);
  // BagIt escapes line ends and `%` in paths, nothing else
  const below = rawPath
    .replace(/^\*/, "")
    .replace(/^\.\//, "")
    .replace(/%(0A|0D|25)/gi, (escaped) => decodeURIComponent(escaped));
  if (below.startsWith("data/") && !below.split("/").includes("..")) return [hash.toLowerCase(), below];
  throw archiveFault(path, manifest, `line ${number} names "${below}", which is not below data/`);
}
