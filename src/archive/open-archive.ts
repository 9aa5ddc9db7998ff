/** Opens archives of every known layout. */
import { createHash } from "node:crypto";
import { stat } from "node:fs/promises";
import type { Checksum } from "../domain/bulk-file.ts";
import { bagTops, openBag } from "./bag.ts";
import { archiveFault, asArchiveFault, quote } from "./fault.ts";
import { openFolder, readFileChunks } from "./folder.ts";
import { lineArchive } from "./lines.ts";
import { type Archive, isStray, LIMITS, type Limits, type LineArchive, type Members } from "./members.ts";
import { type ArchiveKind, recognise } from "./recognise.ts";
import { withSupplements } from "./supplements.ts";
import { openVolume, readVolumeLayout, VOLUME_FOLDERS, volumeTops } from "./volume.ts";
import { unpackXz } from "./xz.ts";
import { openZip } from "./zip.ts";

/**
 * Opens a BagIt zip, a volume zip, a file of lines, plain or `.xz`, an unpacked bag or an unpacked volume, recognised by its
 * content. A volume zip includes its folder of supplements. The archive must be disposed; `validate` checks its bytes.
 *
 * @throws CaselawError `not_found` or `unavailable` when the path cannot be read; `corrupt` when it is no archive (the
 *   message says what was found), or has names, sizes, a directory or a list that are refused.
 */
export async function openArchive(path: string, limits: Limits = LIMITS): Promise<Archive> {
  const kind = await recognise(path);
  if (kind === "xz" || kind === "lines") return openBareFile(path, kind, limits);
  const folders = kind === "bag_folder" ? ["data"] : VOLUME_FOLDERS;
  const members = kind === "zip" ? await openZip(path, limits) : await openFolder(path, folders, limits);
  try {
    return await openMembers(members, kind, limits);
  } catch (error) {
    await members[Symbol.asyncDispose]();
    throw error;
  }
}

/** `data.jsonl` or `data.jsonl.xz` without a bag. It has no checksums but those of xz: validation decodes it to its end. */
async function openBareFile(path: string, kind: "xz" | "lines", limits: Limits): Promise<LineArchive> {
  const { size } = await stat(path).catch((error: unknown) => {
    throw asArchiveFault(path, null, error);
  });
  const payload = { path, entry: null, bytes: size, isXz: kind === "xz", read: () => readFileChunks(path) };
  const own = {
    path,
    bag: null,
    [Symbol.asyncDispose]: async () => {},
    validate: async (): Promise<Checksum> => {
      const hash = createHash("sha256");
      let bytes = 0;
      async function* hashed(): AsyncGenerator<Buffer> {
        for await (const chunk of payload.read()) {
          hash.update(chunk);
          bytes += chunk.length;
          yield chunk;
        }
      }
      for await (const _ of payload.isXz ? unpackXz(payload, hashed(), limits) : hashed());
      return { sha256: hash.digest("hex"), bytes };
    },
  };
  return lineArchive(own, [payload], limits);
}

async function openMembers(members: Members, kind: ArchiveKind, limits: Limits): Promise<Archive> {
  if (kind === "bag_folder") return openBag(members, "", limits);
  if (kind === "volume_folder") return openVolumeBelow(members, "", limits);
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
