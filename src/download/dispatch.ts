/**
 * Sends a request and returns every byte of its body that arrived.
 *
 * The streams of Node and undici drop their buffer when the connection breaks, so that a download would continue from an
 * earlier byte than the server sent (docs/faults.md, "N1"). Here a reader gets the bytes that arrived first, then the error.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";

/** Bytes buffered for a slow reader before the server has to wait: a few reads of a socket. */
const MAX_BUFFERED_BYTES = 2 ** 18;

/** A body, to be read to its end or destroyed. */
export interface Body extends AsyncIterable<Buffer> {
  /** Aborts at once; a reader gets the error. No effect on a body that has ended. */
  destroy(error?: Error): void;
}

export interface Response {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: Body;
}

/**
 * Sends a request and waits for the headers of its answer.
 *
 * @throws the library's error when there is no answer; the signal's reason, here or while the body is read, when stopped
 */
export function dispatch(
  dispatcher: Dispatcher,
  options: Dispatcher.DispatchOptions,
  signal: AbortSignal,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | null = null;
    const buffer = bufferBytes(
      () => controller?.resume(),
      (error) => controller?.abort(error),
    );
    const stop = (): void => {
      const reason = signal.reason instanceof Error ? signal.reason : new Error("stopped");
      reject(reason);
      buffer.body.destroy(reason);
    };
    signal.addEventListener("abort", stop, { once: true });
    const end = (error: Error | null): void => {
      signal.removeEventListener("abort", stop);
      buffer.end(error);
      if (error !== null) reject(error);
    };
    dispatcher.dispatch(options, {
      onRequestStart: (started) => {
        controller = started;
        if (signal.aborted) stop();
      },
      onResponseStart: (_, status, headers) => {
        if (status >= 200) resolve({ status, headers, body: buffer.body });
      },
      onResponseData: (current, chunk) => {
        if (buffer.push(chunk) > MAX_BUFFERED_BYTES) current.pause();
      },
      onResponseEnd: () => end(null),
      onResponseError: (_, error) => end(error),
    });
  });
}

interface ByteBuffer {
  readonly body: Body;
  /** Adds a chunk; returns the number of buffered bytes. */
  push(chunk: Buffer): number;
  /** Ends the body; `error` is null when it is complete. */
  end(error: Error | null): void;
}

function bufferBytes(resume: () => void, abort: (error: Error) => void): ByteBuffer {
  const chunks: Buffer[] = [];
  let bytes = 0;
  let ended = false;
  let failure: Error | null = null;
  let wake = (): void => {};
  const end = (error: Error | null): void => {
    if (ended) return;
    ended = true;
    failure = error;
    wake();
  };
  async function* read(): AsyncGenerator<Buffer> {
    for (;;) {
      const chunk = chunks.shift();
      if (chunk !== undefined) {
        bytes -= chunk.length;
        yield chunk;
        if (bytes < MAX_BUFFERED_BYTES) resume();
      } else if (!ended) {
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      } else {
        if (failure !== null) throw failure;
        return;
      }
    }
  }
  const destroy = (error = new Error("the body was discarded")): void => {
    if (ended) return;
    chunks.length = 0;
    end(error);
    abort(error);
  };
  const push = (chunk: Buffer): number => {
    chunks.push(chunk);
    bytes += chunk.length;
    wake();
    return bytes;
  };
  return { body: { destroy, [Symbol.asyncIterator]: read }, push, end };
}
