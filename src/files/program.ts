/** The program itself: its version, how it is called, and the sample that comes with it. */
import { existsSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";

/** The folder of the package or checkout: the relative path is the same from src/files, dist/files and the bundle in dist/cli. */
const ROOT = fileURLToPath(new URL("../../", import.meta.url));

export function programVersion(): string {
  const text = readFileSync(join(ROOT, "package.json"), "utf8");
  return /"version": *"([^"]+)"/.exec(text)?.[1] ?? "unknown";
}

/** What a user types in the current folder to run the program: `./caselaw` in a checkout, else `caselaw`. */
export function programName(): string {
  // only a checkout has it: config/setup.mjs makes it
  const launcher = join(ROOT, "caselaw");
  if (!existsSync(launcher)) return "caselaw";
  const path = relative(process.cwd(), launcher);
  return path.startsWith("..") ? path : `./${path}`;
}

/** The folder of the sample that comes with the program: real decisions, as their publisher packs them (data/real/README.md). */
export function sampleFolder(): string {
  return join(ROOT, "data", "real");
}
