/** What a draft emphasises in a quotation, and whether the case does. */
import type { MarkedPlace } from "../bodies.ts";
import type { TextRange } from "../draft.ts";
import type { Alteration } from "./alterations.ts";
import { lettersOf } from "./quotation-marks.ts";

interface Emphasis {
  /** Null if the case has it, the draft says that it was added, or the text of the case does not show emphasis. */
  readonly added: Alteration | null;
  /** What is to be said of it, in words. */
  readonly remark: string | null;
}

const NONE: Emphasis = { added: null, remark: null };
/** Characters after a quotation in which a draft says whose emphasis it is. */
const MAX_AFTER = 250;
const SAYS_ADDED =
  /\b(?:emphas[ie]s|italics?|underlining|underscoring|bold)\s(?:is\s|are\s|was\s|has been\s)?(?:added|supplied|mine|ours|my own|our own)\b|\b(?:added|our|my)\s(?:emphas[ie]s|italics)\b/i;
/** Usually in italics: names of cases, signals, words of other languages. */
const IN_ITALICS =
  /\sv(?:s?\.|\s)|^(?:ex parte|in re)\s|^(?:see|see also|id|ibid|supra|infra|cf|e\.?\s?g|i\.?\s?e|viz|per se|et seq|inter alia|accord)[.,]{0,2}$/i;

/**
 * @param text the running text of the draft @param quotation its place there, with its marks
 * @param emphasised in the draft @param places of the quotation in the case
 */
export function emphasisIn(
  text: string,
  quotation: TextRange,
  emphasised: readonly TextRange[],
  places: readonly MarkedPlace[],
): Emphasis {
  const all = lettersOf(text.slice(quotation.start, quotation.end)).length;
  const stretches = emphasised
    .filter(({ start, end }) => start >= quotation.start && end <= quotation.end)
    .map(({ start, end }) => text.slice(start, end).trim())
    .filter((words) => !IN_ITALICS.test(words) && lettersOf(words) !== "" && lettersOf(words).length < all);
  if (stretches.length === 0) return NONE;
  const quoted = stretches.join(" … ");
  // a later quotation has its own remark
  const [after = ""] = text.slice(quotation.end, quotation.end + MAX_AFTER).split(/[“"]/);
  if (SAYS_ADDED.test(text.slice(quotation.start, quotation.end) + after))
    return { added: null, remark: `emphasis on “${quoted}” added, as the draft says` };
  const theirs = places.map((place) => place.emphasised);
  if (theirs.length === 0 || theirs.includes(null))
    return { added: null, remark: `emphasis on “${quoted}”: the text of the case shows none anywhere` };
  const isOfCase = theirs.some((shown) =>
    stretches.every((words) => shown?.some((letters) => letters.includes(lettersOf(words)))),
  );
  return isOfCase ? NONE : { added: { kind: "emphasis added", quoted, original: "" }, remark: null };
}
