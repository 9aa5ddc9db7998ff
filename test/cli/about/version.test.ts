import { expect, test } from "vitest";
import { runHere } from "../../support/run-here.ts";

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
