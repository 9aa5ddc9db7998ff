/** Syncs from a source that misbehaves, and what holds after each of them (docs/faults.md, "Network"). */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { type Dump, dumpCorpus } from "../support/dump.ts";
import { listing } from "../support/run.ts";
import { type RanHere, runHere } from "../support/run-here.ts";
import { tempFolder } from "../support/temp-folder.ts";

export const TOKEN = "t0ken-of-the-test";

export interface Synced extends RanHere {
  readonly folder: string;
  /** The report's archives; none when there is no report. */
  readonly archives: readonly { readonly path: string; readonly status: string; readonly bytes: number }[];
}

export interface Syncing {
  readonly folder?: string;
  readonly source?: string;
  /** Lets the run go on to its end. */
  readonly through?: (run: Promise<RanHere>) => Promise<RanHere>;
}

/** Syncs into a folder; the run leaves one line an error, and its token nowhere (docs/faults.md, "I1" and "I2"). */
export async function sync(
  url: string,
  { folder = tempFolder(), source = "static", through = (run) => run }: Syncing = {},
): Promise<Synced> {
  // one request at a time: while it stalls, no other is late
  const args = ["sync", "--source", source, "--source-url", url, "--report", "report.json", "--jobs", "1"];
  const ended = await through(runHere(args, { folder, environment: { CASELAW_TOKEN: TOKEN } }));
  expect(ended.stderr).not.toMatch(/^ {4}at /m);
  for (const text of [ended.stdout, ended.stderr, ...textsBelow(folder)]) expect(text).not.toContain(TOKEN);
  const report = join(folder, "report.json");
  const archives = existsSync(report) ? JSON.parse(readFileSync(report, "utf8")).archives : [];
  return { ...ended, folder, archives };
}

function textsBelow(folder: string): string[] {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((one) => one.isFile());
  return files.map(({ parentPath, name }) => `${name} ${readFileSync(join(parentPath, name), "latin1")}`);
}

/** The run failed and made nothing. */
export function expectNothingMade({ code, folder, stderr }: Synced, message: RegExp): void {
  expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringMatching(message) });
  expect(listing(join(folder, "data"))).toEqual([]);
}

export function dumpOf(folder: string): Dump {
  return dumpCorpus(join(folder, "data", "caselaw.db"));
}
