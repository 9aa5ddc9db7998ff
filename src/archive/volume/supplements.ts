/**
 * The folder beside a volume zip with what the zip lacks and the site still had: `410.supplements/json/0036-01.json` to
 * `410.zip` (docs/formats.md, "Known gaps of the static site").
 *
 * A single never stands for a member that the zip has. What the folder adds is part of the archive's proof, so that the
 * same zip with more supplements is another archive; without any it keeps the hash of its file.
 */
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { lstat } from "node:fs/promises";
import { basename } from "node:path";
import { systemCodeOf } from "../../domain/errors.ts";
import { asArchiveFault } from "../fault.ts";
import { openFolder } from "../folder.ts";
import type { Limits } from "../limits.ts";
import { isStray, nameFault } from "../member-name.ts";
import { byName, type Member, type Members } from "../members.ts";
import type { VolumeLayout } from "./volume-layout.ts";

const ZIP = /\.zip$/i;
const SUFFIX = ".supplements";
/** What the folder was called by versions until 0.1; such a folder stays in use. */
const OLD_SUFFIX = ".singles";
const SINGLE = /^(?<kind>json|html)\/(?<name>[^/]+)\.\k<kind>$/;

/** The folder of a zip's supplements, which need not be there; null of a file that is named otherwise. */
export function supplementsFolder(zipPath: string): string | null {
  if (!ZIP.test(basename(zipPath))) return null;
  const older = zipPath.replace(ZIP, OLD_SUFFIX);
  return existsSync(older) ? older : zipPath.replace(ZIP, SUFFIX);
}

/** Whether a folder of that name holds supplements: no archive, with or without its zip. */
export function isSupplementsFolder(name: string): boolean {
  return name.endsWith(SUFFIX) || name.endsWith(OLD_SUFFIX);
}

/**
 * The members of a zip, and of the folder beside it those that the zip lacks.
 *
 * @param layout of the zip's own members
 * @param top where the zip's volume stands, `""` or `"name/"`
 * @throws CaselawError `unavailable` when the folder cannot be read, `corrupt` over the limit of files
 */
export async function withSupplements(
  zip: Members,
  layout: VolumeLayout,
  top: string,
  limits: Limits,
): Promise<Members> {
  const folder = supplementsFolder(zip.path);
  if (folder === null || !(await isRealFolder(folder))) return zip;
  const beside = await openFolder(folder, ["json", "html"], limits);
  const taken = beside.list.filter((member) => isWanted(member, layout, limits));
  return taken.length === 0 ? zip : joined(zip, beside, taken, top);
}

/** A link is no folder of ours: it may lead anywhere. */
async function isRealFolder(path: string): Promise<boolean> {
  try {
    return (await lstat(path)).isDirectory();
  } catch (error) {
    if (systemCodeOf(error) === "ENOENT") return false;
    throw asArchiveFault(path, null, error);
  }
}

function isWanted({ name }: Member, { cases, html }: VolumeLayout, limits: Limits): boolean {
  const { kind, name: caseName } = SINGLE.exec(name)?.groups ?? {};
  if (caseName === undefined || isStray(name)) return false;
  if (nameFault(name, Buffer.byteLength(name), limits.maxNameBytes) !== null) return false;
  return !(kind === "json" ? cases : html).has(caseName);
}

function joined(zip: Members, beside: Members, taken: readonly Member[], top: string): Members {
  const origin = new Map<Member, Member>(
    taken.map((member) => [{ ...member, name: `${top}${member.name}` }, member]),
  );
  return {
    path: zip.path,
    kind: "zip",
    list: [...zip.list, ...origin.keys()].sort(byName),
    supplements: taken.map(({ name }) => name),
    read: (member) => {
      const single = origin.get(member);
      return single === undefined ? zip.read(member) : beside.read(single);
    },
    readWhole: (member, maxBytes) => {
      const single = origin.get(member);
      return single === undefined ? zip.readWhole(member, maxBytes) : beside.readWhole(single, maxBytes);
    },
    // taps are for a bag's manifests, which a volume does not have
    validate: async (used, taps, validated) => {
      const own = await zip.validate(used, taps, validated);
      const more = await beside.validate(taken, new Map());
      const sha256 = createHash("sha256").update(`${own.sha256}\n${more.sha256}\n`).digest("hex");
      return { sha256, bytes: own.bytes + more.bytes };
    },
    [Symbol.asyncDispose]: async () => {
      await beside[Symbol.asyncDispose]();
      await zip[Symbol.asyncDispose]();
    },
  };
}
