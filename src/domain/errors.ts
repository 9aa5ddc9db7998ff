/**
 * The one error class. Whatever else is thrown is a bug and ends the run.
 *
 * A message tells what could not be done, on what, a colon, what was found; values stand in quotes, no full stop.
 */

/**
 * - `invalid`: what the user gave (option, parameter, path, record) cannot be used
 * - `invalid_cursor`: a cursor of another question, or changed by somebody
 * - `unsupported`: a corpus that this program cannot open as it is: of a newer version, or a file with several names
 * - `not_found`: the thing asked for does not exist
 * - `unreachable`: a source did not answer, or refused
 * - `corrupt`: bytes are not what they should be (archive, download, corpus)
 * - `conflict`: another run holds the corpus or the data folder
 * - `unavailable`: the machine does not allow it (no space, no permission)
 */
export type ErrorCode =
  | "invalid"
  | "invalid_cursor"
  | "unsupported"
  | "not_found"
  | "unreachable"
  | "corrupt"
  | "conflict"
  | "unavailable";

/** Where a fault lies. `line` counts from 1; `entry` is a name inside an archive. */
export interface Place {
  readonly file?: string;
  readonly entry?: string;
  readonly line?: number;
}

export class CaselawError extends Error {
  override readonly name = "CaselawError";
  readonly code: ErrorCode;
  readonly at: Place;
  /** What the reader of the message can do about it. */
  readonly hint: string | undefined;
  /** Of a refused question: the messages for each wrong parameter (docs/interface.md, "Parameters of cases"). */
  readonly parameters: Readonly<Record<string, readonly string[]>> | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      at?: Place;
      hint?: string | undefined;
      parameters?: Readonly<Record<string, readonly string[]>>;
      cause?: unknown;
    } = {},
  ) {
    super(message, more.cause === undefined ? undefined : { cause: more.cause });
    this.code = code;
    this.at = more.at ?? {};
    this.hint = more.hint;
    this.parameters = more.parameters;
  }
}

/** The message of anything thrown, in one line. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, " ").trim();
}

/** The driver's or the system's short code (`ENOENT`, `SQLITE_FULL`), or undefined. */
export function systemCodeOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
