/** Requests to nodes that are busy, gone, or of another mind; a small server plays the engine. */

import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { EngineLocation } from "../../src/domain/corpus-source.ts";
import { CaselawError } from "../../src/domain/errors.ts";
import { EngineClient } from "../../src/engine/client/engine-client.ts";
import { SyncClient } from "../../src/engine/client/sync-client.ts";
import { bulkWriter } from "../../src/engine/publish/bulk-writer.ts";
import { openEngine } from "../../src/engine/read/engine-reader.ts";
import { type ScriptedServer, startScriptedServer } from "../support/scripted-server.ts";
import { SELF_SIGNED } from "../support/self-signed.ts";
import { tempFolder } from "../support/temp-folder.ts";

interface Seen {
  readonly path: string;
  readonly body: string;
  readonly authorization: string | undefined;
}

/** A server that answers its requests one after the other. */
async function play(
  ...answers: readonly (readonly [status: number, body: unknown])[]
): Promise<{ url: string; seen: Seen[] }> {
  const seen: Seen[] = [];
  const server: Server = createServer(async (request, response) => {
    let body = "";
    for await (const part of request) body += part;
    const [status, answer] = answers[Math.min(seen.length, answers.length - 1)] ?? [500, {}];
    seen.push({ path: request.url ?? "", body, authorization: request.headers.authorization });
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(answer));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => void server.close());
  const address = server.address();
  return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`, seen };
}

function at(...urls: readonly string[]): EngineLocation {
  return { urls, index: "one", user: null, password: null, caFile: null };
}

async function secureNode(): Promise<ScriptedServer> {
  const server = await startScriptedServer({ "/": [{ body: "{}" }] }, SELF_SIGNED);
  onTestFinished(() => server.close());
  return server;
}

const NOWHERE = "http://127.0.0.1:1";

test("a request goes to the next node if one is gone or cannot serve, and stays there", async () => {
  const [busy, other] = [await play([503, {}]), await play([200, { ok: true }])];
  await using client = new EngineClient({
    ...at(NOWHERE, busy.url, other.url),
    user: "me",
    password: "secret",
  });
  for (let times = 0; times < 2; times++)
    expect(await client.send({ method: "GET", path: "/" })).toEqual({ status: 200, text: '{"ok":true}' });
  expect([busy.seen.length, other.seen.length]).toEqual([1, 2]);
  expect(other.seen[0]?.authorization).toBe(`Basic ${Buffer.from("me:secret").toString("base64")}`);
});

test("an engine that cannot be reached is named", async () => {
  await using client = new EngineClient(at(NOWHERE));
  await expect(client.send({ method: "GET", path: "/" })).rejects.toThrow(
    `Cannot reach the search engine at ${NOWHERE}`,
  );
  expect(() => openEngine({ urls: [NOWHERE] })).toThrow("Cannot reach the search engine");
});

test("a client that was closed refuses at once", () => {
  const client = new SyncClient(at(NOWHERE));
  client[Symbol.dispose]();
  expect(() => client.send({ method: "GET", path: "/" })).toThrow(
    new CaselawError("invalid", "Cannot read the search engine: it was closed"),
  );
});

test("a node that speaks TLS answers whoever trusts its certificate", async () => {
  const { requests, url } = await secureNode();
  const caFile = join(tempFolder(), "ca.pem");
  writeFileSync(caFile, SELF_SIGNED.cert);
  await using trusting = new EngineClient({ ...at(url), caFile, user: "me", password: "secret" });
  expect(await trusting.send({ method: "GET", path: "/" })).toEqual({ status: 200, text: "{}" });
  expect(requests[0]?.headers.authorization).toMatch(/^Basic /);
  await using other = new EngineClient(at(url));
  await expect(other.send({ method: "GET", path: "/" })).rejects.toThrow("self-signed");
});

test("a bulk request that is refused as busy is sent again, and only the items that were", async () => {
  const item = (status: number) => ({ index: { status } });
  const { url, seen } = await play(
    [429, {}],
    [200, { errors: true, items: [item(201), item(429), item(409)] }],
    [200, { errors: false }],
  );
  await using client = new EngineClient(at(url));
  const bulk = bulkWriter(client, { index: "one-1-cases", version: 7 });
  for (const id of ["1", "2", "3"]) await bulk.add({ kind: "index", id, document: { id } });
  await bulk.flush();
  const idsOf = ({ body }: Seen): string[] => [...body.matchAll(/"_id":"(\d)"/g)].map(([, id = ""]) => id);
  expect(seen.map(idsOf)).toEqual([["1", "2", "3"], ["1", "2", "3"], ["2"]]);
  expect(seen[2]?.body).toContain('"version":7,"version_type":"external_gte"');
});

test("a document that the engine refuses for good ends the publication, and is named", async () => {
  const error = { type: "mapper_parsing_exception", reason: "failed to parse field [day]" };
  const { url } = await play([200, { errors: true, items: [{ index: { status: 400, error } }] }]);
  await using client = new EngineClient(at(url));
  const bulk = bulkWriter(client, { index: "one-1-cases", version: 7 });
  await bulk.add({ kind: "index", id: "12", document: {} });
  await expect(bulk.flush()).rejects.toThrow(
    "refused document 12 of one-1-cases: failed to parse field [day]",
  );
});
