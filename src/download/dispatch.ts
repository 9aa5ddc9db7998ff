/**
 * A request whose body loses nothing.
 *
 * The streams of Node and undici throw away what they hold when the connection breaks, so that a download would go on
 * from an earlier byte than the server sent (docs/faults.md, "N1"). Here the bytes that came are handed on first, then the error.
 */
import type { IncomingHttpHeaders } from "node:http";
import type { Dispatcher } from "undici";

/** Bytes held for a slow reader before the server is made to wait; a few reads of a socket. */
const MAX_HELD_BYTES = 2 ** 18;

/** A body; whoever takes an answer reads it to its end or destroys it. */
export interface Body extends AsyncIterable<Buffer> {
  /** Breaks off, at once; a reader gets the error. No effect on a body that has ended. */
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
    const held = holdBytes(
      () => controller?.resume(),
      (error) => controller?.abort(error),
    );
    const stop = (): void => {
      const reason = signal.reason instanceof Error ? signal.reason : new Error("stopped");
      reject(reason);
      held.body.destroy(reason);
    };
    signal.addEventListener("abort", stop, { once: true });
    const end = (error: Error | null): void => {
      signal.removeEventListener("abort", stop);
      held.end(error);
      if (error !== null) reject(error);
    };
    dispatcher.dispatch(options, {
      onRequestStart: (started) => {
        controller = started;
        if (signal.aborted) stop();
      },
      onResponseStart: (_, status, headers) => {
        if (status >= 200) resolve({ status, headers, body: held.body });
      },
      onResponseData: (current, chunk) => {
        if (held.push(chunk) > MAX_HELD_BYTES) current.pause();
      },
      onResponseEnd: () => end(null),
      onResponseError: (_, error) => end(error),
    });
  });
}

interface HeldBytes {
  readonly body: Body;
  /** Takes a chunk; returns the number of bytes held. */
  push(chunk: Buffer): number;
  /** Says that no more will come, and why. */
  end(error: Error | null): void;
}

function holdBytes(resume: () => void, abort: (error: Error) => void): HeldBytes {
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
        if (bytes < MAX_HELD_BYTES) resume();
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
  const destroy = (error = new Error("the body was not wanted")): void => {
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
