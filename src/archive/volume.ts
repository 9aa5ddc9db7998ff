/**
 * A volume of the static site, zipped or unpacked (docs/formats.md, "static.case.law"): a JSON file and an HTML file for each
 * case.
 *
 * The metadata lists are read when it is opened, cases one at a time.
 */
import { basename, dirname, resolve } from "node:path";
import type { Mismatch } from "../domain/bulk-file.ts";
import { isJsonObject } from "../domain/json.ts";
import { archiveFault } from "./fault.ts";
import {
  byName,
  caseFiles,
  isStray,
  type Limits,
  type Member,
  type Members,
  readJson,
  readJsonLines,
  refuseDuplicates,
  refuseLongCases,
  type VolumeArchive,
} from "./members.ts";

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
  refuseDuplicates(members.path, layout.used);
  const { volumeMetadata, casesMetadata: list } = layout;
  refuseTwoFolders(members, layout);
  const casesMetadata = list === null ? [] : await readRows(members.path, list, limits);
  const files = [...layout.cases].map(([name, file]) => [file, layout.html.get(name)] as const);
  return {
    layout: "volume",
    path: members.path,
    volumeMetadata: volumeMetadata && (await readJson(members.path, volumeMetadata, limits.maxMetadataBytes)),
    casesMetadata,
    release: members.kind === "zip" ? releaseOf(members, layout) : null,
    mismatches: findMismatches(layout, casesMetadata),
    hasHtml: layout.html.size > 0,
    supplements: members.supplements,
    pathHint: readPathHint(members.path),
    validate: async (zip) => {
      refuseLongCases(members.path, [...layout.cases.values(), ...layout.html.values()], limits);
      return members.validate(layout.used, new Map(), zip);
    },
    ...caseFiles(files, limits),
    [Symbol.asyncDispose]: () => members[Symbol.asyncDispose](),
  };
}

/** Refuses a case that is in `json/` and in `cases/`: it is unknown which file is valid. */
function refuseTwoFolders(members: Members, layout: VolumeLayout): void {
  const chosen = new Set<Member>(layout.cases.values());
  const file = layout.used.find(
    (member) => /(?:^|\/)(?:json|cases)\//.test(member.name) && !chosen.has(member),
  );
  if (file !== undefined) throw archiveFault(members.path, file.name, "the same case is there twice");
}

async function readRows(path: string, list: Member, limits: Limits): Promise<readonly unknown[]> {
  if (list.name.endsWith(".jsonl")) return readJsonLines(path, list, limits.maxMetadataBytes);
  const rows: unknown = await readJson(path, list, limits.maxMetadataBytes);
  if (Array.isArray(rows)) return rows;
  throw archiveFault(path, list.name, "a JSON value that is not an array");
}

/**
 * The newest day; with supplements an instant of it whose microseconds are their number. So a zip with supplements is newer
 * than the same zip without them or with fewer, and older than a zip of the next day; their hashes have no order.
 */
function releaseOf({ supplements }: Members, { used }: VolumeLayout): string | null {
  const days = used.map(({ modifiedOn }) => modifiedOn).filter((date) => date !== null);
  const day = days.toSorted().at(-1) ?? null;
  if (day === null || supplements.length === 0) return day;
  return `${day}T00:00:00.${String(Math.min(supplements.length, 999_999)).padStart(6, "0")}Z`;
}

function readPathHint(path: string): VolumeArchive["pathHint"] {
  const absolute = resolve(path);
  const reporter = basename(dirname(absolute));
  const folder = basename(absolute).replace(/\.zip$/i, "");
  return reporter === "" || folder === "" ? null : { reporter, folder };
}

/** The members that make a volume, in all known variants (docs/formats.md, "Layout of a volume zip"). */
export interface VolumeLayout {
  /** By name, in order: `0036-01` and its JSON. */
  readonly cases: ReadonlyMap<string, Member>;
  readonly html: ReadonlyMap<string, Member>;
  readonly volumeMetadata: Member | null;
  /** `CasesMetadata.json` before `.jsonl`. */
  readonly casesMetadata: Member | null;
  readonly used: readonly Member[];
}

/** A volume's own folders: `json` in zips, `cases` on the site. */
export const VOLUME_FOLDERS = ["json", "cases", "html", "metadata"] as const;

const CASE = /^(?:json|cases)\/([^/]+)\.json$/;
const HTML = /^html\/([^/]+)\.html$/;
const VOLUME_METADATA = /^(?:metadata\/)?VolumeMetadata\.json$/;
const CASES_METADATA = /^(?:metadata\/)?CasesMetadata\.jsonl?$/;

/** The layout of the members below `top` (`""` or `"name/"`), or null when there is no volume. */
export function readVolumeLayout(list: readonly Member[], top: string): VolumeLayout | null {
  const cases: Member[] = [];
  const html: Member[] = [];
  const volumeLists: Member[] = [];
  const casesLists: Member[] = [];
  for (const member of list) {
    if (!member.name.startsWith(top) || isStray(member.name)) continue;
    const name = member.name.slice(top.length);
    if (CASE.test(name)) cases.push(member);
    else if (HTML.test(name)) html.push(member);
    else if (VOLUME_METADATA.test(name)) volumeLists.push(member);
    else if (CASES_METADATA.test(name)) casesLists.push(member);
  }
  if (cases.length + volumeLists.length + casesLists.length === 0) return null;
  return {
    cases: byCaseName(cases),
    html: byCaseName(html),
    volumeMetadata: preferredList(volumeLists),
    casesMetadata: preferredList(casesLists),
    used: [...cases, ...html, ...volumeLists, ...casesLists],
  };
}

/** The folders of a zip that contain a volume: `""` for a published zip, `"name/"` where somebody zipped a folder. */
export function volumeTops(list: readonly Member[]): string[] {
  if (readVolumeLayout(list, "") !== null) return [""];
  const folders = Map.groupBy(list, ({ name }) => name.slice(0, name.indexOf("/") + 1));
  return [...folders]
    .filter(([top, members]) => top !== "" && readVolumeLayout(members, top) !== null)
    .map(([top]) => top);
}

/**
 * The mismatches by name. Without a list, or when a row has no `file_name`, rows are not compared (the caller compares their
 * ids).
 */
function findMismatches(layout: VolumeLayout, rows: readonly unknown[]): Mismatch[] {
  const { cases, html, casesMetadata } = layout;
  const listed = casesMetadata === null ? null : rowNames(rows);
  const missing = (kind: Mismatch["kind"], names: Iterable<string>, set: { has(name: string): boolean }) =>
    [...names].filter((name) => !set.has(name)).map((name): Mismatch => ({ kind, name }));
  return [
    ...(listed === null ? [] : missing("row_without_json", listed, cases)),
    ...(listed === null ? [] : missing("json_without_row", cases.keys(), listed)),
    ...missing("html_without_json", html.keys(), cases),
    ...(html.size === 0 ? [] : missing("json_without_html", cases.keys(), html)),
  ];
}

function rowNames(rows: readonly unknown[]): Set<string> | null {
  const names = new Set<string>();
  for (const row of rows) {
    const name = isJsonObject(row) ? row.file_name : undefined;
    if (typeof name !== "string") return null;
    names.add(name.replace(/\.json$/, ""));
  }
  return names;
}

/** Members by case name, in the order of these names. */
function byCaseName(members: readonly Member[]): Map<string, Member> {
  const named = members.map((member) => ({ name: caseName(member), member }));
  return new Map(named.sort(byName).map(({ name, member }) => [name, member]));
}

function caseName(member: Member): string {
  const file = member.name.slice(member.name.lastIndexOf("/") + 1);
  return file.slice(0, file.lastIndexOf("."));
}

/** Of lists of one kind: that in `metadata/` before others, `.json` before `.jsonl`. */
function preferredList(lists: readonly Member[]): Member | null {
  const preference = ({ name }: Member): number =>
    Number(!name.includes("metadata/")) * 2 + Number(name.endsWith("l"));
  return lists.toSorted((a, b) => preference(a) - preference(b))[0] ?? null;
}
