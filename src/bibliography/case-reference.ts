/** What a bibliography has of a case, whatever the source left out. Empty texts are unknown. */
import type { Case } from "../domain/records.ts";

export interface CaseReference {
  readonly id: number;
  /** The short name; the full name or `Case 7` if the source has none. */
  readonly name: string;
  readonly fullName: string;
  /** The first citation in print, the official one first: `61 Frankl. 33`. */
  readonly cite: string;
  readonly otherCites: readonly string[];
  /** The parts of `cite`. */
  readonly volume: string;
  readonly reporter: string;
  readonly firstPage: string;
  readonly lastPage: string;
  /** The full name of the court. */
  readonly court: string;
  /** `Frankl. Ct. App.` */
  readonly shortCourt: string;
  /** `Frankl.` */
  readonly shortJurisdiction: string;
  readonly docketNumber: string;
  /** Year, month and day, as many as are known. */
  readonly date: readonly number[];
  readonly url: string;
}

/** The part of a case that a bibliography needs. */
export type ReferredCase = Pick<
  Case,
  | "id"
  | "name"
  | "nameAbbreviation"
  | "citations"
  | "docketNumber"
  | "decisionDate"
  | "firstPage"
  | "lastPage"
> & {
  readonly volume: Pick<Case["volume"], "volumeNumber">;
  readonly reporter: Pick<Case["reporter"], "fullName">;
  readonly court: Pick<NonNullable<Case["court"]>, "name" | "nameAbbreviation"> | null;
  readonly jurisdiction: Pick<NonNullable<Case["jurisdiction"]>, "name"> | null;
};

/** @param url the address of the case's page */
export function referenceOf(one: ReferredCase, url: string): CaseReference {
  const cites = citesInOrder(one);
  const [cite = "", ...otherCites] = cites;
  const [volume, reporter, page] = partsOf(cite);
  const fullName = oneLine(one.name);
  return {
    id: one.id,
    name: oneLine(one.nameAbbreviation) || fullName || `Case ${one.id}`,
    fullName,
    cite,
    otherCites,
    volume: volume || oneLine(one.volume.volumeNumber),
    reporter: reporter || oneLine(one.reporter.fullName),
    firstPage: page || oneLine(one.firstPage),
    lastPage: oneLine(one.lastPage),
    court: oneLine(one.court?.name) || oneLine(one.court?.nameAbbreviation),
    shortCourt: oneLine(one.court?.nameAbbreviation) || oneLine(one.court?.name),
    shortJurisdiction: oneLine(one.jurisdiction?.name),
    docketNumber: oneLine(one.docketNumber),
    date: dateParts(one.decisionDate),
    url,
  };
}

/** Control characters, and those that turn the direction of a line. */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Text on one line, without control characters and halves of characters. */
function oneLine(text: string | null | undefined): string {
  return (text ?? "").toWellFormed().replace(INVISIBLE, " ").split(" ").filter(Boolean).join(" ");
}

function citesInOrder({ citations }: ReferredCase): string[] {
  const ordered = [...citations].sort(
    (a, b) => Number(b.type === "official") - Number(a.type === "official"),
  );
  return [...new Set(ordered.map(({ cite }) => oneLine(cite)))].filter(Boolean);
}

/** `61 Frankl. App. 33` is volume, reporter and page; empty texts if it has another form. */
function partsOf(cite: string): readonly [string, string, string] {
  const words = cite.split(" ");
  const [volume = ""] = words;
  const page = words.at(-1) ?? "";
  if (words.length < 3 || !/^\d+$/.test(volume)) return ["", "", ""];
  return [volume, words.slice(1, -1).join(" "), page];
}

/** A day that no calendar has, such as 1911-02-29, is left out. */
function dateParts(date: string | null): readonly number[] {
  const [, year, month, day] = /^(\d{4})(?:-(\d\d)(?:-(\d\d))?)?$/.exec(date ?? "") ?? [];
  if (year === undefined) return [];
  const [y, m, d] = [Number(year), Number(month ?? 0), Number(day ?? 0)];
  if (m < 1 || m > 12) return [y];
  const days = new Date(Date.UTC(2000, m, 0)).setUTCFullYear(y, m, 0);
  return d < 1 || d > new Date(days).getUTCDate() ? [y, m] : [y, m, d];
}
