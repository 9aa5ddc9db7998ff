/**
 * Requests to a search engine from code that does not wait for promises.
 *
 * A corpus answers synchronously, whichever kind it is: a thread sends the requests, and the caller sleeps until it has the
 * answers. A service has several reader processes, so that as many questions are answered at the same time.
 */
import { MessageChannel, type MessagePort, receiveMessageOnPort, type Worker } from "node:worker_threads";
import { type EngineLocation, NO_REQUESTS, type RequestCount } from "../../domain/corpus-source.ts";
import { CaselawError } from "../../domain/errors.ts";
import { startThreadModule } from "../../domain/thread-module.ts";
import {
  type EngineAnswer,
  type EngineRequest,
  type Fields,
  readAnswer,
  readCertificates,
} from "./engine-client.ts";

export interface ThreadData {
  readonly location: EngineLocation;
  readonly port: MessagePort;
  /** 1 once the thread runs, and once the answers were sent. */
  readonly signal: Int32Array<SharedArrayBuffer>;
}
export type ThreadAnswer = EngineAnswer | { readonly failure: string };

const START_TIMEOUT_MS = 60_000;
/** More than the time limit of a request (engine-client), for each of several nodes. */
const MAX_WAIT_MS = 3_600_000;

export class SyncClient implements Disposable {
  readonly #thread: Worker;
  readonly #port: MessagePort;
  readonly #signal = new Int32Array(new SharedArrayBuffer(4));

  #count = NO_REQUESTS;
  #isClosed = false;

  constructor(location: EngineLocation) {
    // in the thread its error would reach nobody
    readCertificates(location.caFile);
    const { port1, port2 } = new MessageChannel();
    this.#port = port1;
    const data: ThreadData = { location, port: port2, signal: this.#signal };
    this.#thread = startThreadModule("request-thread", import.meta.url, {
      workerData: data,
      transferList: [port2],
    });
    if (!this.#isSignalled(START_TIMEOUT_MS)) {
      this[Symbol.dispose]();
      throw new Error("The thread for requests to the search engine did not start");
    }
    // an open corpus does not keep a program running
    this.#thread.unref();
    this.#port.unref();
  }

  /** The requests so far, and the time that callers waited for them. */
  get count(): RequestCount {
    return this.#count;
  }

  /** @throws CaselawError `unreachable` if no node answers, `invalid` once it is closed, and as `readAnswer` */
  send(request: EngineRequest): Fields {
    if (this.#isClosed) throw new CaselawError("invalid", "Cannot read the search engine: it was closed");
    const began = performance.now();
    Atomics.store(this.#signal, 0, 0);
    this.#port.postMessage(request);
    if (!this.#isSignalled(MAX_WAIT_MS)) {
      this[Symbol.dispose]();
      throw new CaselawError("unavailable", "Cannot read the search engine: it did not answer in time");
    }
    const { count, seconds } = this.#count;
    this.#count = { count: count + 1, seconds: seconds + (performance.now() - began) / 1000 };
    const answer: ThreadAnswer = receiveMessageOnPort(this.#port)?.message;
    if ("failure" in answer) throw new CaselawError("unreachable", answer.failure);
    return readAnswer(request, answer);
  }

  /** The thread sets the signal, then wakes: a caller that waits for the next answer by then is woken without one. */
  #isSignalled(timeoutMs: number): boolean {
    while (Atomics.load(this.#signal, 0) === 0) {
      if (Atomics.wait(this.#signal, 0, 0, timeoutMs) === "timed-out") return false;
    }
    return true;
  }

  [Symbol.dispose](): void {
    this.#isClosed = true;
    this.#port.close();
    void this.#thread.terminate();
  }
}
