/**
 * Decisions that are cited without a printed report, by the number of a database or a docket: found by docket number, court, date and name
 * where the corpus has them. And why a citation cannot be judged.
 */
import type { Corpus } from "../corpus/corpus.ts";
import { lastDayOf } from "../corpus/court-coverage.ts";
import { dateText, yearOfDate, yearOfDay } from "../domain/decision-date.ts";
import { NEWEST } from "../domain/query.ts";
import { type Case, type Court, distinctCases } from "../domain/records.ts";
import { isNameOf } from "./case-name.ts";
import type { DraftCitation } from "./draft-citations.ts";
import { remembered } from "./imported-volumes.ts";
import type { Courts } from "./written-court.ts";

/** `2015 WL 77`, `2019 U.S. Dist. LEXIS 24085`. */
const DATABASE = /^(?:WL|Westlaw|(?:.*\s)?LEXIS)$/i;
/** Reports of other countries, as the table of reporters lacks them. */
const FOREIGN =
  /^(?:A\.?\s?C\.?|All\s?E\.?\s?R\.?|A\.?L\.?R\.?|[QK]\.?\s?B\.?|W\.?L\.?R\.?|D\.?L\.?R\.?|C\.?L\.?R\.?|S\.?C\.?R\.?|O\.?R\.?|E\.?C\.?R\.?|E\.?H\.?R\.?R\.?|Eng\.?\s?Rep\.?|E\.?R\.?|N\.?Z\.?L\.?R\.?|I\.?R\.?|I\.?L\.?R\.?|Lloyd[’']?s\s?Rep\.?|Cr\.?\s?App\.?\s?R\.?|B\.?C\.?L\.?R\.?)(?:\s\(\d?\w{1,4}\))?$/;
/** Decisions with a docket number that are looked at: a number can be of many courts. */
const MAX_DECISIONS = 100;
/** A shorter number is of too many cases. */
const MIN_DOCKET = 4;

/** A decision that was found by its docket number, or why none was. */
interface UnreportedDecision {
  readonly cases: readonly Case[];
  readonly reason: string | null;
}

export class Unreported {
  readonly #corpus: Corpus;
  readonly #courts: Courts;
  readonly #lastDays = new Map<string, LastDay | null>();

  constructor(corpus: Corpus, courts: Courts) {
    this.#corpus = corpus;
    this.#courts = courts;
  }

  /** The decision that a citation means which no case has; null if a report has it, so that its volume says more. */
  find(citation: DraftCitation): UnreportedDecision | null {
    const source = sourceOf(citation);
    if (source === null) return null;
    const { docket: number, reading, court, date } = citation;
    if (source.isForeign || number === null || number === "") return { cases: [], reason: source.words };
    const known = this.#withDocket(number).filter(
      (record) => court === null || this.#courts.compare(court, record).verdict !== "differs",
    );
    const ofDay = known.filter(({ decisionDate }) => isDecidedThen(decisionDate, citation));
    const named = ofDay.filter((record) => reading === null || isNameOf(reading, record));
    const cases = named.length > 0 || date === null ? named : ofDay;
    if (cases.length > 0) return { cases, reason: null };
    const ofName = known.filter((record) => reading !== null && isNameOf(reading, record));
    const docket =
      ofName.length > 0
        ? `the corpus has No. ${number}, decided ${ofName.map(({ decisionDate }) => decisionDate).join(", ")}`
        : `no case of the corpus has No. ${number} with this name, court and date`;
    return { cases: [], reason: [source.words, docket].filter((words) => words !== "").join("; ") };
  }

  /** That a decision is of a year after the last imported one of its court; null if it is not, or that is not known. */
  lateReason({ year, court }: DraftCitation): string | null {
    if (year === null) return null;
    const last = this.#lastDayOf(court);
    return last === null || year <= yearOfDay(last.day)
      ? null
      : `${year} is after the last imported decision of ${last.court}, ${dateText(last.day)}`;
  }

  #withDocket(docket: string): Case[] {
    const numbers = docketForms(docket).filter(({ length }) => length >= MIN_DOCKET);
    const cases = numbers.flatMap((number) => {
      const filter = { docketNumber: number };
      const { items } = this.#corpus.cases({ filter, ...NEWEST, pageSize: MAX_DECISIONS });
      return items.filter(({ docketNumber }) => hasNumber(docketNumber, number));
    });
    return distinctCases(cases).sort((a, b) => a.id - b.id);
  }

  /** The last imported day of the court that is written so, else of the corpus. */
  #lastDayOf(written: string | null): LastDay | null {
    return remembered(this.#lastDays, written ?? "", () => {
      const isWritten = (court: Court): boolean =>
        written !== null && this.#courts.compare(written, { court, jurisdiction: null }).verdict === "match";
      const ids = this.#corpus
        .courts()
        .filter(isWritten)
        .map(({ id }) => id);
      const day = lastDayOf(this.#corpus, ids);
      return day === null ? null : { day, court: ids.length === 0 ? "the corpus" : (written ?? "") };
    });
  }
}

interface LastDay {
  readonly day: number;
  readonly court: string;
}

/** Where a citation without a printed report is from; null if it names a report. */
function sourceOf({
  form,
  reporters,
  isKnown,
}: DraftCitation): { readonly words: string; readonly isForeign: boolean } | null {
  if (form === "docket") return { words: "", isForeign: false };
  if (reporters.some((name) => DATABASE.test(name)))
    return { words: "a number of a database, which no printed report has", isForeign: false };
  return !isKnown && reporters.some((name) => FOREIGN.test(name))
    ? { words: "a report of another country", isForeign: true }
    : null;
}

function isDecidedThen(decisionDate: string | null, { date, year }: DraftCitation): boolean {
  if (date !== null) return date === decisionDate;
  return year !== null && year === yearOfDate(decisionDate);
}

/** A number of a federal district: office, year, kind and number, `1:12-cv-00345-ABC`, `12 Civ. 345`. */
const FEDERAL = /^(?:\d:)?(\d\d)[-\s]?([a-z]{1,4})\.?[-\s]?0*(\d{1,6})(?!\d)/i;
const KINDS: Readonly<Record<string, string>> = { civ: "cv", c: "cv", cv: "cv", crim: "cr", cr: "cr" };

/** A docket number as written, and as others write it: with zeros, without the office and the judge. */
function docketForms(docket: string): string[] {
  // `C 12-345` is `12 C 345`
  const yearFirst = docket.replace(/^([A-Z]{1,4})\.?\s(\d\d)-(?=\d)/i, "$2-$1-");
  const [, year = "", kind = "", number = ""] = FEDERAL.exec(yearFirst) ?? [];
  if (number === "") return [docket];
  const short = `${year}-${KINDS[kind.toLowerCase()] ?? kind}-`;
  return [...new Set([docket, `${short}${number}`, `${short}${number.padStart(5, "0")}`])];
}

/** Whether the number is one of the docket numbers of a case, and no part of a longer one. */
function hasNumber(dockets: string, number: string): boolean {
  const [all, part] = [dockets.toLowerCase(), number.toLowerCase()];
  for (let at = all.indexOf(part); at >= 0; at = all.indexOf(part, at + 1)) {
    const around = `${all[at - 1] ?? " "}${all[at + part.length] ?? " "}`;
    if (!/\d/.test(around)) return true;
  }
  return false;
}
