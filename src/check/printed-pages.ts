/** On which printed pages of a case a quotation is. */
import { Parser } from "htmlparser2";
import { findInOrder, lettersOf, partsOfQuotation } from "./compare-quotation.ts";

/** The letters of a case, and where each page begins in them. */
export class Pages {
  readonly #letters: string;
  readonly #starts: readonly { readonly label: string; readonly at: number }[];

  /** @param html the body, with the links that mark its pages @param firstPage of the case */
  constructor(html: string, firstPage: string) {
    const starts = [{ label: firstPage, at: 0 }];
    let letters = "";
    let isLabel = false;
    const parser = new Parser({
      onopentag: (tag, { class: classes = "", "data-label": label }) => {
        if (tag !== "a" || !classes.split(" ").includes("page-label")) return;
        isLabel = true;
        if (label !== undefined) starts.push({ label, at: letters.length });
      },
      ontext: (text) => {
        if (!isLabel) letters += lettersOf(text);
      },
      onclosetag: (tag) => {
        if (tag === "a") isLabel = false;
      },
    });
    parser.end(html);
    this.#letters = letters;
    this.#starts = starts;
  }

  /** The labels of the pages that a quotation is on; none if it is not found, or no page is marked. */
  of(quoted: string): string[] {
    const parts = partsOfQuotation(quoted);
    const found = parts.length === 0 || this.#starts.length < 2 ? null : findInOrder(this.#letters, parts);
    if (found === null) return [];
    const first = this.#starts.findLastIndex(({ at }) => at <= found.start);
    const last = this.#starts.findLastIndex(({ at }) => at < found.end);
    return this.#starts.slice(first, last + 1).map(({ label }) => label);
  }
}

/** Whether a pin page as written, `365`, `at 365-67`, `*4`, names one of these pages; null if it names none by number. */
export function namesPage(pin: string, labels: readonly string[]): boolean | null {
  const [, first, second] = /^(?:pp?\.\s*)?\*?(\d+)(?:\s?[-–—]\s?\*?(\d+))?$/.exec(pin) ?? [];
  if (first === undefined) return null;
  // `365-67` ends at 367
  const end =
    second === undefined ? first : first.slice(0, Math.max(0, first.length - second.length)) + second;
  return labels.some((label) => {
    const page = Number(label.replace(/^\*/, ""));
    return page >= Number(first) && page <= Number(end);
  });
}
