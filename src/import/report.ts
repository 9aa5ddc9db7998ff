/** The results of a run: per archive and in total (docs/operations.md, "The report file"). */
import type { ImportCounts } from "../domain/ledger.ts";
import { readHead } from "../store/database/corpus-file.ts";

/**
 * - `imported`: read to its end
 * - `unchanged`: the same bytes were imported before, and were not read again
 * - `superseded`: an older release of a unit than the one that is imported; nothing was read
 * - `incomplete`: read, but a part is missing or unreadable; no case was removed
 * - `failed`: nothing was imported; `error` says why
 */
export type ArchiveStatus = "imported" | "unchanged" | "superseded" | "incomplete" | "failed";

/** What a run did with one archive. */
export interface ArchiveReport extends ImportCounts {
  readonly path: string;
  readonly source: string | null;
  readonly unit: string | null;
  readonly status: ArchiveStatus;
  /** One line; null without an error. */
  readonly error: string | null;
  /** Mismatches and other messages, one line each. */
  readonly problems: readonly string[];
  /** The file with the rejects; null when there are none. */
  readonly rejects: string | null;
  readonly bytes: number;
  readonly seconds: number;
  /** Only of a set of tables: how many of its decisions are cases of another source, by the rule that says so. */
  readonly matched?: Readonly<Record<string, number>>;
}

/** What a run did, by archive and in total. */
export interface RunReport {
  readonly archives: readonly ArchiveReport[];
  readonly total: ImportCounts & {
    readonly archives: number;
    readonly failed: number;
    readonly bytes: number;
    readonly seconds: number;
  };
  /** Of a sync: listed records that could not be used, units that the source lists but does not have. */
  readonly problems: readonly string[];
  /** Causes that several archives have in common, one line each; they are no faults. */
  readonly warnings: readonly string[];
}

export const NO_COUNTS = {
  ...{ read: 0, added: 0, changed: 0, unchanged: 0, removed: 0 },
  ...{ rejected: 0, hashDifferences: 0 },
};

export interface ReportedUnit {
  readonly source: string;
  readonly unit: string;
}

/** A report of an archive of which nothing was read. */
export function emptyReport(path: string, unit: ReportedUnit | null): Omit<ArchiveReport, "status"> {
  const names = { path, source: unit?.source ?? null, unit: unit?.unit ?? null };
  return { ...names, ...NO_COUNTS, error: null, problems: [], rejects: null, bytes: 0, seconds: 0 };
}

export function totalOf(
  archives: readonly ArchiveReport[],
  seconds: number,
  problems: readonly string[] = [],
  warnings: readonly string[] = [],
): RunReport {
  const counts = { ...NO_COUNTS, bytes: 0 };
  for (const key of Object.keys(counts) as (keyof typeof counts)[])
    counts[key] = archives.reduce((sum, archive) => sum + archive[key], 0);
  return {
    archives,
    total: {
      archives: archives.length,
      failed: archives.filter(({ status }) => status === "failed").length,
      ...counts,
      seconds,
    },
    problems,
    warnings,
  };
}

/** Whether a person should look at the run: exit code 3 (docs/interface.md, "Exit codes"). */
export function hasFaults({ archives, problems }: RunReport): boolean {
  return problems.length > 0 || archives.some((archive) => isFaulty(archive));
}

function isFaulty({ status, rejected }: ArchiveReport): boolean {
  return status === "failed" || status === "incomplete" || (status === "imported" && rejected > 0);
}

/** The beginning of every report, with any indent: an archive, which begins with its path, or no archive and the total. */
const BEGINNING = /^\{\s*"archives":\s*\[\s*(?:\],\s*"total":|\{\s*"path":)/;
const HEAD_BYTES = 200;

/** Whether a file is a JSON report of a run, or the first part of one. @throws the system's error */
export function isReportFile(path: string): boolean {
  return BEGINNING.test(readHead(path, HEAD_BYTES).toString("utf8"));
}
