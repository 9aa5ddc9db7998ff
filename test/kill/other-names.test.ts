/** A corpus by another name is the same corpus, and nothing is written through a link. */
import type { ChildProcess } from "node:child_process";
import {
  existsSync,
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join, relative } from "node:path";
import { expect, test, vi } from "vitest";
import { makeBagZip } from "../support/archives.ts";
import { childEnvironment } from "../support/child-environment.ts";
import { startChild } from "../support/children.ts";
import { contributedIds } from "../support/dump.ts";
import { HANG_MS } from "../support/hang.ts";
import { bulkCases } from "../support/records.ts";
import { listing } from "../support/run.ts";
import { runHere } from "../support/run-here.ts";
import { tempFolder } from "../support/temp-folder.ts";

const MAIN = join(import.meta.dirname, "../../src/cli/main.ts");

/** A run that holds corpus and data folder until its input ends. */
async function holdBy(corpus: string, dataFolder: string): Promise<ChildProcess> {
  const child = startChild(
    process.execPath,
    [MAIN, "import", "-", "--db", corpus, "--data-dir", dataFolder],
    {
      environment: childEnvironment(),
      input: null,
    },
  );
  const isHeld = (): boolean =>
    existsSync(dataFolder) && readdirSync(dataFolder).some((name) => name.startsWith("stdin."));
  await vi.waitFor(() => expect(isHeld()).toBe(true), { timeout: HANG_MS, interval: 20 });
  return child;
}

async function archiveIn(folder: string): Promise<string> {
  return makeBagZip(join(folder, "Illinois-20190416-text.zip"), { lines: bulkCases(1, 3) });
}

async function importAs(archive: string, corpus: string, dataFolder: string) {
  return runHere(["import", archive, "--db", corpus, "--data-dir", dataFolder]);
}

test.each(["that is there", "that is being made"])(
  "K1: a second run on a corpus %s ends with 75 by every name of it",
  async (state) => {
    const root = tempFolder();
    const archive = await archiveIn(root);
    const [folder, work] = [join(root, "folder"), join(root, "data")];
    mkdirSync(folder);
    const corpus = join(folder, "c.db");
    if (state === "that is there") expect((await importAs(archive, corpus, work)).code).toBe(0);
    symlinkSync(folder, join(root, "other"));
    const names = [join(root, "other", "c.db"), relative(process.cwd(), corpus), `${folder}/../other/./c.db`];
    if (state === "that is there") {
      symlinkSync(corpus, join(root, "link.db"));
      symlinkSync("link.db", join(root, "link-to-link.db"));
      names.push(join(root, "link.db"), join(root, "link-to-link.db"));
    }
    const { pid } = await holdBy(corpus, work);
    for (const [index, name] of names.entries()) {
      const { code, stderr } = await importAs(archive, name, join(root, `data-${index}`));
      expect(code, stderr).toBe(75);
      expect(stderr).toContain(
        `Cannot use corpus "${name}": locked by caselaw import, process ${pid}, since`,
      );
    }
    symlinkSync(work, join(root, "other-data"));
    const data = await importAs(archive, join(root, "another.db"), join(root, "other-data"));
    expect(data.code, data.stderr).toBe(75);
    expect(data.stderr).toContain(`locked by caselaw import, process ${pid}`);
  },
);

test("K1: a corpus with a second hard link is not written by either name, so that no two runs can", async () => {
  const root = tempFolder();
  const archive = await archiveIn(root);
  const [corpus, second, data] = [join(root, "c.db"), join(root, "deep", "second.db"), join(root, "data")];
  expect((await importAs(archive, corpus, data)).code).toBe(0);
  mkdirSync(join(root, "deep"));
  linkSync(corpus, second);
  const before = readFileSync(corpus);
  for (const name of [corpus, second]) {
    for (const command of [["import", archive], ["optimize"], ["verify", "--repair"]]) {
      const { code, stderr } = await runHere([...command, "--db", name, "--data-dir", data]);
      expect([code, stderr.split("\n")[0]]).toEqual([
        1,
        `caselaw: Cannot open corpus "${name}" for writing: the file has 2 names`,
      ]);
    }
    expect((await runHere(["list", "cases", "--db", name])).code).toBe(0);
  }
  expect(readFileSync(corpus)).toEqual(before);
  expect(listing(root).filter((name) => /lock|wal/.test(name))).toEqual([]);
});

test("K2: a dangling link as corpus is refused by every command, and nothing is made where it leads", async () => {
  const root = tempFolder();
  const archive = await archiveIn(root);
  mkdirSync(join(root, "elsewhere"));
  const link = join(root, "c.db");
  symlinkSync(join(root, "elsewhere", "real.db"), link);
  const before = listing(root);
  const commands = [
    ["import", archive],
    ["import", archive, "--dry-run"],
    ["sync", "--source-url", "http://127.0.0.1:9"],
    ["download", "--source-url", "http://127.0.0.1:9"],
    ["optimize"],
    ["verify", "--repair"],
    ["list", "cases"],
  ];
  for (const command of commands) {
    const { code, stdout, stderr } = await runHere([
      ...command,
      ...["--db", link, "--data-dir", join(root, "data")],
    ]);
    const found = `caselaw: Cannot open corpus "${link}": it is a link to "${join(root, "elsewhere", "real.db")}", which does not exist\n`;
    expect({ code, stdout, stderr }, command.join(" ")).toEqual({ code: 1, stdout: "", stderr: found });
    expect(listing(root)).toEqual(before);
  }
});

test("K2: what a run writes under names that can be guessed goes through no link that was put there", async () => {
  const root = tempFolder();
  const lines = [...bulkCases(1, 3), "{"];
  const archive = await makeBagZip(join(root, "Illinois-20190416-text.zip"), { lines });
  const [corpus, data, precious] = [join(root, "c.db"), join(root, "data"), join(root, "precious")];
  writeFileSync(precious, "precious");
  mkdirSync(join(data, "rejects", "bulk", "ill"), { recursive: true });
  mkdirSync(join(root, "precious-folder"));
  const report = join(root, "report.json");
  const links = [
    `${corpus}.lock.holder`,
    join(data, ".lock.holder"),
    `${corpus}-wal`,
    `${report}.${process.pid}.part`,
    join(data, "rejects", "bulk", "ill", "text.jsonl.part"),
    join(data, "rejects", "bulk", "ill", "text.jsonl"),
  ];
  for (const link of links) symlinkSync(precious, link);
  symlinkSync(join(root, "precious-folder"), join(data, `stdin.${"1".repeat(16)}.part`));
  const { code, stderr } = await runHere([
    ...["import", archive, "--db", corpus, "--data-dir", data],
    ...["--report", report],
  ]);
  expect(code, stderr).toBe(3);
  expect(readFileSync(precious, "utf8")).toBe("precious");
  expect(listing(join(root, "precious-folder"))).toEqual([]);
  expect(stderr).not.toContain("precious");
  expect(contributedIds(corpus)).toEqual([1, 2, 3]);
});

test.each(["link", "folder"])("K2: a %s in the place of a lock is an error, and stays", async (kind) => {
  const root = tempFolder();
  const archive = await archiveIn(root);
  const [corpus, precious] = [join(root, "c.db"), join(root, "precious")];
  writeFileSync(precious, "precious");
  if (kind === "link") symlinkSync(precious, `${corpus}.lock`);
  else mkdirSync(`${corpus}.lock`);
  const before = listing(root);
  const { code, stderr } = await importAs(archive, corpus, join(root, "data"));
  const what = kind === "link" ? "a link" : "not a file";
  expect([code, stderr]).toEqual([1, `caselaw: Cannot lock "${corpus}.lock": it is ${what}\n`]);
  expect(readFileSync(precious, "utf8")).toBe("precious");
  expect(listing(root)).toEqual(before);
});

test("K2: a token goes to no file that a dangling link names", async () => {
  const root = tempFolder();
  const tokens = join(root, "tokens");
  symlinkSync(join(root, "elsewhere"), tokens);
  const { code, stderr } = await runHere(["token", "alice", "--tokens", tokens]);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/^caselaw: .*tokens.*link/)]);
  expect(listing(root)).toEqual(["tokens"]);
});
