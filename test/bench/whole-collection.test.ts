import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runChild, signalGroup } from "../support/children.ts";
import { keptFolder } from "../support/temp-folder.ts";

const MAIN = join(import.meta.dirname, "..", "..", "bench", "main.ts");
const CASES = 800;

/** Runs the bench in a folder of its own; kills it when it has printed this. */
async function make(folder: string, args: readonly string[], killAt?: string): Promise<string> {
  const all = [MAIN, "whole", "--make-only", "--cases", String(CASES), "--folder", folder, ...args];
  const ended = await runChild(process.execPath, all, {
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

/** Of the collection in a bench's folder. */
function homeOf(folder: string): string {
  return join(folder, readdirSync(folder)[0] ?? "");
}

function archivesIn(folder: string): Map<string, Buffer> {
  const archives = join(homeOf(folder), "archives");
  const names = readdirSync(archives).filter((name) => name.endsWith(".zip"));
  return new Map(names.toSorted().map((name) => [name, readFileSync(join(archives, name))]));
}

test("bench whole makes the same bytes twice, killed and gone on with or not, and imports them", async () => {
  const [first, second] = [keptFolder(), keptFolder()];
  await make(first, ["--archives-only"], "us_xml");
  const begun = [...archivesIn(first).keys()];
  expect(begun).toContain("us_xml_20210421.zip");
  const printed = await make(first, ["--archives-only"]);
  for (const name of begun) expect(printed).not.toContain(`/${name}`);
  const made = await make(second, ["--keep-archives", "--writers", "1"]);
  expect(made).toMatch(/^cases +800$/m);
  expect(archivesIn(second)).toEqual(archivesIn(first));
  expect(await make(second, [])).toMatch(/^cases +800$/m);
  expect(existsSync(join(homeOf(second), "corpus.db"))).toBe(true);
});
