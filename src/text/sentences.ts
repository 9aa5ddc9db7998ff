/**
 * Cuts texts into paragraphs and sentences (docs/interface.md, "Search language"). A cut is always at white space, so the words of
 * the parts are the words of the text.
 *
 * A line break ends a paragraph (docs/formats.md, "Conversion of case bodies"). A sentence ends at `.`, `?` or `!`, with closing
 * quotation marks and brackets after it, before a capital letter, a digit or `§`; not after an initial or an abbreviation.
 */

const END = /[.?!](["'”’)\]]*)[^\S\n]+["'“‘([]*[\p{Lu}\p{N}§]/uy;
const ENDS = /[.?!]/g;
/** With the full stops and apostrophes in it. */
const LONGEST_ABBREVIATION = 12;
/** A unit of the word before a full stop: surrogates are of letters, nearly always. */
const IN_WORD = /[\p{L}\p{N}.'’\ud800-\udfff]/u;
/** An initial, `U.S`, `Ass'n`, `Dep't`. */
const SHORT = /^\p{L}$|\.|['’][nrt]$/u;
/** Words that legal texts abbreviate, without those that end many sentences. */
const ABBREVIATIONS = new Set(
  (
    "v vs mr mrs ms messrs dr jr sr st hon prof rev gen gov sen rep capt col co cos corp inc ltd bros mfg ins assn " +
    "cf ex rel id ibid viz al etc seq sec secs sect ch cl par pars para paras vol vols ed eds pp p fol fig app div " +
    "cir ct cts dist dept stat stats supp const amend rptr rep reps op atty nos pt pts pl tit cas ann rr ry mo " +
    "ala ariz ark cal colo conn del fla ga ill ind kan ky la mass md mich minn miss mont neb nev okla or pa tenn tex " +
    "va vt wash wis wyo atl pac jan feb mar apr aug sept oct nov dec"
  ).split(" "),
);
/** `No. 5` is an abbreviation, `said no. The` is not. */
const NUMBERED = new Set(["no", "art", "so", "me"]);
const NUMBER = /^\.\s+\d/;

/** The sentences of each paragraph, in order. */
export function sentencesIn(text: string): string[][] {
  return text.split("\n").map(sentencesOf);
}

function sentencesOf(paragraph: string): string[] {
  const ends = [...sentenceEnds(paragraph)];
  return [...ends, paragraph.length].map((end, nth) => paragraph.slice(ends[nth - 1] ?? 0, end));
}

/** Where sentences end whose `.`, `?` or `!` is between two offsets. */
export function* sentenceEnds(text: string, from = 0, to: number = text.length): Generator<number> {
  for (const { index } of text.slice(from, to).matchAll(ENDS)) {
    const end = endOfSentence(text, from + index);
    if (end !== null) yield end;
  }
}

/**
 * The end of a sentence, behind the marks that close it; null if it does not end here.
 *
 * @param at the place of `.`, `?` or `!`
 */
export function endOfSentence(text: string, at: number): number | null {
  // most are before a small letter, which is found in a tenth of the time
  const next = text.charCodeAt(at + 1);
  if (isSmallLetter(next === SPACE ? text.charCodeAt(at + 2) : next)) return null;
  END.lastIndex = at;
  const closing = END.exec(text)?.[1];
  if (closing === undefined || (text[at] === "." && isAbbreviated(text, at))) return null;
  return at + 1 + closing.length;
}

const SPACE = 0x20;

function isSmallLetter(unit: number): boolean {
  return unit >= 0x61 && unit <= 0x7a;
}

function isAbbreviated(text: string, at: number): boolean {
  const word = wordBefore(text, at);
  if (SHORT.test(word)) return true;
  const lower = word.toLowerCase();
  return ABBREVIATIONS.has(lower) || (NUMBERED.has(lower) && NUMBER.test(text.slice(at, at + 4)));
}

/** The word before a place, or its last units if it is long. */
function wordBefore(text: string, at: number): string {
  let from = at;
  while (from > 0 && at - from < LONGEST_ABBREVIATION) {
    if (!isSmallLetter(text.charCodeAt(from - 1)) && !IN_WORD.test(text.charAt(from - 1))) break;
    from--;
  }
  return text.slice(from, at);
}
