/** The version of the program, and its sample. */
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

export function programVersion(): string {
  // the relative path is the same from src/files, dist/files and the bundle in dist/cli
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return /"version": *"([^"]+)"/.exec(text)?.[1] ?? "unknown";
}

/** The folder of the sample that comes with the program: bulk files of four invented jurisdictions. */
export function sampleFolder(): string {
  // the relative path is the same from src/files, dist/files and the bundle in dist/cli
  return fileURLToPath(new URL("../../data/sample/bulk", import.meta.url));
}
