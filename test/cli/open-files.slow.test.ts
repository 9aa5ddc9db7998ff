/** Runs where an open file cannot be removed or replaced, as on Windows: each file is closed before, and no lock is left. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { makeBagZip } from "../support/archives.ts";
import { childEnvironment } from "../support/child-environment.ts";
import { runChild } from "../support/children.ts";
import { type Decision, rowsOf } from "../support/listener-set.ts";
import { startListenerSite } from "../support/listener-site.ts";
import { bulkCase } from "../support/records.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { openSite, publishSite, RELEASES } from "../support/two-releases.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const SAMPLE = join(ROOT, "data", "sample", "bulk", "Franklin-20231204-xml.zip");
const PROGRAM = [
  "--import",
  join(ROOT, "test", "support", "preload-open-files.ts"),
  join(ROOT, "src", "cli", "main.ts"),
];
const DECISIONS: readonly Decision[] = [
  { id: 1, court: "scotus", opinions: [{ plain_text: "Affirmed." }] },
  { id: 2, court: "ca9", opinions: [{ plain_text: "Reversed." }] },
];
const LINE = `${JSON.stringify(bulkCase(1))}\n`;

/** Runs commands in a folder, and returns what the system refused, a line each. */
function programIn(folder: string) {
  const refusals = join(folder, "refusals.txt");
  writeFileSync(refusals, "");
  const environment = { ...childEnvironment(), REFUSALS: refusals };
  const run = async (args: readonly string[], { code = 0, input = "" } = {}): Promise<void> => {
    const ended = await runChild(process.execPath, [...PROGRAM, ...args], { folder, environment, input });
    expect([args[0], ended.code], ended.stderr).toEqual([args[0], code]);
  };
  return { run, refused: () => readFileSync(refusals, "utf8").split("\n").slice(0, -1) };
}

function locksIn(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  return names.filter((name) => /\.lock(?:\.holder)?$/.test(name));
}

describe.skipIf(!existsSync("/proc/self/fd"))(
  "where open files cannot be removed (skipped without /proc)",
  () => {
    test("imports, exports, backups, alerts and repairs close all files but their locks first", async () => {
      const folder = tempFolder();
      const { run, refused } = programIn(folder);
      const empty = join(folder, "empty.zip");
      await makeBagZip(empty, { lines: [] });
      await run(["import", SAMPLE]);
      await run(["import", "-"], { input: LINE });
      await run(["import", "-", "--db", "new.db"], { input: "no line", code: 3 });
      await run(["alert", "add", "mill", "mill"]);
      await run(["alert", "run"]);
      for (const force of [[], ["--force"]]) {
        await run(["backup", "backup.db", ...force]);
        for (const format of ["csv", "jsonl", "parquet", "sqlite", "files", "bulk"])
          await run(["export", "--format", format, "--to", `as-${format}`, ...force]);
      }
      for (const command of ["verify", "verify --repair", "optimize", "alert remove mill"])
        await run(command.split(" "));
      expect(locksIn(folder)).toEqual([]);
      expect(refused().length).toBeGreaterThan(10);
      expect(refused().filter((line) => !line.endsWith(".lock"))).toEqual([]);
    });

    test.each(["none", "newest"])(
      "sync of volumes with --keep %s replaces and removes only closed files",
      async (keep) => {
        const folder = tempFolder();
        const { run, refused } = programIn(folder);
        const { folder: published, site } = await openSite();
        for (const release of RELEASES) {
          await publishSite(published, release);
          await run([
            "sync",
            "--source-url",
            site.url,
            "--keep",
            keep,
            "--report",
            "report.json",
            "--allow-shrink",
          ]);
        }
        expect(locksIn(folder)).toEqual([]);
        expect(refused().filter((line) => !line.endsWith(".lock"))).toEqual([]);
      },
    );

    test("sync of CourtListener's tables replaces and removes only closed files", async () => {
      const folder = tempFolder();
      const { run, refused } = programIn(folder);
      const site = await startListenerSite();
      for (const day of ["2025-03-31", "2025-06-30"]) {
        site.publish(day, rowsOf(DECISIONS));
        await run(["sync", "--source", "courtlistener", "--source-url", site.server.url, "--keep", "none"]);
      }
      expect(locksIn(folder)).toEqual([]);
      expect(refused().filter((line) => !line.endsWith(".lock"))).toEqual([]);
    });
  },
);
