/** Names the ways in which a quotation has another sense than its passage, or may have. */
import { sentenceEnds } from "../../text/sentences.ts";
import type { ALTERATIONS } from "../judgement.ts";

/**
 * What was altered: the words of the quotation and of the case, empty if there are none.
 *
 * - of a quotation that is near: `negation removed` or `added`, `word changed`, `words left out` or `added`, `order changed`,
 *   `parts joined from far apart`
 * - of one that is exact or equal: `word changed` (a decimal point, `$` or `%`); `parts joined from far apart` (halves of two sentences);
 *   `negation hidden by an ellipsis` (*not*, *unless* and the like, in the clause of what the ellipsis joins); `negation before it left out`
 *   (“liable” of “not be liable”, “lawful” of “unlawful”, “it is old” of “nothing shows that it is old”, unless the draft denies it too);
 *   `negation after it left out` (“he may” of “he may not”, “he may ask.” of “he may ask only if …”); `cut within a word`; `brackets change a negation`;
 *   `brackets change the sense` (*must* for *may*, *plaintiff* for *defendant*); `emphasis added` (without saying so, where the text of the
 *   case shows emphasis)
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
/** Pairs of opposites. */
const OPPOSED = (
  "plaintiff defendant|appellant appellee|petitioner respondent|prosecution defense|prosecutor defendant|buyer seller|vendor vendee|" +
  "lessor lessee|landlord tenant|employer employee|debtor creditor|mortgagor mortgagee|principal agent|guilty innocent|general specific|" +
  "more less|majority minority|always sometimes|all some|before after|affirmed reversed|granted denied|public private|federal state|" +
  "subjective objective|civil criminal|and or"
)
  .split("|")
  .map((pair) => pair.split(" "));
const WORDS = /[\p{L}\p{N}'’]+/gu;
/** Between clauses; what follows the omission belongs to the last one, what precedes it to the first one. */
const BREAK = /[,;:()—–]|\b(?:and|because|since|while|although|though|when|where)\b/i;
const BREAK_AFTER = /[,;:()—–]|\b(?:and|because|since|while|although|though|when|where|which|whom?)\b/i;

const NUMBER =
  /[$£€]\s?\d{1,20}(?:[.,:/]\d{1,20}){0,3}|\d{1,20}(?:[.,:/]\d{1,20}){0,3}\s?%|\d{1,20}(?:[.:/]\d{1,20}){1,3}/g;

/** Numbers whose decimal point or `$`, `%` was moved, added or left out: `$164` for `$16.4`, `5%` for `$5`. */
export function numberAlterations(quotation: string, passage: string): Alteration[] {
  const numbersIn = (text: string): readonly string[] =>
    (text.match(NUMBER) ?? []).map((number) => number.replace(/[\s,]/g, ""));
  const [theirs, ours] = [numbersIn(quotation), numbersIn(passage)];
  const [quoted, original] = [
    theirs.filter((number) => !ours.includes(number)),
    ours.filter((number) => !theirs.includes(number)),
  ];
  if (quoted.length + original.length === 0) return [];
  // where one has it, the other has only the digits
  const written = (side: readonly string[], opposite: readonly string[]) =>
    joined(side.length > 0 ? side : opposite.map((number) => number.replace(/\D/g, "")));
  return [{ kind: "word changed", quoted: written(quoted, original), original: written(original, quoted) }];
}

/** The alterations of a quotation that is near its passage. */
export function alterationsIn(changes: readonly ChangedWords[]): Alteration[] {
  const bag = (words: readonly string[]) => words.toSorted().join(" ");
  const counted = changes.filter(({ isBracketed }) => !isBracketed);
  const quoted = counted.flatMap((change) => change.quoted);
  if (quoted.length > 0 && bag(quoted) === bag(counted.flatMap((change) => change.original))) {
    const textOf = (side: "quotedText" | "originalText") => joined(counted.map((change) => change[side]));
    return [{ kind: "order changed", quoted: textOf("quotedText"), original: textOf("originalText") }];
  }
  const alterations = changes.flatMap((change): Alteration[] => {
    const { quotedText, originalText } = change;
    // complete words
    if (change.isBracketed) return bracketAlterations(quotedText, `${originalText} `);
    return [{ kind: kindOf(change), quoted: quotedText, original: originalText }];
  });
  return alterations.slice(0, MAX_LISTED);
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
function hasPrefixed(words: readonly string[], plainWords: readonly string[]): boolean {
  return words.some((word) => {
    const rest = word.replace(DENYING_PREFIX, "");
    return rest !== word && plainWords.includes(rest);
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
    (has(quoted, CHOICE) && has(original, DUTY) && !has(quoted, DUTY)) ||
    OPPOSED.some((pair) => areOpposed(pair, quoted, original));
  return isOther ? [{ kind: "brackets change the sense", ...at }] : [];
}

/** Whether two texts have one word each of a pair of opposites. */
function areOpposed(
  pair: readonly string[],
  quoted: readonly string[],
  original: readonly string[],
): boolean {
  const side = (words: readonly string[]) =>
    pair.filter((word) => words.includes(word) || words.includes(`${word}s`)).join();
  return pair.includes(side(quoted)) && pair.includes(side(original)) && side(quoted) !== side(original);
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

/** Whether an ellipsis joins the beginning of one sentence to the end of another one. From `start` to `end` the text is left out. */
export function halvesAlterations(text: string, start: number, end: number): Alteration[] {
  const ends = [...sentenceEnds(text, start, end)].filter((at) => at > start + 1);
  const isHalf = ends.length > 0 && text.slice(ends.at(-1), end).trim() !== "";
  return isHalf
    ? [{ kind: "parts joined from far apart", quoted: "", original: text.slice(start, end).trim() }]
    : [];
}

/** Words between a negation and what it denies: `shall not be`, `is not necessarily`; not of `not only`. */
const AFTER_NEGATION = /^(?:be|been|being|have|has|had|so|(?!(?:on|mere|simp|sole)ly$)\p{L}+ly)$/u;
const MAX_AFTER_NEGATION = 3;
/** `Neither does it`. */
const INVERTED =
  /\b(?:neither|nor)\s+(?:do|does|did|is|are|was|were|can|could|may|shall|should|will|would|has|have|had)\s+[\p{L}'’]+$/iu;

/** `failed to`, with which what follows is not done. */
const FAILED_TO = /\b(?:fail|refus|declin|neglect|omit)\p{Ll}{0,4}\s+to$/iu;
/** The end of a clause on which another one depends: `we do not hold that`, `nothing shows that the`. */
const DEPENDENT = /\bthat(?:\s(?:the|an?|any|such|this|these|those|his|her|its|their))?$/iu;
/** What is known, and reasons, are not denied: `he did not know that`, `it was denied on the ground that`; nor is it with `not of that`. */
const GIVEN =
  /\b(?:facts?|matters?|know|knew|known|aware|rules?|principles?|conclusion|holding|grounds?|reasons?|sense|extent|in|on|upon|of|for|to|from|by|with|at|than|after|before)\sthat\b[^.]{0,8}$/iu;
/** Two of them deny nothing: `it cannot be doubted that`. */
const DENYING_VERB =
  /^(?:reject|den(?:y|ie)|refus|declin|fail|lack|hardly|unable|disagree|doubt|disput|question(?:ed|able)$|contest|err(?:ed|s|or)?$|mistak|wrong|incorrect|unlikely|untrue|overlook|ignor|forg[eo]t)/;
const NO_QUESTION = /\b(?:no|without|beyond)\s(?:\p{L}{1,20}\s){0,2}(?:question|doubt|dispute)\b/giu;
/** A quotation that begins so continues a relative clause: `no damages that could be had`. */
const BEGINS_WITH_VERB =
  /^[^\p{L}]{0,3}(?:is|are|was|were|has|have|had|may|might|can|could|should|would|will|shall|must|do|does|did|\p{L}{2,20}ed)\b/iu;

/** The words from the one with which a clause denies the next one; null if it does not. */
function denialOfClause(before: string, quotation: string): string | null {
  if (!DEPENDENT.test(before) || GIVEN.test(before) || BEGINS_WITH_VERB.test(quotation)) return null;
  const sentence = before.slice([...sentenceEnds(`${before}A`)].at(-1) ?? 0).replace(NO_QUESTION, "");
  const clause = sentence.split(BREAK).at(-1) ?? "";
  const denying = [...clause.matchAll(WORDS)].filter(({ 0: word }) =>
    wordsOf(word).some((form) => isNegation(form) || DENYING_VERB.test(form)),
  );
  return denying.length % 2 === 0 ? null : clause.slice(denying[0]?.index).trim();
}

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
  // what `[T]he` and `[un]lawful` have in brackets is before the passage
  const [, letters = ""] = FIRST_LETTERS.exec(quotation) ?? [];
  const isSame = before.toLowerCase().endsWith(letters.toLowerCase());
  const lead = isSame ? before.slice(0, before.length - letters.length) : before;
  const negation = negationAtEnd(lead) ?? denialOfClause(lead.trimEnd(), quotation);
  if (negation !== null) return { kind: "negation before it left out", quoted: "", original: negation };
  const follows = AUXILIARY_AT_END.test(end)
    ? NEGATION_NEXT
    : /[^\s.]\.$/.test(quotation)
      ? EXCEPTION_NEXT
      : null;
  const next = follows?.exec(after)?.[0] ?? null;
  if (next !== null) return { kind: "negation after it left out", quoted: "", original: next.trim() };
  const [first = ""] = /^\p{L}+/u.exec(quotation) ?? [];
  const [head = ""] = (first !== "" && LETTERS_AT_END.exec(before)) || [];
  if (isLeftOff(head)) return { kind: "cut within a word", quoted: first, original: head + first };
  const [last = ""] = LETTERS_AT_END.exec(end) ?? [];
  const [tail = ""] = (last !== "" && /^\p{L}+/u.exec(after)) || [];
  return isLeftOff(tail) ? { kind: "cut within a word", quoted: last, original: last + tail } : null;
}

const FIRST_LETTERS = /^\[(\p{L}{1,20})\](?=\p{L})/u;
const AUXILIARY_AT_END =
  /\b(?:am|is|are|was|were|be|do|does|did|has|have|had|may|might|must|shall|should|will|would|can|could|need|ought)$/iu;
const NEGATION_NEXT =
  /^(?:\s{0,9}(?:not|never|hardly|no\slonger)\b(?!\s(?:on|mere|simp|sole)ly\b)|\s?n?['’]t\b)/u;
/** What follows `may be had only if he asks`, where the quotation ends its sentence before it. */
const EXCEPTION_NEXT =
  /^,?\s(?:unless|except|only\s(?:if|when|where|upon)|provided,?\sthat|but\s(?:not|only))\b/iu;
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
  const end = text.trimEnd();
  const direct = prefixAtEnd(text) ?? (INVERTED.exec(end) ?? FAILED_TO.exec(end))?.[0];
  if (direct !== undefined) return direct;
  const words = [...text.matchAll(WORDS)].slice(-1 - MAX_AFTER_NEGATION);
  const last = words.findLast(({ 0: word }) => !AFTER_NEGATION.test(word.toLowerCase()));
  if (last === undefined || !wordsOf(last[0]).some(isNegation)) return null;
  const negation = text.slice(last.index).trim();
  return /[.?!;:]/.test(negation) ? null : negation;
}

const DENIES =
  /^(?:reject|den[iy]|refus|declin|fail|lack|hardly|unable|unlike|disagree|revers|disapprov|overrul|un(?!i|der|til|to|anim)\p{L}{4}|non\p{L}{4}|il(?:leg|log)|ir(?:relev|respons)|im(?:mater|possib|proper|permis)|in(?:valid|suffic|admis|applic|correct|compet|elig|capab|consist|appropr|adequ|equit|oper)|dis(?:allow|miss|claim|prov|qualif|regard))/u;

/** Whether a text denies what follows, in any way. */
export function denies(text: string): boolean {
  return wordsOf(text).some((word) => isNegation(word) || DENIES.test(word));
}
