/**
 * The notes on a case: what is known to be wrong with its data (known-faults.ts).
 *
 * They are computed whenever a record is read, from the record alone, so a note disappears when the publisher corrects the record.
 */
import type { Citation } from "../domain/citation.ts";
import { calendarDay, decisionDay, yearOfDay } from "../domain/decision-date.ts";
import type { Case } from "../domain/records.ts";
import { LISTED, type ListedCases, type ListedFault, RULES } from "./known-faults.ts";
import { misreadYears } from "./misread-years.ts";

export interface Note {
  /** Id of the fault in docs/data-notes.md. */
  readonly fault: string;
  /** What is wrong with this case, one sentence. */
  readonly text: string;
  /** A URL, or where it was seen. */
  readonly source: string;
}

type Noted = Pick<Case, "id" | "decisionDate" | "firstPage" | "citations" | "reporter" | "court">;

/** The notes on a case; mostly none. Takes some 3 µs. */
export function notesOn(one: Noted): readonly Note[] {
  const day = decisionDay(one.decisionDate);
  const facts = { one, day, year: day === null ? null : yearOfDay(day), cites: officialCites(one.citations) };
  const notes: Note[] = [];
  for (const [fault, textOf] of CHECKS) {
    const text = textOf(facts);
    if (text !== null) notes.push({ fault, text, source: RULES[fault].source });
  }
  for (const { fault, about, source, cases } of listedFor(facts)) {
    if (isAmong(facts, cases)) notes.push({ fault, text: about, source });
  }
  return notes;
}

/** What the rules compare. */
interface Facts {
  readonly one: Noted;
  /** Of the decision (domain/decision-date); null if its date is none. */
  readonly day: number | null;
  readonly year: number | null;
  readonly cites: readonly OfficialCite[];
}

const CHECKS: readonly (readonly [keyof typeof RULES, (facts: Facts) => string | null])[] = [
  ["misread-year", misreadYear],
  ["no-such-date", noSuchDate],
  ["before-first-case", beforeFirstCase],
  ["court-not-founded", courtNotFounded],
  ["page-differs", pageDiffers],
  ["another-series", anotherSeries],
];

interface OfficialCite {
  readonly cite: string;
  readonly volume: number;
  readonly reporter: string;
  /** Null if it is not a number. */
  readonly page: number | null;
}

const NUMBER = /^\d{1,9}$/;

function officialCites(citations: readonly Citation[]): OfficialCite[] {
  const cites: OfficialCite[] = [];
  for (const { type, cite } of citations) {
    const read = type === "official" ? readOfficial(cite) : null;
    if (read !== null) cites.push(read);
  }
  return cites;
}

/** The parts of `36 Va. 66`; null for a citation of another form, and for several in one text. */
function readOfficial(cite: string): OfficialCite | null {
  const [first, last] = [cite.indexOf(" "), cite.lastIndexOf(" ")];
  const volume = cite.slice(0, Math.max(first, 0));
  const reporter = cite.slice(first, Math.max(last, first)).trim();
  if (!NUMBER.test(volume) || reporter === "" || /[;,]/.test(reporter)) return null;
  const page = cite.slice(last + 1);
  return { cite, volume: Number(volume), reporter, page: NUMBER.test(page) ? Number(page) : null };
}

function misreadYear({ one, year }: Facts): string | null {
  const listed = misreadYears().get(one.id);
  if (listed === undefined || year !== listed.year) return null;
  const { first, last } = listed;
  const years = first === last ? `in ${first}` : `from ${first} to ${last}`;
  return `The year ${year} was probably misread: the other cases of the volume were decided ${years}.`;
}

function noSuchDate({ one: { decisionDate: date }, day }: Facts): string | null {
  if (date === null || date === "") return null;
  if (day === null) return `The decision date "${date}" is not a date.`;
  // an impossible day counts as the first of its month
  const isReal = date.length < 10 || calendarDay(day) === Number(date.slice(8));
  return isReal ? null : `There was no ${date}.`;
}

const FIRST_YEAR = 1658;

function beforeFirstCase({ year }: Facts): string | null {
  if (year === null || year >= FIRST_YEAR) return null;
  return `The year ${year} is before ${FIRST_YEAR}, the year of the earliest case of the collection.`;
}

/** The court's id at the publisher, and the year of its first day (96 Stat. 25, section 402). */
const FEDERAL_CIRCUIT = { id: 8955, founded: 1982 };

function courtNotFounded({ one: { court }, year }: Facts): string | null {
  if (court?.id !== FEDERAL_CIRCUIT.id || year === null || year >= FEDERAL_CIRCUIT.founded) return null;
  return `The court "${court.name ?? court.slug}" was founded in ${FEDERAL_CIRCUIT.founded}, after this decision.`;
}

function pageDiffers({ one: { firstPage }, cites }: Facts): string | null {
  const [cite] = cites;
  if (cite === undefined || !NUMBER.test(firstPage)) return null;
  if (cites.some(({ page }) => page === null || page === Number(firstPage))) return null;
  return `The first page is ${firstPage}, but the official citation is ${cite.cite}.`;
}

/** How names and citations of reporters write their series, from the second. */
const SERIES = [
  /\b(?:2d|2nd|second)\b/i,
  /\b(?:3d|3rd|third)\b/i,
  /\b(?:4th|fourth)\b/i,
  /\b(?:5th|fifth)\b/i,
];

function anotherSeries({ one: { reporter }, cites }: Facts): string | null {
  const [cite] = cites;
  const named = cite === undefined || reporter.fullName === null ? null : seriesOf(reporter.fullName);
  if (cite === undefined || named === null) return null;
  const cited = cites.map((other) => seriesOf(other.reporter));
  if (cited.some((series) => series === null || series === named)) return null;
  return `The official citation is ${cite.cite}, but the record is of the reporter "${reporter.fullName}".`;
}

/** Null for a first series. */
function seriesOf(name: string): number | null {
  const at = SERIES.findIndex((pattern) => pattern.test(name));
  return at === -1 ? null : at + 2;
}

interface NamedFault extends ListedFault {
  readonly fault: string;
}

const FAULTS: readonly NamedFault[] = Object.entries(LISTED).map(([fault, row]) => ({ fault, ...row }));
const BY_REPORTER = Map.groupBy(FAULTS, ({ cases }) => ("reporter" in cases ? cases.reporter : null));
const OF_CASES = BY_REPORTER.get(null) ?? [];

/** Faults that this case may have, in the order of the table. */
function listedFor({ cites }: Facts): readonly NamedFault[] {
  const ofVolumes = cites.flatMap(({ reporter }) => BY_REPORTER.get(reporter) ?? []);
  return ofVolumes.length === 0 ? OF_CASES : [...new Set([...ofVolumes, ...OF_CASES])];
}

function isAmong({ one, cites }: Facts, cases: ListedCases): boolean {
  if ("ids" in cases) return cases.ids.includes(one.id);
  const { reporter, volumes, pages, courtIsNot } = cases;
  if (courtIsNot !== undefined && (one.court?.name ?? courtIsNot).includes(courtIsNot)) return false;
  return cites.some(
    (cite) =>
      cite.reporter === reporter &&
      (volumes === null || volumes.includes(cite.volume)) &&
      (pages === undefined || (cite.page !== null && cite.page >= pages.from && cite.page <= pages.to)),
  );
}
