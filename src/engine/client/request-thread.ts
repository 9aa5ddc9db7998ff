/** The thread that sends the requests of a `SyncClient`. */
import { workerData } from "node:worker_threads";
import { messageOf } from "../../domain/errors.ts";
import { EngineClient, type EngineRequest } from "./engine-client.ts";
import type { ThreadAnswer, ThreadData } from "./sync-client.ts";

const { location, signal, port }: ThreadData = workerData;
const client = new EngineClient(location);

// a caller sleeps until this thread runs
signalCaller();

port.on("message", async (request: EngineRequest) => {
  const answer = await client
    .send(request)
    .catch((error: unknown): ThreadAnswer => ({ failure: messageOf(error) }));
  port.postMessage(answer);
  signalCaller();
});

function signalCaller(): void {
  Atomics.store(signal, 0, 1);
  Atomics.notify(signal, 0);
}
