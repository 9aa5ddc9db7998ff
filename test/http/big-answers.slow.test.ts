/** docs/faults.md, "H8": big answers, and clients that do not take them. */
import { once } from "node:events";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { ask } from "./checked.ts";
import { openSocket } from "./raw-request.ts";
import { oneCase, textBody } from "./records.ts";
import { serviceOfFile } from "./serving.ts";

const folder = keptFolder();
const corpusPath = join(folder, "big.db");
const QUERY = "page_size=10000&full_case=true";
const REQUEST = `GET /v1/cases/?${QUERY} HTTP/1.1\r\nHost: x\r\n\r\n`;

const served = serviceOfFile(async () => {
  // 12 MB of answer: more than the sockets of loopback take by themselves
  const text = "The mill dam was raised before suit — and stood. ".repeat(6_000);
  makeCorpus(
    Array.from({ length: 40 }, (_, at) => oneCase(at + 1, { casebody: textBody("Head.", `${at} ${text}`) })),
    corpusPath,
  );
  return { corpusPath };
});

test("H8: an answer of many chunks is byte for byte that of the library", async () => {
  using corpus = openV1(corpusPath, { baseUrl: served.url, access: "anyone" });
  const expected = JSON.stringify(corpus.list("cases", new URLSearchParams(QUERY)));
  for (const encoding of ["identity", "gzip"]) {
    const { text } = await ask(`${served.url}/v1/cases/?${QUERY}`, {
      headers: { "Accept-Encoding": encoding },
    });
    expect(text === expected).toBe(true);
  }
});

test("H8: clients that go away after 1 KB, and clients that take nothing, hold nobody up", async () => {
  const before = process.memoryUsage().rss;
  const gone = Array.from({ length: 5 }, () => openSocket(served.url));
  for (const socket of gone) socket.write(REQUEST);
  await Promise.all(
    gone.map(async (socket) => {
      await once(socket, "readable");
      socket.read(1);
      socket.destroy();
    }),
  );
  const slow = Array.from({ length: 15 }, () => openSocket(served.url));
  for (const socket of slow) socket.write(REQUEST);
  await Promise.all(slow.map((socket) => once(socket, "readable")));
  expect((await ask(`${served.url}/v1/cases/7/`)).status).toBe(200);
  const grown = process.memoryUsage().rss - before;
  expect(grown).toBeLessThan(150 * 2 ** 20);
  for (const socket of slow) socket.destroy();
  expect((await ask(`${served.url}/v1/cases/?search=mill&page_size=3`)).json).toMatchObject({ count: 40 });
});
