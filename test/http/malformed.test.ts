/** docs/faults.md, "H6", "H7", "H10". */
import { once } from "node:events";
import { Socket } from "node:net";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { answerClientError } from "../../src/http/connections.ts";
import { MAX_HEADER_BYTES } from "../../src/http/limits.ts";
import { PARTS, startService } from "../../src/http/service.ts";
import { makeCorpus } from "../support/corpus.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { ask } from "./checked.ts";
import { openSocket, sendRaw } from "./raw-request.ts";
import { oneCase } from "./records.ts";
import { serviceOfFile, serviceOptions } from "./serving.ts";

const folder = keptFolder();
const corpusPath = join(folder, "malformed.db");

const served = serviceOfFile(async () => {
  makeCorpus([oneCase(1)], corpusPath);
  return { corpusPath };
});

const HEAD = "Host: x\r\nConnection: close\r\n";

test.each([
  ["headers of 64 KB", `GET /v1/ HTTP/1.1\r\n${HEAD}X: ${"a".repeat(64 * 1024)}\r\n\r\n`, 431],
  ["an address of 9 KiB", `GET /v1/cases/?name=${"a".repeat(9 * 1024)} HTTP/1.1\r\n${HEAD}\r\n`, 414],
  ["an address of 40 KiB", `GET /v1/cases/?name=${"a".repeat(40 * 1024)} HTTP/1.1\r\n${HEAD}\r\n`, 414],
  ["an address of 8 KiB", `GET /v1/cases/?x=${"a".repeat(8 * 1024 - 13)} HTTP/1.1\r\n${HEAD}\r\n`, 200],
  [
    "a token of 1 MB",
    `GET /v1/ HTTP/1.1\r\n${HEAD}Authorization: Token ${"a".repeat(1_000_000)}\r\n\r\n`,
    431,
  ],
  [
    "length and chunked",
    `GET /v1/ HTTP/1.1\r\n${HEAD}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    400,
  ],
  ["a method that is none", `FOO /v1/ HTTP/1.1\r\n${HEAD}\r\n`, 400],
  ["TRACE", `TRACE /v1/ HTTP/1.1\r\n${HEAD}\r\n`, 405],
  ["POST with a body", `POST /v1/ HTTP/1.1\r\n${HEAD}Content-Length: 3\r\n\r\nabc`, 405],
  ["bytes that are no HTTP", "\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", 400],
  ["raw UTF-8 in the address", `GET /v1/cases/?search=\xc3\xa9 HTTP/1.1\r\n${HEAD}\r\n`, 400],
])("H7: %s is answered by its status, and the connection ends", async (_what, bytes, status) => {
  const answer = await sendRaw(served.url, bytes);
  expect(answer.split("\r\n")[0]).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect(answer).toMatch(/\r\nAllow: GET, HEAD, OPTIONS\r\n/i);
  expect(answer).toMatch(/\r\nVary: Accept, Authorization/i);
  expect((await ask(`${served.url}/healthz`)).status).toBe(200);
});

test("H7: request line and headers may come to 16 KiB together, names and values may not come to more", async () => {
  const request = (bytes: number): string => {
    const [before, after] = [`GET /v1/ HTTP/1.1\r\n${HEAD}X: `, "\r\n\r\n"];
    return `${before}${"a".repeat(bytes - before.length - after.length)}${after}`;
  };
  expect(await sendRaw(served.url, request(MAX_HEADER_BYTES))).toMatch(/^HTTP\/1.1 200 /);
  // what stands between names and values is not counted by Node: some bytes for each header
  const between = `GET  HTTP/1.1\r\n: \r\n: \r\n: \r\n\r\n`.length;
  expect(await sendRaw(served.url, request(MAX_HEADER_BYTES + between))).toMatch(/^HTTP\/1.1 431 /);
});

test("H10: an absolute address and another host change no link", async () => {
  const bytes =
    "GET http://evil.example/v1/cases HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n";
  const answer = await sendRaw(served.url, bytes);
  expect(answer).toMatch(/^HTTP\/1.1 301 /);
  expect(answer).toContain(`\r\nlocation: ${served.url}/v1/cases/\r\n`);
  expect(answer).not.toContain("evil");
});

test("H6: connections that say nothing whole are closed, and others answered meanwhile", async () => {
  await using service = await startService(serviceOptions(corpusPath), { ...PARTS, headersTimeoutMs: 50 });
  const sockets = Array.from({ length: 200 }, () => openSocket(service.url));
  const closed = sockets.map((socket, at) => {
    socket.write(at % 2 === 0 ? "GET /v1/ HTTP/1.1\r\nX-Slow: " : "GET /v1/cases/?search=");
    socket.resume();
    return once(socket, "close");
  });
  // on a slow machine this one may be late too
  const answered = () =>
    ask(`${service.url}/v1/cases/1/`).then(
      ({ status }) => status,
      () => 0,
    );
  await expect.poll(answered).toBe(200);
  await Promise.all(closed);
  await expect.poll(answered).toBe(200);
});

/** How often a connection is ended because half a request is late. */
function endsOf(socket: Socket): number {
  const end = vi.spyOn(socket, "end").mockReturnValue(socket);
  answerClientError(Object.assign(new Error("late"), { code: "ERR_HTTP_REQUEST_TIMEOUT" }), socket);
  socket.destroy();
  return end.mock.calls.length;
}

test("H12: half a request is no time-out of the client while its connection is not read", () => {
  expect(endsOf(new Socket().pause())).toBe(0);
  expect(endsOf(new Socket())).toBe(1);
});
