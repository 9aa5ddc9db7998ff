/**
 * What an export costs in each format: the whole process, from a corpus of made cases to the finished folder, bodies and
 * all. Beside Parquet, where Python has it, DuckDB's own COPY of the same rows, read from the files just made.
 */
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import { EXPORT_FORMATS, type ExportFormat, isExportFormat } from "../src/export/formats.ts";
import { MANIFEST } from "../src/export/manifest.ts";
import { digits, median, megabytes, table } from "./measure/numbers.ts";
import { type Command, type Cost, runTree } from "./measure/run-tree.ts";
import { caselawArgs, readSetting, scratch } from "./measure/setting.ts";
import { corpusOf } from "./whole/collection.ts";

/** One with `duckdb` installed, if there is one: as the tests take it. */
const PYTHON = process.env.CASELAW_TEST_PYTHON ?? "python3";
const COPY = `
import duckdb, glob, os, sys
source, target = sys.argv[1:]
os.mkdir(target)
for path in glob.glob(os.path.join(source, "*.parquet")):
    to = os.path.join(target, os.path.basename(path))
    duckdb.sql(f"COPY (SELECT * FROM read_parquet('{path}')) TO '{to}' (FORMAT parquet, COMPRESSION zstd)")
`;
const COLUMNS = ["", "wall s", "CPU s", "cases/s", "bytes a case", "peak MB"];

/** @throws Error for a format that is none */
export async function benchExport(args: readonly string[]): Promise<void> {
  const setting = readSetting(args, { cases: 100_000, runs: 1 });
  const formats = setting.only.length === 0 ? EXPORT_FORMATS : setting.only.filter(isExportFormat);
  if (formats.length < setting.only.length)
    throw new Error(`--only must be of ${EXPORT_FORMATS.join(",")}: ${setting.only}`);
  const corpus = await corpusOf(setting);
  const withDuckdb = formats.includes("parquet") && hasDuckdb();
  const rows: Measured[] = [];
  let cases = 0;
  for (const format of formats) {
    using home = scratch(setting, "export");
    const made = join(home.path, "made");
    rows.push(await measured(`--format ${format}`, setting.runs, made, exportTo(made, format, corpus)));
    cases = casesIn(made);
    if (format !== "parquet" || !withDuckdb) continue;
    const copied = join(home.path, "copied");
    const copy = { program: PYTHON, args: ["-c", COPY, made, copied] };
    rows.push(await measured("the same rows by DuckDB", setting.runs, copied, copy));
  }
  const kind = setting.db === null ? "short cases" : "cases";
  const title = `caselaw export of ${cases} ${kind} with their bodies, medians of ${setting.runs}`;
  process.stdout.write(
    table(
      title,
      COLUMNS,
      rows.map((row) => shown(row, cases)),
    ),
  );
  if (!withDuckdb) process.stdout.write(`Without DuckDB: ${PYTHON} does not have it (CASELAW_TEST_PYTHON)\n`);
}

function exportTo(target: string, format: ExportFormat, corpus: string): Command {
  // a bulk file always has what is held
  const bodies = format === "bulk" ? [] : ["--full-case"];
  const args = ["export", "--format", format, "--to", target, ...bodies, "--quiet", "--db", corpus];
  return { program: process.execPath, args: caselawArgs(...args) };
}

interface Measured {
  readonly name: string;
  readonly wallSeconds: number;
  readonly cpuSeconds: number;
  readonly peakBytes: number;
  readonly bytes: number;
}

/** @param folder what the command makes; that of the last run is left */
async function measured(name: string, runs: number, folder: string, command: Command): Promise<Measured> {
  const costs: Cost[] = [];
  for (let run = 0; run < runs; run++) {
    rmSync(folder, { recursive: true, force: true });
    costs.push(await runTree(command));
  }
  const of = (value: (cost: Cost) => number | null): number =>
    median(costs.map((cost) => value(cost) ?? Number.NaN));
  return {
    name,
    wallSeconds: of(({ wallSeconds }) => wallSeconds),
    cpuSeconds: of(({ cpuSeconds }) => cpuSeconds),
    peakBytes: of(({ treeBytes }) => treeBytes),
    bytes: bytesIn(folder),
  };
}

function shown({ name, wallSeconds, cpuSeconds, peakBytes, bytes }: Measured, cases: number): string[] {
  const rates = [digits(cases / wallSeconds), digits(bytes / cases)];
  return [name, digits(wallSeconds), digits(cpuSeconds), ...rates, megabytes(peakBytes)];
}

/** As the manifest tells it. */
function casesIn(folder: string): number {
  return Number(/^ {2}"cases": (\d+),$/m.exec(readFileSync(join(folder, MANIFEST), "utf8"))?.[1]);
}

function bytesIn(folder: string): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0);
}

function hasDuckdb(): boolean {
  return spawnSync(PYTHON, ["-c", "import duckdb"]).status === 0;
}
