/** The result of checking a draft, as JSON. */
import {
  type CheckedCitation,
  type CheckedDraft,
  type CheckedQuotation,
  type Compared,
  checkDraft,
} from "../check/check-draft.ts";
import type { TextChange } from "../check/compare-quotation.ts";
import type { V1 } from "./v1.ts";

export interface V1CheckedCase {
  readonly id: number;
  readonly url: string;
  readonly name_abbreviation: string;
  readonly decision_date: string | null;
  readonly citations: readonly string[];
}

export interface V1CheckedCitation {
  /** Of the draft's text, from 1. */
  readonly line: number;
  /** Offsets in its text. */
  readonly start: number;
  readonly end: number;
  readonly cite: string;
  readonly verdict: CheckedCitation["verdict"];
  readonly cases: readonly V1CheckedCase[];
  readonly name: Compared<string> | null;
  readonly year: Compared<number> | null;
  readonly pin_pages: CheckedCitation["pinPages"];
}

export interface V1CheckedQuotation {
  readonly line: number;
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Index in `citations`; null if the draft names none. */
  readonly citation: number | null;
  readonly verdict: CheckedQuotation["verdict"];
  /** With `near`: what the case says, and the differences. */
  readonly passage: string | null;
  readonly changes: readonly TextChange[];
  /** The printed pages that it is on; empty if they are not known, or the draft names none. */
  readonly pages: readonly string[];
  readonly is_on_pin_page: boolean | null;
}

export interface V1Check {
  readonly citations: readonly V1CheckedCitation[];
  readonly quotations: readonly V1CheckedQuotation[];
  /** How many of both are not confirmed. */
  readonly open: number;
}

/** Checks the citations and quotations of a draft (docs/interface.md, "check"). @param text plain text, as `readDraft` returns it */
export function checkText({ corpus, baseUrl }: Pick<V1, "corpus" | "baseUrl">, text: string): V1Check {
  return v1Check(checkDraft(corpus, text), baseUrl);
}

function v1Check({ citations, quotations, open }: CheckedDraft, baseUrl: string): V1Check {
  return {
    citations: citations.map(({ pinPages, cases, ...one }) => ({
      ...one,
      cases: cases.map(({ id, nameAbbreviation, decisionDate, citations: own }) => ({
        ...{ id, url: `${baseUrl}/v1/cases/${id}/`, name_abbreviation: nameAbbreviation },
        ...{ decision_date: decisionDate, citations: own.map(({ cite }) => cite) },
      })),
      pin_pages: pinPages,
    })),
    quotations: quotations.map(({ isOnPinPage, ...one }) => ({ ...one, is_on_pin_page: isOnPinPage })),
    open,
  };
}
