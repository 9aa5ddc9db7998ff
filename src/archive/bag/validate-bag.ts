/** Checks a bag by its manifests (docs/faults.md, "A4"). */
import { createHash, type Hash } from "node:crypto";
import type { Checksum } from "../../domain/bulk-file.ts";
import { archiveFault } from "../fault.ts";
import { isStray } from "../member-name.ts";
import { readText } from "../member-text.ts";
import { type Member, type Members, refuseTwice, type Tap } from "../members.ts";
import { type ManifestLine, manifestAlgorithm, readManifest } from "./manifest.ts";

/** Enough for a manifest of some hundred thousand files. */
const MAX_MANIFEST_BYTES = 64 * 1024 ** 2;

/** A hash that a manifest gives, and the hash that is computed of the file. */
interface Check {
  readonly line: ManifestLine;
  readonly hash: Hash;
}

/**
 * Validates the bag whose names begin with `top`: it has `bagit.txt` and a manifest of SHA-512 or SHA-256, every payload
 * file is listed with its hash, every listed file exists. Tag manifests are not read: only a date is read of tag files.
 *
 * @throws CaselawError `corrupt` naming the file, and both hashes where they differ.
 */
export async function validateBag(members: Members, top: string): Promise<Checksum> {
  const own = members.list.filter(({ name }) => name.startsWith(top));
  refuseTwice(members.path, own);
  if (!own.some(({ name }) => name === `${top}bagit.txt`)) {
    throw archiveFault(members.path, null, "a bag without bagit.txt");
  }
  const lines = await readManifests(members, own, top);
  const checks = checksOf(members.path, own, top, lines);
  const used = own.filter(({ name }) => checks.has(name) || !isStray(name));
  const checksum = await members.validate(used, tapsOf(checks));
  for (const [name, wanted] of checks) compareHashes(members.path, name, wanted);
  return checksum;
}

async function readManifests(members: Members, own: readonly Member[], top: string): Promise<ManifestLine[]> {
  const lines: ManifestLine[] = [];
  let found = 0;
  for (const member of own) {
    const algorithm = manifestAlgorithm(member.name.slice(top.length));
    if (algorithm === null) continue;
    found++;
    const read = readManifest(algorithm, await readText(members, member, MAX_MANIFEST_BYTES));
    if (typeof read === "string") throw archiveFault(members.path, member.name, read);
    for (const line of read) lines.push(line);
  }
  if (found > 0) return lines;
  throw archiveFault(members.path, null, "a bag without manifest-sha512.txt or manifest-sha256.txt");
}

/** The hashes to compute, by member; refuses what is listed and missing, or present and not listed. */
function checksOf(
  path: string,
  own: readonly Member[],
  top: string,
  lines: readonly ManifestLine[],
): Map<string, Check[]> {
  const names = new Set(own.map(({ name }) => name));
  const checks = new Map<string, Check[]>();
  for (const line of lines) {
    const name = `${top}${line.path}`;
    if (!names.has(name)) throw archiveFault(path, name, "listed in the manifest, but missing");
    const known = checks.get(name) ?? [];
    const same = known.find((check) => check.line.algorithm === line.algorithm)?.line;
    // a line may repeat another, but each one more would be hashed with every byte of the file
    if (same?.hash === line.hash) continue;
    if (same !== undefined) throw archiveFault(path, name, `listed with two ${line.algorithm} hashes`);
    checks.set(name, [...known, { line, hash: createHash(line.algorithm) }]);
  }
  const unlisted = own.find(
    ({ name }) => name.startsWith(`${top}data/`) && !checks.has(name) && !isStray(name),
  );
  if (unlisted !== undefined) throw archiveFault(path, unlisted.name, "not listed in any manifest");
  return checks;
}

function tapsOf(checks: ReadonlyMap<string, readonly Check[]>): Map<string, Tap> {
  const taps = new Map<string, Tap>();
  for (const [name, wanted] of checks) {
    taps.set(name, (chunk) => {
      for (const { hash } of wanted) hash.update(chunk);
    });
  }
  return taps;
}

function compareHashes(path: string, name: string, wanted: readonly Check[]): void {
  for (const { line, hash } of wanted) {
    const found = hash.digest("hex");
    if (found !== line.hash) {
      throw archiveFault(path, name, `the manifest says ${line.algorithm} ${line.hash}, found ${found}`);
    }
  }
}
