/** Compares a quotation with the text of a case. */

import { mayHaveLongS } from "../domain/casebody.ts";
import { sentenceEnds } from "../text/sentences.ts";
import { countUpTo, type TextRange } from "./draft.ts";
import {
  type Alteration,
  bracketAlterations,
  ellipsisAlterations,
  halvesAlterations,
  numberAlterations,
} from "./quotations/alterations.ts";
import { isOnlyCitations } from "./quotations/omitted-citations.ts";
import {
  areOfLongS,
  BRACKETS,
  ELLIPSIS,
  lettersOf,
  READ_EITHER_WAY,
  STAR_PAGE,
  withoutLongS,
} from "./quotations/quotation-marks.ts";
import { type Resemblance, similarPassage, TextWords } from "./quotations/similar-passage.ts";

export const EQUAL_BUT_FOR_FORM = "equal but for spacing, hyphenation, brackets and ellipses";

/** How a quotation differs from the passage (docs/interface.md, "check"). */
export type QuotationVerdict = "exact" | typeof EQUAL_BUT_FOR_FORM | "near" | "not found";

/** A quotation compared with the text of a case. */
export interface Comparison extends Resemblance {
  readonly verdict: QuotationVerdict;
}

/** Letters between two parts of a quotation: at an ellipsis, before a short part, and at a bracket. */
const [MAX_LEFT_OUT, SHORT_GAP, BRACKET_GAP] = [4_000, 150, 60] as const;
const MAX_WORD = 40;
/** Fewer letters are found anywhere. */
const DISTINCTIVE_LETTERS = 20;

/** The number of a note after a word: `carrier1`, `the hills.2`. */
const NOTE_MARK =
  /(?<=\p{L}[.,;:!?”"’')\]]{0,3})(?:\d{1,3}(?=$|[\s.,;:!?”"’)])|[\u00b9\u00b2\u00b3\u2070-\u2079]{1,3})/gu;

/** The text of a case, prepared for comparisons. */
export class QuotedText {
  readonly #spaced: string;
  /** The letters of all texts, and where each text begins in them. */
  readonly #letters: string;
  readonly #starts: readonly number[];
  readonly #hasLongS: boolean;
  #words: TextWords | null = null;

  /** @param texts of the parts of the case, in order */
  constructor(texts: readonly string[], decisionDate: string | null) {
    this.#spaced = spaced(texts.join("\n"));
    this.#hasLongS = mayHaveLongS(decisionDate, this.#spaced);
    let letters = "";
    this.#starts = texts.map((text) => {
      const start = letters.length;
      letters += lettersOf(spaced(text));
      return start;
    });
    this.#letters = letters;
  }

  /** Numbers of notes, as a copy has them, are left out if the text has none there. @param omits whether the draft says that it omits citations */
  compare(quoted: string, omits = false): Comparison {
    const comparison = this.#compare(quoted);
    const isEqual = ({ verdict }: Comparison): boolean => verdict !== "near" && verdict !== "not found";
    if (isEqual(comparison)) return comparison;
    const passage = quoted.replace(NOTE_MARK, "");
    const plain = passage === quoted ? comparison : this.#compare(passage);
    if (isEqual(plain)) return { ...plain, passage: plain.passage ?? passage, verdict: EQUAL_BUT_FOR_FORM };
    return (omits ? this.#withoutCitations(spaced(passage)) : null) ?? comparison;
  }

  /** A quotation between whose sentences the text has only citations; null if it has something else, or lacks a sentence. */
  #withoutCitations(quotation: string): Comparison | null {
    const ends = [...sentenceEnds(quotation), quotation.length];
    const parts = ends.flatMap((end, nth) =>
      partsOfQuotation(quotation.slice(ends[nth - 1] ?? 0, end)).map((part, at) =>
        at === 0 && nth > 0
          ? { ...part, gap: MAX_LEFT_OUT, isSentence: true }
          : { ...part, isSentence: false },
      ),
    );
    const spans = this.#find(parts);
    if (spans === null) return null;
    const alterations: Alteration[] = [];
    for (const [nth, part] of parts.entries()) {
      const [end, start] = [spans[nth - 1]?.[1] ?? 0, spans[nth]?.[0] ?? 0];
      if (!part.isSentence) alterations.push(...this.#joined(part, spans, nth));
      else if (start > end && !isOnlyCitations(this.#between(end, start))) return null;
    }
    const passage = this.#between(spans[0]?.[0] ?? 0, spans.at(-1)?.[1] ?? 0);
    return { verdict: EQUAL_BUT_FOR_FORM, ...NOTHING_CHANGED, passage, alterations };
  }

  #compare(quoted: string): Comparison {
    const quotation = spaced(quoted);
    if (this.#spaced.includes(quotation)) return { verdict: "exact", ...NOTHING_CHANGED };
    const parts = partsOfQuotation(quotation);
    const spans = this.#find(parts);
    if (spans !== null) {
      const joints = parts.flatMap((part, nth) => this.#joined(part, spans, nth));
      const read = parts.flatMap((part, nth) => this.#readAsLongS(part, spans[nth]));
      const passage =
        read.length === 0 ? null : spans.map(([start, end]) => this.#between(start, end)).join(" … ");
      const unclear = read.filter(({ original }) => READ_EITHER_WAY.has(original));
      const alterations = [...joints, ...unclear, ...this.#numbers(quotation, spans)];
      return { verdict: EQUAL_BUT_FOR_FORM, ...NOTHING_CHANGED, passage, alterations };
    }
    const similar = similarPassage(quotation, this.#spaced, this.#textWords);
    return similar === null ? { verdict: "not found", ...NOTHING_CHANGED } : { verdict: "near", ...similar };
  }

  /** Whether the text has a quotation, apart from its form. */
  has(quoted: string): boolean {
    return this.#find(partsOfQuotation(spaced(quoted))) !== null;
  }

  placesOf(quoted: string): PlaceInText[] {
    return placesInLetters(this.#letters, quoted).map((place) => {
      const [from, to] = [this.#textAt(place.start, "start"), this.#textAt(place.end, "end")];
      return {
        text: this.#starts.findLastIndex((start) => start <= place.start),
        before: this.#spaced.slice(Math.max(0, from - MAX_BEFORE), from),
        after: this.#spaced.slice(to, to + MAX_AFTER),
      };
    });
  }

  get #textWords(): TextWords {
    this.#words ??= new TextWords(this.#spaced, this.#hasLongS);
    return this.#words;
  }

  /** What was left out or replaced before a part of a quotation. */
  #joined(
    { hasEllipsis, goesOn, inserted }: QuotedPart,
    spans: readonly (readonly [number, number])[],
    nth: number,
  ): Alteration[] {
    const [, end] = spans[nth - 1] ?? [];
    const [start] = spans[nth] ?? [];
    if (start !== undefined && end === undefined && inserted !== "") {
      const at = this.#textAt(start, "start");
      // what a bracket at the beginning replaces is not known but for its last word
      const [, word = ""] = /(\S{1,40})\s$/.exec(this.#spaced.slice(Math.max(0, at - MAX_WORD), at)) ?? [];
      return bracketAlterations(inserted, word).filter(({ kind }) => kind === "brackets change the sense");
    }
    if (end === undefined || start === undefined || end >= start) return [];
    const [from, to] = [this.#textAt(end, "end"), this.#textAt(start, "start")];
    if (hasEllipsis) {
      const hidden = ellipsisAlterations(this.#spaced, from, to);
      return goesOn && hidden.length === 0 ? halvesAlterations(this.#spaced, from, to) : hidden;
    }
    return bracketAlterations(inserted, this.#spaced.slice(from, to));
  }

  #numbers(quotation: string, spans: FoundParts["spans"]): Alteration[] {
    const quoted = quotation.replace(BRACKETS, " ");
    if (!/\d/.test(quoted)) return [];
    const passages = spans.map(([start, end]) => this.#between(start, end));
    return numberAlterations(quoted, passages.join(" "));
  }

  /** Where the parts are, in their order; if need be with f as a long s. */
  #find(parts: readonly QuotedPart[]): FoundParts["spans"] | null {
    const exactPlace = findInOrder(this.#letters, parts);
    if (exactPlace !== null || !this.#hasLongS) return exactPlace?.spans ?? null;
    const [folded, readings] = [withoutLongS(this.#letters), parts.map(readLongS)];
    const isRead = ([start, end]: readonly [number, number], nth: number): boolean =>
      areOfLongS(this.#letters.slice(start, end), parts[nth]?.letters ?? "");
    for (let from = 0; ; ) {
      const place = findInOrder(folded, readings, from);
      if (place === null || place.spans.every(isRead)) return place?.spans ?? null;
      from = place.start + 1;
    }
  }

  /** The words of the text in which an f is quoted as s. */
  #readAsLongS({ letters }: QuotedPart, [start, end]: readonly [number, number] = [0, 0]): Alteration[] {
    if (this.#letters.slice(start, end) === letters) return [];
    const { firsts } = this.#textWords;
    const first = countUpTo(firsts, start) - 1;
    return firsts.slice(first, countUpTo(firsts, end - 1)).flatMap((from, nth) => {
      const to = firsts[first + nth + 1] ?? this.#letters.length;
      const quoted = letters.slice(Math.max(0, from - start), to - start);
      const original = this.#letters.slice(Math.max(from, start), Math.min(to, end));
      return quoted === original ? [] : [{ kind: "word changed", quoted, original }];
    });
  }

  /** The text from one letter to another one. */
  #between(start: number, end: number): string {
    return this.#spaced.slice(this.#textAt(start, "start"), this.#textAt(end, "end"));
  }

  /** The offset in the text of a letter: where it starts, or, of the letter before it, where that ends. */
  #textAt(letter: number, edge: "start" | "end"): number {
    const { list, firsts } = this.#textWords;
    const position = edge === "start" ? letter : letter - 1;
    const word = list[countUpTo(firsts, position) - 1];
    if (word === undefined) return 0;
    let left = position - (firsts[countUpTo(firsts, position) - 1] ?? 0);
    for (let at = word.start; at < word.end; at++) {
      left -= lettersOf(this.#spaced[at] ?? "").length;
      if (left < 0) return edge === "start" ? at : at + 1;
    }
    return word.end;
  }
}

const NOTHING_CHANGED = { passage: null, changes: [], alterations: [] };
/** Characters before a passage, as many as a sentence may have, and after it. */
const [MAX_BEFORE, MAX_AFTER] = [400, 40] as const;

/** Where a passage begins. */
export interface PlaceInText {
  /** Index of the text. */
  readonly text: number;
  /** What the case has before the passage and after it. */
  readonly before: string;
  readonly after: string;
}

/** A part of a quotation between ellipses and brackets. */
interface QuotedPart {
  readonly letters: string;
  /** Letters of the text that may be left out before it. */
  readonly gap: number;
  readonly hasEllipsis: boolean;
  /** Whether the quotation has it in one sentence with the part before. */
  readonly goesOn: boolean;
  /** What the quotation has in brackets before it. */
  readonly inserted: string;
}

/** @param quoted with single spaces */
function partsOfQuotation(quoted: string): QuotedPart[] {
  const parts: QuotedPart[] = [];
  let [hasEllipsis, endsSentence, inserted] = [false, false, ""];
  const add = (text: string): void => {
    const letters = lettersOf(text);
    if (letters === "") return;
    // a quotation may begin with a bracket or an ellipsis
    const gap = hasEllipsis || inserted === "" ? gapBefore(letters) : BRACKET_GAP;
    const goesOn = hasEllipsis && !endsSentence && inserted === "" && /^[^\p{L}\p{N}.]*\p{Ll}/u.test(text);
    parts.push({ letters, gap, hasEllipsis, goesOn, inserted });
    [hasEllipsis, inserted] = [false, ""];
  };
  const runs = quoted.split(ELLIPSIS);
  for (const [nth, run] of runs.entries()) {
    if (nth % 2 === 1) {
      hasEllipsis = true;
      endsSentence = run.replaceAll(" ", "").length > 3 || /[.?!]["')\]]?\s?$/.test(runs[nth - 1] ?? "");
      continue;
    }
    let end = 0;
    for (const { 0: written, 1: content = "", index } of run.matchAll(BRACKETS)) {
      add(run.slice(end, index));
      inserted += ` ${content} `;
      end = index + written.length;
    }
    add(run.slice(end));
  }
  return parts;
}

function readLongS(part: QuotedPart): QuotedPart {
  return { ...part, letters: withoutLongS(part.letters) };
}

/** A few letters are found anywhere, so they must be near what is quoted before. */
function gapBefore(letters: string): number {
  return letters.length < DISTINCTIVE_LETTERS ? SHORT_GAP : MAX_LEFT_OUT;
}

/** Single spaces, straight quotation marks; without soft hyphens, marks of pages and numbers of paragraphs. */
function spaced(text: string): string {
  return text
    .replace(PARAGRAPH_NUMBER, "$1")
    .replace(/\u00ad/g, "")
    .replace(STAR_PAGE, " ")
    .replace(/[“”„]/g, '"')
    .replace(/[‘’]/g, "'")
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[,.;]$/, "");
}

interface FoundParts extends TextRange {
  /** Of each part. */
  readonly spans: readonly (readonly [start: number, end: number])[];
}

/** A passage that is often in a case is looked at so often. */
const MAX_PLACES = 100;

/** The first places of a passage in the letters of a case. */
export function placesInLetters(letters: string, quoted: string): FoundParts[] {
  const parts = partsOfQuotation(spaced(quoted));
  const places: FoundParts[] = [];
  while (places.length < MAX_PLACES) {
    const last = places.at(-1);
    const place = findInOrder(letters, parts, last === undefined ? 0 : last.start + 1);
    if (place === null) break;
    places.push(place);
  }
  return places;
}

/** The first place from an offset where the parts of a quotation are, in their order; null if there is none. */
function findInOrder(letters: string, parts: readonly QuotedPart[], from = 0): FoundParts | null {
  const [{ letters: first } = { letters: "" }, ...rest] = parts;
  if (first === "") return null;
  for (let start = letters.indexOf(first, from); start >= 0; start = letters.indexOf(first, start + 1)) {
    let end = start + first.length;
    const spans: [number, number][] = [[start, end]];
    const isFound = rest.every(({ letters: part, gap }) => {
      const next = letters.indexOf(part, end);
      if (next < 0 || next - end > gap) return false;
      end = next + part.length;
      spans.push([next, end]);
      return true;
    });
    if (isFound) return { start, end, spans };
  }
  return null;
}

/**
 * The number of a paragraph where it begins: `¶ 12.`, `¶12`, `[¶ 12]`, `{¶ 12}`, `{12}`, `[*P12]`. Some texts do not begin a line with
 * it: there it has a `¶`, and is not after *id.* Group 1 is what precedes it, group 2 the number.
 */
export const PARAGRAPH_NUMBER =
  /((?:^|\n)\s{0,9}|(?<!\b[Ii]d)[.?!]["”’)\]]{0,4}\s{1,9}(?=[[{(]?¶))(?:[[{(]?(?:¶{1,2}|\*{0,2}P)\s?|\{)(\d{1,4})(?!\d)[.\]})]{0,3}/g;
