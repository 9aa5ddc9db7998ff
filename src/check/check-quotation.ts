/** Compares a quotation of a draft with the case that it is taken from. */
import type { Case } from "../domain/records.ts";
import { sentenceEnds } from "../text/sentences.ts";
import type { Bodies, CaseText, MarkedPlace } from "./bodies.ts";
import { type CasePart, nearbyText, partMeant, partRemark, reportRemark } from "./case-parts.ts";
import { type CheckedCitation, casesFound, pagelessReason, reasonsOf } from "./check-citation.ts";
import { EQUAL_BUT_FOR_FORM, type PlaceInText, type QuotationVerdict } from "./compare-quotation.ts";
import type { Draft, TextRange } from "./draft.ts";
import type { DraftQuotation } from "./draft-quotations.ts";
import type { Judgement } from "./judgement.ts";
import { namesOneOf, type Pin, readPin } from "./pins.ts";
import { type Alteration, denies, edgeAlteration } from "./quotations/alterations.ts";
import { emphasisIn } from "./quotations/emphasis.ts";
import type { Resemblance } from "./quotations/similar-passage.ts";

/** A quotation of a draft, with the verdict and the passage that it was compared with. */
export interface CheckedQuotation extends TextRange, Resemblance {
  readonly line: number;
  readonly text: string;
  /** Index of the citation that it is compared with; null if the draft names none. */
  readonly citation: number | null;
  readonly verdict: QuotationVerdict | "body not available" | "no citation";
  /** The printed pages and the numbered paragraphs that it is on; empty if they are not known, or the draft names none. */
  readonly pages: readonly string[];
  readonly paragraphs: readonly string[];
  /** Whether the draft names one of these pages and paragraphs; null if it names none, or they are not known. */
  readonly isOnPinPage: boolean | null;
  /** In which part of the case it is: `majority`, `dissent`, `head matter`, `note in the majority` …; null if it is not known. */
  readonly part: string | null;
  /** Other cases that the draft cites and that have it, if the cited one has not; null if there are none. */
  readonly foundIn: readonly Case[] | null;
  /** What is to be said of its page, its paragraph or its part of the case, in words. */
  readonly remark: string | null;
  readonly judgement: Judgement;
}

function judgeQuotation({
  verdict,
  isOnPinPage,
  isInDoubt,
}: Pick<CheckedQuotation, "verdict" | "isOnPinPage"> & { readonly isInDoubt: boolean }): Judgement {
  switch (verdict) {
    case "exact":
    case EQUAL_BUT_FOR_FORM:
      return isOnPinPage === false ? "wrong" : isInDoubt ? "unsure" : "confirmed";
    case "near":
    case "not found":
      return "wrong";
    default:
      return "unknown";
  }
}

const NOT_PLACED = { pages: [], paragraphs: [], isOnPinPage: null, remark: null } as const;
const NOTHING = { passage: null, changes: [], alterations: [], ...NOT_PLACED, part: null, foundIn: null };
/** What a draft says of a quotation without the citations that are in it. */
const OMITTED = /\b(?:citations?|cites?)\b[^()]{0,40}\bomitted\b|\bcleaned up\b/i;
/** Other cases of a draft that a quotation is looked for in. */
const MAX_OTHERS = 100;
/** Characters before a quotation, and after it, in which a draft may deny it. */
const [MAX_DENIAL, MAX_DENIAL_AFTER] = [120, 20] as const;

export class QuotationCheck {
  readonly #bodies: Bodies;
  readonly #draft: Pick<Draft, "text" | "emphasised">;
  readonly #citations: readonly CheckedCitation[];
  readonly #cases: readonly Case[];

  /** @param draft with its running text */
  constructor(
    bodies: Bodies,
    draft: Pick<Draft, "text" | "emphasised">,
    citations: readonly CheckedCitation[],
  ) {
    this.#bodies = bodies;
    this.#draft = draft;
    this.#citations = citations;
    this.#cases = casesFound(citations).slice(0, MAX_OTHERS);
  }

  /** Compares a quotation with the one of its two sources that has it, or something like it; else with the one that is not known to lack it. */
  of({ otherwise, ...quotation }: DraftQuotation): Omit<CheckedQuotation, "line"> {
    const result = this.#of(quotation);
    if (otherwise === null || orderOf(result) === 0) return result;
    const alternative = this.#of({ ...quotation, ...otherwise });
    return orderOf(alternative) < orderOf(result) ? alternative : result;
  }

  #of({
    start,
    end,
    text,
    citation,
    basis,
  }: Omit<DraftQuotation, "otherwise">): Omit<CheckedQuotation, "line"> {
    const at = { start, end, text, citation };
    const unknown = (verdict: "no citation" | "body not available") => {
      const foundIn = this.#otherCases(text, null);
      const remark = basis === "other work" ? "next to a statute, an article or the record" : null;
      const source = verdict === "no citation" ? null : citation;
      return { ...at, citation: source, ...NOTHING, verdict, foundIn, remark, judgement: "unknown" as const };
    };
    const source = citation === null ? undefined : this.#citations[citation];
    if (citation === null || source === undefined) return unknown("no citation");
    const [only] = source.verdict === "found" ? source.cases : [];
    const body = only === undefined ? null : this.#bodies.textOf(only);
    if (only === undefined || body === null) return unknown("body not available");
    const parallel = parallelTo(this.#citations, citation);
    const cited = { start: parallel[0]?.start ?? 0, end: parallel.at(-1)?.end ?? 0 };
    const nearby = nearbyText(this.#draft.text, { start, end }, cited, this.#citations);
    const comparison = body.quoted.compare(text, OMITTED.test(nearby));
    if (comparison.verdict === "not found") {
      if (basis === "next") return unknown("no citation");
      const foundIn = this.#otherCases(text, only);
      return { ...at, ...NOTHING, ...comparison, foundIn, judgement: "wrong" };
    }
    const isNear = comparison.verdict === "near";
    const passage = comparison.passage ?? text;
    const marked = this.#bodies.marksOf(only)?.placesOf(passage) ?? [];
    const pins = basis === "by name" ? [] : pinsOf(parallel, isOnOnePage(only));
    const placed = pins.length === 0 ? NOT_PLACED : comparePlaces(pins, marked, pagelessReason(only));
    const ofPart = partOf(passage, body, nearby);
    const cut = isNear ? null : this.#cutFrom({ start, end }, text, ofPart.places);
    const emphasis = emphasisIn(this.#draft.text, { start, end }, this.#draft.emphasised, marked);
    const alterations = [...comparison.alterations, ...[cut, emphasis.added].filter((edit) => edit !== null)];
    const isInDoubt = alterations.length > 0 || ofPart.remark !== null;
    const isInNote = marked.length > 0 && marked.every((place) => place.isInNote);
    const { pages, paragraphs, isOnPinPage } = placed;
    return {
      ...{ ...at, ...comparison, alterations, pages, paragraphs, isOnPinPage },
      remark: reasonsOf(placed.remark, ofPart.remark, emphasis.remark),
      part: inNote(ofPart.part?.kind ?? null, isInNote),
      foundIn: isNear ? this.#otherCases(text, only) : null,
      judgement: judgeQuotation({ verdict: comparison.verdict, isOnPinPage, isInDoubt }),
    };
  }

  /** What a quotation lacks at its ends wherever the case has it, unless the draft has it in its own words. */
  #cutFrom({ start, end }: TextRange, text: string, places: readonly PlaceInText[]): Alteration | null {
    const cuts = places.map(({ before, after }) => edgeAlteration(text, before, after));
    const [first = null] = cuts;
    if (first === null || cuts.includes(null)) return null;
    const before = this.#draft.text.slice(Math.max(0, start - MAX_DENIAL), start);
    const around = [
      before.slice([...sentenceEnds(`${before}A`)].at(-1) ?? 0),
      first.kind === "negation after it left out" ? this.#draft.text.slice(end, end + MAX_DENIAL_AFTER) : "",
    ];
    return first.kind !== "cut within a word" && around.some(denies) ? null : first;
  }

  /** The other cases that the draft cites and that have a quotation; null if none has. */
  #otherCases(text: string, cited: Case | null): readonly Case[] | null {
    const cases = this.#cases.filter(
      (record) => record.id !== cited?.id && this.#bodies.textOf(record)?.quoted.has(text) === true,
    );
    return cases.length === 0 ? null : cases;
  }
}

function orderOf({ verdict }: Pick<CheckedQuotation, "verdict">): number {
  const order = [
    ["exact", EQUAL_BUT_FOR_FORM],
    ["near"],
    ["body not available", "no citation"],
    ["not found"],
  ];
  return order.findIndex((verdicts) => verdicts.includes(verdict));
}

/** The part of the case that a passage is in, what is to be said of it, and its places there. */
function partOf(
  passage: string,
  { quoted, parts }: CaseText,
  nearby: string,
): {
  readonly part: CasePart | undefined;
  readonly remark: string | null;
  readonly places: readonly PlaceInText[];
} {
  const occurrences = quoted.placesOf(passage);
  const part = partMeant(
    occurrences.flatMap(({ text }) => parts[text] ?? []),
    nearby,
  );
  const places = occurrences.filter(({ text }) => parts[text] === part);
  const before = places.map((place) => place.before);
  return { part, remark: partRemark(part, nearby) ?? reportRemark(before, nearby), places };
}

function inNote(kind: string | null, isInNote: boolean): string | null {
  if (!isInNote) return kind;
  return kind === null ? "note" : `note in the ${kind}`;
}

function isOnOnePage({ firstPage, lastPage }: Case): boolean {
  return firstPage !== "" && firstPage === lastPage;
}

/** Characters between parallel citations: pin cites and commas. */
const MAX_PARALLEL_GAP = 40;

/** A citation, and those that are parallel to it. */
function parallelTo(citations: readonly CheckedCitation[], index: number): readonly CheckedCitation[] {
  const isParallel = (first: number, second: number): boolean => {
    const [left, right] = [citations[first], citations[second]];
    return (
      right !== undefined &&
      left?.form === right.form &&
      left.cite !== right.cite &&
      left.cases[0]?.id === right.cases[0]?.id &&
      right.start - left.end <= MAX_PARALLEL_GAP
    );
  };
  let [first, last] = [index, index];
  while (isParallel(first - 1, first)) first--;
  while (isParallel(last, last + 1)) last++;
  return citations.slice(first, last + 1);
}

/** The pins of parallel citations. In a case of one page every quotation is on that page. */
function pinsOf(parallel: readonly CheckedCitation[], isOnePage: boolean): Pin[] {
  return parallel
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
  const isOpen = (kind: Pin["kind"]): boolean =>
    pins.some((pin) => pin.kind === kind) && (best?.[kind] ?? null) === null;
  return {
    ...{ pages, paragraphs, isOnPinPage: best === undefined ? null : isRight(best) },
    remark: reasonsOf(
      best?.page === false ? `it is on page ${pages.join(", ")}` : null,
      best?.paragraph === false ? `it is in ¶ ${paragraphs.join(", ")}` : null,
      isOpen("page") ? pageNotCheckable(places, pageless) : null,
      isOpen("paragraph") ? "paragraph not checkable" : null,
    ),
  };
}

/** @param pageless why the text of the case may have no pages */
function pageNotCheckable(places: readonly MarkedPlace[], pageless: string | null): string {
  const hasPages = places.some(({ pages }) => pages.length > 0);
  return hasPages || pageless === null ? "page not checkable" : `page not checkable: ${pageless}`;
}

/** Whether a pin names one of the labels; null if there is nothing to compare. */
function compareKind(kind: Pin["kind"], labels: readonly string[], pins: readonly Pin[]): boolean | null {
  const compared = pins.filter((pin) => pin.kind === kind && pin.spans.length > 0);
  return labels.length === 0 || compared.length === 0
    ? null
    : compared.some((pin) => namesOneOf(pin, labels));
}
