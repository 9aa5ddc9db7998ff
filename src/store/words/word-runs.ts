/** The words of a case with their sentences and paragraphs, and the places of searched terms in them. */
import { tokenOf, wordsOf } from "../../text/analyzer.ts";
import { type SearchPair, type SearchTerm, UNIT_WORDS } from "../../text/search-tree.ts";
import { sentencesIn } from "../../text/sentences.ts";
import { lowerBound } from "../dates/date-rowids.ts";
import { BETWEEN } from "../write/index-row.ts";

export type TextUnit = "sentence" | "paragraph";

/** The words of one column of a case, in their order. */
export interface Run {
  /** Whether two words are in one sentence or paragraph. */
  readonly areTogether: (unit: TextUnit, one: number, other: number) => boolean;
}

/** The words of texts that were read. */
export interface TextRun extends Run {
  readonly words: readonly string[];
}

/** Words next to each other that are searched. */
export interface TermPart<R extends Run> {
  /** Number of words. */
  readonly words: number;
  /** Where its first word is, ascending. Valid until another run is searched. */
  readonly find: (run: R) => readonly number[];
}

/** How a term is found in texts; empty if it contains no word. */
export function partsOf({ kind, text }: SearchTerm): TermPart<TextRun>[] {
  const words = wordsOf(text);
  const fits = words.map((word, at) =>
    kind === "prefix" && at === words.length - 1 ? startsAs(word) : isAs(word),
  );
  const [isFirst, ...others] = fits;
  if (isFirst === undefined) return [];
  const find = ({ words: run }: TextRun): number[] => {
    const found: number[] = [];
    for (const [from, word] of run.entries())
      if (isFirst(word) && others.every((isNext, at) => isNext(run[from + at + 1] ?? ""))) found.push(from);
    return found;
  };
  return [{ words: words.length, find }];
}

function startsAs(start: string): (word: string) => boolean {
  return (word) => word.startsWith(start);
}

/** Words with one token begin with the same letter, and looking a token up costs more than comparing letters. */
function isAs(wanted: string): (word: string) => boolean {
  const [first, token] = [wanted.charCodeAt(0), tokenOf(wanted)];
  return (word) => word.charCodeAt(0) === first && tokenOf(word) === token;
}

/** As FTS5's NEAR: no more than `distance` words between the end of the first phrase and the start of the last one. */
export function areNear<R extends Run>(run: R, parts: readonly TermPart<R>[], distance: number): boolean {
  const places = parts.map(({ words, find }) => ({ words, starts: find(run) }));
  return places
    .flatMap(({ starts }) => starts)
    .some((last) =>
      places.every(({ words, starts }) =>
        starts.some((start) => start <= last && last - start - words <= distance),
      ),
    );
}

export function arePaired<R extends Run>(
  run: R,
  left: TermPart<R>,
  right: TermPart<R>,
  { within, isOrdered }: SearchPair,
): boolean {
  const distance = typeof within === "number" ? within : UNIT_WORDS[within];
  const rights = right.find(run);
  let start = 0;
  for (const from of left.find(run)) {
    while (start < rights.length && from - (rights[start] ?? 0) - right.words > distance) start++;
    for (let at = start; at < rights.length; at++) {
      const other = rights[at] ?? 0;
      if (other - from - left.words > distance) break;
      if (isOrdered && other < from + left.words) continue;
      if (typeof within === "number" || run.areTogether(within, from, other)) return true;
    }
  }
  return false;
}

/** The words of the texts of a column, as the index has them. Each text is one sentence. */
export function runOf(texts: readonly string[]): TextRun {
  return makeRun(texts, (text) => [[text]]);
}

/** The words of the texts of a column, with their sentences and paragraphs. */
export function proseRunOf(texts: readonly string[]): TextRun {
  return makeRun(texts, sentencesIn);
}

function makeRun(texts: readonly string[], sentencesOf: (text: string) => readonly string[][]): TextRun {
  const words: string[] = [];
  /** The first word of each sentence and paragraph. */
  const starts: Record<TextUnit, number[]> = { sentence: [], paragraph: [] };
  for (const [at, text] of texts.entries()) {
    if (at > 0) words.push(BETWEEN);
    for (const sentences of sentencesOf(text)) {
      starts.paragraph.push(words.length);
      for (const sentence of sentences) {
        starts.sentence.push(words.length);
        for (const word of wordsOf(sentence)) words.push(word);
      }
    }
  }
  return { words, areTogether: (unit, one, other) => !isBetween(starts[unit], one, other) };
}

/** Whether one of these words is after the first of two, up to the second. */
function isBetween(starts: readonly number[], one: number, other: number): boolean {
  const next = starts[lowerBound(starts, Math.min(one, other) + 1)];
  return next !== undefined && next <= Math.max(one, other);
}
