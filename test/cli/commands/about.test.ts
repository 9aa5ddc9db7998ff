import { expect, test } from "vitest";
import { COMMANDS } from "../../../src/cli/program.ts";
import { runChild } from "../../support/children.ts";
import { hasProgram } from "../../support/other-programs.ts";
import { runHere } from "../../support/run-here.ts";

test("the manual has every command with its options and examples", async () => {
  const { code, stdout } = await runHere(["manual"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(/^\.TH CASELAW 1 "" "caselaw \d+\.\d+\.\d+"/);
  for (const name of Object.keys(COMMANDS)) expect(stdout).toContain(`\n.SS caselaw ${name}\n`);
  expect(stdout).toContain("\n.SS caselaw list cases\n");
  expect(stdout).toMatch(/\n {2}\\-\\-decision\\-date\\-min <value> +decided on or after/);
  expect(stdout).toContain("\nExamples:\n  caselaw sync");
  // man in the C locale leaves out other characters
  expect(stdout).toMatch(/^[\n\x20-\x7e]*$/);
  // a line that begins so would be a request of troff
  const requests = stdout.split("\n").flatMap((line) => /^['.]\S*/.exec(line)?.[0] ?? []);
  expect([...new Set(requests)].sort()).toEqual([".SH", ".SS", ".TH", ".fi", ".nf"]);
});

test.skipIf(!hasProgram("man", ["--version"]))(
  "man shows it without a warning (skipped without man)",
  async () => {
    const { stdout: page } = await runHere(["manual"]);
    const environment = { PATH: process.env.PATH ?? "", LC_ALL: "C.UTF-8", MANWIDTH: "80" };
    const { code, stdout, stderr } = await runChild("man", ["--warnings", "-l", "-"], {
      environment,
      input: page,
    });
    expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
    expect(stdout).toContain("caselaw - American case law on your own machine");
    expect(stdout).toContain("caselaw search '\"gold letters\" -mining'");
  },
);

test("version prints a line for each part", async () => {
  const { code, stdout } = await runHere(["version"]);
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /^caselaw {3}\d+\.\d+\.\d+\nnode {6}24\.\S+\nsqlite {4}3\.\S+\nschema {4}\d+\nxz {8}(liblzma 5\.\S+|WebAssembly)\ninterface v1\nplatform {2}\S+\n$/,
  );
});

test("version --json prints the same as an object, and --version the program's alone", async () => {
  const object = JSON.parse((await runHere(["version", "--json"])).stdout);
  expect(Object.keys(object)).toEqual(["caselaw", "node", "sqlite", "schema", "xz", "interface", "platform"]);
  expect(object.schema).toBeGreaterThanOrEqual(7);
  expect((await runHere(["--version"])).stdout).toBe(`${object.caselaw}\n`);
});
