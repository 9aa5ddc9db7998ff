/**
 * The check "archives": those that a sync noted are unchanged since their download. Size and SHA-256 are compared; with `all`
 * each archive is also validated by its own manifests and checksums. Of archives outside of a share only the size is compared.
 */
import { createHash } from "node:crypto";
import { createReadStream, statSync } from "node:fs";
import { resolve, sep } from "node:path";
import { openArchive } from "../archive/open-archive.ts";
import { CaselawError, messageOf } from "../domain/errors.ts";
import { isInShare, type Share, shareText } from "../domain/share.ts";
import type { CheckedDownload } from "../store/maintenance/verify-snapshot.ts";
import type { Findings } from "./findings.ts";

export async function checkArchives(
  downloads: readonly CheckedDownload[],
  dataFolder: string,
  { depth, share = null }: { readonly depth: "sample" | "all"; readonly share?: Share | null },
  found: Findings,
): Promise<void> {
  const counts = { kept: 0, "removed after import": 0, elsewhere: 0 };
  let read = 0;
  for (const download of downloads) {
    await found.pause();
    const place = placeOf(download, dataFolder);
    if (place !== "missing") counts[place]++;
    if (place === "elsewhere" || place === "removed after import") continue;
    const isRead =
      place === "kept" && (share === null || isInShare(`${download.source} ${download.unit}`, share));
    if (isRead) read++;
    const fault =
      place === "missing" ? "it does not exist" : await faultOf(download, isRead ? depth : "size");
    if (fault === null) continue;
    const { path, source, unit } = download;
    const message = `${path} (${source} ${unit}): ${fault}`;
    found.add({ check: "archives", message, caseId: null, archive: path });
  }
  const shown = Object.entries(counts).filter(([what, count]) => count > 0 || what === "kept");
  const parts = share === null ? [] : [`${read} read, ${shareText(share)}`];
  found.note("archives", [...shown.map(([what, count]) => `${count} ${what}`), ...parts].join(", "));
}

/** An imported archive need not be kept; one outside the data folder is not read. */
function placeOf(
  { path, imported }: CheckedDownload,
  dataFolder: string,
): "kept" | "removed after import" | "elsewhere" | "missing" {
  if (!resolve(path).startsWith(resolve(dataFolder) + sep)) return "elsewhere";
  if (statSync(path, { throwIfNoEntry: false }) !== undefined) return "kept";
  return imported === 1 ? "removed after import" : "missing";
}

async function faultOf(
  { path, bytes, sha256 }: CheckedDownload,
  depth: "size" | "sample" | "all",
): Promise<string | null> {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isFile() !== true) return "it is not a file";
  if (found.size !== bytes) return `it has ${found.size} bytes, ${bytes} were downloaded`;
  if (depth === "size") return null;
  try {
    const hash = await hashOf(path, bytes);
    if (hash !== sha256) return `its SHA-256 is ${hash}, that of the download is ${sha256}`;
    if (depth === "all") await validate(path);
    return null;
  } catch (error) {
    if (error instanceof CaselawError) return messageOf(error);
    return `it cannot be read: ${messageOf(error)}`;
  }
}

async function hashOf(path: string, bytes: number): Promise<string> {
  const hash = createHash("sha256");
  // a buffer of this size is allocated for each file, and most volumes are smaller than a megabyte
  const highWaterMark = Math.min(Math.max(bytes, 1), 2 ** 20);
  for await (const chunk of createReadStream(path, { highWaterMark })) hash.update(chunk);
  return hash.digest("hex");
}

async function validate(path: string): Promise<void> {
  await using archive = await openArchive(path);
  await archive.validate();
}
