/**
 * The publisher's real cases exported and read back by Python (csv, json, sqlite3) and, where it is there, DuckDB: row for
 * row and field for field what the interface has. Skipped where the real files or python3 are not at hand.
 */
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { type ExportRequest, runExport } from "../../src/export/run-export.ts";
import { importAt, runOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";

const REAL = fileURLToPath(new URL("../../../shared/real/", import.meta.url));
const READ_BACK = join(import.meta.dirname, "read-back.py");
/** One with `duckdb` installed, if there is one. */
const PYTHON = process.env.CASELAW_TEST_PYTHON ?? "python3";
const canRun = existsSync(REAL) && spawnSync(PYTHON, ["--version"]).status === 0;
/** Of bulk files in both formats, and of the static site. */
const ARCHIVES = [
  ...["Illinois-20180829-xml", "Illinois-20200501-xml", "United States-20180829-text"],
  ...["United States-20200108-xml", "Washington-20191003-text", "Washington-20191003-xml"],
].map((name) => `bulk/zips/${name}.zip`);
const VOLUMES = ["a2d/100", "mont/348", "wis-2d/319"].map((name) => `static/${name}.zip`);
/** Distinct cases of these. */
const CASES = 86;

const FULL = { full_case: true } as const;
const EXPORTS: Readonly<Record<string, Omit<ExportRequest, "target">>> = {
  jsonl: { format: "jsonl", question: FULL },
  flat: { format: "jsonl", question: FULL, options: { flat: true } },
  csv: { format: "csv", question: FULL },
  sqlite: { format: "sqlite" },
  parquet: { format: "parquet", question: FULL },
  partitioned: { format: "parquet", question: FULL, options: { partition: true } },
};

test.skipIf(!canRun)(
  "exports of real cases are read by others as the interface has them (skipped without ../shared or python3)",
  async () => {
    const options = runOptions();
    const paths = [...ARCHIVES, ...VOLUMES].map((path) => join(REAL, path));
    await importAt(paths, options);
    const root = tempFolder();
    for (const [name, request] of Object.entries(EXPORTS)) {
      const manifest = await runExport(options.corpusPath, { ...request, target: join(root, name) });
      expect(manifest.cases).toBe(CASES);
    }
    const { stdout, stderr } = spawnSync(PYTHON, [READ_BACK, root], { encoding: "utf8" });
    expect(stderr).toBe("");
    const compared = stdout.trimEnd().split("\n");
    expect(compared.slice(0, 4)).toEqual(
      ["jsonl", "flat", "csv", "sqlite"].map((name) => `${name} ${CASES}`),
    );
    expect(compared.filter((line) => !line.endsWith(` ${CASES}`))).toEqual([]);
  },
);
