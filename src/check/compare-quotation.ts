/** Compares a quotation with the text of a case. */
import { diffArrays } from "diff";

export const EQUAL_BUT_FOR_FORM = "equal but for spacing, hyphenation, brackets and ellipses";

/** How a quotation differs from the passage (docs/interface.md, "check"). */
export type QuotationVerdict = "exact" | typeof EQUAL_BUT_FOR_FORM | "near" | "not found";

export interface Comparison {
  readonly verdict: QuotationVerdict;
  /** With `near`: the passage that it resembles, and the differences. */
  readonly passage: string | null;
  readonly changes: readonly TextChange[];
}

/** A run of words: in both, only in the quotation, or only in the passage. */
export interface TextChange {
  readonly kind: "same" | "quoted" | "original";
  readonly text: string;
}

/** The part of a quotation's words that a similar passage has. */
const SIMILAR = 0.6;
/** Letters between two parts of a quotation: at an ellipsis, before a short part, and at a bracket. */
const [MAX_LEFT_OUT, SHORT_GAP, BRACKET_GAP] = [4_000, 150, 60] as const;
/** Words around a passage, and words that are not the same: more would take long, and the passage would not be similar. */
const [MAX_SLACK, MAX_CHANGED] = [300, 3_000] as const;
/** Fewer letters are found anywhere. */
const DISTINCTIVE_LETTERS = 20;
/** A word that has nothing but its letters. */
const PLAIN = /^[a-z\d]+$/;
const ELLIPSIS = /…|\.(?:\s?\.){2,3}/;
const BRACKETS = /\[[^\]]{0,200}\]/;

/** The text of a case, prepared for comparisons. */
export class QuotedText {
  readonly #spaced: string;
  #letters: string | null = null;
  #words: TextWords | null = null;

  constructor(text: string) {
    this.#spaced = spaced(text);
  }

  compare(quoted: string): Comparison {
    const quotation = spaced(quoted);
    if (this.#spaced.includes(quotation)) return { verdict: "exact", passage: null, changes: [] };
    this.#letters ??= lettersOf(this.#spaced);
    const parts = partsOfQuotation(quotation);
    if (parts.length > 0 && findInOrder(this.#letters, parts) !== null)
      return { verdict: EQUAL_BUT_FOR_FORM, passage: null, changes: [] };
    this.#words ??= textWordsOf(this.#spaced);
    return similarPassage(quotation, this.#spaced, this.#words);
  }
}

/** A part of a quotation between ellipses and brackets. */
interface QuotedPart {
  readonly letters: string;
  /** Letters of the text that may be left out before it. */
  readonly gap: number;
}

export function partsOfQuotation(quoted: string): QuotedPart[] {
  return withoutParagraphNumbers(quoted)
    .split(ELLIPSIS)
    .flatMap((run) =>
      run
        .split(BRACKETS)
        .map(lettersOf)
        .map((letters, nth) => ({ letters, gap: nth > 0 ? BRACKET_GAP : gapBefore(letters) })),
    )
    .filter(({ letters }) => letters !== "");
}

/** A few letters are found anywhere, so they must be near what is quoted before. */
function gapBefore(letters: string): number {
  return letters.length < DISTINCTIVE_LETTERS ? SHORT_GAP : MAX_LEFT_OUT;
}

/** Single spaces, straight quotation marks; without soft hyphens, marks of pages and numbers of paragraphs. */
function spaced(text: string): string {
  return withoutParagraphNumbers(text)
    .replace(/\u00ad/g, "")
    .replace(/\s\*\d+\s/g, " ")
    .replace(/[“”„]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[,.;]$/, "");
}

/** Letters and digits only, in lower case. */
export function lettersOf(text: string): string {
  return text
    .replace(/\s\*\d+\s/g, " ")
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** The first place from an offset where the parts of a quotation are, in their order; null if there is none. */
export function findInOrder(
  letters: string,
  parts: readonly QuotedPart[],
  from = 0,
): { readonly start: number; readonly end: number } | null {
  const [{ letters: first } = { letters: "" }, ...others] = parts;
  for (let start = letters.indexOf(first, from); start >= 0; start = letters.indexOf(first, start + 1)) {
    let end = start + first.length;
    const isFound = others.every(({ letters: part, gap }) => {
      const next = letters.indexOf(part, end);
      if (next < 0 || next - end > gap) return false;
      end = next + part.length;
      return true;
    });
    if (isFound) return { start, end };
  }
  return null;
}

interface Word {
  readonly letters: string;
  readonly start: number;
  readonly end: number;
}

/** The words of a text, and where each run of three of them begins. */
interface TextWords {
  readonly own: readonly Word[];
  readonly runs: ReadonlyMap<string, readonly number[]>;
}

function textWordsOf(text: string): TextWords {
  const own = wordsOf(text);
  const runs = new Map<string, number[]>();
  for (let at = 0; at + 2 < own.length; at++) {
    const run = runAt(own, at);
    const places = runs.get(run);
    if (places === undefined) runs.set(run, [at]);
    else places.push(at);
  }
  return { own, runs };
}

function similarPassage(quotation: string, text: string, { own, runs }: TextWords): Comparison {
  const asked = wordsOf(quotation);
  const start = bestStart(asked, runs);
  const none: Comparison = { verdict: "not found", passage: null, changes: [] };
  if (start === null) return none;
  // a few words more on both sides, for words that the quotation lacks
  const slack = Math.min(MAX_SLACK, Math.max(3, Math.ceil(asked.length / 4)));
  const window = own.slice(Math.max(0, start - slack), start + asked.length + slack);
  const comparator = (one: Word, other: Word): boolean => one.letters === other.letters;
  const parts = diffArrays(window, asked, { comparator, maxEditLength: MAX_CHANGED });
  if (parts === undefined) return none;
  let [same, at] = [0, 0];
  const changes = parts.map(({ added, removed, value }) => {
    if (added) return { kind: "quoted" as const, words: value, text: between(value, quotation) };
    // the words of the passage, not those that are the same in the quotation
    const words = window.slice(at, at + value.length);
    at += value.length;
    if (!removed) same += value.length;
    return { kind: removed ? ("original" as const) : ("same" as const), words, text: between(words, text) };
  });
  if (same < SIMILAR * asked.length) return none;
  // without what the window has before and after the passage
  const inner = changes.filter(
    ({ kind }, nth) => kind !== "original" || (nth > 0 && nth < changes.length - 1),
  );
  const passage = inner.filter(({ kind }) => kind !== "quoted").flatMap(({ words }) => words);
  return {
    verdict: "near",
    passage: between(passage, text),
    changes: inner.map((change) => ({ kind: change.kind, text: change.text })),
  };
}

/** Where in the text most words of the quotation are in a row, by runs of three words. */
function bestStart(asked: readonly Word[], runs: TextWords["runs"]): number | null {
  const votes = new Map<number, number>();
  for (let place = 0; place + 2 < asked.length; place++)
    // insertions shift a part of the words: neighbouring starts count together
    for (const at of runs.get(runAt(asked, place)) ?? [])
      for (const start of [at - place - 1, at - place, at - place + 1])
        votes.set(start, (votes.get(start) ?? 0) + 1);
  let best: readonly [start: number, count: number] | null = null;
  for (const [start, count] of votes)
    if (best === null || count > best[1] || (count === best[1] && start < best[0])) best = [start, count];
  return best === null ? null : Math.max(0, best[0]);
}

function runAt(words: readonly Word[], at: number): string {
  return `${words[at]?.letters} ${words[at + 1]?.letters} ${words[at + 2]?.letters}`;
}

function between(words: readonly Word[], text: string): string {
  return text.slice(words[0]?.start ?? 0, words.at(-1)?.end ?? 0);
}

function wordsOf(text: string): Word[] {
  return [...text.matchAll(/[^\s—–]+/g)].flatMap(({ 0: word, index }) => {
    const letters = PLAIN.test(word) ? word : lettersOf(word);
    return letters === "" ? [] : [{ letters, start: index, end: index + word.length }];
  });
}

/** Pages `365`, `at 365-67`, `*4`, or paragraphs `¶ 12`, `¶¶ 12-15, 18`, `P12`: each number or range with its ends. */
export interface Pin {
  readonly kind: "page" | "paragraph";
  readonly spans: readonly (readonly [first: number, last: number])[];
}

const UNIT = /^(?:at\s+)?(?:(¶{1,2}|paras?\.|paragraphs?|PP?(?=\s?\d))|pp?\.)?\s*/;
const NUMBER = /^[¶*]?\s?(\d{1,6})(?:\s?[-‐‑–—]\s?[¶*]?\s?(\d{1,6}))?(?:\s*(?:,|&|;|and)\s*(?=[¶*]?\s?\d)|$)/;

/** Null if it is not only numbers. */
export function readPin(written: string): Pin | null {
  const [unit = "", paragraph] = UNIT.exec(written) ?? [];
  const spans: (readonly [number, number])[] = [];
  let rest = written.slice(unit.length).trim();
  do {
    const [matched, first = "", second = first] = NUMBER.exec(rest) ?? [];
    if (matched === undefined) return null;
    // `365-67` ends at 367
    spans.push([Number(first), Number(first.slice(0, Math.max(0, first.length - second.length)) + second)]);
    rest = rest.slice(matched.length);
  } while (rest !== "");
  return { kind: paragraph === undefined ? "page" : "paragraph", spans };
}

export function namesOneOf({ spans }: Pin, labels: readonly string[]): boolean {
  return labels.some((label) => {
    const number = Number(label.replace(/^\*/, ""));
    return spans.some(([first, last]) => number >= first && number <= last);
  });
}

/**
 * The number of a paragraph where it begins: `¶ 12.`, `¶12`, `[¶ 12]`, `{¶ 12}`, `{12}`, `[*P12]`. Some texts do not begin a line with
 * it: there it has a `¶`, and is not after *id.* Group 1 is what precedes it, group 2 the number.
 */
export const PARAGRAPH_NUMBER =
  /((?:^|\n)\s{0,9}|(?<!\b[Ii]d)[.?!]["”’)\]]{0,4}\s{1,9}(?=[[{(]?¶))(?:[[{(]?(?:¶{1,2}|\*{0,2}P)\s?|\{)(\d{1,4})(?!\d)[.\]})]{0,3}/g;

function withoutParagraphNumbers(text: string): string {
  return text.replace(PARAGRAPH_NUMBER, "$1");
}
