/**
 * Checks the citations and quotations of a draft against a corpus.
 *
 * A verdict says only what the corpus shows: a case whose volume is not in the corpus may well exist.
 */
import type { Corpus } from "../corpus/corpus.ts";
import type { Case } from "../domain/records.ts";
import { Bodies, type MarkedPlace } from "./bodies.ts";
import { type Candidate, candidatesOf } from "./candidates.ts";
import { type CheckedCitation, checkCitations, judgeCitation, pagelessReason } from "./check-citation.ts";
import {
  EQUAL_BUT_FOR_FORM,
  namesOneOf,
  type Pin,
  type QuotationVerdict,
  readPin,
  type TextChange,
} from "./compare-quotation.ts";
import { type Draft, lineAt, runningText, type TextRange } from "./draft.ts";
import { type DraftWork, draftReferences } from "./draft-citations.ts";
import { type DraftQuotation, draftQuotations } from "./draft-quotations.ts";
import { ImportedVolumes } from "./imported-volumes.ts";
import { countJudgements, type Judgement, type JudgementCounts } from "./judgement.ts";
import { Unreported } from "./unreported.ts";
import { Courts } from "./written-court.ts";

/** A statute, rule, article of a journal or case of another country, which is not checked. */
export interface CheckedWork extends DraftWork {
  readonly line: number;
}

export interface WithCandidates {
  /** The cases that may be meant, the best first; none of a short form, which has those of the citation that it refers to. */
  readonly candidates: readonly Candidate[];
}

export interface CheckedDraft {
  readonly citations: readonly (CheckedCitation & WithCandidates)[];
  readonly quotations: readonly CheckedQuotation[];
  readonly works: readonly CheckedWork[];
  /** Of citations and quotations. */
  readonly counts: JudgementCounts;
}

export function checkDraft(corpus: Corpus, draft: Draft): CheckedDraft {
  return corpus.snapshot(() => {
    const text = runningText(draft);
    const volumes = new ImportedVolumes(corpus);
    const { citations: cited, works } = draftReferences(text, (normal) => volumes.isReporter(normal));
    const courts = new Courts(corpus.jurisdictions().map(({ name }) => name ?? ""));
    const bodies = new Bodies(corpus);
    const unreported = new Unreported(corpus, courts);
    const quoted = draftQuotations({ text, blocks: draft.blocks }, cited);
    const citations = checkCitations({ corpus, volumes, bodies, courts, unreported }, cited).map((one) => {
      const isOfCase = isInCase(one, quoted);
      return {
        ...{ ...one, line: lineAt(draft, one.start) },
        ...(isOfCase ? { reason: "it is part of a quotation" } : {}),
        judgement: isOfCase ? ("unknown" as const) : judgeCitation(one),
      };
    });
    const quotations = quoted.map((one) => {
      const checked = checkQuotation(bodies, citations, one);
      return { ...checked, line: lineAt(draft, one.start), judgement: judgeQuotation(checked) };
    });
    const candidates = candidatesOf({ corpus, bodies, courts }, { cited, citations, quotations });
    return {
      citations: citations.map((one, nth) => ({ ...one, candidates: candidates[nth] ?? [] })),
      quotations,
      works: works.map((one) => ({ ...one, line: lineAt(draft, one.start) })),
      counts: countJudgements([...citations, ...quotations].map(({ judgement }) => judgement)),
    };
  });
}

/** Whether a short form refers to something in the case that is quoted. */
function isInCase(
  { verdict, start, end }: Pick<CheckedCitation, "verdict" | "start" | "end">,
  quoted: readonly TextRange[],
): boolean {
  return (
    verdict === "refers to no citation before it" &&
    quoted.some((one) => one.start <= start && end <= one.end)
  );
}

/** A quotation of a draft, with the verdict and the passage that it was compared with. */
export interface CheckedQuotation extends TextRange {
  readonly line: number;
  readonly text: string;
  /** Index of the citation that it is compared with; null if the draft names none. */
  readonly citation: number | null;
  readonly verdict: QuotationVerdict | "body not available" | "no citation";
  /** With `near`: what the case says; the differences are in `changes`. */
  readonly passage: string | null;
  readonly changes: readonly TextChange[];
  /** The printed pages and the numbered paragraphs that it is on; empty if they are not known, or the draft names none. */
  readonly pages: readonly string[];
  readonly paragraphs: readonly string[];
  /** Whether the draft names one of these pages and paragraphs; null if it names none, or they are not known. */
  readonly isOnPinPage: boolean | null;
  /** What is to be said of its page or paragraph, in words. */
  readonly remark: string | null;
  readonly judgement: Judgement;
}

function judgeQuotation({
  verdict,
  isOnPinPage,
}: Pick<CheckedQuotation, "verdict" | "isOnPinPage">): Judgement {
  switch (verdict) {
    case "exact":
    case EQUAL_BUT_FOR_FORM:
      return isOnPinPage === false ? "wrong" : "confirmed";
    case "near":
    case "not found":
      return "wrong";
    default:
      return "unknown";
  }
}

function checkQuotation(
  bodies: Bodies,
  citations: readonly CheckedCitation[],
  { start, end, text, citation, isByName }: DraftQuotation,
): Omit<CheckedQuotation, "line" | "judgement"> {
  const none = { passage: null, changes: [], pages: [], paragraphs: [], isOnPinPage: null, remark: null };
  const at = { start, end, text, citation };
  const source = citation === null ? undefined : citations[citation];
  if (citation === null || source === undefined) return { ...at, ...none, verdict: "no citation" };
  const [only] = source.verdict === "found" ? source.cases : [];
  const body = only === undefined ? null : bodies.textOf(only);
  if (only === undefined || body === null) return { ...at, ...none, verdict: "body not available" };
  const comparison = body.compare(text);
  const pins = isByName ? [] : pinsOf(citations, citation, isOnOnePage(only));
  if (pins.length === 0 || comparison.verdict === "not found") return { ...at, ...none, ...comparison };
  const places = bodies.marksOf(only)?.placesOf(comparison.passage ?? text) ?? [];
  return { ...at, ...comparison, ...comparePlaces(pins, places, pagelessReason(only)) };
}

function isOnOnePage({ firstPage, lastPage }: Case): boolean {
  return firstPage !== "" && firstPage === lastPage;
}

/** Characters between parallel citations: pin cites and commas. */
const MAX_PARALLEL_GAP = 40;

/** The pins of a citation and of those parallel to it. In a case of one page every quotation is on that page. */
function pinsOf(citations: readonly CheckedCitation[], index: number, isOnePage: boolean): Pin[] {
  const isParallel = (first: number, second: number): boolean => {
    const [one, other] = [citations[first], citations[second]];
    return (
      other !== undefined &&
      one?.form === other.form &&
      one.cite !== other.cite &&
      one.cases[0]?.id === other.cases[0]?.id &&
      other.start - one.end <= MAX_PARALLEL_GAP
    );
  };
  let [first, last] = [index, index];
  while (isParallel(first - 1, first)) first--;
  while (isParallel(last, last + 1)) last++;
  return citations
    .slice(first, last + 1)
    .flatMap(({ pinPages }) => pinPages)
    .map(({ written, verdict }) => {
      const pin = readPin(written) ?? { kind: "page", spans: [] };
      return verdict === "not compared" ? { ...pin, spans: [] } : pin;
    })
    .filter(({ kind }) => kind === "paragraph" || !isOnePage);
}

/** Of several places the one that the pins name. Pages and paragraphs are compared each. */
function comparePlaces(
  pins: readonly Pin[],
  places: readonly MarkedPlace[],
  pageless: string | null,
): Pick<CheckedQuotation, "pages" | "paragraphs" | "isOnPinPage" | "remark"> {
  const compared = places.map((place) => ({
    place,
    page: compareKind("page", place.pages, pins),
    paragraph: compareKind("paragraph", place.paragraphs, pins),
  }));
  const isRight = ({ page, paragraph }: (typeof compared)[number]): boolean =>
    page !== false && paragraph !== false && (page ?? paragraph) !== null;
  const best =
    compared.find(isRight) ?? compared.find(({ page, paragraph }) => page === false || paragraph === false);
  const { pages, paragraphs } = best?.place ?? { pages: [], paragraphs: [] };
  const has = (kind: Pin["kind"]): boolean => pins.some((pin) => pin.kind === kind);
  const remarks = [
    ...(best?.page === false ? [`it is on page ${pages.join(", ")}`] : []),
    ...(best?.paragraph === false ? [`it is in ¶ ${paragraphs.join(", ")}`] : []),
    ...(has("page") && (best?.page ?? null) === null ? [pageNotCheckable(places, pageless)] : []),
    ...(has("paragraph") && (best?.paragraph ?? null) === null ? ["paragraph not checkable"] : []),
  ];
  return {
    ...{ pages, paragraphs, isOnPinPage: best === undefined ? null : isRight(best) },
    remark: remarks.length === 0 ? null : remarks.join("; "),
  };
}

/** @param pageless why the text of the case may have no pages */
function pageNotCheckable(places: readonly MarkedPlace[], pageless: string | null): string {
  const hasPages = places.some(({ pages }) => pages.length > 0);
  return hasPages || pageless === null ? "page not checkable" : `page not checkable: ${pageless}`;
}

/** Null if there is nothing to compare. */
function compareKind(kind: Pin["kind"], labels: readonly string[], pins: readonly Pin[]): boolean | null {
  const compared = pins.filter((pin) => pin.kind === kind && pin.spans.length > 0);
  return labels.length === 0 || compared.length === 0
    ? null
    : compared.some((pin) => namesOneOf(pin, labels));
}
