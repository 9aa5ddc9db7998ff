/** What a bibliography has of a case, whatever the source left out. Empty texts are unknown. */
import { knownReporter } from "../citations/reporters.ts";
import { normaliseCitation, printedCites } from "../domain/citation.ts";
import { dayOf } from "../domain/decision-date.ts";
import type { Case } from "../domain/records.ts";

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
  readonly date: readonly number[];
  readonly url: string;
}

/** @param url the address of the case's page */
export function referenceOf(record: Case, url: string): CaseReference {
  const [neutralCite, cite, ...otherCites] = citesInOrder(record);
  const [volume, reporter, page] = partsOf(cite);
  const fullName = oneLine(record.name);
  const date = dateParts(record.decisionDate);
  return {
    id: record.id,
    name: oneLine(record.nameAbbreviation) || inNormalCase(fullName) || `Case ${record.id}`,
    fullName,
    neutralCite,
    cite,
    otherCites,
    volume: volume || oneLine(record.volume.volumeNumber),
    reporter: reporter || oneLine(record.reporter.fullName),
    firstPage: page || oneLine(record.firstPage),
    lastPage: oneLine(record.lastPage),
    ...courtNames(record, reporter, date[0]),
    shortJurisdiction: oneLine(record.jurisdiction?.name),
    docketNumber: oneLine(record.docketNumber),
    date,
    url,
  };
}

/** For some decisions of the past the source names a court of today. */
function courtNames({ court }: Case, reporter: string, year: number | undefined) {
  const known = COURTS.get(normaliseCitation(reporter));
  if (known !== undefined) return known;
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
function citesInOrder({ citations }: Case): [string, string, ...string[]] {
  const official = citations.filter(({ type }) => type === "official");
  const all = [...new Set(printedCites([...official, ...citations]).map(oneLine))].filter(Boolean);
  const neutral = all.find(isNeutral) ?? "";
  const cite = all.find((text) => !isNeutral(text)) ?? neutral;
  const otherCites = [neutral, ...all].filter((text) => text !== cite && text !== "");
  return [neutral, cite, ...new Set(otherCites)];
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
  if (dayOf(y, m, 1) === null) return [y];
  return dayOf(y, m, d) === null ? [y, m] : [y, m, d];
}

/**
 * Facts about courts and reporters: sources are the Federal Judicial Center's history of the courts, Free Law Project's courts-db and
 * reporters-db.
 */

/** Reporters with decisions of one court, whose name also says the place; series are left out. */
const OF_ONE_COURT: ReadonlySet<string> = new Set(
  `B.T.A.; C.C.P.A.; C.M.A.; Cl. Ct.; Ct. Cl.; Ct. Int'l Trade; Cust. Ct.; Fed. Cl.; T.C.; T.C.M.; Vet. App.; Ariz. App.; Ark. App.;
  Cal. App.; Colo. App.; Conn. App.; Del. Ch.; Ga. App.; Haw. App.; Ill. App.; Ill. Cir. Ct.; Ill. Ct. Cl.; Ind. App.; Kan. App.;
  La. App.; Mass. App. Ct.; Md. App.; Mich. App.; Mo. App.; N.C. App.; Neb. App.; Ohio App.; Ohio Cir. Ct.; Okla. Crim.; Or. App.;
  Pa. Commw.; Pa. Super.; Tenn. App.; Tenn. Crim. App.; Tex. App.; Tex. Civ. App.; Tex. Crim.; Tex. Crim. App.; Tex. Ct. App.;
  Va. App.; Va. Cir.; Wash. App.`
    .split(";")
    .map(normaliseCitation),
);
const LAST_YEAR = 9999;
const SERIES = /(?:rep|reports?|ns|[2-9](?:d|th))$/;

/** Whether the name of the reporter says the court: `T.C.`, `Va. App.`, `Ill. App. 3d`. */
export function saysItsCourt(reporter: string): boolean {
  return OF_ONE_COURT.has(normaliseCitation(reporter).replace(SERIES, ""));
}

/** Reporters of one court whose name is that of another one: the State's highest court has the name of the place. */
const COURTS: ReadonlyMap<string, { readonly court: string; readonly shortCourt: string }> = new Map([
  ["alaska", { court: "United States District Court for the District of Alaska", shortCourt: "D. Alaska" }],
  ["prfed", { court: "United States District Court for the District of Puerto Rico", shortCourt: "D.P.R." }],
]);

/** First and last years of courts that were made or ended since 1789, by their short names. */
const YEARS = `Ala. Civ. App. 1969; Ala. Crim. App. 1969; Ala. Ct. App. 1911-1969; Alaska 1959; Alaska Ct. App. 1980; Ariz. Ct. App. 1965;
  Ark. Ct. App. 1978; B.T.A. 1924-1942; C.A.A.F. 1994; C.C.P.A. 1909-1982; C.M.A. 1950-1994; Cal. Ct. App. 1905; Cl. Ct. 1982-1992;
  Colo. Ct. App. 1891; Conn. App. Ct. 1983; Ct. Cl. 1855-1982; Ct. Int'l Trade 1980; Cust. Ct. 1926-1980; Fed. Cir. 1982;
  Fed. Cl. 1992; Fla. Dist. Ct. App. 1957; Ga. Ct. App. 1906; Haw. Ct. App. 1980; Idaho Ct. App. 1980; Ill. App. Ct. 1877;
  Ind. Ct. App. 1891; Iowa Ct. App. 1976; J.P.M.L. 1968; Kan. Ct. App. 1895; La. Ct. App. 1879; Mass. App. Ct. 1972;
  Md. Ct. Spec. App. 1966; Mich. Ct. App. 1963; Minn. Ct. App. 1983; Miss. Ct. App. 1993; Mo. Ct. App. 1875; N.C. Ct. App. 1967;
  N.J. Super. Ct. App. Div. 1947; N.M. Ct. App. 1966; N.Y. App. Div. 1896; Neb. Ct. App. 1991; Ohio Ct. App. 1912;
  Okla. Civ. App. 1968; Or. Ct. App. 1969; Pa. Commw. Ct. 1968; Pa. Super. Ct. 1895; S.C. Ct. App. 1979; T.C. 1942;
  Tenn. Crim. App. 1967; Tenn. Ct. App. 1925; Tex. Civ. App. 1892-1981; U.S. 1789; Utah Ct. App. 1987; Va. Ct. App. 1985;
  Vet. App. 1988; Wash. Ct. App. 1969; Wis. Ct. App. 1978; 10th Cir. 1929; 11th Cir. 1981`;
const SAT: ReadonlyMap<string, readonly number[]> = new Map(
  YEARS.split(";").map((row) => {
    const at = row.lastIndexOf(" ");
    const [first, last = LAST_YEAR] = row.slice(at + 1).split("-");
    return [normaliseCitation(row.slice(0, at)), [Number(first), Number(last)]];
  }),
);
/** Kinds of federal courts, for those that are not in the table. */
const KINDS: readonly (readonly [pattern: RegExp, first: number, last: number])[] = [
  [/ Cir\.$/, 1891, LAST_YEAR],
  [/^C\.C\.(?:[NSEWMC]\.)?D\./, 1789, 1911],
  [/^Bankr\. /, 1979, LAST_YEAR],
  [/^(?:[NSEWMC]\.)?D\./, 1789, LAST_YEAR],
];

/** Whether a court sat in a year; true if nothing is known of it. @param shortCourt `Fed. Cir.` */
function satIn(shortCourt: string, year: number): boolean {
  const kind = KINDS.find(([pattern]) => pattern.test(shortCourt))?.slice(1) as number[] | undefined;
  const [first = 0, last = LAST_YEAR] = SAT.get(normaliseCitation(shortCourt)) ?? kind ?? [];
  return first <= year && year <= last;
}
