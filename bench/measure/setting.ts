/** What all benches share: their options, their folders, the program under measurement. */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { availableParallelism, cpus, tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { parseArgs } from "node:util";

export interface Setting {
  /** Cases of the made corpus. */
  readonly cases: number;
  /** Whether cases have some 100 words instead of 1,575. */
  readonly short: boolean;
  /** Runs of each thing; medians are printed. */
  readonly runs: number;
  /** Where made archives are kept for the next time, and scratch files lie meanwhile. */
  readonly folder: string;
  /** `build`; parts of `whole`. */
  readonly skip: ReadonlySet<string>;
  /** A corpus to be measured instead of a made one; null for none. It is not written to. */
  readonly db: string | null;
  /** Formats of an export; parts of `whole`. Empty: all. */
  readonly only: readonly string[];
  /** Of a search engine's nodes. */
  readonly engineUrls: readonly string[];
  /** Duration of a load. */
  readonly seconds: number;
}

export const ROOT = join(import.meta.dirname, "..", "..");
const MAIN = join(ROOT, "src", "cli", "main.ts");

const OPTIONS = {
  cases: { type: "string" },
  short: { type: "boolean", default: false },
  runs: { type: "string" },
  folder: { type: "string", default: join(tmpdir(), "caselaw-bench") },
  skip: { type: "string", default: "" },
  db: { type: "string" },
  only: { type: "string", default: "" },
  "engine-url": { type: "string", default: "http://127.0.0.1:9200" },
  seconds: { type: "string", default: "600" },
} as const;

/** @throws TypeError for an option that is not known; Error for a number that is none */
export function readSetting(
  args: readonly string[],
  defaults: { readonly cases: number; readonly runs?: number },
): Setting {
  const { values } = parseArgs({ args: [...args], options: OPTIONS, strict: true });
  return {
    cases: count("cases", values.cases ?? String(defaults.cases)),
    short: values.short,
    runs: count("runs", values.runs ?? String(defaults.runs ?? 3)),
    folder: values.folder,
    skip: new Set(values.skip.split(",")),
    db: values.db ?? null,
    only: values.only.split(",").filter((part) => part !== ""),
    engineUrls: values["engine-url"].split(","),
    seconds: count("seconds", values.seconds),
  };
}

function count(name: string, text: string): number {
  const value = Number(text.replaceAll("_", ""));
  if (!Number.isInteger(value) || value < 1)
    throw new Error(`--${name} must be a whole number above 0: ${text}`);
  return value;
}

/** An empty folder for one run, gone when disposed. */
export function scratch(
  { folder }: Pick<Setting, "folder">,
  name: string,
): Disposable & { readonly path: string } {
  const path = join(folder, `${name}-${process.pid}`);
  rmSync(path, { recursive: true, force: true });
  mkdirSync(path, { recursive: true });
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true }) };
}

/** The search path without folders of Node packages and version managers' shims put before the system's programs. */
export const SYSTEM_PATH = ["/usr/bin", "/bin", process.env.PATH ?? ""].join(delimiter);

export function isInstalled(program: string): boolean {
  return spawnSync("sh", ["-c", `command -v ${program}`], { env: { PATH: SYSTEM_PATH } }).status === 0;
}

/** The program as it stands in `src/`, for `node` to run. */
export function caselawArgs(...args: readonly string[]): string[] {
  return [MAIN, ...args];
}

export function machine(): string {
  const model = cpus()[0]?.model ?? "unknown processor";
  return `${model}, ${availableParallelism()} cores, Node ${process.versions.node}`;
}
