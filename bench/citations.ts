/**
 * How well citations are extracted from the text: against the `cites_to` of archives that carry it.
 *
 * `node bench/main.ts citations PATH…`: archives of the publisher's, as `caselaw import` takes them.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { importPaths } from "../src/import/import.ts";
import type { RunOptions } from "../src/import/run.ts";
import { openV1 } from "../src/v1/v1.ts";
import { compareCitations, countForms, precisionOf, recallOf } from "./citations/compare.ts";
import { table } from "./measure/numbers.ts";

export async function benchCitations(paths: readonly string[]): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "caselaw-citations-"));
  try {
    const corpusPath = join(folder, "corpus.db");
    await importPaths(paths, importOptions(folder, corpusPath));
    using corpus = openV1(corpusPath);
    const compared = compareCitations(corpus.all("cases", { full_case: true, page_size: 100 }));
    const { cases, silent, entries, inTable, found, missed, extra } = compared;
    const rows = [
      ["cases with cites_to / without", `${cases} / ${silent}`],
      ["entries on cases, their reporter in the table", `${entries}, ${inTable}`],
      ["found", String(found)],
      ["precision", precisionOf(compared).toFixed(3)],
      ["recall", recallOf(compared).toFixed(3)],
    ];
    process.stdout.write(table("Extracted from the text against cites_to", ["", ""], rows));
    const forms = countForms(corpus.all("cases", { full_case: true, page_size: 100 }));
    process.stdout.write(table("Forms of citations", ["", "found", "case known"], forms));
    process.stdout.write(`\nMissed:\n${missed.join("\n")}\n\nNot in cites_to:\n${extra.join("\n")}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function importOptions(folder: string, corpusPath: string): RunOptions {
  return {
    corpusPath,
    dataFolder: join(folder, "data"),
    mode: "import",
    shrink: "refused",
    command: "bench citations",
    signal: new AbortController().signal,
    onProgress: () => {},
  };
}
