import { Agent } from "undici";
import { expect, test } from "vitest";
import { dispatch } from "../../src/download/request.ts";
import { startScriptedServer } from "../support/scripted-server.ts";

async function bytesOf(body: AsyncIterable<Buffer>): Promise<{ bytes: number; error: unknown }> {
  let bytes = 0;
  try {
    for await (const chunk of body) bytes += chunk.length;
    return { bytes, error: null };
  } catch (error) {
    return { bytes, error };
  }
}

test("dispatch hands on every byte that came before the connection broke", async () => {
  const body = Buffer.alloc(900_000, 1);
  await using server = await startScriptedServer({ "/a": [{ body, cutAfter: 800_000 }] });
  const agent = new Agent();
  const options = { origin: server.url, path: "/a", method: "GET" };
  const response = await dispatch(agent, options, new AbortController().signal);
  const read = await bytesOf(response.body);
  expect(read.bytes).toBe(800_000);
  expect(read.error).toBeInstanceOf(Error);
  await agent.destroy();
});
