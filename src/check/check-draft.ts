/**
 * Checks the citations and quotations of a draft against a corpus.
 *
 * A verdict says only what the corpus shows: a case whose volume is not in the corpus may well exist.
 */
import type { Corpus } from "../corpus/corpus.ts";
import { decisionDay, yearOfDay } from "../domain/decision-date.ts";
import type { Case } from "../domain/records.ts";
import { Bodies } from "./bodies.ts";
import { isNameOf } from "./case-name.ts";
import { EQUAL_BUT_FOR_FORM, type QuotationVerdict, type TextChange } from "./compare-quotation.ts";
import {
  type CitationForm,
  type DraftCitation,
  type DraftWork,
  draftReferences,
  type TextRange,
} from "./draft-citations.ts";
import { type DraftQuotation, draftQuotations } from "./draft-quotations.ts";
import { type CitationVerdict, ImportedVolumes } from "./imported-volumes.ts";
import { lineCounter } from "./line-counter.ts";
import { namesPage } from "./printed-pages.ts";
import { type ComparedCourt, Courts, writtenCourt } from "./written-court.ts";

/** What the draft says, and whether the case says the same. */
export interface Compared<T> {
  readonly written: T;
  readonly verdict: "match" | "differs";
  readonly ours: T;
}

export interface ComparedPage {
  readonly written: string;
  /** `not compared`: it is not a number, or the case has no page numbers. */
  readonly verdict: "in the case" | "outside the case" | "not compared";
}

export interface CheckedCitation extends TextRange {
  readonly line: number;
  readonly form: CitationForm;
  readonly cite: string;
  /** Of a short form, *id.* or *supra*: that of the citation in full that it refers to. */
  readonly verdict: CitationVerdict;
  /** Index of that citation; null if it is not known, or this one is in full. */
  readonly refersTo: number | null;
  /** The cases with this citation, ascending by id. */
  readonly cases: readonly Case[];
  /** Null where the draft says nothing, or no single case was found. */
  readonly name: Compared<string> | null;
  readonly year: Compared<number> | null;
  readonly court: ComparedCourt | null;
  readonly pinPages: readonly ComparedPage[];
}

export interface CheckedQuotation extends TextRange {
  readonly line: number;
  readonly text: string;
  /** Index of the citation that it is compared with; null if the draft names none. */
  readonly citation: number | null;
  readonly verdict: QuotationVerdict | "body not available" | "no citation";
  readonly passage: string | null;
  readonly changes: readonly TextChange[];
  /** The printed pages that it is on; empty if they are not known. */
  readonly pages: readonly string[];
  /** Whether the draft names one of these pages; null if it names none, or they are not known. */
  readonly isOnPinPage: boolean | null;
}

export interface CheckedWork extends DraftWork {
  readonly line: number;
}

export interface CheckedDraft {
  readonly citations: readonly CheckedCitation[];
  readonly quotations: readonly CheckedQuotation[];
  /** Statutes, rules and journals, which are not checked. */
  readonly works: readonly CheckedWork[];
  /** Citations and quotations that are not confirmed in all that the draft says of them. */
  readonly open: number;
}

/** Checks all citations and quotations of a draft on one state of the corpus. @param draft plain, as `readDraft` returns it */
export function checkDraft(corpus: Corpus, draft: string): CheckedDraft {
  return corpus.snapshot(() => {
    const text = withoutLineEnds(draft);
    const volumes = new ImportedVolumes(corpus);
    const { citations: cited, works } = draftReferences(text, (normal) => volumes.isReporter(normal));
    const courts = new Courts(corpus.jurisdictions().map(({ name }) => name ?? ""));
    const lineOf = lineCounter(draft);
    const citations: CheckedCitation[] = [];
    for (const one of cited) {
      const line = lineOf(one.start);
      const checked =
        one.form === "full"
          ? checkCitation({ corpus, volumes, courts, text }, one)
          : checkShort(one, cited, citations);
      citations.push({ ...checked, line });
    }
    const bodies = new Bodies(corpus);
    const quotations = draftQuotations(text, cited).map((one) => ({
      ...checkQuotation(bodies, citations, one),
      line: lineOf(one.start),
    }));
    const open =
      citations.filter((one) => !isConfirmed(one)).length +
      quotations.filter((one) => !isConfirmedQuotation(one)).length;
    return { citations, quotations, works: works.map((one) => ({ ...one, line: lineOf(one.start) })), open };
  });
}

/** With spaces for the line ends within paragraphs. A paragraph ends at a blank line. Offsets stay the same. */
function withoutLineEnds(text: string): string {
  return text.replace(/(?<!\n[^\S\n]*)\r?\n(?![^\S\n]*\n)/g, (end) => " ".repeat(end.length));
}

export function isConfirmed({
  verdict,
  name,
  year,
  court,
  pinPages,
}: Pick<CheckedCitation, "verdict" | "name" | "year" | "court" | "pinPages">): boolean {
  return (
    verdict === "found" &&
    [name, year, court].every((one) => one?.verdict !== "differs") &&
    pinPages.every((page) => page.verdict !== "outside the case")
  );
}

/** A quotation without a citation is left out. */
export function isConfirmedQuotation({
  verdict,
  isOnPinPage,
}: Pick<CheckedQuotation, "verdict" | "isOnPinPage">): boolean {
  const isTrue = verdict === "exact" || verdict === EQUAL_BUT_FOR_FORM || verdict === "no citation";
  return isTrue && isOnPinPage !== false;
}

interface Draft {
  readonly corpus: Corpus;
  readonly volumes: ImportedVolumes;
  readonly courts: Courts;
  readonly text: string;
}

function checkCitation(
  { corpus, volumes, courts, text }: Draft,
  one: DraftCitation,
): Omit<CheckedCitation, "line"> {
  const { form, start, end, cite, refersTo } = one;
  const at = { form, start, end, cite, refersTo };
  const ids = [...new Set([...corpus.idsByCitations(one.normals).values()].flat())];
  const cases = corpus.casesOf(ids.sort((a, b) => a - b));
  const named = one.name === null ? [] : cases.filter((found) => isNameOf(one.name ?? "", namesOf(found)));
  const [only] = cases.length === 1 ? cases : named.length === 1 ? named : [];
  if (only === undefined) {
    const verdict = cases.length > 1 ? "ambiguous" : volumes.verdictOf(one);
    return { ...at, verdict, cases, name: null, year: null, court: null, pinPages: [] };
  }
  const day = decisionDay(only.decisionDate);
  const year = day === null ? null : yearOfDay(day);
  const court = writtenCourt(text, one);
  return {
    ...{ ...at, verdict: "found", cases: [only] },
    name:
      one.name === null ? null : compared(one.name, only.nameAbbreviation, isNameOf(one.name, namesOf(only))),
    year: one.year === null || year === null ? null : compared(one.year, year, one.year === year),
    court: court === null ? null : courts.compare(court, only),
    pinPages: one.pinPages.map((page) => comparePage(page, [one], only)),
  };
}

/** @param cited the citations of the draft @param checked those before this one */
function checkShort(
  one: DraftCitation,
  cited: readonly DraftCitation[],
  checked: readonly CheckedCitation[],
): Omit<CheckedCitation, "line"> {
  const { form, start, end, cite, refersTo, pinPages } = one;
  const at = { form, start, end, cite, refersTo, name: null, year: null, court: null };
  const source = refersTo === null ? undefined : checked[refersTo];
  if (refersTo === null || source === undefined)
    return { ...at, verdict: "refers to no citation before it", cases: [], pinPages: [] };
  const { verdict, cases } = source;
  const [only] = verdict === "found" ? cases : [];
  if (only === undefined || pinPages.length === 0) return { ...at, verdict, cases, pinPages: [] };
  // the parallel citations of the case; a short form names the reporter of one of them
  const parallel = cited.filter(
    (other, nth) =>
      other.form === "full" &&
      checked[nth]?.cases.includes(only) &&
      (form !== "short" || isOfVolume(one, other)),
  );
  return {
    ...{ ...at, verdict, cases },
    pinPages: pinPages.map((page) => comparePage(page, parallel, only)),
  };
}

function isOfVolume(one: DraftCitation, { volume, reporters }: DraftCitation): boolean {
  return one.volume === volume && one.reporters.some((name) => reporters.includes(name));
}

function namesOf({ name, nameAbbreviation }: Case): string[] {
  return [name, nameAbbreviation];
}

function compared<T>(written: T, ours: T, isSame: boolean): Compared<T> {
  return { written, verdict: isSame ? "match" : "differs", ours };
}

/** Pages are compared with those of the report that the case is stored with: the one in which it begins at the page of the citation. */
function comparePage(
  written: string,
  citations: readonly DraftCitation[],
  { firstPage, lastPage }: Case,
): ComparedPage {
  const [first, last] = [Number(firstPage), Number(lastPage)];
  const page = /^(?:pp?\.\s*)?(\d+)/.exec(written)?.[1];
  const isOther = citations.some(({ page: begins }) => Number(begins) !== first);
  if (page === undefined || isOther || !Number.isInteger(first) || !Number.isInteger(last) || last < first)
    return { written, verdict: "not compared" };
  const isInside = Number(page) >= first && Number(page) <= last;
  return { written, verdict: isInside ? "in the case" : "outside the case" };
}

function checkQuotation(
  bodies: Bodies,
  citations: readonly CheckedCitation[],
  { start, end, text, citation }: DraftQuotation,
): Omit<CheckedQuotation, "line"> {
  const none = { passage: null, changes: [], pages: [], isOnPinPage: null };
  const at = { start, end, text, citation };
  const source = citation === null ? undefined : citations[citation];
  if (source === undefined) return { ...at, ...none, verdict: "no citation" };
  const [only] = source.verdict === "found" ? source.cases : [];
  const body = only === undefined ? null : bodies.textOf(only);
  if (only === undefined || body === null) return { ...at, ...none, verdict: "body not available" };
  const comparison = body.compare(text);
  const pins = source.pinPages.map(({ written }) => written);
  const pages = pins.length === 0 ? [] : (bodies.pagesOf(only)?.of(text) ?? []);
  const named =
    pages.length === 0 ? [] : pins.map((pin) => namesPage(pin, pages)).filter((one) => one !== null);
  return { ...at, ...comparison, pages, isOnPinPage: named.length === 0 ? null : named.includes(true) };
}
