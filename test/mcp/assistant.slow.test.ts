/** A session of a real client with `caselaw mcp`, which checks each answer against the tool's output schema. */
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TOOL_NAMES } from "../../src/mcp/schemas.ts";
import { runCli } from "../cli/run-cli.ts";
import { makeCorpus } from "../support/corpus.ts";
import { jsonLines } from "../support/json-lines.ts";
import { bulkCase, textBody } from "../support/records.ts";
import { keptFolder } from "../support/temp-folder.ts";

const MAIN = join(import.meta.dirname, "../../src/cli/main.ts");
const LATER = "The mill dam is not liable. See Case 1 v. State, 1 Ill. 1 (1901).";

const client = new Client({ name: "test", version: "1" });
const corpus = makeCorpus(
  [
    bulkCase(1, { casebody: textBody("the mill dam is not liable for the flood") }),
    bulkCase(2, { decision_date: "1905", casebody: textBody(LATER) }),
  ],
  `${keptFolder()}/test.db`,
);

beforeAll(async () => {
  const args = [MAIN, "mcp", "--db", corpus];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
});
afterAll(() => client.close());

type Found = Record<string, unknown>;

async function call(name: string, args: Found): Promise<Found> {
  const { isError, structuredContent, content } = await client.callTool({ name, arguments: args });
  expect([name, isError ?? false, JSON.stringify(content)]).toEqual([name, false, expect.any(String)]);
  expect(JSON.stringify(structuredContent).length).toBeLessThan(100_000);
  return structuredContent as Found;
}

test("an assistant searches, looks up, checks and counts; it reads and follows in research.slow.test.ts", async () => {
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name)).toEqual([...TOOL_NAMES]);
  expect(JSON.stringify(tools).length).toBeLessThan(12_000);

  const found = await call("search_cases", { query: '"mill dam"', order: "newest" });
  expect(found).toMatchObject({
    count: 2,
    results: [{ id: 2 }, { id: 1 }],
    limits: { last_year_imported: 1905 },
  });
  expect(await call("lookup_citations", { text: "1 Ill. 1; 410 U.S. 113" })).toMatchObject({
    citations: [{ verdict: "found", cases: [{ id: 1 }] }, { verdict: "volume not imported" }],
  });
  expect(
    await call("check_text", { text: "“the mill dam is liable for the flood” 1 Ill. 1." }),
  ).toMatchObject({
    open: 1,
    quotations: [{ verdict: "near" }],
  });
  expect(await call("trends", { texts: ["flood"] })).toMatchObject({ series: [{ count: 1 }] });
  expect(await call("coverage", {})).toMatchObject({
    cases: 2,
    first_year: 1901,
    jurisdictions: [{ slug: "ill" }],
  });
});

test("requests in a file are answered, then the program ends", async () => {
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "0" } };
  const messages = [
    { id: 1, method: "initialize", params },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/call", params: { name: "coverage", arguments: {} } },
  ];
  const input = messages.map((message) => JSON.stringify({ jsonrpc: "2.0", ...message })).join("\n");
  const { code, stdout, stderr } = await runCli(["mcp", "--db", corpus], { input });
  const answers = jsonLines(stdout).map(({ id }) => id);
  expect({ code, stderr, answers }).toEqual({ code: 0, stderr: "", answers: [1, 2] });
});

test.each([
  ["read_case", { id: 99 }, "no case has this id"],
  ["trends", { texts: [] }, "texts"],
])("%s of %j says what is wrong", async (name, args, message) => {
  const { isError, content } = await client.callTool({ name, arguments: args });
  expect([isError, JSON.stringify(content)]).toEqual([true, expect.stringContaining(message)]);
});
