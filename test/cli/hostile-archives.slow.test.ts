/**
 * Archives made to use up memory or disk, or to write elsewhere (docs/faults.md, "X1" to "X4" and "X8"): each ends by itself,
 * within a fixed bound of memory over a tiny import, named, and with the good archive beside it taken.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeBagZip, makeVolumeZip, renameInZip, toLines, toXz, writeZip } from "../support/archives.ts";
import { contributedIds } from "../support/dump.ts";
import { bulkCase, bulkCases, staticCases } from "../support/records.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { expectWhole } from "../support/verify.ts";
import { manyEntries } from "../support/zip-forms.ts";
import { type Ended, runCli } from "./run-cli.ts";

const PRELOAD = new URL("../support/preload-peak.ts", import.meta.url).href;
/** What a hostile archive may take beyond a tiny one (docs/faults.md, "How a fault is provoked"). */
const BOUND_KB = 150 * 1024;
const MIB = 2 ** 20;
const SIZE = 200 * MIB;

interface Imported extends Ended {
  readonly peakKb: number;
  readonly ids: readonly number[];
}

/** Imports all archives in `in/`, among them a good one of case 900; nothing is left elsewhere. */
async function importBeside(make: (folder: string) => Promise<unknown>): Promise<Imported> {
  const folder = tempFolder();
  const [archives, peak] = [join(folder, "in"), join(folder, "peak")];
  mkdirSync(archives);
  await make(archives);
  await makeBagZip(join(archives, "Zebra-20190416-text.zip"), {
    lines: [bulkCase(900, { jurisdiction: { id: 77, slug: "zebra", name: "Z.", name_long: "Zebra" } })],
  });
  const before = readdirSync(archives);
  const environment = { NODE_OPTIONS: `--import ${PRELOAD}`, PEAK_FILE: peak };
  const ended = await runCli(["import", "in"], { folder, environment });
  expect(ended.stderr).not.toMatch(/^ {4}at /m);
  expect(readdirSync(folder).sort()).toEqual(["data", "in", "peak"]);
  expect(readdirSync(archives)).toEqual(before);
  const corpusPath = join(folder, "data", "caselaw.db");
  await expectWhole(corpusPath);
  expect(contributedIds(corpusPath)).toContain(900);
  return { ...ended, peakKb: Number(readFileSync(peak, "utf8")), ids: contributedIds(corpusPath) };
}

let tiny: Promise<number> | null = null;

/** Holds a run to the bound over a tiny one, which is made once. */
async function expectSmall({ peakKb }: Imported, boundKb = BOUND_KB): Promise<void> {
  tiny ??= importBeside((folder) =>
    makeBagZip(join(folder, "Illinois-20190416-text.zip"), { lines: bulkCases(1, 3) }),
  ).then((done) => done.peakKb);
  expect(peakKb).toBeLessThan((await tiny) + boundKb);
}

/** Streams of xz, one behind the other: copies of a short one, because encoding 200 MB takes nine seconds. */
async function packedBag(folder: string, pieces: readonly (readonly [Buffer, times: number])[]) {
  const streams = await Promise.all(
    pieces.map(async ([piece, times]) => Array<Buffer>(times).fill(await toXz(piece))),
  );
  const payload = Buffer.concat(streams.flat());
  await makeBagZip(join(folder, "Illinois-20190416-text.zip"), { lines: [], payload });
}

test("X2: import of 200 MB of one valid line takes its case once, and stays small: exit 0", async () => {
  const line = toLines([bulkCase(1, { unknown: "x".repeat(100_000) })]);
  const done = await importBeside((folder) =>
    packedBag(folder, [[Buffer.alloc(20 * line.length, line), 100]]),
  );
  expect(done).toMatchObject({ code: 0, ids: [1, 900] });
  await expectSmall(done);
});

test("X4: import of a record of 200 MB rejects its line, takes the neighbours, passes over 40 million blank lines, and stays small: exit 3", async () => {
  const done = await importBeside((folder) =>
    packedBag(folder, [
      [Buffer.from(`${JSON.stringify(bulkCase(1))}\n{"id": 2, "name": "`), 1],
      [Buffer.alloc(MIB, "long "), SIZE / MIB],
      [Buffer.from('"}\n'), 1],
      [Buffer.alloc(MIB, "\n"), 40],
      [toLines([bulkCase(3)]), 1],
    ]),
  );
  expect(done).toMatchObject({ code: 3, ids: [1, 3, 900] });
  expect(done.stderr).toMatch(/1 record rejected/);
  await expectSmall(done);
});

test("X1: import of a volume whose case unpacks 1,000 times refuses it at the limit, and stays small: exit 3", async () => {
  const done = await importBeside(async (folder) => {
    const members = new Map([
      ["json/0001-01.json", Buffer.alloc(SIZE, " ")],
      ["metadata/VolumeMetadata.json", Buffer.from('{"id": "1"}')],
      ["metadata/CasesMetadata.json", Buffer.from("[]")],
    ]);
    await writeZip(join(folder, "1.zip"), members);
  });
  expect(done).toMatchObject({ code: 3, ids: [900] });
  expect(done.stderr).toMatch(/1\.zip.*over the limit of \d+/);
  await expectSmall(done);
});

test("X1: import of a zip in a zip, and of one of a million entries, refuses both: exit 3", async () => {
  const done = await importBeside(async (folder) => {
    const inner = readFileSync(await makeBagZip(join(tempFolder(), "x.zip"), { lines: bulkCases(1, 2) }));
    await writeZip(join(folder, "1.zip"), new Map([["x.zip", inner]]));
    writeFileSync(join(folder, "2.zip"), manyEntries(1_000_000));
  });
  expect(done).toMatchObject({ code: 3, ids: [900] });
  expect(done.stderr).toMatch(/1\.zip.*neither a bag nor a volume/);
  expect(done.stderr).toMatch(/2\.zip.*over the limit of 500000/);
  await expectSmall(done);
});

interface Shape {
  /** An element that may hold itself, how deep, how wide. */
  readonly element: string;
  readonly depth: number;
  readonly width: number;
  /** Ends an empty element. */
  readonly end: string;
  readonly imageBytes: number;
}

/** What is in the bodies of cases 1 to 4, or 11 to 14: elements too deep, elements side by side, a page image, a long text. */
function bodiesOf({ element, depth, width, end, imageBytes }: Shape): readonly string[] {
  const image = `<img src="data:image/png;base64,${"A".repeat(imageBytes)}"${end}>`;
  return [
    `<${element}>`.repeat(depth),
    "<p>x</p>".repeat(width),
    `<p>a${image}b</p>`,
    `<p>${"word ".repeat(200_000)}last</p>`,
  ];
}

function bagOfXml(folder: string, shape: Shape): Promise<string> {
  const lines = bodiesOf(shape).map((inner, index) =>
    bulkCase(index + 1, { casebody: { status: "ok", data: `<casebody>${inner}</casebody>` } }),
  );
  return makeBagZip(join(folder, "Illinois-20190416-text.zip"), { lines });
}

function volumeOfHtml(folder: string, shape: Shape): Promise<string> {
  const cases = staticCases(11, 12, 13, 14);
  const bodies = bodiesOf(shape);
  const pages = Object.keys(cases).map((name, index) => [name, `<section>${bodies[index]}</section>`]);
  return makeVolumeZip(join(folder, "1.zip"), { cases, html: Object.fromEntries(pages) });
}

const XML: Shape = { element: "p", end: "/", depth: 100_000, width: 100_000, imageBytes: 100_000 };
const HTML: Shape = { ...XML, element: "div", end: "" };

test("X8: import rejects XML and HTML that nest too deep, takes what is wide or long, and stays small: exit 3", async () => {
  const done = await importBeside(async (folder) => {
    await bagOfXml(folder, XML);
    await volumeOfHtml(folder, HTML);
  });
  expect(done).toMatchObject({ code: 3, ids: [2, 3, 4, 12, 13, 14, 900] });
  expect(done.stderr.match(/1 record rejected/g)).toHaveLength(2);
  await expectSmall(done);
});

/** A body is held complete, as its text, its tree and its HTML: an attribute of 50 MB needs some 400 MB (measured). */
const LARGEST_BODY_KB = 1024 * 1024;

test("X8: import rejects an attribute of 50 MB in XML and HTML, in bounded memory: exit 3", async () => {
  const large = { depth: 1, width: 1, imageBytes: 50 * MIB };
  const done = await importBeside(async (folder) => {
    await bagOfXml(folder, { ...XML, ...large });
    await volumeOfHtml(folder, { ...HTML, ...large });
  });
  // an open tag that is never closed is HTML, but no XML
  expect(done).toMatchObject({ code: 3, ids: [2, 4, 11, 12, 14, 900] });
  await expectSmall(done, LARGEST_BODY_KB);
});

test("X3: import refuses volumes with a name that leads elsewhere or stands twice whole, and nothing is outside: exit 3", async () => {
  const names = {
    climbs: "json/../../../x.js",
    absolute: "/home/evil/x.json1",
    drive: "C:\\json\\0001-01.j",
    nul: "json/00\u00001-01.json",
    backslashes: "a\\..\\b0001.json",
    twice: "json/0002-01.json",
  };
  const done = await importBeside(async (folder) => {
    for (const [kind, name] of Object.entries(names)) {
      const zip = await makeVolumeZip(join(folder, `${kind}.zip`), { cases: staticCases(1, 2) });
      renameInZip(zip, "json/0001-01.json", name.padEnd("json/0001-01.json".length, "1").slice(0, 17));
    }
  });
  expect(done).toMatchObject({ code: 3, ids: [900] });
  for (const kind of Object.keys(names)) expect(done.stderr).toContain(`${kind}.zip`);
});
