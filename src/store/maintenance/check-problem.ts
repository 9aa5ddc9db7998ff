/** What a check of a corpus finds. */

/** The checks in the order in which they are made. */
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
  /** The case, where it is one case's. */
  readonly caseId: number | null;
  /** The archive's path, where it is an archive's. */
  readonly archive: string | null;
}

/** What a check hands on while it works: null is a breath, so that whoever listens can stop it. */
export type Finding = Problem | null;

export function problem(check: CheckName, message: string, caseId: number | null = null): Problem {
  return { check, message, caseId, archive: null };
}
