import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, test } from "vitest";
import { PARTS, type Service, type ServiceEvent, startService } from "../../../src/http/service.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { lettingTimePass, stopClock } from "../../support/stopped-clock.ts";
import { keptFolder } from "../../support/temp-folder.ts";
import { ask } from "../checked.ts";
import { openSocket } from "../raw-request.ts";
import { oneCase } from "../records.ts";
import { serviceOptions } from "../serving.ts";

stopClock();
const folder = keptFolder();
/** The clock stands still: it passes when a test lets time pass, and not before. */
const DEADLINE_MS = 1_500;
const readerModule = new URL("../stubborn-reader.ts", import.meta.url);

function start(more: object, events: ServiceEvent[] = []): Promise<Service> {
  const corpusPath = makeCorpus([oneCase(1), oneCase(2)], join(folder, `${Math.random()}.db`));
  const onEvent = (event: ServiceEvent): void => void events.push(event);
  return startService(serviceOptions(corpusPath, { onEvent, ...more }), { ...PARTS, readerModule });
}

/** So many requests have come and have no answer yet, without the one that asks for that number. */
async function untilInFlight(service: Service, count: number): Promise<void> {
  const shown = `in_flight ${count + 1}\n`;
  while (!(await ask(`${service.url}/metrics`)).text.includes(shown));
}

test("H3: a question past the deadline is 503, its reader replaced, and others answered meanwhile", async () => {
  const events: ServiceEvent[] = [];
  await using service = await start({ readers: 2, deadlineMs: DEADLINE_MS }, events);
  const slow = ask(`${service.url}/v1/cases/?search=hang`);
  const others = Promise.all([1, 2, 1, 2].map((id) => ask(`${service.url}/v1/cases/${id}/`)));
  const first = await Promise.race([slow, others]);
  expect(Array.isArray(first) ? first.map(({ status }) => status) : first).toEqual([200, 200, 200, 200]);
  const { status, headers, text } = await lettingTimePass(slow);
  expect({ status, text }).toEqual({ status: 503, text: '{"detail":"The answer took too long."}' });
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(events).toContainEqual({
    kind: "reader restarted",
    reason: "a question took longer than the deadline",
  });
  expect((await ask(`${service.url}/metrics`)).text).toMatch(/caselaw_readers_restarted_total 1\n/);
});

test("questions that wait behind one that hangs are answered by the reader's successor", async () => {
  await using service = await start({ readers: 1, deadlineMs: DEADLINE_MS });
  const slow = ask(`${service.url}/v1/cases/?search=hang`);
  const behind = Promise.all([1, 2].map((id) => ask(`${service.url}/v1/cases/${id}/`)));
  await untilInFlight(service, 3);
  expect((await lettingTimePass(slow)).status).toBe(503);
  const waiting = await behind;
  // they may have waited as long as a question may
  for (const { status } of waiting) expect([200, 503]).toContain(status);
  expect((await ask(`${service.url}/v1/cases/1/`)).status).toBe(200);
});

test("a question that ends its reader is asked once more, then 503; the service goes on", async () => {
  const events: ServiceEvent[] = [];
  await using service = await start({ readers: 1 }, events);
  const { status, headers } = await ask(`${service.url}/v1/cases/?search=die`);
  expect({ status, retry: headers.get("retry-after") }).toEqual({ status: 503, retry: "5" });
  expect((await ask(`${service.url}/healthz`)).status).toBe(200);
  expect(events.filter(({ kind }) => kind === "reader restarted")).toHaveLength(2);
});

test("a bug is 500 without its text, and told to the log with its stack", async () => {
  const events: ServiceEvent[] = [];
  await using service = await start({}, events);
  const { status, text } = await ask(`${service.url}/v1/cases/?search=bug`);
  expect({ status, text }).toEqual({ status: 500, text: '{"detail":"Internal server error."}' });
  const fault = events.find((event) => event.kind === "fault");
  expect(fault?.message).toMatch(/TypeError: an invented bug\n {4}at /);
});

test("while the service stops, a request that runs is answered, one behind it on its connection is 503, and no new one is taken", async () => {
  await using service = await start({ readers: 1, deadlineMs: DEADLINE_MS });
  const socket = openSocket(service.url);
  const answers = text(socket);
  socket.write("GET /v1/cases/?search=hang HTTP/1.1\r\nHost: x\r\n\r\n");
  await untilInFlight(service, 1);
  const stopped = service[Symbol.asyncDispose]();
  socket.write("GET /v1/cases/1/ HTTP/1.1\r\nHost: x\r\n\r\n");
  await lettingTimePass(stopped);
  await expect(fetch(`${service.url}/healthz`)).rejects.toThrow();
  const told = await answers;
  expect(told).toContain("The answer took too long.");
  expect(told.replace("The answer took too long.", "")).not.toContain('"name"');
});

test("a request that does not end is cut off when the time is up", async () => {
  await using service = await start({ readers: 1, deadlineMs: 60_000 });
  const running = ask(`${service.url}/v1/cases/?search=hang`).catch(() => "cut");
  await untilInFlight(service, 1);
  await lettingTimePass(service[Symbol.asyncDispose]());
  expect(await running).toBe("cut");
});
