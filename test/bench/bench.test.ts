/** Each bench runs on a tiny size, and what it makes is what the publisher would have packed. How fast is not tested. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { benchCourtlistener } from "../../bench/courtlistener.ts";
import { benchExport } from "../../bench/export.ts";
import { benchHttp } from "../../bench/http.ts";
import { benchImport } from "../../bench/import.ts";
import { makeBag, SHORT_WORDS, USUAL_BAG } from "../../bench/make-corpus.ts";
import { benchNight } from "../../bench/night.ts";
import { benchQueries } from "../../bench/queries.ts";
import { benchSearch } from "../../bench/search.ts";
import { benchStart } from "../../bench/start.ts";
import { openCaseMaker } from "../../bench/whole/case.ts";
import { planOf } from "../../bench/whole/collection.ts";
import { openLayout } from "../../bench/whole/layout.ts";
import { linesOf } from "../../bench/whole/lines.ts";
import { openArchive } from "../../src/archive/open-archive.ts";
import { chunksOf } from "../../src/import/threads/chunks.ts";
import { checkChunk } from "../../src/import/threads/records.ts";
import { runChild, signalGroup } from "../support/children.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCase, textBody } from "../support/records.ts";
import { keptFolder, tempFolder } from "../support/temp-folder.ts";

const MAIN = join(import.meta.dirname, "..", "..", "bench", "main.ts");
const folder = keptFolder();
/** Of the collection that the benches ask. */
const SMALL = ["--cases", "200"];
const ONCE = [...SMALL, "--runs", "1"];

/** Makes the collection that the other benches ask; is killed when it has printed this. */
async function make(killAt?: string): Promise<string> {
  const args = [MAIN, "whole", "--only", "making", ...SMALL, "--folder", folder];
  const ended = await runChild(process.execPath, args, {
    onStart: (child) => {
      child.stderr?.on("data", (chunk: Buffer) => {
        if (killAt !== undefined && child.pid !== undefined && String(chunk).includes(killAt)) {
          signalGroup(child.pid, "SIGKILL");
        }
      });
    },
  });
  if (killAt === undefined && ended.code !== 0) throw new Error(ended.stderr);
  return ended.stdout + ended.stderr;
}

test("bench whole goes on after a kill with the archives that are missing, and imports all", async () => {
  await make("us_xml");
  const [home = ""] = readdirSync(folder);
  const begun = readdirSync(join(folder, home, "archives")).filter((name) => name.endsWith(".zip"));
  expect(begun).toContain("us_xml_20210421.zip");
  const printed = await make();
  for (const name of begun) expect(printed).not.toContain(`/${name}`);
  expect(printed).toMatch(/^cases +200$/m);
});

test("the cases of a collection are the same each time", () => {
  const made = (): string[] => [...linesOf(openCaseMaker(openLayout(planOf(60)), SHORT_WORDS), 0)];
  expect(made().length).toBeGreaterThan(5);
  expect(made()).toEqual(made());
});

/** What a bench prints. */
async function printedBy(
  bench: (args: readonly string[]) => Promise<void>,
  ...args: readonly string[]
): Promise<string> {
  let printed = "";
  const spies = (["stdout", "stderr"] as const).map((stream) =>
    vi.spyOn(process[stream], "write").mockImplementation((text) => {
      if (stream === "stdout") printed += String(text);
      return true;
    }),
  );
  onTestFinished(() => spies.forEach((spy) => void spy.mockRestore()));
  await bench([...args, "--folder", folder]);
  return printed;
}

/** The kinds of the archive's records, each once, and how many there are. */
async function recordsAt(path: string): Promise<{ kinds: string[]; count: number }> {
  await using archive = await openArchive(path);
  await archive.validate();
  const context = { volume: null, rows: new Map(), isKnown: () => false, dictionary: null };
  const pieces = await Array.fromAsync(chunksOf(archive));
  const records = pieces.flatMap((piece) => checkChunk(piece, context).records);
  return { kinds: [...new Set(records.map(({ kind }) => kind))], count: records.length };
}

test("makeBag packs cases that are all taken, the same bytes from the same seed and others from another", async () => {
  const made = (seed: number) => makeBag(tempFolder(), { ...USUAL_BAG, cases: 20, seed });
  const [{ path }, again, other] = [await made(1), await made(1), await made(2)];
  expect(await recordsAt(path)).toEqual({ kinds: ["prepared"], count: 20 });
  const bytes = readFileSync(path);
  expect(readFileSync(again.path)).toEqual(bytes);
  expect(readFileSync(other.path)).not.toEqual(bytes);
});

test("bench import prints ours, re-imports, peers and the size", async () => {
  const printed = await printedBy(benchImport, "--cases", "20", "--runs", "1");
  for (const line of ["caselaw import", "1 % changed", "largest MB"]) expect(printed).toContain(line);
  expect(printed).toMatch(/^corpus .* of its JSON lines$/m);
  expect(printed.match(/sqlite-utils insert/g)).toHaveLength(1);
});

test("bench courtlistener prints a row for the volumes, the tables and a later set", async () => {
  const printed = await printedBy(benchCourtlistener, "--cases", "60", "--short");
  expect(printed).toMatch(/^volume zips .*\n(the tables|a later set), .*\na later set, .* \d/m);
});

test("bench night makes a mirror that a sync finds complete", async () => {
  const printed = await printedBy(benchNight, "--volumes", "2");
  expect(printed).toMatch(/^a night without changes .* 3$/m);
  expect(printed).toMatch(/^a night with 1 % changed .* 4$/m);
});

test("bench export prints a row for each format, and refuses what is none", async () => {
  const printed = await printedBy(benchExport, ...SMALL, "--only", "jsonl,parquet");
  expect(printed).toMatch(/^--format jsonl .*\n--format parquet /m);
  expect(printed).not.toContain("--format csv");
  expect(printed).toMatch(/the same rows by DuckDB|Without DuckDB/);
  await expect(printedBy(benchExport, ...SMALL, "--only=parket")).rejects.toThrow(/--only must be of/);
});

test("bench queries prints the kinds of question and the pages", async () => {
  const printed = await printedBy(benchQueries, ...ONCE);
  for (const line of ["rare word", "page of full cases", "all, by date, from the middle"]) {
    expect(printed).toContain(line);
  }
});

test("bench http and start print ratios", async () => {
  expect(await printedBy(benchHttp, ...ONCE, "--skip", "build")).toContain("bare node:http");
  expect(await printedBy(benchStart, ...ONCE, "--skip", "build")).toContain("node -e 0");
});

test("bench search prints how often the right case is found, and which judged cases are not here", async () => {
  const set = tempFolder();
  writeFileSync(
    join(set, "queries.tsv"),
    "q1\tquestion\twho may evict a tenant?\nq2\tfact\tbroken mill dam\n",
  );
  writeFileSync(join(set, "qrels.txt"), "q1 0 ill-1 2\nq1 0 99 1\nq2 0 2 1\nq2 0 1 0\n");
  writeFileSync(join(set, "documents.tsv"), "ill-1\t1 Ill. 1\n");
  const cite = [{ type: "official", cite: "1 Ill. 1" }];
  const texts = ["the landlord may evict his tenant", "a mill dam broke"];
  const db = makeCorpus(
    texts.map((text, nth) =>
      bulkCase(nth + 1, { casebody: textBody(text), ...(nth === 0 ? { citations: cite } : {}) }),
    ),
  );
  const printed = await printedBy(benchSearch, "--set", set, "--db", db);
  expect(printed).toContain("1 judged cases are not in the corpus: 99");
  expect(printed).toMatch(
    /match=any.*\n\n.*\n.*\nquestion +1 +1\.000 .*\nfact +1 +1\.000 .*\nall +2 +1\.000 /,
  );
});
