/** The collection is the same each time, and a run that was killed goes on. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeArchives } from "../../bench/whole/archives.ts";
import { planOf } from "../../bench/whole/collection.ts";
import { runChild, signalGroup } from "../support/children.ts";
import { keptFolder, tempFolder } from "../support/temp-folder.ts";

const MAIN = join(import.meta.dirname, "..", "..", "bench", "main.ts");
const CASES = 200;

/** Runs the bench in a folder of its own; kills it when it has printed this. */
async function make(folder: string, killAt?: string): Promise<string> {
  const args = [MAIN, "whole", "--only", "making", "--cases", String(CASES), "--folder", folder];
  const ended = await runChild(process.execPath, args, {
    onStart: (child) => {
      child.stderr?.on("data", (chunk: Buffer) => {
        if (killAt !== undefined && child.pid !== undefined && String(chunk).includes(killAt)) {
          signalGroup(child.pid, "SIGKILL");
        }
      });
    },
  });
  if (killAt === undefined && ended.code !== 0) throw new Error(ended.stderr);
  return ended.stdout + ended.stderr;
}

async function archivesOf(cases: number): Promise<Buffer[]> {
  const made = await makeArchives(planOf(cases), tempFolder(), () => {});
  return made.map(({ path }) => readFileSync(path));
}

test("bench whole goes on after a kill with the archives that are missing, and imports all", async () => {
  const folder = keptFolder();
  await make(folder, "us_xml");
  const [home = ""] = readdirSync(folder);
  const begun = readdirSync(join(folder, home, "archives")).filter((name) => name.endsWith(".zip"));
  expect(begun).toContain("us_xml_20210421.zip");
  const printed = await make(folder);
  for (const name of begun) expect(printed).not.toContain(`/${name}`);
  expect(printed).toMatch(/^cases +200$/m);
});

test("makeArchives makes the same bytes each time", async () => {
  expect(await archivesOf(60)).toEqual(await archivesOf(60));
});
