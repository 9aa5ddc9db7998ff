/** The errors of this folder: damaged archives, and system errors. */
import { CaselawError, type ErrorCode, messageOf, systemCodeOf } from "../domain/errors.ts";

/** An error about an archive or a member of it. */
export function archiveFault(
  path: string,
  entry: string | null,
  found: string,
  cause?: unknown,
): CaselawError {
  const what = entry === null ? quote(path) : `${quote(entry)} of ${quote(path)}`;
  const at = entry === null ? { file: path } : { file: path, entry: plain(entry) };
  return new CaselawError("corrupt", `Cannot read ${what}: ${plain(found)}`, { at, cause });
}

/**
 * Converts an error that was thrown while an archive was read: a system error to `not_found` or `unavailable`, a decoder's
 * error to `corrupt`. A `CaselawError` is returned unchanged.
 */
export function asArchiveFault(path: string, entry: string | null, error: unknown): CaselawError {
  if (error instanceof CaselawError) return error;
  const code = systemErrorCode(error);
  if (code === null) return archiveFault(path, entry, messageOf(error), error);
  const found = code === "not_found" ? "no such file or folder" : messageOf(error);
  return new CaselawError(code, `Cannot read ${quote(path)}: ${found}`, { at: { file: path }, cause: error });
}

/** The reason in an error's message, for another error that adds the place. */
export function reasonOf(error: unknown): string {
  return messageOf(error).replace(/^Cannot (?:read|decode) /, "");
}

/** Text for a message: control and bidirectional characters become spaces (docs/faults.md, "N9"), runs of space one. */
export function plain(text: string): string {
  return text
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
}

export function quote(text: string): string {
  return `"${plain(text)}"`;
}

function systemErrorCode(error: unknown): ErrorCode | null {
  const code = systemCodeOf(error) ?? "";
  if (code === "ENOENT" || code === "ENOTDIR") return "not_found";
  return /^E[A-Z0-9]+$/.test(code) ? "unavailable" : null;
}
