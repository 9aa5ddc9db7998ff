/** Bytes of a corpus against the JSON lines that it was made of: made cases, and real archives where they are at hand. */
import { existsSync, globSync, statSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { decodeXz } from "../src/archive/xz.ts";
import { openForWriting } from "../src/store/database/open-database.ts";
import { makeBag, SHORT_WORDS, USUAL_BAG } from "./make-corpus.ts";
import { openMember } from "./measure/bag-payload.ts";
import { digits, megabytes, table } from "./measure/numbers.ts";
import { runTree } from "./measure/run-tree.ts";
import { ROOT, readSetting, type Setting, scratch } from "./measure/setting.ts";
import { importArgs } from "./peers.ts";

/** Recorded archives of the publisher, when they lie beside the project. */
const REAL_ARCHIVES = join(ROOT, "..", "shared", "real", "bulk", "zips", "*-xml.zip");

interface Part {
  readonly part: string;
  readonly type: string | null;
  readonly bytes: number;
}

const PARTS = `
  SELECT coalesce(m.tbl_name, d.name) AS part, m.type AS type, sum(d.pgsize) AS bytes
    FROM dbstat AS d
    LEFT JOIN sqlite_master AS m ON m.name = d.name
   WHERE d.aggregate = TRUE
   GROUP BY d.name
   ORDER BY bytes DESC
`;

export async function benchSizes(args: readonly string[]): Promise<void> {
  const setting = readSetting(args, { cases: 10_000, runs: 1 });
  const { cases, short, folder } = setting;
  const made = await makeBag(folder, { ...USUAL_BAG, cases, ...(short ? { words: SHORT_WORDS } : {}) });
  process.stdout.write(await sizesOf(setting, `${cases} made cases`, [made.path], made.jsonlBytes));
  if (setting.skip.has("real")) return;
  const real = globSync(REAL_ARCHIVES);
  if (real.length === 0) process.stderr.write("left out: real archives, because none are at hand\n");
  else
    process.stdout.write(
      await sizesOf(setting, `${real.length} real archives`, real, await jsonlBytes(real)),
    );
}

async function sizesOf(
  setting: Setting,
  title: string,
  bags: readonly string[],
  jsonl: number,
): Promise<string> {
  using home = scratch(setting, "sizes");
  for (const bag of bags) {
    await runTree({ program: process.execPath, args: importArgs(bag, home.path, setting) });
  }
  const path = join(home.path, "corpus.db");
  const db = new Database(path, { readonly: true });
  const parts = db.prepare<[], Part>(PARTS).all();
  const free =
    Number(db.pragma("freelist_count", { simple: true })) * Number(db.pragma("page_size", { simple: true }));
  db.close();
  const corpus = statSync(path).size + (existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0);
  const empty = emptyBytes(join(home.path, "empty.db"));
  const rows = [
    ["JSON lines", megabytes(jsonl), "1"],
    ["corpus", megabytes(corpus), digits(corpus / jsonl)],
    ["corpus beyond an empty one", megabytes(corpus - empty), digits((corpus - empty) / jsonl)],
    ...partRows(parts, corpus).map(([part, bytes]) => [`  ${part}`, megabytes(bytes), digits(bytes / jsonl)]),
    ["  free pages", megabytes(free), digits(free / jsonl)],
  ];
  return `${table(title, ["", "MB", "/ JSON lines"], rows)}\n`;
}

/** A table and its indexes each on a line; what is under a hundredth of the corpus in one. */
function partRows(parts: readonly Part[], corpus: number): [string, number][] {
  const nameOf = ({ part, type, bytes }: Part): string =>
    bytes < corpus / 100 ? "the rest" : type === "index" ? `${part}, an index` : part;
  const sum = (of: readonly Part[]): number => of.reduce((total, { bytes }) => total + bytes, 0);
  const rows = [...Map.groupBy(parts, nameOf)].map(([name, of]): [string, number] => [name, sum(of)]);
  return rows.sort((a, b) => b[1] - a[1]);
}

function emptyBytes(path: string): number {
  openForWriting(path).close();
  return statSync(path).size;
}

async function jsonlBytes(bags: readonly string[]): Promise<number> {
  let bytes = 0;
  for (const bag of bags) {
    for await (const chunk of decodeXz(await openMember(bag))) bytes += chunk.length;
  }
  return bytes;
}
