/**
 * Writes the sample corpus into `data/sample/`, or with `--check` tells whether what lies there is what would be written.
 *
 * Files are compared by value, and one that holds the same is not written again: another version of a packer makes no
 * difference in git.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join, relative, sep } from "node:path";
import { fileURLToPath } from "node:url";
import { sameValue } from "./sample/compare.ts";
import { makeSample } from "./sample/sample.ts";

const FOLDER = fileURLToPath(new URL("../../data/sample/", import.meta.url));

/** One line for each file of `folder` that differs from the sample as it is made now; empty when none does. */
export async function differences(folder: string, sample: ReadonlyMap<string, Buffer>): Promise<string[]> {
  const lines = filesBelow(folder)
    .filter((path) => !sample.has(path))
    .map((path) => `${path}: no file of the sample`);
  for (const [path, bytes] of sample) {
    if (!existsSync(join(folder, path))) lines.push(`${path}: absent`);
    else if (!(await sameValue(path, readFileSync(join(folder, path)), bytes)))
      lines.push(`${path}: differs`);
  }
  return lines;
}

async function main(check: string | undefined): Promise<void> {
  const sample = await makeSample();
  const lines = await differences(FOLDER, sample);
  if (check === "--check") {
    process.stdout.write(lines.length === 0 ? "The sample is as it is made.\n" : `${lines.join("\n")}\n`);
    process.exitCode = lines.length === 0 ? 0 : 1;
    return;
  }
  for (const path of lines.map((line) => line.slice(0, line.lastIndexOf(": ")))) {
    const bytes = sample.get(path);
    if (bytes === undefined) rmSync(join(FOLDER, path));
    else write(join(FOLDER, path), bytes);
  }
  process.stdout.write(`${lines.length} of ${sample.size} files written to data/sample\n`);
}

function write(path: string, bytes: Buffer): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, bytes);
}

function filesBelow(folder: string): string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)).split(sep).join("/"))
    .toSorted();
}

if (import.meta.main) await main(process.argv[2]);
