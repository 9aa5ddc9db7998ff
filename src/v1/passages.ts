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
  /** Empty where they are not marked. */
  readonly pages: readonly string[];
}

/** A fragment of a preview without its marks. */
export function plainFragment(html: string): string {
  return html
    .replace(MARKS, "")
    .replace(/&(?:amp|lt|gt|quot|#x27);/g, (reference) => REFERENCES[reference] ?? "");
}

/** Of a case with the preview of a sentence; null if it has none, because nothing of its text may be shown. */
export function passageOf(corpus: Corpus, one: CaseWithBody): ShownPassage | null {
  const [fragment] = one.preview ?? [];
  if (fragment === undefined) return null;
  const text = plainFragment(fragment);
  const page = new Bodies(corpus).pageOf(one, text.slice(0, BEGINNING));
  return { text, pages: page === null ? [] : [page] };
}
