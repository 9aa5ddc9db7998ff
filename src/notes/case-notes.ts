/**
 * The notes on a case: what is known to be wrong with its data (known-faults.ts).
 *
 * They are computed whenever a record is read, from the record alone, so a note disappears when the publisher corrects the record.
 */
import type { Citation } from "../domain/citation.ts";
import { calendarDay, decisionDay } from "../domain/decision-date.ts";
import type { Case } from "../domain/records.ts";
import { LISTED, type ListedCases, misreadYears, RULES } from "./known-faults.ts";

export interface Note {
  /** Id of the fault in docs/data-notes.md. */
  readonly fault: string;
  /** What is wrong with this case, one sentence. */
  readonly text: string;
  /** A URL, or where it was seen. */
  readonly source: string;
}

/** What the notes on a case depend on. */
type NotedCase = Pick<Case, "id" | "decisionDate" | "firstPage" | "citations" | "reporter" | "court">;

interface Facts {
  readonly record: NotedCase;
  /** Year of the decision; null if the case has no valid date. */
  readonly year: number | null;
  readonly cites: readonly OfficialCite[];
}

interface OfficialCite {
  readonly cite: string;
  readonly volume: number;
  readonly reporter: string;
  /** Null if it is not a number. */
  readonly page: number | null;
}

export function notesOn(record: NotedCase): readonly Note[] {
  const { decisionDate: date } = record;
  const year = date === null || decisionDay(date) === null ? null : Number(date.slice(0, 4));
  const facts: Facts = { record, year, cites: officialCites(record.citations) };
  const notes: Note[] = [];
  for (const [fault, textOf] of CHECKS) {
    const text = textOf(facts);
    if (text !== null) notes.push({ fault, text, source: RULES[fault].source });
  }
  for (const reporter of new Set([...facts.cites.map((cite) => cite.reporter), null]))
    for (const [fault, { about, source, cases }] of FAULTS.get(reporter) ?? [])
      if (isAmong(facts, cases)) notes.push({ fault, text: about, source });
  return notes;
}

/** The listed faults by the reporter of their cases; null: faults of single cases. */
const FAULTS = Map.groupBy(Object.entries(LISTED), ([, { cases }]) =>
  "reporter" in cases ? cases.reporter : null,
);
const CHECKS: readonly (readonly [keyof typeof RULES, (facts: Facts) => string | null])[] = [
  ["misread-year", misreadYear],
  ["no-such-date", noSuchDate],
  ["before-first-case", beforeFirstCase],
  ["court-not-founded", courtNotFounded],
  ["page-differs", pageDiffers],
  ["another-series", anotherSeries],
];

/** `36 Va. 66`: one citation, not several in one text. */
const OFFICIAL = /^(\d{1,9}) +([^;, ][^;,]*) (\S*)$/;

function officialCites(citations: readonly Citation[]): OfficialCite[] {
  const cites: OfficialCite[] = [];
  for (const { type, cite } of citations) {
    const [, volume, reporter = "", page = ""] = (type === "official" && OFFICIAL.exec(cite)) || [];
    if (volume === undefined) continue;
    cites.push({ cite, volume: Number(volume), reporter: reporter.trimEnd(), page: numberIn(page) });
  }
  return cites;
}

function numberIn(text: string): number | null {
  return /^\d{1,9}$/.test(text) ? Number(text) : null;
}

function misreadYear({ record, year }: Facts): string | null {
  const listed = misreadYears().get(record.id);
  if (listed === undefined || year !== listed.year) return null;
  const { first, last } = listed;
  const years = first === last ? `in ${first}` : `from ${first} to ${last}`;
  return `The year ${year} was probably misread: the other cases of the volume were decided ${years}.`;
}

function noSuchDate({ record: { decisionDate: date }, year }: Facts): string | null {
  if (date === null || date === "") return null;
  if (year === null) return `The decision date "${date}" is not a date.`;
  // an impossible day counts as the first of its month
  const day = decisionDay(date);
  const isReal = date.length < 10 || (day !== null && calendarDay(day) === Number(date.slice(8)));
  return isReal ? null : `There was no ${date}.`;
}

const FIRST_YEAR = 1658;

function beforeFirstCase({ year }: Facts): string | null {
  if (year === null || year >= FIRST_YEAR) return null;
  return `The year ${year} is before ${FIRST_YEAR}, the year of the earliest case of the collection.`;
}

/** The court's id at the publisher, and the year of its first day (96 Stat. 25, section 402). */
const FEDERAL_CIRCUIT = { id: 8955, founded: 1982 };

function courtNotFounded({ record: { court }, year }: Facts): string | null {
  if (court?.id !== FEDERAL_CIRCUIT.id || year === null || year >= FEDERAL_CIRCUIT.founded) return null;
  return `The court "${court.name ?? court.slug}" was founded in ${FEDERAL_CIRCUIT.founded}, after this decision.`;
}

function pageDiffers({ record: { firstPage }, cites }: Facts): string | null {
  const [cite] = cites;
  const first = cite === undefined ? null : numberIn(firstPage);
  if (cite === undefined || first === null) return null;
  if (cites.some(({ page }) => page === null || page === first)) return null;
  return `The first page is ${firstPage}, but the official citation is ${cite.cite}.`;
}

/** How names and citations of reporters write their series, from the second. */
const SERIES = [
  /\b(?:2d|2nd|second)\b/i,
  /\b(?:3d|3rd|third)\b/i,
  /\b(?:4th|fourth)\b/i,
  /\b(?:5th|fifth)\b/i,
];

function anotherSeries({ record: { reporter }, cites }: Facts): string | null {
  const [cite] = cites;
  const named = cite === undefined || reporter.fullName === null ? null : seriesOf(reporter.fullName);
  if (cite === undefined || named === null) return null;
  const cited = cites.map((official) => seriesOf(official.reporter));
  if (cited.some((series) => series === null || series === named)) return null;
  return `The official citation is ${cite.cite}, but the record is of the reporter "${reporter.fullName}".`;
}

/** Null for a first series. */
function seriesOf(name: string): number | null {
  const at = SERIES.findIndex((pattern) => pattern.test(name));
  return at === -1 ? null : at + 2;
}

function isAmong({ record, cites }: Facts, cases: ListedCases): boolean {
  if ("ids" in cases) return cases.ids.includes(record.id);
  const { reporter, volumes, pages, courtIsNot } = cases;
  if (courtIsNot !== undefined && (record.court?.name ?? courtIsNot).includes(courtIsNot)) return false;
  return cites.some(
    (cite) =>
      cite.reporter === reporter &&
      (volumes === null || volumes.includes(cite.volume)) &&
      (pages === undefined || (cite.page !== null && cite.page >= pages.from && cite.page <= pages.to)),
  );
}
