/** Where the program prints to: text out, awaited, so that a slow or closed reader is noticed at once. */
import { CaselawError, messageOf, systemCodeOf } from "../domain/errors.ts";

export interface Output {
  readonly isTerminal: boolean;
  /** Width in characters; 80 where nobody tells. */
  readonly columns: number;
  /** Resolves when the text is handed on. */
  write(text: string): Promise<void>;
}

/** Thrown by writing after the reader went away, as `head` does: no fault (docs/faults.md, "D3"). */
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

/** Messages: what cannot be written is lost, since there is nowhere to say so. */
export function errorStream(stream: NodeJS.WriteStream): Output {
  return { ...shapeOf(stream), write: (text) => written(stream, text).catch(() => undefined) };
}

function shapeOf(stream: NodeJS.WriteStream): Pick<Output, "isTerminal" | "columns"> {
  // every write's own callback tells; without a listener the same error would end the process
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
