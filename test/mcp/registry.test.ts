/**
 * `config/mcp/server.json`, with which the MCP registry lists the program: in its form of 2025-12-11, and in agreement with the package
 * and the command.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as v from "valibot";
import { expect, test } from "vitest";
import { runHere } from "../support/run-here.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const read = (path: string) => JSON.parse(readFileSync(join(ROOT, path), "utf8"));
const server = read("config/mcp/server.json");
const own = read("package.json");

const short = v.pipe(v.string(), v.minLength(1), v.maxLength(100));
const version = v.pipe(v.string(), v.regex(/^\d+\.\d+\.\d+$/));
const ARGUMENT = v.union([
  v.strictObject({ type: v.literal("positional"), value: v.string() }),
  v.strictObject({
    ...{ type: v.literal("named"), name: v.string(), description: v.string() },
    ...{ format: v.picklist(["string", "number", "boolean", "filepath"]), isRequired: v.boolean() },
  }),
]);
/** The parts of the registry's schema that the file uses. */
const FORM = v.strictObject({
  $schema: v.literal("https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"),
  name: v.pipe(v.string(), v.maxLength(200), v.regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/)),
  ...{ title: short, description: short, version },
  repository: v.strictObject({ url: v.pipe(v.string(), v.url()), source: v.literal("github") }),
  packages: v.array(
    v.strictObject({
      ...{ registryType: v.pipe(v.string(), v.regex(/^npm$/)), identifier: v.string(), version },
      runtimeHint: v.literal("npx"),
      packageArguments: v.array(ARGUMENT),
      transport: v.strictObject({ type: v.literal("stdio") }),
    }),
  ),
});

test("server.json has the form of the registry, and the names and version of package.json", () => {
  const { name, version, packages, repository } = v.parse(FORM, server);
  expect({ name, version, url: repository.url }).toEqual({
    name: own.mcpName,
    version: own.version,
    url: own.repository.url.replace(/^git\+|\.git$/g, ""),
  });
  expect(packages.map(({ identifier, version }) => ({ name: identifier, version }))).toEqual([
    { name: own.name, version: own.version },
  ]);
});

test("the arguments of server.json start the tools: npx runs the only command of the package", async () => {
  expect(Object.keys(own.bin)).toHaveLength(1);
  const [command, db] = v.parse(FORM, server).packages[0]?.packageArguments ?? [];
  const { stdout } = await runHere([command?.type === "positional" ? command.value : "", "--help"]);
  expect(stdout).toContain("Model Context Protocol");
  expect(stdout).toContain(db?.type === "named" ? `${db.name} <` : "no option");
});
