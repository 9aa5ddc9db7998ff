/** What is between two sentences of a case, if a draft that quotes them says that it omits citations. */
import { draftReferences, startOfName, textAfterCitation } from "../draft-citations.ts";

/** Words of signals, and of remarks as `(internal citations omitted)`. */
const SAYS_NOTHING = new Set(
  (
    "see also eg cf but accord compare with and id ibid supra quoting citing generally contra in e g at " +
    "citation citations internal quotation quotations marks omitted emphasis added footnote footnotes"
  ).split(" "),
);

/** Whether a text cites, and says nothing else. */
export function isOnlyCitations(text: string): boolean {
  const { citations, works } = draftReferences(text);
  const ranges = [
    ...citations.map(({ start, end, reading }) => ({ start: startOfName(text, start, reading), end })),
    ...works,
  ].sort((a, b) => a.start - b.start);
  let [rest, from] = ["", 0];
  for (const { start, end } of ranges) {
    rest += ` ${text.slice(from, start)}`;
    from = Math.max(from, end + textAfterCitation(text, end).length);
  }
  const words = `${rest} ${text.slice(from)}`.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.every((word) => SAYS_NOTHING.has(word));
}
