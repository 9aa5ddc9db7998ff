/**
 * The corpus that each release keeps of itself in this folder, so that later versions are tested with it (docs/stability.md). A release with
 * another schema adds its own: `node test/end-to-end/upgrade/made-corpus.ts VERSION`.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { brotliCompressSync, brotliDecompressSync } from "node:zlib";
import { openPlain } from "../../support/dump.ts";
import { listenerCorpus } from "../../support/listener-corpus.ts";
import { runHere } from "../../support/run-here.ts";

const SAMPLE = join(import.meta.dirname, "../../../data/sample");
/** Of the invented sample: text in one bag, markup in another, volumes. */
const ARCHIVES = ["bulk/Absaroka-20180829-text.zip", "bulk/Absaroka-20180829-xml.zip", "static"];

/** Imports cases of both sources. @param root an empty folder @returns the corpus, and the flags that name it */
export async function makeCorpus(
  root: string,
): Promise<{ readonly db: string; readonly flags: readonly string[] }> {
  const { db, flags } = await listenerCorpus(root);
  await importSample(flags);
  return { db, flags };
}

/** @returns what the run reports */
export async function importSample(flags: readonly string[]): Promise<string> {
  const { code, stdout, stderr } = await runHere([
    "import",
    ...ARCHIVES.map((name) => join(SAMPLE, name)),
    ...flags,
  ]);
  if (code !== 0) throw new Error(stderr);
  return stdout;
}

function fileOf(version: string): string {
  return join(import.meta.dirname, `corpus-${version}.db.br`);
}

/** Writes the corpus of a release where it can be changed. */
export function writeCorpus(version: string, path: string): void {
  writeFileSync(path, brotliDecompressSync(readFileSync(fileOf(version))));
}

if (import.meta.main) {
  const root = mkdtempSync(join(tmpdir(), "caselaw-corpus-"));
  const { db } = await makeCorpus(root);
  // with all that is in its log
  openPlain(db)[Symbol.dispose]();
  writeFileSync(fileOf(process.argv[2] ?? ""), brotliCompressSync(readFileSync(db)));
  rmSync(root, { recursive: true });
}
