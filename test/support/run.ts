/** Runs of the pipeline in a test's own folder, and the laws that every report of one obeys. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { importPaths } from "../../src/import/import.ts";
import type { ArchiveReport, RunReport } from "../../src/import/report.ts";
import type { RunOptions } from "../../src/import/run.ts";
import type { SyncOptions } from "../../src/sync/plan.ts";
import { sync } from "../../src/sync/sync.ts";
import { jsonLines } from "./json-lines.ts";
import { tempFolder } from "./temp-folder.ts";

/** A folder with a corpus and a data folder that are not there yet. */
export function runOptions(folder = tempFolder()): RunOptions {
  return {
    corpusPath: join(folder, "test.db"),
    dataFolder: join(folder, "data"),
    mode: "import",
    shrink: "refused",
    command: "test",
    signal: new AbortController().signal,
    onProgress: () => {},
  };
}

export function syncOptions(
  source: SyncOptions["source"],
  sourceUrl: string,
  folder = tempFolder(),
): SyncOptions {
  return {
    ...runOptions(folder),
    source,
    sourceUrl,
    selection: { jurisdictions: [], reporters: [], volumes: [], bodyFormat: "both" },
    token: null,
    proxy: null,
    keep: "newest",
    connections: 2,
    steps: "download and import",
  };
}

/** Imports and holds the report to its laws. */
export async function importAt(paths: readonly string[], options: RunOptions): Promise<RunReport> {
  const report = await importPaths(paths, options);
  checkReport(report, options.mode);
  return report;
}

/** Syncs and holds the report to its laws. */
export async function syncAt(options: SyncOptions): Promise<RunReport> {
  const report = await sync(options);
  checkReport(report, options.mode);
  return report;
}

/** The report of the only archive. */
export function only({ archives }: RunReport): ArchiveReport {
  const [archive] = archives;
  if (archive === undefined || archives.length !== 1) throw new Error(`${archives.length} archives`);
  return archive;
}

/** The lines of a reject file. */
export function readRejects(path: string | null): Record<string, unknown>[] {
  if (path === null) return [];
  return jsonLines(readFileSync(path, "utf8"));
}

/** Every file and folder below a folder, sorted: what a run that writes nothing leaves alone. */
export function listing(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder, { recursive: true }).map(String).sort() : [];
}

/** docs/faults.md, "I5": the counts add up, and each reject stands in its file with place and reason. */
function checkReport({ archives, total }: RunReport, mode: RunOptions["mode"]): void {
  for (const counts of [...archives, total]) {
    const { read, added, changed, unchanged, rejected } = counts;
    expect(added + changed + unchanged + rejected, JSON.stringify(counts)).toBe(read);
  }
  if (mode === "dry run") return;
  for (const [path, ofUnit] of Map.groupBy(archives, ({ rejects }) => rejects)) {
    const rejects = readRejects(path);
    expect(rejects).toHaveLength(ofUnit.reduce((sum, { rejected }) => sum + rejected, 0));
    for (const reject of rejects) {
      expect(reject.reason).toMatch(/\S/);
      expect(ofUnit.map((archive) => archive.path)).toContain(reject.file);
      expect(reject.line ?? reject.entry).not.toBeNull();
    }
  }
}
