/** Assistants over HTTP: a real client, and requests that are refused. */
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { expect, onTestFinished, test } from "vitest";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCase, textBody } from "../support/records.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { serviceOfFile } from "./serving.ts";

const CLOSED = { id: 30, slug: "neb", name: "Neb.", name_long: "Nebraska", whitelisted: false };
const folder = keptFolder();

const served = serviceOfFile(async () => {
  const corpusPath = join(folder, "mcp.db");
  makeCorpus(
    [
      bulkCase(1, { casebody: textBody("the mill dam") }),
      bulkCase(2, { jurisdiction: CLOSED, casebody: textBody("the closed text") }),
    ],
    corpusPath,
  );
  return { corpusPath, dataFolder: join(folder, "data") };
});

test("an assistant uses the tools over HTTP, and reads what its caller may read", async () => {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(`${served.url}/mcp`)));
  onTestFinished(() => client.close());
  const { tools } = await client.listTools();
  expect(tools).toHaveLength(8);
  // they are read with every question
  expect(JSON.stringify(tools).length).toBeLessThan(12_000);
  const described = tools.flatMap(({ inputSchema }) => Object.values(inputSchema.properties ?? {}));
  expect(described.filter((argument) => !JSON.stringify(argument).includes('"description"'))).toEqual([]);
  const found = await client.callTool({ name: "read_case", arguments: { id: 1 } });
  expect(found.structuredContent).toMatchObject({ text: "all the mill dam", next_offset: null });
  const about = await client.readResource({ uri: "caselaw://cases/1" });
  expect(JSON.parse(textOf(about.contents[0]))).toMatchObject({
    case: { id: 1, citations: ["1 Ill. 1"] },
    parts: [{ part: 0 }, { part: 1, uri: "caselaw://cases/1/parts/1", sha256: expect.any(String) }],
  });
  const text = await client.readResource({ uri: "caselaw://cases/1/parts/1/from/4" });
  expect(text.contents).toMatchObject([
    { mimeType: "text/plain", text: "the mill dam" },
    { mimeType: "application/json" },
  ]);
  const refused = (uri: string): Promise<string> =>
    client.readResource({ uri }).then(String, (error: Error) => error.message);
  expect(await refused("caselaw://cases/2/parts/1")).toContain("closed to this caller");
  expect(await refused("caselaw://cases/2")).toContain("closed to this caller");
  expect(await refused("caselaw://cases/3")).toContain("no case has this id");
  expect(await refused("caselaw://cases/1/parts/9")).toContain("the case has parts 0 to 1");
  expect(await refused("caselaw://cases/x")).toContain("a part that is no number");
  const closed = await client.callTool({ name: "read_case", arguments: { id: 2 } });
  expect([closed.isError, JSON.stringify(closed.content)]).toEqual([
    true,
    expect.stringContaining("closed to this caller"),
  ]);
});

const CALL = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
const HEADERS = { "content-type": "application/json", accept: "application/json, text/event-stream" };

test.each([
  ["another site's page", { origin: "https://evil.example" }, CALL, 403],
  ["a body that is no JSON", {}, "{", 400],
  ["a body that is too large", {}, " ".repeat(1024 * 1024 + 1), 413],
  ["a wrong token", { authorization: "Token wrong" }, CALL, 401],
])("%s is refused", async (_, more, body, status) => {
  const answer = await fetch(`${served.url}/mcp`, { method: "POST", headers: { ...HEADERS, ...more }, body });
  expect(answer.status).toBe(status);
});

test("a subscription is refused at once: nothing is ever announced", async () => {
  const meta = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
    "io.modelcontextprotocol/clientCapabilities": {},
  };
  const params = { notifications: { toolsListChanged: true }, _meta: meta };
  const answer = await fetch(`${served.url}/mcp`, {
    method: "POST",
    headers: { ...HEADERS, "mcp-protocol-version": "2026-07-28", "mcp-method": "subscriptions/listen" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params }),
  });
  expect(await answer.text()).toContain('"error"');
});

test("a page of this service may ask, another method may not", async () => {
  const own = await fetch(`${served.url}/mcp`, {
    method: "POST",
    headers: { ...HEADERS, origin: served.url },
    body: CALL,
  });
  expect([own.status, own.headers.get("access-control-allow-origin")]).toEqual([200, null]);
  const got = await fetch(`${served.url}/mcp`);
  expect([got.status, got.headers.get("allow")]).toEqual([405, "POST"]);
});

function textOf(content: object | undefined): string {
  return content !== undefined && "text" in content && typeof content.text === "string" ? content.text : "";
}
