/**
 * Makes archives of any size as the publisher packed them: bags of a jurisdiction with `data.jsonl.xz`. Nothing is held but the case at hand; what was made once is kept and used again.
 */
import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  createReadStream,
  createWriteStream,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { ZipFile } from "yazl";
import { encodeXz } from "../src/archive/xz.ts";
import { asciiJson } from "../src/export/bulk.ts";
import { isInstalled } from "./measure/setting.ts";
import { makeCase } from "./synthetic/case.ts";
import { ILLINOIS, type Jurisdiction } from "./synthetic/places.ts";

/** What a bag is to hold. */
export interface BagPlan {
  readonly cases: number;
  /** Mean words a case. */
  readonly words: number;
  readonly seed: number;
  /** Its first case's id; the others follow. */
  readonly firstId: number;
  readonly jurisdiction: Jurisdiction;
  /** `YYYYMMDD`. */
  readonly release: string;
  /** Share of cases that differ from those of the release before. */
  readonly changed: number;
  /** Of xz: the publisher's, or a quick one, for archives that would take an hour to make. */
  readonly preset: 6 | 1 | 0;
}

/** A bag on disk. */
export interface MadeBag {
  readonly path: string;
  readonly cases: number;
  readonly jsonlBytes: number;
  /** Characters between the tags. */
  readonly textChars: number;
  readonly xzBytes: number;
}

/** Comes to a mean of some 14.3 KB of JSON and 10.6 KB of text a case; numbers and citations add their own words. */
const USUAL_WORDS = 1_350;
export const SHORT_WORDS = 100;
export const USUAL_BAG: BagPlan = {
  cases: 3_000,
  words: USUAL_WORDS,
  seed: 1,
  firstId: 1,
  jurisdiction: ILLINOIS,
  release: "20200302",
  changed: 0,
  preset: 6,
};

const hasXz = isInstalled("xz");
const ZIP_TIME = new Date(Date.UTC(2020, 2, 2, 12));
/** Bytes of lines written at once. */
const CHUNK_BYTES = 2 ** 18;

/** Makes the bag below `folder`, or finds it there. */
export async function makeBag(folder: string, plan: BagPlan): Promise<MadeBag> {
  const home = join(folder, keyOf(plan));
  const noted = join(home, "made.json");
  const name = `${plan.jurisdiction.nameLong}-${plan.release}-xml`;
  const path = join(home, `${name}.zip`);
  if (existsSync(noted) && existsSync(path)) return { ...JSON.parse(readFileSync(noted, "utf8")), path };
  mkdirSync(home, { recursive: true });
  const packed = join(home, "data.jsonl.xz");
  const counts = await packLines(plan, packed);
  await zipBag(path, name, packed);
  const made = { ...counts, path, xzBytes: statSync(packed).size };
  rmSync(packed);
  writeFileSync(noted, JSON.stringify(made));
  return made;
}

async function packLines(plan: BagPlan, path: string): Promise<Omit<MadeBag, "path" | "xzBytes">> {
  let textChars = 0;
  function* lines(): Generator<string> {
    for (let id = plan.firstId; id < plan.firstId + plan.cases; id++) {
      const { metadata, xml } = makeCase(plan, id);
      textChars += xml.replace(/<[^>]*>/g, "").length;
      yield asciiJson({ ...metadata, casebody: { status: "ok", data: xml } });
    }
  }
  const jsonlBytes = await packXz(lines(), path, plan.preset);
  return { cases: plan.cases, jsonlBytes, textChars };
}

/**
 * Packs lines into one stream of one block, CRC64, as the publisher's; with `xz` where it is installed, because it is faster.
 * Otherwise with preset 6.
 *
 * @param lines of ASCII, without line ends
 * @returns bytes before compression
 */
export async function packXz(
  lines: Iterable<string>,
  path: string,
  preset: BagPlan["preset"],
): Promise<number> {
  const unfinished = `${path}.part`;
  let bytes = 0;
  function* counted(): Generator<Buffer> {
    for (const chunk of inChunks(lines)) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  if (hasXz) {
    const xz = spawn("xz", [`-${preset}`, "-T1", "--check=crc64", "-c"], {
      stdio: ["pipe", "pipe", "inherit"],
    });
    await Promise.all([
      pipeline(Readable.from(counted()), xz.stdin),
      pipeline(xz.stdout, createWriteStream(unfinished)),
    ]);
  } else await pipeline(Readable.from(encodeXz(Readable.from(counted()))), createWriteStream(unfinished));
  renameSync(unfinished, path);
  return bytes;
}

function* inChunks(lines: Iterable<string>): Generator<Buffer> {
  let chunk: string[] = [];
  let length = 0;
  for (const line of lines) {
    chunk.push(line, "\n");
    length += line.length + 1;
    if (length < CHUNK_BYTES) continue;
    yield Buffer.from(chunk.join(""), "latin1");
    [chunk, length] = [[], 0];
  }
  if (length > 0) yield Buffer.from(chunk.join(""), "latin1");
}

/** Members in the publisher's order, stored (docs/formats.md, "Layout of a bulk archive"). */
export async function zipBag(path: string, top: string, packed: string): Promise<void> {
  const hash = createHash("sha512");
  for await (const chunk of createReadStream(packed)) hash.update(chunk);
  const date = /[-_](\d{4})(\d{2})(\d{2})(?:-|$)/.exec(top)?.slice(1).join("-") ?? "2020-03-02";
  const zip = new ZipFile();
  const options = { compress: false, mtime: ZIP_TIME, mode: 0o100644 };
  zip.addFile(packed, `${top}/data/data.jsonl.xz`, options);
  const tag = (name: string, text: string): void =>
    zip.addBuffer(Buffer.from(text), `${top}/${name}`, options);
  tag("bagit.txt", "BagIt-Version: 1.0\nTag-File-Character-Encoding: UTF-8\n");
  tag("bag-info.txt", `Source-Organization: caselaw bench\nBagging-Date: ${date}\n`);
  tag("manifest-sha512.txt", `${hash.digest("hex")} data/data.jsonl.xz`);
  zip.end();
  await pipeline(zip.outputStream, createWriteStream(`${path}.part`));
  renameSync(`${path}.part`, path);
}

/** Tells plans apart, and versions of this generator. */
function keyOf(plan: BagPlan): string {
  const { jurisdiction, ...rest } = plan;
  const text = JSON.stringify([GENERATOR, jurisdiction.slug, rest]);
  const hash = createHash("sha256").update(text).digest("hex").slice(0, 8);
  return `${plan.cases}x${plan.words}-${hash}`;
}

/** To be raised when made cases change, so that archives of before are not used again. */
const GENERATOR = 2;
