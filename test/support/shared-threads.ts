/**
 * For every test file: the reading threads of imports in this process run in threads that stay, as starting these takes three
 * times as long as a tiny import. Each run loads its own module anew, and ends as its thread would.
 */
import { EventEmitter } from "node:events";
import type { Worker, WorkerOptions } from "node:worker_threads";
import { vi } from "vitest";
import type { HostedThread } from "./thread-host.ts";

vi.mock(import("node:worker_threads"), async (load) => {
  const threads = await load();
  const host = new URL("thread-host.ts", import.meta.url);
  const idle: Worker[] = [];
  const runHosted = (url: URL, { workerData = null, transferList = [] }: WorkerOptions) => {
    const found = idle.pop();
    // one that has failed has no id any more
    const thread = found === undefined || found.threadId < 0 ? new threads.Worker(host) : found;
    const { port1, port2 } = new threads.MessageChannel();
    const events = new EventEmitter();
    thread.removeAllListeners().ref();
    thread
      .once("error", (error) => events.emit("error", error))
      .once("exit", (code) => events.emit("exit", code));
    port1.on("message", (message) => events.emit("message", message));
    port1.once("close", () => {
      thread.unref();
      idle.push(thread);
      events.emit("exit", 0);
    });
    thread.postMessage({ url: url.href, workerData, port: port2 } satisfies HostedThread, [
      port2,
      ...transferList,
    ]);
    return Object.assign(events, { postMessage: port1.postMessage.bind(port1) });
  };
  const construct = (Thread: typeof Worker, [url, options = {}]: [string | URL, WorkerOptions?]) =>
    url instanceof URL && url.pathname.includes("/src/import/")
      ? runHosted(url, options)
      : new Thread(url, options);
  return { ...threads, Worker: new Proxy(threads.Worker, { construct }) };
});
