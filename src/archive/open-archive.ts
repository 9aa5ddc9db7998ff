/** Opens archives of every known layout. */
import type { Archive } from "./archive.ts";
import { bagTops, openBag } from "./bag/bag.ts";
import { archiveFault, quote } from "./fault.ts";
import { openFolder } from "./folder.ts";
import { LIMITS, type Limits } from "./limits.ts";
import { openBareFile } from "./lines/bare-file.ts";
import { isStray } from "./member-name.ts";
import type { Members } from "./members.ts";
import { recognise } from "./recognise.ts";
import { withSupplements } from "./volume/supplements.ts";
import { openVolume } from "./volume/volume.ts";
import { readVolumeLayout, VOLUME_FOLDERS, volumeTops } from "./volume/volume-layout.ts";
import { openZip } from "./zip/zip.ts";

/**
 * Opens a BagIt zip, a volume zip, a file of lines, plain or `.xz`, an unpacked bag or an unpacked volume, recognised by its
 * content. A volume zip includes its folder of supplements. The archive must be disposed; `validate` checks its bytes.
 *
 * @throws CaselawError `not_found` or `unavailable` when the path cannot be read; `corrupt` when it is no archive (the
 *   message says what was found), or has names, sizes, a directory or a list that are refused.
 */
export async function openArchive(path: string, limits: Limits = LIMITS): Promise<Archive> {
  const kind = await recognise(path);
  if (kind === "xz") return openBareFile(path, "xz", limits);
  if (kind === "lines") return openBareFile(path, "plain", limits);
  if (kind === "zip") return openMembers(await openZip(path, limits), openFromZip, limits);
  if (kind === "bag_folder")
    return openMembers(await openFolder(path, ["data"], limits), openBagFolder, limits);
  return openMembers(await openFolder(path, VOLUME_FOLDERS, limits), openVolumeFolder, limits);
}

type Opener = (members: Members, limits: Limits) => Promise<Archive>;

async function openMembers(members: Members, openAs: Opener, limits: Limits): Promise<Archive> {
  try {
    return await openAs(members, limits);
  } catch (error) {
    await members[Symbol.asyncDispose]();
    throw error;
  }
}

function openBagFolder(members: Members, limits: Limits): Promise<Archive> {
  return openBag(members, "", limits);
}

async function openVolumeFolder(members: Members, limits: Limits): Promise<Archive> {
  return openVolumeBelow(members, "", limits);
}

async function openFromZip(members: Members, limits: Limits): Promise<Archive> {
  const bags = bagTops(members.list);
  const volumes = bags.length > 0 ? [] : volumeTops(members.list);
  const [top, other] = [...bags, ...volumes];
  if (top === undefined) throw archiveFault(members.path, null, describe(members));
  if (other !== undefined) {
    throw archiveFault(members.path, null, `several archives in one zip: ${quote(top)}, ${quote(other)}`);
  }
  return bags.length > 0 ? openBag(members, top, limits) : openVolumeBelow(members, top, limits);
}

async function openVolumeBelow(members: Members, top: string, limits: Limits): Promise<Archive> {
  const layout = readVolumeLayout(members.list, top);
  if (layout === null) throw archiveFault(members.path, null, describe(members));
  if (members.kind === "folder") return openVolume(members, layout, limits);
  const completed = await withSupplements(members, layout, top, limits);
  return openVolume(completed, readVolumeLayout(completed.list, top) ?? layout, limits);
}

function describe(members: Members): string {
  const names = members.list.map(({ name }) => name).filter((name) => !isStray(name));
  const some = names.slice(0, 3).map((name) => quote(name.slice(0, 100)));
  return `neither a bag nor a volume; ${names.length === 0 ? "it is empty" : `it contains ${some.join(", ")}`}`;
}
