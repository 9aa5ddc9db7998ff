/**
 * The supplements of a volume zip: files that the zip lacks and the site has separately. Those of `410.zip` are in the folder
 * `410.supplements`, `json/0036-01.json` for instance (docs/formats.md, "Known gaps of the static site").
 *
 * A supplement never replaces a member of the zip. Supplements are part of the archive's hash, so that the same zip with more
 * supplements is another archive; without supplements the hash is that of the zip's file.
 */
import { createHash } from "node:crypto";
import { lstatSync } from "node:fs";
import { basename } from "node:path";
import { asArchiveFault } from "./fault.ts";
import { openFolder } from "./folder.ts";
import { byName, isStray, type Limits, type Member, type Members, nameFault } from "./members.ts";
import type { VolumeLayout } from "./volume.ts";

const ZIP = /\.zip$/i;
const SUFFIX = ".supplements";
const SUPPLEMENT = /^(?<kind>json|html)\/(?<name>[^/]+)\.\k<kind>$/;

/** The path of a zip's folder of supplements, which need not exist; null for a file that is not named `….zip`. */
export function supplementsFolder(zipPath: string): string | null {
  return ZIP.test(basename(zipPath)) ? zipPath.replace(ZIP, SUFFIX) : null;
}

/** Whether a folder of this name contains supplements, and so is not an archive. */
export function isSupplementsFolder(name: string): boolean {
  return name.endsWith(SUFFIX);
}

/**
 * The members of a zip and its supplements.
 *
 * @param layout of the zip's own members
 * @param top folder of the volume in the zip, `""` or `"name/"`
 * @throws CaselawError `unavailable` when the folder cannot be read, `corrupt` over the limit of files
 */
export async function withSupplements(
  zip: Members,
  layout: VolumeLayout,
  top: string,
  limits: Limits,
): Promise<Members> {
  const folder = supplementsFolder(zip.path);
  if (folder === null || !isRealFolder(folder)) return zip;
  const files = await openFolder(folder, ["json", "html"], limits);
  const used = files.list.filter((member) => isMissing(member, layout, limits));
  return used.length === 0 ? zip : joinMembers(zip, files, used, top);
}

/** False for a link, whose target may be anywhere. */
function isRealFolder(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  } catch (error) {
    throw asArchiveFault(path, null, error);
  }
}

function isMissing({ name }: Member, { cases, html }: VolumeLayout, limits: Limits): boolean {
  const { kind, name: caseName } = SUPPLEMENT.exec(name)?.groups ?? {};
  if (caseName === undefined || isStray(name)) return false;
  if (nameFault(name, Buffer.byteLength(name), limits.maxNameBytes) !== null) return false;
  return !(kind === "json" ? cases : html).has(caseName);
}

function joinMembers(zip: Members, files: Members, supplements: readonly Member[], top: string): Members {
  const added = supplements.map((member) => ({ ...member, name: `${top}${member.name}` }));
  return {
    ...zip,
    list: [...zip.list, ...added].sort(byName),
    supplements: supplements.map(({ name }) => name),
    // taps are for a bag's manifests, which a volume does not have
    validate: async (used, taps, validated) => {
      const ofZip = await zip.validate(used, taps, validated);
      const ofFiles = await files.validate(supplements, new Map());
      const sha256 = createHash("sha256").update(`${ofZip.sha256}\n${ofFiles.sha256}\n`).digest("hex");
      return { sha256, bytes: ofZip.bytes + ofFiles.bytes };
    },
  };
}
