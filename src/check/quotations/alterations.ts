/** Names the ways in which a quotation has another sense than its passage, or may have. */
import { sentenceEnds } from "../../text/sentences.ts";
import type { ALTERATIONS } from "../judgement.ts";

/**
 * What was altered: the words of the quotation and of the case, empty if there are none.
 *
 * - of a quotation that is near: `negation removed` or `added`, `word changed`, `words left out` or `added`, `order changed`,
 *   `parts joined from far apart`
 * - of one that is exact or equal: `word changed` (a decimal point); `negation hidden by an ellipsis` (*not*, *unless* and the like, in the
 *   clause of what the ellipsis joins); `negation before it left out` (“liable” of “not be liable”, “lawful” of “unlawful”, unless the draft
 *   denies it too); `negation after it left out` (“he may” of “he may not”); `cut within a word`; `brackets change a negation`;
 *   `brackets change the sense` (*must* for *may*); `emphasis added` (without saying so, where the text of the case shows emphasis)
 */
export interface Alteration {
  readonly kind: (typeof ALTERATIONS)[number];
  readonly quoted: string;
  readonly original: string;
}

/** Words that are only in the quotation and only in the passage, at one place. Words are letters and digits only, in lower case. */
export interface ChangedWords {
  readonly quoted: readonly string[];
  readonly original: readonly string[];
  readonly quotedText: string;
  readonly originalText: string;
  /** Whether all words of the quotation there are in brackets. */
  readonly isBracketed: boolean;
}

/** More are not listed. */
const MAX_LISTED = 20;
/** Words that deny, and words with which an exception begins. */
const DENYING = new Set(
  (
    "not no never nor neither none nothing nobody nowhere without cannot cant dont doesnt didnt isnt arent wasnt werent " +
    "couldnt shouldnt wouldnt wont hasnt havent hadnt mustnt neednt"
  ).split(" "),
);
const EXCEPTING = new Set(["unless", "except", "excepting"]);
const DENYING_PREFIX = /^(?:un|in|im|il|ir|non|dis)(?=\p{L}{4})/u;
const DUTY = new Set(["must", "shall", "required"]);
const CHOICE = new Set(["may", "might", "can", "could", "should"]);
const WORDS = /[\p{L}\p{N}'’]+/gu;
/** Between clauses; what follows the omission belongs to the last one, what precedes it to the first one. */
const BREAK = /[,;:()—–]|\b(?:and|because|since|while|although|though|when|where)\b/i;
const BREAK_AFTER = /[,;:()—–]|\b(?:and|because|since|while|although|though|when|where|which|whom?)\b/i;

const DECIMAL = /\d{1,20}(?:\.\d{1,20}){1,3}/g;

/** Numbers whose decimal point was moved, added or left out: `$164` for `$16.4`. */
export function decimalAlterations(quotation: string, passage: string): Alteration[] {
  const numbersIn = (text: string): readonly string[] => text.match(DECIMAL) ?? [];
  const [theirs, ours] = [numbersIn(quotation), numbersIn(passage)];
  const [quoted, original] = [
    theirs.filter((one) => !ours.includes(one)),
    ours.filter((one) => !theirs.includes(one)),
  ];
  if (quoted.length + original.length === 0) return [];
  // where one has a point, the other has only the digits
  const written = (own: readonly string[], other: readonly string[]) =>
    joined(own.length > 0 ? own : other.map((number) => number.replaceAll(".", "")));
  return [{ kind: "word changed", quoted: written(quoted, original), original: written(original, quoted) }];
}

/** The alterations of a quotation that is near its passage. */
export function alterationsIn(changes: readonly ChangedWords[]): Alteration[] {
  const bag = (words: readonly string[]) => words.toSorted().join(" ");
  const counted = changes.filter(({ isBracketed }) => !isBracketed);
  const quoted = counted.flatMap((one) => one.quoted);
  if (quoted.length > 0 && bag(quoted) === bag(counted.flatMap((one) => one.original))) {
    const [texts, ours] = [counted.map((one) => one.quotedText), counted.map((one) => one.originalText)];
    return [{ kind: "order changed", quoted: joined(texts), original: joined(ours) }];
  }
  const found = changes.flatMap((one): Alteration[] => {
    const { quotedText, originalText } = one;
    // complete words
    if (one.isBracketed) return bracketAlterations(quotedText, `${originalText} `);
    return [{ kind: kindOf(one), quoted: quotedText, original: originalText }];
  });
  return found.slice(0, MAX_LISTED);
}

function joined(texts: readonly string[]): string {
  return texts.filter((text) => text !== "").join(" … ");
}

function kindOf({ quoted, original }: ChangedWords): Alteration["kind"] {
  const removed = negationsIn(original) - negationsIn(quoted);
  if (removed > 0 || hasPrefixed(original, quoted)) return "negation removed";
  if (removed < 0 || hasPrefixed(quoted, original)) return "negation added";
  if (quoted.length === 0) return "words left out";
  return original.length === 0 ? "words added" : "word changed";
}

/** `unlawful` for `lawful`. */
function hasPrefixed(words: readonly string[], others: readonly string[]): boolean {
  return words.some((word) => {
    const rest = word.replace(DENYING_PREFIX, "");
    return rest !== word && others.includes(rest);
  });
}

function isNegation(word: string): boolean {
  return DENYING.has(word) || EXCEPTING.has(word);
}

function negationsIn(words: readonly string[]): number {
  return words.filter(isNegation).length;
}

function wordsOf(text: string): string[] {
  return (text.toLowerCase().match(WORDS) ?? []).map((word) => word.replace(/['’]/g, ""));
}

/** @param inserted what the quotation has in brackets @param replaced what the case has instead */
export function bracketAlterations(inserted: string, replaced: string): Alteration[] {
  const [quoted, original] = [wordsOf(inserted), wordsOf(replaced)];
  const at = { quoted: inserted.trim(), original: replaced.trim() };
  // `[n]ecessary` of `unnecessary`
  const ownLetters = replaced.slice(0, replaced.length - inserted.trim().length);
  const hasPrefix = replaced.endsWith(inserted.trim()) && prefixAtEnd(ownLetters) !== null;
  const isSame = negationsIn(quoted) === negationsIn(original);
  if (hasPrefix || !isSame || hasPrefixed(quoted, original) || hasPrefixed(original, quoted))
    return [{ kind: "brackets change a negation", ...at }];
  const has = (words: readonly string[], of: ReadonlySet<string>) => words.some((word) => of.has(word));
  const isOther =
    (has(quoted, DUTY) && has(original, CHOICE) && !has(original, DUTY)) ||
    (has(quoted, CHOICE) && has(original, DUTY) && !has(quoted, DUTY));
  return isOther ? [{ kind: "brackets change the sense", ...at }] : [];
}

/**
 * Whether an ellipsis leaves out a negation of what it joins: `is . . . liable` for `is not liable`. Clauses of their own and complete
 * sentences may be left out.
 *
 * @param text of the case; from `start` to `end` it is left out
 */
export function ellipsisAlterations(text: string, start: number, end: number): Alteration[] {
  const ends = [...sentenceEnds(text, start, end)];
  const [first = end, last = start] = [ends[0], ends.at(-1)];
  const tail = text.slice(start, first);
  const head = ends.length === 0 ? tail : text.slice(last, end);
  const attached = [tail.split(BREAK_AFTER)[0] ?? "", head.split(BREAK).at(-1) ?? ""].flatMap(wordsOf);
  const leftOut = text.slice(start, end).trim();
  const hides =
    attached.some((word) => DENYING.has(word)) ||
    [tail, head].flatMap(wordsOf).some((word) => EXCEPTING.has(word)) ||
    FAILED_TO.test(leftOut) ||
    prefixAtEnd(text.slice(start, end)) !== null;
  return hides ? [{ kind: "negation hidden by an ellipsis", quoted: "", original: leftOut }] : [];
}

/** Words between a negation and what it denies: `shall not be`, `is not necessarily`; not of `not only`. */
const AFTER_NEGATION = /^(?:be|been|being|have|has|had|so|(?!(?:on|mere|simp|sole)ly$)\p{L}+ly)$/u;
const MAX_AFTER_NEGATION = 3;
/** `Neither does it`. */
const INVERTED =
  /\b(?:neither|nor)\s+(?:do|does|did|is|are|was|were|can|could|may|shall|should|will|would|has|have|had)\s+[\p{L}'’]+$/iu;

/** `failed to`, with which what follows is not done. */
const FAILED_TO = /\b(?:fail|refus|declin|neglect|omit)\p{Ll}{0,4}\s+to$/iu;
/** `we do not hold that`, `it is doubtful whether`: the clause that follows is denied. */
const DENIED_CLAUSE =
  /\b(?:(?:not|never|cannot|nor|hardly)\s(?:\p{L}{2,20}\s){0,3}?(?:hold|say|said|saying|think|believe|find|mean|agree|true|concede|follow|suppose)\sthat|doubt(?:s|ed|ful)?\s(?:whether|that|if))$/iu;
/** Directly before the rest of its word. */
const CUT_PREFIX = /(?<![\p{L}\p{N}])(?:(?:un|non)[-‐‑]?|in|im|il|ir|dis)$/iu;

/** What a text that ends within a word has of the prefix which denies that word. */
function prefixAtEnd(text: string): string | null {
  return CUT_PREFIX.exec(text)?.[0] ?? null;
}

/**
 * What a quotation lacks at its ends: a negation before it, `liable` of `not liable` or `unlawful`, or after it, `the owner may` of `the owner may
 * not`, or letters of a word.
 *
 * @param before what the case has before the quotation @param after what it has after it
 */
export function edgeAlteration(quotation: string, before: string, after: string): Alteration | null {
  const end = quotation.replace(/[\s.,;…]{1,20}$/u, "");
  // `[un]lawful` has its prefix
  const negation = negationAtEnd(quotation.startsWith("[") ? `${before} ` : before);
  if (negation !== null) return { kind: "negation before it left out", quoted: "", original: negation };
  const next = AUXILIARY_AT_END.test(end) ? (NEGATION_NEXT.exec(after)?.[0] ?? null) : null;
  if (next !== null) return { kind: "negation after it left out", quoted: "", original: next.trim() };
  const [first = ""] = /^\p{L}+/u.exec(quotation) ?? [];
  const [head = ""] = (first !== "" && LETTERS_AT_END.exec(before)) || [];
  if (isLeftOff(head)) return { kind: "cut within a word", quoted: first, original: head + first };
  const [last = ""] = LETTERS_AT_END.exec(end) ?? [];
  const [tail = ""] = (last !== "" && /^\p{L}+/u.exec(after)) || [];
  return isLeftOff(tail) ? { kind: "cut within a word", quoted: last, original: last + tail } : null;
}

const AUXILIARY_AT_END =
  /\b(?:am|is|are|was|were|be|do|does|did|has|have|had|may|might|must|shall|should|will|would|can|could|need|ought)$/iu;
const NEGATION_NEXT =
  /^(?:\s{0,9}(?:not|never|hardly|no\slonger)\b(?!\s(?:on|mere|simp|sole)ly\b)|\s?n?['’]t\b)/u;
const LETTERS_AT_END = /(?<![\p{L}\p{N}])\p{L}{1,40}$/u;
/** Words that a scan joins with the ones next to them. */
const JOINED = new Set(
  "a an and as at be but by for i if in is it no of on or so the to was we with".split(" "),
);

function isLeftOff(letters: string): boolean {
  return letters !== "" && !JOINED.has(letters.toLowerCase());
}

/** The negation with which a text ends, also `un` of `unlawful` and `failed to`; null without one. */
function negationAtEnd(text: string): string | null {
  const found = [
    prefixAtEnd(text),
    ...[INVERTED, FAILED_TO, DENIED_CLAUSE].map((one) => one.exec(text.trimEnd())?.[0]),
  ];
  const direct = found.find((one) => one != null);
  if (direct != null) return direct;
  const words = [...text.matchAll(WORDS)].slice(-1 - MAX_AFTER_NEGATION);
  const last = words.findLast(({ 0: word }) => !AFTER_NEGATION.test(word.toLowerCase()));
  if (last === undefined || !wordsOf(last[0]).some(isNegation)) return null;
  const negation = text.slice(last.index).trim();
  return /[.?!;:]/.test(negation) ? null : negation;
}

const DENIES = /^(?:reject|den[iy]|refus|declin|fail|lack|hardly|unable|unlike|disagree|revers|disapprov)/;

/** Whether a text denies what follows, in any way. */
export function denies(text: string): boolean {
  return wordsOf(text).some((word) => isNegation(word) || DENIES.test(word) || DENYING_PREFIX.test(word));
}
