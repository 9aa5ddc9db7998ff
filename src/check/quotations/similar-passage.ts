/** The passage of a case that resembles a quotation most, with the differences. */
import { createRequire } from "node:module";
import type { TextRange } from "../draft.ts";
import { type Alteration, alterationsIn, type ChangedWords, ellipsisAlterations } from "./alterations.ts";
import { BRACKETS, ELLIPSIS, lettersOf, withoutLongS } from "./quotation-marks.ts";

const require = createRequire(import.meta.url);

/** A run of words: in both, only in the quotation, or only in the passage. */
export interface TextChange {
  readonly kind: "same" | "quoted" | "original";
  readonly text: string;
}

/** A passage that resembles a quotation. */
export interface Resemblance {
  /** With `near`, or where only a long s differs: the passage, and the differences. */
  readonly passage: string | null;
  readonly changes: readonly TextChange[];
  /** What was altered; of a quotation that is equal, what an ellipsis or brackets may change. */
  readonly alterations: readonly Alteration[];
}

/** The part of a quotation's words that a similar passage has. */
const SIMILAR = 0.6;
/** Words around a passage, and words that are not the same: more would take long, and the passage would not be similar. */
const [MAX_SLACK, MAX_CHANGED] = [300, 3_000] as const;
/** Words between two parts of a quotation, and before a part that is too short to be found by itself. */
const [MAX_APART, MAX_SHORT_APART] = [800, 50] as const;
/** Words by which a passage is found. */
const RUN = 3;
/** A word that has nothing but its letters. */
const PLAIN = /^[a-z\d]+$/;

interface Word extends TextRange {
  readonly letters: string;
}

/** The words of a text, and where each run of three of them begins. */
export class TextWords {
  readonly list: readonly Word[];
  /** Where each word begins in the letters of the text. */
  readonly firsts: readonly number[];
  readonly hasLongS: boolean;
  #runs: Map<string, number[]> | null = null;

  /** @param hasLongS both readings of a long s are the same */
  constructor(text: string, hasLongS: boolean) {
    this.hasLongS = hasLongS;
    this.list = wordsOf(text, hasLongS);
    let letters = 0;
    this.firsts = this.list.map((word) => {
      letters += word.letters.length;
      return letters - word.letters.length;
    });
  }

  /** Made when they are needed: most quotations are exact. */
  get runs(): ReadonlyMap<string, readonly number[]> {
    const starts = this.list.keys().take(Math.max(0, this.list.length - RUN + 1));
    this.#runs ??= Map.groupBy(starts, (at) => runAt(this.list, at));
    return this.#runs;
  }
}

/** The passage that resembles a quotation most; null if none has enough of its words. Each part between ellipses is compared. */
export function similarPassage(quotation: string, text: string, words: TextWords): Resemblance | null {
  const quotedWords = wordsOf(quotation, words.hasLongS);
  const parts = partsAtEllipses(quotedWords, quotation);
  const aligned: (Aligned | null)[] = [];
  for (const part of parts) aligned.push(align(part, quotation, text, words, aligned.at(-1)?.last ?? null));
  const matches = aligned.filter((match) => match !== null);
  const same = matches.reduce((sum, match) => sum + match.same, 0);
  if (matches.length === 0 || same < SIMILAR * quotedWords.length) return null;
  const changes = aligned.map(
    (match, nth): readonly TextChange[] =>
      match?.changes ?? [{ kind: "quoted", text: between(parts[nth] ?? [], quotation) }],
  );
  const passage = matches.map((match) => match.passage).join(" … ");
  const alterations = [
    ...aligned.flatMap((match, nth) => match?.alterations ?? addedWords(parts[nth] ?? [], quotation)),
    ...joints(matches, text, words),
  ];
  // a few words are a part only if they are close to what is quoted before
  if (alterations.length === 0 && changes.length > 1)
    alterations.push({ kind: "parts joined from far apart", quoted: passage, original: "" });
  return {
    passage,
    changes: changes.flatMap((part, nth) =>
      nth === 0 ? part : [{ kind: "same" as const, text: "…" }, ...part],
    ),
    alterations,
  };
}

function addedWords(words: readonly Word[], quotation: string): Alteration[] {
  return [{ kind: "words added", quoted: between(words, quotation), original: "" }];
}

function partsAtEllipses(quotedWords: readonly Word[], quotation: string): (readonly Word[])[] {
  const parts: Word[][] = [];
  for (const [nth, word] of quotedWords.entries()) {
    const before = quotation.slice(quotedWords[nth - 1]?.start ?? 0, word.start);
    if (nth === 0 || ELLIPSIS.test(before)) parts.push([word]);
    else parts.at(-1)?.push(word);
  }
  return parts;
}

/** What is wrong with how parts follow each other. */
function joints(matches: readonly Aligned[], text: string, { list }: TextWords): Alteration[] {
  return matches.flatMap(({ first, passage }, nth): Alteration[] => {
    const before = matches[nth - 1];
    if (before === undefined) return [];
    const texts = { quoted: `${before.passage} … ${passage}`, original: "" };
    if (first <= before.last) return [{ kind: "order changed", ...texts }];
    if (first - before.last > MAX_APART) return [{ kind: "parts joined from far apart", ...texts }];
    return ellipsisAlterations(text, list[before.last]?.end ?? 0, list[first]?.start ?? 0);
  });
}

interface Aligned extends Resemblance {
  readonly same: number;
  /** Indexes of its first and its last word in the text. */
  readonly first: number;
  readonly last: number;
}

/** @param after index of the last word of the part before; null without one */
function align(
  part: readonly Word[],
  quotation: string,
  text: string,
  words: TextWords,
  after: number | null,
): Aligned | null {
  const start = part.length < RUN ? shortStart(part, words.list, after) : bestStart(part, words.runs);
  if (start === null) return null;
  // a few words more on both sides, for words that the quotation lacks
  const slack = Math.min(MAX_SLACK, Math.max(3, Math.ceil(part.length / 4)));
  const from = part.length < RUN ? start : Math.max(0, start - slack);
  const to = start + part.length + (part.length < RUN ? 0 : slack);
  const window = words.list.slice(from, to);
  const comparator = (a: Word, b: Word): boolean => a.letters === b.letters;
  const { diffArrays }: typeof import("diff") = require("diff");
  const parts = diffArrays(window, [...part], { comparator, maxEditLength: MAX_CHANGED });
  if (parts === undefined) return null;
  let [same, at, place] = [0, 0, 0];
  const runsOfWords = parts.map(({ added, removed, value }): WordRun => {
    const places = { place, at: from + at };
    if (!removed) place += value.length;
    if (added) return { kind: "quoted", words: value, text: between(value, quotation), ...places };
    // the words of the passage, not those that are the same in the quotation
    const words = window.slice(at, at + value.length);
    at += value.length;
    if (!removed) same += value.length;
    return { kind: removed ? "original" : "same", words, text: between(words, text), ...places };
  });
  const inner = withoutEdges(runsOfWords, text);
  const ofPassage = inner.filter(({ kind }) => kind !== "quoted");
  const [first, last] = [ofPassage[0], ofPassage.at(-1)];
  if (first === undefined || last === undefined) return null;
  return {
    ...{ same, first: first.at, last: last.at + last.words.length - 1 },
    passage: text.slice(first.words[0]?.start, last.words.at(-1)?.end),
    changes: inner.map(({ kind, text: written }) => ({ kind, text: written })),
    alterations: alterationsIn(changedWords(inner, part, quotation)),
  };
}

interface WordRun extends TextChange {
  readonly words: readonly Word[];
  /** Index of its first word, or of the one after it, in the quotation. */
  readonly place: number;
  /** The same in the text. */
  readonly at: number;
}

/**
 * Without what the window has before and after the passage. A word at an edge may have been found too far away: the first `the` of
 * `the [hill and the] mill`.
 */
function withoutEdges(runs: readonly WordRun[], text: string): readonly WordRun[] {
  const inner = runs.slice(
    runs[0]?.kind === "original" ? 1 : 0,
    runs.at(-1)?.kind === "original" ? -1 : undefined,
  );
  const isSame = (a: readonly Word[], b: readonly Word[]): boolean =>
    a.length === b.length && a.every(({ letters }, nth) => letters === b[nth]?.letters);
  for (;;) {
    const [first, second] = inner;
    const count = first?.words.length ?? 0;
    const words = second?.words.slice(-count) ?? [];
    if (first?.kind !== "same" || second?.kind !== "original" || !isSame(words, first.words)) break;
    const at = second.at + second.words.length - count;
    inner.splice(0, 2, { ...first, words, text: between(words, text), at });
    if (inner[1]?.kind === "same") break;
  }
  for (;;) {
    const [second, first] = inner.slice(-2);
    const words = second?.words.slice(0, first?.words.length) ?? [];
    if (first?.kind !== "same" || second?.kind !== "original" || !isSame(words, first.words)) break;
    inner.splice(-2, 2, { ...first, words, text: between(words, text), at: second.at });
    if (inner.at(-2)?.kind === "same") break;
  }
  return inner;
}

/** The words that differ, those of both texts at one place together. */
function changedWords(runs: readonly WordRun[], part: readonly Word[], quotation: string): ChangedWords[] {
  const brackets = [...quotation.matchAll(BRACKETS)].map(({ 0: written, index }) => ({
    start: index,
    end: index + written.length,
  }));
  const hasBracket = ({ start, end }: TextRange): boolean =>
    brackets.some((bracket) => bracket.start < end && start < bracket.end);
  const changed: ChangedWords[] = [];
  for (const [nth, { kind, words, text, place }] of runs.entries()) {
    if (kind === "same") continue;
    const isSecond = (runs[nth - 1]?.kind ?? "same") !== "same";
    const { quoted, original, quotedText, originalText, isBracketed } =
      (isSecond ? changed.pop() : null) ?? UNCHANGED;
    const letters = words.map((word) => word.letters);
    if (kind === "quoted") {
      const side = { quoted: letters, quotedText: text, isBracketed: words.every(hasBracket) };
      changed.push({ original, originalText, ...side });
    } else {
      // brackets without words may be where the quotation lacks words
      const gap = { start: part[place - 1]?.end ?? 0, end: part[place]?.start ?? quotation.length };
      const side = { original: letters, originalText: text };
      changed.push({ quoted, quotedText, ...side, isBracketed: isSecond ? isBracketed : hasBracket(gap) });
    }
  }
  return changed;
}

const UNCHANGED: ChangedWords = {
  quoted: [],
  original: [],
  quotedText: "",
  originalText: "",
  isBracketed: false,
};

/** Where one or two words follow what was found before. */
function shortStart(part: readonly Word[], words: readonly Word[], after: number | null): number | null {
  if (after === null) return null;
  for (let at = after + 1; at < Math.min(words.length, after + MAX_SHORT_APART); at++)
    if (part.every(({ letters }, nth) => words[at + nth]?.letters === letters)) return at;
  return null;
}

/** Where in the text most words of the quotation are in a row, by runs of three words. */
function bestStart(part: readonly Word[], runs: TextWords["runs"]): number | null {
  const votes = new Map<number, number>();
  for (let place = 0; place + RUN <= part.length; place++)
    // insertions shift a part of the words: neighbouring starts count together
    for (const at of runs.get(runAt(part, place)) ?? [])
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

function wordsOf(text: string, hasLongS: boolean): Word[] {
  return [...text.matchAll(/[^\s—–]+/g)].flatMap(({ 0: word, index }) => {
    const spelling = PLAIN.test(word) ? word : lettersOf(word);
    const letters = hasLongS ? withoutLongS(spelling) : spelling;
    return letters === "" ? [] : [{ letters, start: index, end: index + word.length }];
  });
}
