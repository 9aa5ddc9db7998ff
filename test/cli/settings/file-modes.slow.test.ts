/** What the program makes has modes of our own, whatever the umask of who starts it. */
import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeBagZip } from "../../support/archives.ts";
import { childEnvironment } from "../../support/child-environment.ts";
import { runChild } from "../../support/children.ts";
import { sweep } from "../../support/fuzz.ts";
import { bulkCases } from "../../support/records.ts";
import { startStaticSite } from "../../support/static-site.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { publishSite, RELEASES } from "../../support/two-releases.ts";

const MAIN = join(import.meta.dirname, "../../../src/cli/main.ts");

/** The modes below a folder, each with the names that have it: `644` of files, `755/` of folders. */
function modesIn(folder: string): Record<string, string[]> {
  const modes: Record<string, string[]> = {};
  for (const name of readdirSync(folder, { recursive: true, encoding: "utf8" }).toSorted()) {
    const found = statSync(join(folder, name));
    const mode = (found.mode & 0o7777).toString(8) + (found.isDirectory() ? "/" : "");
    modes[mode] = [...(modes[mode] ?? []), name];
  }
  return modes;
}

test.each(["000", "077"])("K5: with umask %s files are 644, folders 755, tokens 600", async (umask) => {
  const [source, root] = [tempFolder(), tempFolder()];
  await publishSite(source, RELEASES[0]);
  const site = await startStaticSite(source);
  onTestFinished(() => site.close());
  const archive = await makeBagZip(join(source, "Illinois-20190416-text.zip"), {
    lines: [...bulkCases(1, 3), "{"],
  });
  const work = join(root, "made");
  const where = ["--db", join(work, "db", "c.db"), "--data-dir", join(work, "data")];
  const commands: [number, string[]][] = [
    [0, ["sync", "--source-url", site.url, "--report", join(root, "report.json")]],
    [3, ["import", archive]],
    [0, ["token", "alice"]],
    [0, ["backup", join(work, "copy.db")]],
    [0, ["export", "--format", "csv", "--to", join(work, "out")]],
    [0, ["export", "--format", "bulk", "--to", join(work, "bulk-out")]],
    [0, ["export", "--format", "sqlite", "--to", join(work, "sqlite-out")]],
  ];
  for (const [expected, command] of sweep(commands, umask === "000" ? commands.length : 3)) {
    const shell = ["-c", `umask ${umask}; exec "$@"`, "sh", process.execPath, MAIN, ...command, ...where];
    const options = { folder: source, environment: childEnvironment() };
    const { code, stderr } = await runChild("/bin/sh", shell, options);
    expect(code, stderr).toBe(expected);
  }
  const { "600": secrets, "644": files, "755/": folders, ...others } = modesIn(root);
  expect({ secrets, others }).toEqual({ secrets: ["made/data/tokens"], others: {} });
  expect(files).toEqual(expect.arrayContaining(["made/db/c.db", "report.json"]));
  expect(files?.some((name) => /^made\/data\/static\/.*\.zip$/.test(name))).toBe(true);
  expect(files?.some((name) => name.startsWith("made/data/rejects/"))).toBe(true);
  expect(folders).toContain("made/data/static");
});
