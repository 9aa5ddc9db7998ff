/**
 * Cuts texts into paragraphs and sentences (docs/interface.md, "Search language"). A cut is always at white space, so the words of
 * the parts are the words of the text.
 *
 * A line break ends a paragraph (docs/formats.md, "Conversion of case bodies"). A sentence ends at `.`, `?` or `!`, with closing
 * quotation marks and brackets after it, before a capital letter, a digit or `§`; not after an initial or an abbreviation.
 */

const END = /[.?!](?=(["'”’)\]]*)\s+["'“‘([]*[\p{Lu}\p{N}§])/gu;
/** What separates the word before a full stop from the words before it. */
const NOT_IN_WORD = /[^\p{L}\p{N}.'’]/u;
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

/** The sentences of each paragraph, in order. */
export function sentencesIn(text: string): string[][] {
  return text.split("\n").map(sentencesOf);
}

function sentencesOf(paragraph: string): string[] {
  const sentences: string[] = [];
  let from = 0;
  for (const { 0: end, 1: closing = "", index } of paragraph.matchAll(END)) {
    const to = index + 1 + closing.length;
    if (end === "." && isAbbreviated(paragraph, index)) continue;
    sentences.push(paragraph.slice(from, to));
    from = to;
  }
  sentences.push(paragraph.slice(from));
  return sentences;
}

/** Whether the full stop belongs to the word before it. */
function isAbbreviated(text: string, at: number): boolean {
  // no abbreviation is longer
  const word =
    text
      .slice(Math.max(0, at - 12), at)
      .split(NOT_IN_WORD)
      .at(-1) ?? "";
  if (SHORT.test(word)) return true;
  const lower = word.toLowerCase();
  return ABBREVIATIONS.has(lower) || (NUMBERED.has(lower) && /^\.\s+\d/.test(text.slice(at, at + 4)));
}
