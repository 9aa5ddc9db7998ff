/** The findings of the checks of a corpus. */
import { CaselawError } from "../../domain/errors.ts";

/** The checks in the order in which they are reported. */
export const CHECKS = [
  "file",
  "pages",
  "references",
  "index rows",
  "index words",
  "bodies",
  "counts",
  "archives",
] as const;

export type CheckName = (typeof CHECKS)[number];

export interface Problem {
  readonly check: CheckName;
  /** What is wrong and where, in one line. */
  readonly message: string;
  /** The case, if the problem is that of a case. */
  readonly caseId: number | null;
  /** The path of the archive, if the problem is that of an archive. */
  readonly archive: string | null;
}

/** A check yields problems, and null regularly so that the caller can abort it. */
export type Finding = Problem | null;

export function problem(check: CheckName, message: string, caseId: number | null = null): Problem {
  return { check, message, caseId, archive: null };
}

/** Whether an error means a damaged file or schema. A locked corpus or a full disk does not. */
export function isDamage(error: unknown): boolean {
  if (error instanceof CaselawError) return error.code === "corrupt";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^SQLITE_(?:CORRUPT|ERROR|NOTADB|IOERR|MISMATCH|TOOBIG|CONSTRAINT)/.test(code);
}
