/** The passages of cases that a sentence found (`match=any`): their text, and the printed pages that they begin on. */
import { Bodies } from "../check/bodies.ts";
import type { CaseWithBody } from "../corpus/bodies.ts";
import type { Corpus } from "../corpus/corpus.ts";

const MARKS = /<em class="search_highlight">|<\/em>/g;
const REFERENCES: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
  "&#x27;": "'",
};
/** Characters by which the page of a passage is found. */
const BEGINNING = 120;

export interface ShownPassage {
  readonly text: string;
  /** Empty if the text marks no pages. */
  readonly pages: readonly string[];
}

/** A fragment of a preview without its marks. */
export function plainFragment(html: string): string {
  return html
    .replace(MARKS, "")
    .replace(/&(?:amp|lt|gt|quot|#x27);/g, (reference) => REFERENCES[reference] ?? "");
}

/** The passage in the preview of a case that a sentence found; null if nothing of its text may be shown. */
export function passageOf(corpus: Corpus, record: CaseWithBody): ShownPassage | null {
  const [fragment] = record.preview ?? [];
  if (fragment === undefined) return null;
  const text = plainFragment(fragment);
  const page = new Bodies(corpus).pageOf(record, text.slice(0, BEGINNING));
  return { text, pages: page === null ? [] : [page] };
}
