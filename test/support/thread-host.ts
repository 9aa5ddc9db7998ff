/** A thread of the tests in which one thread of the program after the other runs (`shared-threads.ts`), its modules loaded once. */
import { syncBuiltinESMExports } from "node:module";
import threads, { type MessagePort, parentPort } from "node:worker_threads";

export interface HostedThread {
  readonly url: string;
  readonly workerData: unknown;
  readonly port: MessagePort;
}

let runs = 0;

parentPort?.on("message", async ({ url, workerData, port }: HostedThread) => {
  Object.assign(threads, { parentPort: port, workerData });
  syncBuiltinESMExports();
  await import(`${url}?run=${runs++}`);
});
