/**
 * Words at the place of a citation that can say how the cited case is treated: `followed`, `overruled`.
 *
 * They are a feature of the text and not a verdict: `we need not decide whether Roe was overruled` has the word too.
 */
import type { Mention } from "./find-mentions.ts";

/** The form that is given, and the forms that are found; `the following` says nothing. */
const TREATMENTS: readonly (readonly [word: string, forms: RegExp])[] = [
  ["abrogated", /\babrogat(?:ed|es|ing)\b/i],
  ["adopted", /\badopt(?:ed|s|ing)\b/i],
  ["affirmed", /\baff(?:irm(?:ed|s|ing)\b|['’]d\b)/i],
  ["approved", /(?<!dis)\bapprov(?:ed|es|ing)\b/i],
  ["criticized", /\bcritici[sz](?:ed|es|ing)\b/i],
  ["declined to follow", /\bdeclin(?:ed|es|ing) to follow\b/i],
  ["disapproved", /\bdisapprov(?:ed|es|ing)\b/i],
  ["distinguished", /\bdistinguish(?:ed|es|ing|able)?\b/i],
  ["explained", /\bexplain(?:ed|s|ing)\b/i],
  ["followed", /\bfollow(?:ed|s)\b/i],
  ["limited", /\blimit(?:ed|s|ing)\b/i],
  ["modified", /\bmodif(?:ied|ies|ying)\b/i],
  ["overruled", /\boverrul(?:ed?|es|ing)\b/i],
  ["questioned", /\bquestion(?:ed|ing)\b/i],
  ["rejected", /\breject(?:ed|s|ing)\b/i],
  ["reversed", /\brev(?:ers(?:ed|es|ing)\b|['’]d\b)/i],
  ["superseded", /\bsupersed(?:ed|es|ing)\b/i],
  ["vacated", /\bvacat(?:ed|es|ing)\b/i],
];
/** Characters that are read before and after a citation. */
const MAX_BEFORE = 150;
const MAX_AFTER = 150;
/** The end of a sentence; a short word with a full stop is an abbreviation. */
const SENTENCE_END = /[a-z\d]{4}[.?!][”")]{0,2}\s+(?=[A-Z“"])|^\.\s+(?=[A-Z“"])|\n/g;

/** Words of the sentence around a mention, up to the mentions before and after it; sorted. */
export function treatmentWords(text: string, mentions: readonly Mention[], nth: number): readonly string[] {
  const one = mentions[nth];
  if (one === undefined) return [];
  const from = Math.max(one.start - MAX_BEFORE, mentions[nth - 1]?.end ?? 0);
  const to = Math.min(one.end + MAX_AFTER, mentions[nth + 1]?.start ?? text.length);
  const before = withoutName(text.slice(from, one.start), one).split(SENTENCE_END).at(-1) ?? "";
  const after = withoutName(text.slice(one.end, to), mentions[nth + 1]).split(SENTENCE_END)[0] ?? "";
  const around = `${before} ${after}`;
  return TREATMENTS.filter(([, forms]) => forms.test(around)).map(([word]) => word);
}

/** A name can have such a word: `Distinguished Properties v. Smith`. @param text up to the mention */
function withoutName(text: string, mention: Mention | undefined): string {
  const name = mention !== undefined && "name" in mention ? mention.name : null;
  if (name === null) return text;
  let left = text;
  for (const party of name.split(" v. ")) {
    const at = left.lastIndexOf(party);
    if (at >= 0) left = left.slice(0, at) + left.slice(at + party.length);
  }
  return left;
}
