/**
 * Checks the citations and quotations of a draft against a corpus.
 *
 * A verdict says only what the corpus shows: a case whose volume is not in the corpus may well exist.
 */
import type { Corpus } from "../corpus/open-corpus.ts";
import { decisionDay, yearOfDay } from "../domain/decision-date.ts";
import type { Case } from "../domain/records.ts";
import { Bodies } from "./bodies.ts";
import { isNameOf } from "./case-name.ts";
import { EQUAL_BUT_FOR_FORM, type QuotationVerdict, type TextChange } from "./compare-quotation.ts";
import { type DraftCitation, draftCitations, type TextRange } from "./draft-citations.ts";
import { type DraftQuotation, draftQuotations } from "./draft-quotations.ts";
import { type CitationVerdict, ImportedVolumes } from "./imported-volumes.ts";
import { namesPage } from "./printed-pages.ts";

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
  readonly cite: string;
  readonly verdict: CitationVerdict;
  /** The cases with this citation, ascending by id. */
  readonly cases: readonly Case[];
  /** Null where the draft says nothing, or no single case was found. */
  readonly name: Compared<string> | null;
  readonly year: Compared<number> | null;
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

export interface CheckedDraft {
  readonly citations: readonly CheckedCitation[];
  readonly quotations: readonly CheckedQuotation[];
  /** Citations and quotations that are not confirmed in all that the draft says of them. */
  readonly open: number;
}

/** The year of a decision may differ by one from that of its publication, but not from that of a citation. */
export function checkDraft(corpus: Corpus, text: string): CheckedDraft {
  return corpus.snapshot(() => {
    const cited = draftCitations(text);
    const volumes = new ImportedVolumes(corpus);
    const lineOf = lineCounter(text);
    const citations = cited
      .map((one) => checkCitation(corpus, volumes, one))
      .map((one) => ({ ...one, line: lineOf(one.start) }));
    const bodies = new Bodies(corpus);
    const quotations = draftQuotations(text, cited).map((one) => ({
      ...checkQuotation(bodies, citations, one),
      line: lineOf(one.start),
    }));
    const open =
      citations.filter((one) => !isConfirmed(one)).length +
      quotations.filter((one) => !isConfirmedQuotation(one)).length;
    return { citations, quotations, open };
  });
}

export function isConfirmed({ verdict, name, year, pinPages }: CheckedCitation): boolean {
  return (
    verdict === "found" &&
    name?.verdict !== "differs" &&
    year?.verdict !== "differs" &&
    pinPages.every((page) => page.verdict !== "outside the case")
  );
}

/** A quotation without a citation is left out. */
export function isConfirmedQuotation({ verdict, isOnPinPage }: CheckedQuotation): boolean {
  const isTrue = verdict === "exact" || verdict === EQUAL_BUT_FOR_FORM || verdict === "no citation";
  return isTrue && isOnPinPage !== false;
}

function checkCitation(
  corpus: Corpus,
  volumes: ImportedVolumes,
  one: DraftCitation,
): Omit<CheckedCitation, "line"> {
  const { start, end, cite } = one;
  const ids = [...new Set([...corpus.idsByCitations(one.normals).values()].flat())];
  const cases = corpus.casesOf(ids.sort((a, b) => a - b));
  const named = one.name === null ? [] : cases.filter((found) => isNameOf(one.name ?? "", namesOf(found)));
  const [only] = cases.length === 1 ? cases : named.length === 1 ? named : [];
  if (only === undefined) {
    const verdict = cases.length > 1 ? "ambiguous" : volumes.verdictOf(one);
    return { start, end, cite, verdict, cases, name: null, year: null, pinPages: [] };
  }
  const day = decisionDay(only.decisionDate);
  const year = day === null ? null : yearOfDay(day);
  return {
    ...{ start, end, cite, verdict: "found", cases: [only] },
    name:
      one.name === null ? null : compared(one.name, only.nameAbbreviation, isNameOf(one.name, namesOf(only))),
    year: one.year === null || year === null ? null : compared(one.year, year, one.year === year),
    pinPages: one.pinPages.map((page) => comparePage(page, only)),
  };
}

function namesOf({ name, nameAbbreviation }: Case): string[] {
  return [name, nameAbbreviation];
}

function compared<T>(written: T, ours: T, isSame: boolean): Compared<T> {
  return { written, verdict: isSame ? "match" : "differs", ours };
}

/** Pages are compared with those of the report that the case is stored with. */
function comparePage(written: string, { firstPage, lastPage }: Case): ComparedPage {
  const [first, last] = [Number(firstPage), Number(lastPage)];
  const page = /^(?:pp?\.\s*)?(\d+)/.exec(written)?.[1];
  if (page === undefined || !Number.isInteger(first) || !Number.isInteger(last) || last < first)
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

function lineCounter(text: string): (at: number) => number {
  const ends = [...text.matchAll(/\n/g)].map(({ index }) => index);
  return (at) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] ?? 0) < at) low = middle + 1;
      else high = middle;
    }
    return low + 1;
  };
}
