/**
 * The notebooks of docs/notebooks run from their first cell to the last on exports of the sample, as in a checkout, and have no
 * stored outputs. Python needs `duckdb` and `polars` (CASELAW_TEST_PYTHON names an interpreter) and runs nbconvert if it has it; R needs
 * DBI, RSQLite and jsonlite (CASELAW_TEST_RSCRIPT names a program that runs a script). Without them the test is skipped.
 */
import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { runCli } from "./cli/run-cli.ts";
import { startBulkService } from "./support/bulk-service.ts";
import { type Ended, runChild } from "./support/children.ts";
import { keptFolder } from "./support/temp-folder.ts";

const ROOT = join(import.meta.dirname, "..");
const NOTEBOOKS = join(ROOT, "docs", "notebooks");
const PYTHON = process.env.CASELAW_TEST_PYTHON ?? "python3";
const RSCRIPT = process.env.CASELAW_TEST_RSCRIPT ?? "Rscript";
const hasPython = spawnSync(PYTHON, ["-c", "import duckdb, polars"]).status === 0;
const hasConvert = spawnSync(PYTHON, ["-c", "import nbconvert, ipykernel"]).status === 0;

const folder = keptFolder();
/** Where a kernel starts. */
const kernelFolder = join(folder, "docs", "notebooks");
const libraries = join(folder, "libraries.R");
writeFileSync(
  libraries,
  "for (name in c('DBI', 'RSQLite', 'jsonlite')) library(name, character.only = TRUE)\n",
);
const hasR = spawnSync(RSCRIPT, [libraries]).status === 0;

interface Notebook {
  readonly nbformat: number;
  readonly cells: readonly {
    readonly cell_type: string;
    readonly source: readonly string[];
    readonly outputs?: readonly unknown[];
    readonly execution_count?: number | null;
  }[];
}

const python: Notebook = JSON.parse(readFileSync(join(NOTEBOOKS, "python.ipynb"), "utf8"));
const codeCells = python.cells.filter((cell) => cell.cell_type === "code");
const r = readFileSync(join(NOTEBOOKS, "r.Rmd"), "utf8");
const chunks = [...r.matchAll(/^```\{r\}\n([\s\S]*?)^```$/gm)].map(([, code = ""]) => code);

test("the notebooks have cells of code, and no stored outputs", () => {
  expect(python.nbformat).toBe(4);
  expect(codeCells.length).toBeGreaterThan(4);
  expect(codeCells.filter((cell) => cell.outputs?.length !== 0 || cell.execution_count !== null)).toEqual([]);
  expect(chunks.length).toBeGreaterThan(4);
});

/** The command of a notebook that makes its export. */
function exportIn(text: string): string[] {
  const [, args = ""] = /^ {4}\.\/caselaw (export .*)$/m.exec(text) ?? [];
  return args.split(" ");
}

beforeAll(async () => {
  if (!hasPython && !hasR) return;
  const bulk = await startBulkService(join(ROOT, "data", "sample"));
  const place = ["--db", "data/demo.db", "--data-dir", "data/demo"];
  const synced = await runCli(["sync", "--source", "bulk", "--source-url", bulk.url, ...place], { folder });
  await bulk.close();
  expect(synced).toMatchObject({ code: 0 });
  const texts = [python.cells.map(({ source }) => source.join("")).join("\n"), r];
  for (const text of texts) expect(await runCli(exportIn(text), { folder })).toMatchObject({ code: 0 });
  cpSync(NOTEBOOKS, kernelFolder, { recursive: true });
});

test.skipIf(!hasPython)(
  "the notebook for Python runs (skipped where Python has no duckdb and polars)",
  async () => {
    const script = codeCells.map(({ source }) => source.join("")).join("\n");
    const ran = await runChild(PYTHON, ["-c", script], { folder: kernelFolder });
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toContain("target_case_ids: ");
    expect(ran.stdout).toMatch(/Hollis v\. Drake.* 8 /);
    expect(ran.stdout).toContain("Selden");
  },
);

test.skipIf(!hasPython || !hasConvert)(
  "nbconvert runs the notebook for Python from the checkout (skipped where Python has no nbconvert)",
  async () => {
    const notebook = join("docs", "notebooks", "python.ipynb");
    const args = ["-m", "nbconvert", "--to", "notebook", "--execute", "--stdout", notebook];
    const ran = await runChild(PYTHON, args, { folder });
    expect(ran.code, ran.stderr).toBe(0);
    expect(ran.stdout).toContain("Selden");
  },
);

test.skipIf(!hasR)("the notebook for R runs (skipped where R has no DBI, RSQLite and jsonlite)", async () => {
  const script = join(folder, "notebook.R");
  writeFileSync(script, chunks.join("\n"));
  const ran: Ended = await runChild(RSCRIPT, [script], { folder: kernelFolder });
  expect(ran.code, ran.stderr).toBe(0);
  expect(ran.stdout).toContain("target_case_ids: ");
  expect(ran.stdout).toMatch(/Hollis v\. Drake +1 Thorne 13/);
  expect(ran.stdout).toContain("Lathrop");
});
