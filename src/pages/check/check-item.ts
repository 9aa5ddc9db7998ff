/** The results of a check in the order of the text, each with its verdict in words. */
import {
  quotationWords,
  type V1Check,
  type V1CheckedCitation,
  type V1CheckedQuotation,
} from "../../v1/check.ts";

/** `good`: confirmed; `bad`: the draft and the case differ; `undecided`: the corpus cannot say. */
export type Tone = "good" | "bad" | "undecided";

interface Item {
  /** From 1, in the order of the text. */
  readonly number: number;
  readonly tone: Tone;
  /** The verdict, and what differs: `found, but the year differs`. */
  readonly words: string;
}

export type CitationItem = Item & {
  readonly kind: "citation";
  readonly of: V1CheckedCitation;
  /** The citation in full that a short form refers to. */
  readonly source: V1CheckedCitation | null;
};
export type QuotationItem = Item & {
  readonly kind: "quotation";
  readonly of: V1CheckedQuotation;
  /** The citation that it is compared with. */
  readonly source: V1CheckedCitation | null;
};
export type CheckItem = CitationItem | QuotationItem;
type Unnumbered = Omit<CitationItem, "number" | "tone"> | Omit<QuotationItem, "number" | "tone">;

export const CLASSES: Readonly<Record<Tone, string>> = {
  good: "check-good",
  bad: "check-bad",
  undecided: "check-undecided",
};
/** Shown next to the words, so that nothing depends on a colour. */
export const SYMBOLS: Readonly<Record<Tone, string>> = { good: "✓", bad: "✗", undecided: "?" };

const BAD = new Set<string>(["found", "no such case in a volume that is imported", "near", "not found"]);

export function checkItems({ citations, quotations }: V1Check): CheckItem[] {
  const items: Unnumbered[] = [
    ...citations.map((of) => ({
      ...{ kind: "citation" as const, of, words: wordsOfCitation(of) },
      source: of.refers_to === null ? null : (citations[of.refers_to] ?? null),
    })),
    ...quotations.map((of) => ({
      ...{ kind: "quotation" as const, of, words: wordsOfQuotation(of) },
      source: of.citation === null ? null : (citations[of.citation] ?? null),
    })),
  ];
  return items
    .sort((a, b) => a.of.start - b.of.start || b.of.end - a.of.end)
    .map((item, at) => ({ ...item, number: at + 1, tone: toneOf(item.of) }));
}

function toneOf(of: V1CheckedCitation | V1CheckedQuotation): Tone {
  if (of.verdict === "no citation") return "undecided";
  if (of.is_confirmed) return "good";
  const isOnOtherPage = "is_on_pin_page" in of && of.is_on_pin_page === false;
  return BAD.has(of.verdict) || isOnOtherPage ? "bad" : "undecided";
}

function wordsOfCitation({ verdict, name, year, court, pin_pages: pages }: V1CheckedCitation): string {
  const different = [
    ...(name?.verdict === "differs" ? ["the name"] : []),
    ...(year?.verdict === "differs" ? ["the year"] : []),
    ...(court?.verdict === "differs" ? ["the court"] : []),
    ...(pages.some((page) => page.verdict === "outside the case") ? ["the page"] : []),
  ];
  if (different.length === 0) return verdict;
  return `${verdict}, but ${different.join(" and ")} ${different.length === 1 ? "differs" : "differ"}`;
}

function wordsOfQuotation({ verdict, is_on_pin_page: isOnPage }: V1CheckedQuotation): string {
  return `${quotationWords(verdict)}${isOnPage === false ? ", but elsewhere" : ""}`;
}
