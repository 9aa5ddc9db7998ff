/** `caselaw export` as its users see it. */
import { copyFileSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { Stopped } from "../../../src/cli/process.ts";
import { DEFAULT_BASE_URL } from "../../../src/v1/v1.ts";
import { makeBagZip } from "../../support/archives.ts";
import { damageBody, makeCorpus } from "../../support/corpus.ts";
import { bulkCase } from "../../support/records.ts";
import { runHere } from "../../support/run-here.ts";
import { keptFolder, tempFolder } from "../../support/temp-folder.ts";
import { SMALL_CASES, smallCorpus } from "../small-corpus.ts";

const corpus = smallCorpus();

function exportTo(target: string, ...args: readonly string[]): ReturnType<typeof runHere> {
  return runHere(["export", "--to", target, ...args, ...corpus.flags]);
}

test("export writes what a list prints and tells how much it was", async () => {
  const target = join(tempFolder(), "out");
  const ran = await exportTo(target, "--format", "jsonl", "--full-case", "--base-url", DEFAULT_BASE_URL);
  expect(ran).toMatchObject({ code: 0, stderr: "" });
  expect(ran.stdout).toMatch(/^5 cases exported to \S+: 3 files, [\d.]+ kB\n$/);
  const list = ["list", "cases", "--full-case", "--ordering", "id", "--format", "jsonl", ...corpus.flags];
  expect(readFileSync(join(target, "cases.jsonl"), "utf8")).toBe((await runHere(list)).stdout);
});

test("export writes relative addresses unless --base-url or the setting says what they begin with", async () => {
  const target = join(tempFolder(), "out");
  const urlOf = async (...args: string[]): Promise<string | undefined> => {
    expect(await exportTo(target, "--format", "csv", "--columns", "url", "--force", ...args)).toMatchObject({
      code: 0,
    });
    return readFileSync(join(target, "cases.csv"), "utf8").split("\r\n")[1];
  };
  expect(await urlOf()).toBe("/v1/cases/1/");
  expect(await urlOf("--base-url", "https://cap.test/")).toBe("https://cap.test/v1/cases/1/");
  expect((await exportTo(target, "--format", "csv", "--base-url", "cap.test")).code).toBe(2);
});

test("export without a case whose body is damaged names the case and ends with 3", async () => {
  const root = tempFolder();
  const db = join(root, "corpus.db");
  copyFileSync(corpus.db, db);
  damageBody(db, 3);
  const args = ["export", "--format", "jsonl", "--full-case", "--to", join(root, "out")];
  const ran = await runHere([...args, "--db", db]);
  expect(ran).toMatchObject({ code: 3, stdout: expect.stringMatching(/^4 cases exported to /) });
  expect(ran.stderr).toMatch(
    /^caselaw: cannot export 1 case with a damaged body: 3; run caselaw verify --repair, /,
  );
});

test("export --json prints the manifest, --quiet nothing", async () => {
  const root = tempFolder();
  const told = await exportTo(join(root, "a"), "--format", "csv", "--json", "--jurisdiction", "ga");
  expect(JSON.parse(told.stdout)).toEqual(JSON.parse(readFileSync(join(root, "a", "manifest.json"), "utf8")));
  expect(JSON.parse(told.stdout)).toMatchObject({ filter: { jurisdiction: ["ga"] }, cases: 5 });
  expect(await exportTo(join(root, "b"), "--format", "csv", "--quiet")).toEqual({
    code: 0,
    stdout: "",
    stderr: "",
  });
});

test.each([
  [["--format", "parket"], /formats are jsonl, csv, parquet, .*\n {2}Did you mean "parquet"\?\n$/],
  [["--format", "csv", "--flat"], /^caselaw: Cannot export csv with --flat: it is for jsonl\n$/],
  [["--format", "csv", "--jurisdiction", "atlantis"], /^caselaw: Cannot use --jurisdiction "atlantis": .*\n/],
  [["--format", "csv", "--ordering", "id"], /unknown option '--ordering'/],
  [
    ["--format", "sqlite", "--body-format", "xml"],
    /^caselaw: Cannot use --body-format "xml": .*text only\.\n$/,
  ],
  [
    ["--format", "csv", "--columns", "id,jurisdicton_slug"],
    /^caselaw: Cannot use --columns: no column is called "jurisdicton_slug"\n {2}Did you mean "jurisdiction_slug"\?\n$/,
  ],
  [["--format", "sqlite", "--columns", "id"], /^caselaw: Cannot use --columns: it is for csv, .*\n$/],
  [[], /required option '--format <format>'/],
])("export with %j is wrong use, and nothing is written", async (args, message) => {
  const target = join(tempFolder(), "out");
  const ran = await exportTo(target, ...args);
  expect(ran).toMatchObject({ code: 2, stdout: "" });
  expect(ran.stderr).toMatch(message);
  expect(existsSync(target)).toBe(false);
});

test("export refuses what is there with exit 2, and replaces it with --force", async () => {
  const target = join(tempFolder(), "out");
  expect((await exportTo(target, "--format", "csv")).code).toBe(0);
  const refused = await exportTo(target, "--format", "sqlite");
  expect(refused.code).toBe(2);
  expect(refused.stderr).toBe(
    `caselaw: Cannot write export "${target}": it already exists; replace an export with --force, or choose another folder\n`,
  );
  expect((await exportTo(target, "--format", "sqlite", "--force")).code).toBe(0);
  expect(existsSync(join(target, "caselaw.db"))).toBe(true);
});

test("export stopped by a signal leaves nothing, exit 130", async () => {
  const target = join(tempFolder(), "out");
  const args = ["export", "--format", "jsonl", "--to", target, ...corpus.flags];
  const ran = await runHere(args, { signal: AbortSignal.abort(new Stopped(130)) });
  expect(ran).toMatchObject({ code: 130, stdout: "" });
  expect(existsSync(target)).toBe(false);
  expect(readdirSync(dirname(target))).toEqual([]);
});

test("export tells what a search text did not mean, and exports what it comes to", async () => {
  const ran = await exportTo(join(tempFolder(), "out"), "--format", "jsonl", "--search", "!!!");
  expect(ran).toMatchObject({
    code: 0,
    stderr: 'caselaw: the text "!!!" contains no searchable word and was ignored\n',
    stdout: expect.stringContaining("5 cases exported"),
  });
});

const folder = keptFolder();

beforeAll(async () => {
  const zip = await makeBagZip(join(folder, "Georgia-20200302-text.zip"), { lines: SMALL_CASES });
  await runHere(["import", zip], { folder });
});

const exportBulk = (...args: readonly string[]) =>
  runHere(["export", "--format", "bulk", "--register", ...args], { folder });

test("export --format bulk --register enters the archives into the bulk collection", async () => {
  const { code, stdout, stderr } = await exportBulk("--to", "data/release");
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(stdout).toMatch(/^5 cases exported to data\/release: 2 files, /);
  const listed = JSON.parse((await runHere(["list", "bulk", "--with-old", "true"], { folder })).stdout);
  expect(listed.results).toContainEqual(
    expect.objectContaining({
      file_name: expect.stringMatching(/^ga_text_\d{8}\.zip$/),
      body_format: "text",
    }),
  );
});

test("H16: a registered archive has no blocked decisions, because it is served", async () => {
  const place = tempFolder();
  const courtlistener = { cluster_ids: [7], blocked: true };
  makeCorpus([bulkCase(1), bulkCase(2, { courtlistener })], join(place, "data", "caselaw.db"));
  const exported = ["export", "--format", "bulk", "--to"];
  expect((await runHere([...exported, "data/served", "--register"], { folder: place })).stdout).toMatch(
    /^1 case /,
  );
  expect((await runHere([...exported, "data/own"], { folder: place })).stdout).toMatch(/^2 cases /);
});

test.each([
  [["--to", "elsewhere"], 'Cannot use --register: "elsewhere" is not below the data folder "data"'],
  [["--to", "data/x", "--cite", "1 A 1"], "Cannot use --register: --cite selects a part of a jurisdiction"],
  [["--to", "data/x", "--format", "jsonl"], "Cannot use --register: it needs --format bulk"],
])("export --register refuses %j with 2, and writes nothing", async (args, found) => {
  const { code, stdout, stderr } = await exportBulk(...args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain(found);
  expect(existsSync(join(folder, "data/x")) || existsSync(join(folder, "elsewhere"))).toBe(false);
});
