/**
 * A volume of the static site, zipped or unpacked (docs/formats.md, "static.case.law"): a JSON file and an HTML file for each
 * case.
 *
 * The metadata lists are read when it is opened, cases one at a time.
 */
import { basename, dirname, resolve } from "node:path";
import type { VolumeArchive, VolumeCase } from "../archive.ts";
import { archiveFault } from "../fault.ts";
import type { Limits } from "../limits.ts";
import { readJson, readJsonLines } from "../member-text.ts";
import { type Member, type Members, refuseLong, refuseTwice } from "../members.ts";
import { withoutMark } from "../utf8.ts";
import { findMismatches, type VolumeLayout } from "./volume-layout.ts";

/**
 * Opens the volume that `layout` found in `members`.
 *
 * @throws CaselawError `corrupt` when a metadata list cannot be read, or a case has two files.
 */
export async function openVolume(
  members: Members,
  layout: VolumeLayout,
  limits: Limits,
): Promise<VolumeArchive> {
  refuseTwice(members.path, layout.used);
  const { volumeMetadata: about, casesMetadata: list } = layout;
  refuseTwoFolders(members, layout);
  const casesMetadata = list === null ? [] : await readRows(members, list, limits);
  return {
    layout: "volume",
    path: members.path,
    volumeMetadata: about === null ? null : await readJson(members, about, limits.maxMetadataBytes),
    casesMetadata,
    release: members.kind === "zip" ? releaseOf(members, layout) : null,
    mismatches: findMismatches(layout, casesMetadata),
    hasHtml: layout.html.size > 0,
    supplements: members.supplements,
    pathHint: readPathHint(members.path),
    validate: async (zip) => {
      refuseLong(members.path, [...layout.cases.values(), ...layout.html.values()], limits);
      return members.validate(layout.used, new Map(), zip);
    },
    cases: () => readCases(members, layout, limits),
    [Symbol.asyncDispose]: () => members[Symbol.asyncDispose](),
  };
}

/** Refuses a case that is in `json/` and in `cases/`: it is unknown which file counts. */
function refuseTwoFolders(members: Members, layout: VolumeLayout): void {
  const chosen = new Set<Member>(layout.cases.values());
  const other = layout.used.find(
    (member) => /(?:^|\/)(?:json|cases)\//.test(member.name) && !chosen.has(member),
  );
  if (other !== undefined) throw archiveFault(members.path, other.name, "the same case is there twice");
}

async function readRows(members: Members, list: Member, limits: Limits): Promise<readonly unknown[]> {
  if (list.name.endsWith(".jsonl")) return readJsonLines(members, list, limits.maxMetadataBytes);
  const rows: unknown = await readJson(members, list, limits.maxMetadataBytes);
  if (Array.isArray(rows)) return rows;
  throw archiveFault(members.path, list.name, "a JSON value that is not an array");
}

async function* readCases(
  members: Members,
  layout: VolumeLayout,
  limits: Limits,
): AsyncGenerator<VolumeCase> {
  for (const [name, member] of layout.cases) {
    const json = withoutMark(await members.readBytes(member, limits.maxCaseBytes));
    const page = layout.html.get(name);
    const html = page === undefined ? null : withoutMark(await members.readBytes(page, limits.maxCaseBytes));
    yield { name, entry: member.name, json, html };
  }
}

/**
 * The newest day; with supplements an instant of it whose microseconds are their number. So a zip with supplements is newer
 * than the same zip without them or with fewer, and older than a zip of the next day; hashes would order them by chance.
 */
function releaseOf({ supplements }: Members, { used }: VolumeLayout): string | null {
  const day = newestDay(used);
  if (day === null || supplements.length === 0) return day;
  return `${day}T00:00:00.${String(Math.min(supplements.length, 999_999)).padStart(6, "0")}Z`;
}

function newestDay(used: readonly Member[]): string | null {
  const days = used.map(({ modifiedOn }) => modifiedOn).filter((day) => day !== null);
  return days.toSorted().at(-1) ?? null;
}

function readPathHint(path: string): VolumeArchive["pathHint"] {
  const absolute = resolve(path);
  const reporter = basename(dirname(absolute));
  const folder = basename(absolute).replace(/\.zip$/i, "");
  return reporter === "" || folder === "" ? null : { reporter, folder };
}
