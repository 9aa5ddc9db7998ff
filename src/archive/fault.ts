/** The errors of this folder: damaged archives, system errors, text that is not UTF-8. */

import { isUtf8 } from "node:buffer";
import { CaselawError, type ErrorCode, messageOf, systemCodeOf } from "../domain/errors.ts";

/** An error about an archive or a member of it. */
export function archiveFault(
  path: string,
  entry: string | null,
  reason: string,
  cause?: unknown,
): CaselawError {
  const what = entry === null ? quote(path) : `${quote(entry)} of ${quote(path)}`;
  const at = entry === null ? { file: path } : { file: path, entry: plain(entry) };
  return new CaselawError("corrupt", `Cannot read ${what}: ${plain(reason)}`, { at, cause });
}

/**
 * Converts an error that was thrown while an archive was read: a system error to `not_found` or `unavailable`, a decoder's
 * error to `corrupt`. A `CaselawError` is returned unchanged.
 */
export function asArchiveFault(path: string, entry: string | null, error: unknown): CaselawError {
  if (error instanceof CaselawError) return error;
  const code = systemErrorCode(error);
  if (code === null) return archiveFault(path, entry, messageOf(error), error);
  const reason = code === "not_found" ? "no such file or folder" : messageOf(error);
  return new CaselawError(code, `Cannot read ${quote(path)}: ${reason}`, {
    at: { file: path },
    cause: error,
  });
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

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

/**
 * The text of UTF-8 bytes; invalid bytes are an error, never replaced (docs/faults.md, "R2"). A byte order mark is kept as U+FEFF: see `withoutMark`.
 *
 * @throws CaselawError `corrupt` with the offset of the first byte that is not UTF-8.
 */
export function readUtf8(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString("utf8");
  // decoding replaces invalid bytes
  const decoded = Buffer.from(bytes.toString("utf8"));
  const offset = decoded.findIndex((byte, at) => byte !== bytes[at]);
  const badByte = bytes[offset]?.toString(16).padStart(2, "0") ?? "the end";
  throw new CaselawError("corrupt", `Cannot read text at byte ${offset}: not UTF-8 (0x${badByte})`);
}

/** The same bytes without a byte order mark at their beginning. */
export function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, MARK.length).equals(MARK) ? bytes.subarray(MARK.length) : bytes;
}
