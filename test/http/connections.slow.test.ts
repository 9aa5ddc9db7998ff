/** Many requests on one connection, and others that ask meanwhile. */
import { writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import { PARTS, type Service, startService } from "../../src/http/service.ts";
import { makeCorpus } from "../support/corpus.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { ask } from "./checked.ts";
import { openSocket } from "./raw-request.ts";
import { oneCase } from "./records.ts";
import { serviceOptions } from "./serving.ts";

const folder = keptFolder();
const readerModule = new URL("./blocked-reader.ts", import.meta.url);
const PIPELINED = 300;

interface Held {
  readonly service: Service;
  /** Addresses that were answered, in order. */
  readonly answered: string[];
  /** Lets `search=hold` be answered. */
  release(): void;
}

async function startHeld(name: string, readers: number): Promise<Held> {
  const corpusPath = makeCorpus([oneCase(1), oneCase(2)], join(folder, `${name}.db`));
  const answered: string[] = [];
  const service = await startService(
    serviceOptions(corpusPath, {
      readers,
      // no question is given up however slow the machine is
      deadlineMs: 600_000,
      onEvent: (event) => {
        if (event.kind === "request") answered.push(event.url);
      },
    }),
    { ...PARTS, readerModule },
  );
  return { service, answered, release: () => writeFileSync(`${corpusPath}.release`, "") };
}

function pipelined(count: number, more = ""): string {
  const paths = Array.from({ length: count }, (_, at) => `/v1/cases/?search=hold&at=${at}`);
  return paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: x\r\n${more}\r\n`).join("");
}

/** Requests that are being answered, by the service's own count. */
async function inFlight({ url }: Service): Promise<number> {
  const { text } = await ask(`${url}/metrics`);
  return Number(/in_flight (\d+)\n/.exec(text)?.[1]);
}

/** Comes back when the first requests of the socket run. */
async function sent(socket: Socket, requests: string, service: Service): Promise<void> {
  socket.write(requests);
  // itself, and four of the socket
  while ((await inFlight(service)) < 5);
}

/** Reads answers until there are so many; returns how many there are. */
async function countAnswers(socket: Socket, count: number): Promise<number> {
  let text = "";
  for await (const chunk of socket) {
    text += String(chunk);
    // the last body is short, and comes with its head
    if (text.split("HTTP/1.1 200 OK").length > count) break;
  }
  return text.split("HTTP/1.1 ").length - 1;
}

test("H12: 300 searches on one unread socket leave others their turn, and all are answered once they are read", async () => {
  const held = await startHeld("one-reader", 1);
  await using service = held.service;
  using socket = closing(openSocket(service.url));
  await sent(socket.it, pipelined(PIPELINED), service);
  expect(await inFlight(service)).toBe(5);
  const others = ["/v1/cases/?search=case", "/v1/cases/1/"].map((path) => ask(service.url + path));
  // these two wait as well
  while ((await inFlight(service)) < 7);
  held.release();
  expect((await Promise.all(others)).map(({ status }) => status)).toEqual([200, 200]);
  const place = held.answered.filter((url) => url.startsWith("/v1")).indexOf("/v1/cases/?search=case");
  // behind the one that ran, and what was answered until the events came
  expect(place).toBeLessThanOrEqual(4);
  expect(await countAnswers(socket.it, PIPELINED)).toBe(PIPELINED);
});

test("H13: a case is answered while searches of many connections hold all readers that they may", async () => {
  const held = await startHeld("two-readers", 2);
  await using service = held.service;
  const sockets = Array.from({ length: 5 }, () => openSocket(service.url));
  using _all = { [Symbol.dispose]: () => void sockets.map((socket) => socket.destroy()) };
  for (const socket of sockets) socket.write(pipelined(20));
  while ((await inFlight(service)) < 21);
  for (const path of ["/v1/cases/1/", "/v1/courts/", "/healthz"]) {
    expect((await ask(service.url + path)).status).toBe(200);
  }
  // nothing was released, so no search is among them
  expect(held.answered.filter((url) => url.includes("search"))).toEqual([]);
  held.release();
});

test("H12: a pipeline longer than what Node reads at a time is read to its end, in order", async () => {
  const held = await startHeld("long", 2);
  await using service = held.service;
  using socket = closing(openSocket(service.url));
  const count = 500;
  await sent(socket.it, pipelined(count, `X: ${"x".repeat(200)}\r\n`), service);
  expect(await inFlight(service)).toBe(5);
  held.release();
  expect(await countAnswers(socket.it, count)).toBe(count);
  const order = held.answered
    .filter((url) => url.includes("hold"))
    .map((url) => Number(/\d+$/.exec(url)?.[0]));
  expect(order).toEqual(order.toSorted((a, b) => a - b));
});

test("H12: a client that leaves its pipeline behind has no more asked than what ran", async () => {
  const held = await startHeld("left", 1);
  await using service = held.service;
  const socket = openSocket(service.url);
  await sent(socket, pipelined(100), service);
  socket.destroy();
  held.release();
  while ((await inFlight(service)) > 1);
  // the first answer finds nobody; a few more may be on their way
  expect(held.answered.filter((url) => url.includes("hold")).length).toBeLessThan(20);
});

function closing(it: Socket) {
  return { it, [Symbol.dispose]: () => void it.destroy() };
}
