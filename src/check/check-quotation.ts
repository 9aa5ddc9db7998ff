/** Compares a quotation of a draft with the case that it is taken from. */
import type { Bodies } from "./bodies.ts";
import type { CheckedCitation } from "./check-citation.ts";
import { EQUAL_BUT_FOR_FORM, type QuotationVerdict, type TextChange } from "./compare-quotation.ts";
import type { TextRange } from "./draft.ts";
import type { DraftQuotation } from "./draft-quotations.ts";
import { namesPage } from "./printed-pages.ts";

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

/** A quotation without a citation is left out. */
export function isConfirmedQuotation({
  verdict,
  isOnPinPage,
}: Pick<CheckedQuotation, "verdict" | "isOnPinPage">): boolean {
  const isTrue = verdict === "exact" || verdict === EQUAL_BUT_FOR_FORM || verdict === "no citation";
  return isTrue && isOnPinPage !== false;
}

export function checkQuotation(
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
