/**
 * For every test file: the reading threads of imports in this process run in threads that stay, as starting these takes three
 * times as long as a tiny import. Each run loads its own module anew, and ends as its thread would.
 */
import { EventEmitter } from "node:events";
import { MessageChannel, type TransferListItem, Worker } from "node:worker_threads";
import { vi } from "vitest";
import type { HostedThread } from "./thread-host.ts";

const FOLDER = new URL("../../src/import/threads/", import.meta.url);
const HOST = new URL("thread-host.ts", import.meta.url);

vi.mock("../../src/import/threads/start-thread.ts", async (load) => {
  // it sets flags of V8
  await load();
  const idle: Worker[] = [];
  const startThread = (name: string, workerData: unknown = null, transfers: TransferListItem[] = []) => {
    const found = idle.pop();
    // one that has failed has no id any more
    const host = found === undefined || found.threadId < 0 ? new Worker(HOST) : found;
    const { port1, port2 } = new MessageChannel();
    const events = new EventEmitter();
    host.removeAllListeners().ref();
    host
      .once("error", (error) => events.emit("error", error))
      .once("exit", (code) => events.emit("exit", code));
    port1.on("message", (message) => events.emit("message", message));
    port1.once("close", () => {
      host.unref();
      idle.push(host);
      events.emit("exit", 0);
    });
    const url = new URL(`${name}.ts`, FOLDER).href;
    host.postMessage({ url, workerData, port: port2 } satisfies HostedThread, [port2, ...transfers]);
    return Object.assign(events, { postMessage: port1.postMessage.bind(port1) });
  };
  return { startThread };
});
