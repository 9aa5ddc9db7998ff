/** What a bibliography has of a case, whatever the source left out. Empty texts are unknown. */
import { knownReporter } from "../citations/reporters.ts";
import { normaliseCitation } from "../domain/citation.ts";
import type { Case } from "../domain/records.ts";
import { courtOfReporter, satIn } from "./court-facts.ts";

export interface CaseReference {
  readonly id: number;
  /** The short name; the full name or `Case 7` if the source has none. */
  readonly name: string;
  readonly fullName: string;
  /** The citation in the public domain, which the court itself gave: `2009 WI App 80`. */
  readonly neutralCite: string;
  /** The first citation in print, the official one first: `61 Frankl. 33`; the neutral one if the case has no other. */
  readonly cite: string;
  /** All but `cite`, the neutral one first. */
  readonly otherCites: readonly string[];
  /** The parts of `cite`. */
  readonly volume: string;
  readonly reporter: string;
  readonly firstPage: string;
  readonly lastPage: string;
  /** The full name of the court; empty if the court of the record did not sit in the year of the decision. */
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
  const [neutralCite, cite, ...otherCites] = citesInOrder(one);
  const [volume, reporter, page] = partsOf(cite);
  const fullName = oneLine(one.name);
  const date = dateParts(one.decisionDate);
  return {
    id: one.id,
    name: oneLine(one.nameAbbreviation) || inNormalCase(fullName) || `Case ${one.id}`,
    fullName,
    neutralCite,
    cite,
    otherCites,
    volume: volume || oneLine(one.volume.volumeNumber),
    reporter: reporter || oneLine(one.reporter.fullName),
    firstPage: page || oneLine(one.firstPage),
    lastPage: oneLine(one.lastPage),
    ...courtNames(one, reporter, date[0]),
    shortJurisdiction: oneLine(one.jurisdiction?.name),
    docketNumber: oneLine(one.docketNumber),
    date,
    url,
  };
}

/** For some decisions of the past the source names a court of today. */
function courtNames({ court }: ReferredCase, reporter: string, year: number | undefined) {
  const known = courtOfReporter(reporter);
  if (known !== null) return known;
  const [full, short] = [oneLine(court?.name), oneLine(court?.nameAbbreviation)];
  if (year !== undefined && !satIn(short, year)) return { court: "", shortCourt: "" };
  return { court: full || short, shortCourt: short || full };
}

/** Control characters, and those that turn the direction of a line. */
const INVISIBLE = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

/** Text on one line, without control characters and halves of characters. */
function oneLine(text: string | null | undefined): string {
  return (text ?? "").toWellFormed().replace(INVISIBLE, " ").split(" ").filter(Boolean).join(" ");
}

/** The neutral citation, the first one in print, and all others; the first two are equal if there is no other. */
function citesInOrder({ citations }: ReferredCase): [string, string, ...string[]] {
  const official = citations.filter(({ type }) => type === "official");
  const all = [...new Set([...official, ...citations].map(({ cite }) => oneLine(cite)))].filter(Boolean);
  const neutral = all.find(isNeutral) ?? "";
  const cite = all.find((one) => !isNeutral(one)) ?? neutral;
  const others = [neutral, ...all].filter((one) => one !== cite && one !== "");
  return [neutral, cite, ...new Set(others)];
}

/** `2009 WI App 80`, `2002-Ohio-2220`. */
function isNeutral(cite: string): boolean {
  const [volume, reporter] = partsOf(cite.replace(/^(\d{4})-(\p{L}+)-/u, "$1 $2 "));
  return knownReporter(normaliseCitation(reporter), volume)?.isNeutral === true;
}

/** `61 Frankl. App. 33` is volume, reporter and page; empty texts if it has another form. */
function partsOf(cite: string): readonly [string, string, string] {
  const words = cite.split(" ");
  const [volume = ""] = words;
  const page = words.at(-1) ?? "";
  if (words.length < 3 || !/^\d+$/.test(volume)) return ["", "", ""];
  return [volume, words.slice(1, -1).join(" "), page];
}

/** `RICE'S HEIRS V. THE UNION` as `Rice's Heirs v. the Union`; a name that is not set in capitals unchanged. */
function inNormalCase(name: string): string {
  const words = name.match(/\p{L}{4,}/gu) ?? [];
  if (words.length === 0 || words.some((word) => word !== word.toUpperCase())) return name;
  return name
    .replace(/(?<=\p{L})\p{L}+|(?<=\p{L}{2}[’'])S\b/gu, (end) => end.toLowerCase())
    .replace(/(?<= )(?:Al|And|Et|Ex|For|Of|Rel|The|Ux|V)\b/g, (word) => word.toLowerCase());
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
