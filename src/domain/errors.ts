/**
 * The only class of expected errors. Any other error is a bug and ends the run.
 *
 * Messages have the form `Cannot DO WHAT: WHY`, with values in quotes and without a full stop.
 */

/**
 * - `invalid`: an input of the user (option, parameter, path, record) is not valid
 * - `not_found`: the requested object does not exist
 * - `unreachable`: a source did not respond, or denied access
 * - `corrupt`: an archive, download or corpus is damaged
 * - `conflict`: another run has locked the corpus or the data folder
 * - `unavailable`: the system does not allow it (no space, no permission)
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

/** The position of an error. `line` counts from 1; `entry` is a name inside an archive. */
export interface SourcePosition {
  readonly file?: string;
  readonly entry?: string;
  readonly line?: number;
}

/** An error that a caller can act on; any other exception is a defect. */
export class CaselawError extends Error {
  override readonly name = "CaselawError";
  readonly code: ErrorCode;
  readonly at: SourcePosition;
  /** What the user can do about it. */
  readonly hint: string | undefined;
  /** Messages for each invalid parameter of a request (docs/interface.md, "Parameters of cases"). */
  readonly parameters: Readonly<Record<string, readonly string[]>> | undefined;

  constructor(
    code: ErrorCode,
    message: string,
    more: {
      at?: SourcePosition;
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

/** An error as plain data, for another thread or process. */
export interface Fault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly at: SourcePosition;
  readonly hint?: string;
}

export function faultOf({ code, message, at, hint }: CaselawError): Fault {
  return { code, message, at, ...(hint === undefined ? {} : { hint }) };
}

export function errorOf({ code, message, at, hint }: Fault): CaselawError {
  return new CaselawError(code, message, { at, hint });
}

/** The message of any thrown value, in one line. */
export function messageOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  return text.replace(/\s+/g, " ").trim();
}

/**
 * A system's error (`ENOENT`, `ENOSPC`) as `unavailable`; other errors unchanged.
 *
 * @param what the action that failed: `store data/x.zip`
 */
export function asUnavailable(error: unknown, what: string, file?: string): unknown {
  if (error instanceof CaselawError || !/^E[A-Z0-9]+$/.test(systemCodeOf(error) ?? "")) return error;
  const at = file === undefined ? {} : { file };
  return new CaselawError("unavailable", `Cannot ${what}: ${messageOf(error)}`, { at, cause: error });
}

/** The code of a driver's or system error (`ENOENT`, `SQLITE_FULL`), or undefined. */
export function systemCodeOf(error: unknown): string | undefined {
  const code = error instanceof Error && "code" in error ? error.code : undefined;
  return typeof code === "string" ? code : undefined;
}
