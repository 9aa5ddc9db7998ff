/** What happens to requests when the input ends. */
import { PassThrough, Readable } from "node:stream";
import { setTimeout } from "node:timers/promises";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { expect, test } from "vitest";
import { LineTransport } from "../../src/mcp/line-transport.ts";
import { type AskTool, makeMcpServer } from "../../src/mcp/server.ts";

const START = [
  {
    ...{ id: 0, method: "initialize" },
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "t", version: "0" } },
  },
  { method: "notifications/initialized" },
];
const call = (id: number): object => ({
  id,
  method: "tools/call",
  params: { name: "coverage", arguments: {} },
});
const linesOf = (messages: readonly object[]): string =>
  messages.map((message) => JSON.stringify({ jsonrpc: "2.0", ...message })).join("\n");

/** The ids of the answers to an input, in their order, once the transport is done. */
async function answersTo(input: Readable, ask: AskTool): Promise<number[]> {
  const ids: number[] = [];
  const transport = new LineTransport(input, async (text) => void ids.push(JSON.parse(text).id));
  const handle = serveStdio(() => makeMcpServer(ask), { transport, onerror: () => undefined });
  await transport.closed;
  await handle.close();
  return ids.sort((a, b) => a - b);
}

const slow: AskTool = async () => {
  await setTimeout(1);
  return { result: { cases: 0, first_year: null, last_year: null, jurisdictions: [] } };
};

test("every request that was read is answered after the input has ended, also of a line without an end", async () => {
  const input = new PassThrough();
  input.end(linesOf([...START, call(1), call(2)]));
  expect(await answersTo(input, slow)).toEqual([0, 1, 2]);
});

test("at most 100 requests are asked at once, and lines that are no requests do not end the input", async () => {
  let [running, most] = [0, 0];
  const ask: AskTool = async (...given) => {
    most = Math.max(most, ++running);
    const answer = await slow(...given);
    running--;
    return answer;
  };
  const many = Array.from({ length: 300 }, (_, nth) => call(nth + 1));
  const input = Readable.from([Buffer.from(`${linesOf(START)}\nno JSON\n{}\n`), Buffer.from(linesOf(many))]);
  expect(await answersTo(input, ask)).toHaveLength(301);
  expect(most).toBeLessThanOrEqual(100);
});

test("a request that is cancelled is not waited for, nor anything once the output is closed", async () => {
  const never: AskTool = (_name, _input, signal) =>
    new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
  const cancel = { method: "notifications/cancelled", params: { requestId: 1 } };
  const cancelled = Readable.from([
    Buffer.from(linesOf([...START, call(1)])),
    Buffer.from(`\n${linesOf([cancel])}`),
  ]);
  expect(await answersTo(cancelled, never)).toEqual([0]);
  const transport = new LineTransport(
    Readable.from([Buffer.from(linesOf([...START, call(1)]))]),
    async () => {
      throw new Error("closed");
    },
  );
  const handle = serveStdio(() => makeMcpServer(never), { transport, onerror: () => undefined });
  await transport.closed;
  await handle.close();
});
