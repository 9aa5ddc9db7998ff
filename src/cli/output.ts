/** Where the program prints to. Each write is awaited, so that a slow or closed reader is noticed at once. */
import { CaselawError, messageOf, systemCodeOf } from "../domain/errors.ts";

export interface Output {
  readonly isTerminal: boolean;
  /** Width in characters; 80 where it is unknown. */
  readonly columns: number;
  /** Resolves when the system has taken the text. */
  write(text: string): Promise<void>;
}

/** Thrown when the reader has closed the output, as `head` does: not an error (docs/faults.md, "D3"). */
export const OUTPUT_CLOSED = new Error("The output was closed by its reader");

const DEFAULT_COLUMNS = 80;

/**
 * Results.
 *
 * `write` rejects with `OUTPUT_CLOSED`, or with a CaselawError `unavailable` when the text cannot be written.
 */
export function outputStream(stream: NodeJS.WriteStream): Output {
  return { ...shapeOf(stream), write: (text) => written(stream, text) };
}

/** Messages: what cannot be written is lost, because there is nowhere to report it. */
export function errorStream(stream: NodeJS.WriteStream): Output {
  return { ...shapeOf(stream), write: (text) => written(stream, text).catch(() => undefined) };
}

function shapeOf(stream: NodeJS.WriteStream): Pick<Output, "isTerminal" | "columns"> {
  // each write has its own callback; without a listener the same error would also end the process
  stream.on("error", () => undefined);
  return { isTerminal: stream.isTTY === true, columns: stream.columns || DEFAULT_COLUMNS };
}

function written(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.write(text, (error) => {
      if (error === undefined || error === null) resolve();
      else reject(asOutputError(error));
    });
  });
}

function asOutputError(error: Error): Error {
  const isClosed = ["EPIPE", "ERR_STREAM_DESTROYED"].includes(systemCodeOf(error) ?? "");
  if (isClosed) return OUTPUT_CLOSED;
  return new CaselawError("unavailable", `Cannot write the output: ${messageOf(error)}`, { cause: error });
}
