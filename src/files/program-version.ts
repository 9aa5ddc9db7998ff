/** The version of the program. */
import { readFileSync } from "node:fs";

export function programVersion(): string {
  // the relative path is the same from src/export, dist/export and the bundle in dist/cli
  const text = readFileSync(new URL("../../package.json", import.meta.url), "utf8");
  return /"version": *"([^"]+)"/.exec(text)?.[1] ?? "unknown";
}
