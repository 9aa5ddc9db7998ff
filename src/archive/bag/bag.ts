/**
 * A BagIt bag, zipped or unpacked (docs/formats.md, "Layout of a bulk archive"): its payload is lines, or one document for
 * each case; its manifests have the checksums.
 */
import { basename, resolve } from "node:path";
import type { LineArchive, MetsArchive } from "../archive.ts";
import { archiveFault } from "../fault.ts";
import type { Limits } from "../limits.ts";
import { type Line, readLines } from "../lines/lines.ts";
import { Meter } from "../lines/meter.ts";
import { unpackXz } from "../lines/xz.ts";
import { isStray } from "../member-name.ts";
import type { Member, Members } from "../members.ts";
import { metsArchive, metsMembers } from "./mets-bag.ts";
import { validateBag } from "./validate-bag.ts";

/** Tag files are a few lines. */
const MAX_TAG_BYTES = 1024 ** 2;

/** A name that only a bag has, and the folder above the bag before it. */
const BAG_MEMBER = /^([^/]*\/)?(?:bagit\.txt|manifest-\w+\.txt|data\/[^/]+\.jsonl(?:\.xz)?)$/;

/** The folders above a bag's own names, each `""` or `"name/"`; none when the names are not those of a bag. */
export function bagTops(list: readonly Member[]): string[] {
  const found = list.filter(({ name }) => !isStray(name)).map(({ name }) => BAG_MEMBER.exec(name));
  return [...new Set(found.filter((match) => match !== null).map((match) => match[1] ?? ""))];
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
  const payload = members.list.filter((member) => isLines(member, top));
  const documents = payload.length > 0 ? [] : metsMembers(members, top);
  if (payload.length === 0 && documents.length === 0) {
    throw archiveFault(members.path, null, "a bag without data/data.jsonl.xz or data/data.jsonl");
  }
  const bag = { name: bagName(members, top), baggingDate: await readBaggingDate(members, top) };
  if (documents.length > 0) return metsArchive(members, { top, bag, documents }, limits);
  const meter = new Meter(payload.reduce((sum, { bytes }) => sum + bytes, 0));
  return {
    layout: "lines",
    path: members.path,
    bag,
    validate: () => validateBag(members, top),
    lines: (maxLineBytes = limits.maxLineBytes) =>
      readPayload(members, payload, meter, { ...limits, maxLineBytes }),
    fraction: () => meter.fraction,
    [Symbol.asyncDispose]: () => members[Symbol.asyncDispose](),
  };
}

function isLines(member: Member, top: string): boolean {
  return (
    member.name.startsWith(`${top}data/`) && /\.jsonl(?:\.xz)?$/.test(member.name) && !isStray(member.name)
  );
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
  const text = (await members.readBytes(member, MAX_TAG_BYTES)).toString("utf8");
  return readBagDate(text);
}

/** The date of a `bag-info.txt`, `YYYY-MM-DD`, or null when it gives none. */
export function readBagDate(text: string): string | null {
  return /^[ \t]*Bagging-Date[ \t]*:\s*(\d{4}-\d{2}-\d{2})/im.exec(text)?.[1] ?? null;
}

async function* readPayload(
  members: Members,
  payload: readonly Member[],
  meter: Meter,
  limits: Limits,
): AsyncGenerator<Line> {
  for (const member of payload) {
    const chunks = meter.count(members.read(member));
    const source = { path: members.path, entry: member.name, bytes: member.bytes, chunks };
    const unpacked = member.name.endsWith(".xz") ? unpackXz(source, limits) : chunks;
    yield* readLines(unpacked, member.name, limits);
  }
}
