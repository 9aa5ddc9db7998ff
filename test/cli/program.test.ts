import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { exitCodeOf } from "../../src/cli/context.ts";
import { CaselawError } from "../../src/domain/errors.ts";
import { runHere } from "../support/run-here.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { runCli } from "./run-cli.ts";

test("--help lists the commands, --version prints the version", async () => {
  const help = await runCli(["--help"]);
  expect(help.stdout).toMatch(/Examples:/);
  expect(help.code).toBe(0);
  const version = await runHere(["--version"]);
  expect(version.stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect(version.code).toBe(0);
});

test("list cases --help has a flag for each parameter and tells the columns of csv", async () => {
  const { stdout } = await runHere(["list", "cases", "--help"]);
  expect(stdout).toContain("--decision-date-min <value>");
  expect(stdout).toContain("Columns of csv: id, name, name_abbreviation");
});

test.each([
  [["bogus"], "unknown command 'bogus'"],
  [["list", "bogus"], "unknown command 'bogus'"],
  [["list", "courts", "--court", "x"], "unknown option '--court'"],
  [["list", "courts", "--format", "xls"], "argument 'xls' is invalid"],
  [["import"], "missing required argument 'path'"],
  [["sync", "extra"], "too many arguments"],
  [["sync", "--source", "bulk"], "--source-url is not given"],
  [["sync", "--source", "ftp"], 'Cannot use --source "ftp": not one of bulk, static'],
  [["sync", "--volume", "100"], 'Cannot use --volume "100": not of the form REPORTER/VOLUME'],
  [["list", "courts", "--log-format", "xml"], 'Cannot use --log-format "xml"'],
])("%j is wrong use: exit 2, one line, nothing touched", async (args, message) => {
  const folder = tempFolder();
  const { code, stdout, stderr } = await runHere(args, { folder });
  expect(stderr).toContain(message);
  expect(stderr).toMatch(/^caselaw: /);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(existsSync(join(folder, "data"))).toBe(false);
});

test.each([
  [["lst"], "unknown command 'lst'", "list"],
  [["list", "cases", "--juridiction", "ill"], "unknown option '--juridiction'", "--jurisdiction"],
  [["search", "mill", "--juridiction", "ill"], "unknown option '--juridiction'", "--jurisdiction"],
  [["sync", "--sorce", "bulk"], "unknown option '--sorce'", "--source"],
  [["stats", "--volums"], "unknown option '--volums'", "--volumes"],
])("%j gets a suggestion", async (args, message, similar) => {
  const { code, stderr } = await runHere(args);
  expect(stderr).toContain(`${message} (Did you mean ${similar}?)`);
  expect(code).toBe(2);
});

test.each([[[]], [["list"]]])("%j alone prints the help to stderr and is wrong use", async (args) => {
  const { code, stdout, stderr } = await runCli(args);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect(stderr).toContain("Usage: caselaw");
});

test("a corpus that is not there is told in one line and a hint, without a stack", async () => {
  const { code, stderr } = await runHere(["list", "courts", "--db", "nowhere.db"], { folder: tempFolder() });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^caselaw: Cannot open corpus "nowhere.db": no such file\n {2}Make one with .*\n$/);
});

test("--debug adds the stack", async () => {
  const { stderr } = await runHere(["list", "courts", "--db", "nowhere.db", "--debug"], {
    folder: tempFolder(),
  });
  expect(stderr).toMatch(/\n {4}at /);
});

test("--log-format json tells an error as JSON", async () => {
  const args = ["list", "courts", "--db", "nowhere.db", "--log-format", "json"];
  const { stderr } = await runHere(args, { folder: tempFolder() });
  expect(JSON.parse(stderr)).toMatchObject({
    event: "error",
    message: 'Cannot open corpus "nowhere.db": no such file',
  });
});

test("a variable CASELAW_… that is no setting gets a warning, in the format of the log", async () => {
  const environment = { CASELAW_DBB: "x.db", OTHER: "y" };
  const text = await runHere(["version"], { environment });
  expect(text).toMatchObject({
    code: 0,
    stderr: "caselaw: The variable CASELAW_DBB of the environment is ignored: no setting has this name\n",
  });
  const json = await runHere(["version", "--log-format", "json"], { environment });
  expect(JSON.parse(json.stderr)).toMatchObject({
    event: "warning",
    message: expect.stringContaining("CASELAW_DBB"),
  });
});

test("a bug, and what this version does not support, end with 1; other codes are seen of the commands that end with them", () => {
  for (const error of [new TypeError("a bug"), new CaselawError("unsupported", "it is of version 9")])
    expect(exitCodeOf(error)).toBe(1);
});
