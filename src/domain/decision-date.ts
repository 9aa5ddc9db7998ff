/**
 * Dates: decision dates, strings with three precisions that are stored as given, with a derived day for filters and order; instants; and
 * which of two contributions is newer.
 *
 * A **day** is a number: days since 1970-01-01 (negative before), proleptic Gregorian, UTC.
 */
import { compareText, withoutEnd } from "./citation.ts";

const MS_A_DAY = 86_400_000;

const DATE = /^(\d{4})(?:-(\d{2})(?:-(\d{2}))?)?$/;

/** The day of a decision date for filters and order (docs/interface.md, "Parameters of cases"); null if it is not a date. */
export function decisionDay(date: string | null): number | null {
  const match = DATE.exec(date ?? "");
  if (match === null) return null;
  const [year, month, day] = [Number(match[1]), Number(match[2] ?? 1), Number(match[3] ?? 1)];
  return dayOf(year, month, day) ?? dayOf(year, month, 1);
}

/**
 * The first or last day of a date bound: `YYYY-MM-DD`, `YYYY-MM` or `YYYY`, an existing date. Null for any other text.
 */
export function boundDay(bound: string, side: "min" | "max"): number | null {
  const match = DATE.exec(bound);
  if (match === null) return null;
  const year = Number(match[1]);
  const month = match[2] === undefined ? null : Number(match[2]);
  if (match[3] !== undefined && month !== null) return dayOf(year, month, Number(match[3]));
  if (side === "min") return dayOf(year, month ?? 1, 1);
  const next = month === null || month === 12 ? dayOf(year + 1, 1, 1) : dayOf(year, month + 1, 1);
  return next === null || (month !== null && dayOf(year, month, 1) === null) ? null : next - 1;
}

/** The calendar year of a day. */
export function yearOfDay(day: number): number {
  return new Date(day * MS_A_DAY).getUTCFullYear();
}

/** The calendar year of a decision date; null if it is not a date. */
export function yearOfDate(date: string | null): number | null {
  const day = decisionDay(date);
  return day === null ? null : yearOfDay(day);
}

/** A day as `YYYY-MM-DD`. */
export function dateText(day: number): string {
  return new Date(day * MS_A_DAY).toISOString().slice(0, 10);
}

/** The day of the month of a day, from 1. */
export function calendarDay(day: number): number {
  return new Date(day * MS_A_DAY).getUTCDate();
}

/** The day of a calendar date; null if the date does not exist. */
export function dayOf(year: number, month: number, day: number): number | null {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  const real =
    date.getUTCFullYear() === year && date.getUTCMonth() === month - 1 && date.getUTCDate() === day;
  return real ? date.getTime() / MS_A_DAY : null;
}

const INSTANT =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[T ](?<minute>\d{2}:\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d+))?)?\s?(?<zone>Z|z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/**
 * An ISO 8601 instant as text that sorts chronologically: `last_updated` has any number of fraction digits and any offset
 * (docs/formats.md, "Irregularities of real data"). Returns UTC with seconds, then the fraction without trailing zeros:
 * `2023-07-14T19:38:59.743188`. An instant without a zone is in UTC; a date without a time is its first moment. Null if the text is not an
 * instant.
 */
export function instantKey(text: string | null): string | null {
  const groups = INSTANT.exec(text ?? "")?.groups;
  if (groups === undefined) return null;
  const { date, minute = "00:00", second = "00", fraction = "", zone = "Z" } = groups;
  const [direction, hours = "00", minutes = "00"] = [
    zone[0],
    zone.slice(1, 3),
    zone.replace(":", "").slice(3, 5),
  ];
  const offset = direction === "+" || direction === "-" ? `${direction}${hours}:${minutes || "00"}` : "Z";
  const ms = Date.parse(`${date}T${minute}:${second}${offset}`);
  if (Number.isNaN(ms)) return null;
  const seconds = new Date(ms).toISOString().slice(0, -".000Z".length);
  return `${seconds}.${withoutEnd(fraction, /0/)}`;
}

/**
 * The values by which the age of two contributions to one case is compared (docs/interface.md, "Import guarantees"): the precedence of their
 * sources, then `last_updated` if both have it, else the release date, else the SHA-256 of the archive. A table of CourtListener
 * (precedence 0) is of its set: its rows say when one of them changed, not when the decision was split, moved or joined to others.
 *
 * This is a total order if `last_updated` ascends with the releases, as in the publisher's data: records have it from 2021 on.
 * Arbitrary stamps can form a cycle; then the order of imports decides.
 */
export interface Stamp {
  /** Of the source: a value of a lower precedence never replaces one of a higher precedence. */
  readonly precedence: number;
  /** The record's own `last_updated`, as given. */
  readonly lastUpdated: string | null;
  /** The archive's release date: `YYYY-MM-DD` or an ISO 8601 instant; null if it is not known. */
  readonly release: string | null;
  /** SHA-256 of the archive, lower-case hex. */
  readonly sha256: string;
}

/** Negative if `a` is older than `b` or of a lower precedence, positive if newer or of a higher one, 0 if all values are equal. */
export function compareRecency(a: Stamp, b: Stamp): number {
  if (a.precedence !== b.precedence) return a.precedence - b.precedence;
  if (a.precedence > 0 && a.lastUpdated !== null && b.lastUpdated !== null) {
    const order = compareInstants(a.lastUpdated, b.lastUpdated);
    if (order !== 0) return order;
  }
  return compareRelease(a.release, b.release) || compareText(a.sha256, b.sha256);
}

/** The values by which the age of two archives of a unit is compared. */
interface ArchiveStamp {
  readonly release: string | null;
  /** 1 if the archive has no missing cases, else 0. */
  readonly hasAllCases: number;
  /** Lower-case hex; null without an archive. */
  readonly sha256: string | null;
}

/**
 * Whether an archive replaces another one of its unit: a later release; within a release, an archive without missing cases; then by
 * hash, so that the order of imports does not matter.
 */
export function isNewerArchive(archive: ArchiveStamp, stored: ArchiveStamp): boolean {
  return (
    (compareRelease(archive.release, stored.release) ||
      archive.hasAllCases - stored.hasAllCases ||
      compareText(archive.sha256 ?? "", stored.sha256 ?? "")) > 0
  );
}

/** Compares two release dates. An unknown date comes first. */
export function compareRelease(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a !== null) - Number(b !== null);
  return compareInstants(a, b);
}

/** Compares two ISO 8601 instants. Texts that are not instants come first, in the order of texts. */
export function compareInstants(a: string, b: string): number {
  const [left, right] = [instantKey(a), instantKey(b)];
  if (left === null || right === null) {
    return Number(left !== null) - Number(right !== null) || compareText(a, b);
  }
  return compareText(left, right);
}
