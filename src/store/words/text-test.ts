/** Tests single cases for a search by their texts; place-test.ts by the places of words in the index. */
import { citationForms } from "../../citations/reporters.ts";
import { normaliseCitation } from "../../domain/citation.ts";
import { beginningOf, fold, tokenOf, wordsOf } from "../../text/analyzer.ts";
import {
  leavesOf,
  type SearchField,
  type SearchNode,
  type SearchPair,
  type WordForm,
  wordTestOf,
} from "../../text/search-tree.ts";
import { sentencesIn } from "../../text/sentences.ts";
import { dayOfDateRowid, lowerBound } from "../dates/date-rowid.ts";
import { COLUMN_PLACES } from "../fts5-pages/index-segments.ts";
import { BETWEEN, foldForContains } from "../write/index-row.ts";
import { type CaseWords, type TextUnit, testOf } from "./case-words.ts";

/** The texts of a case by column of the index of words. */
export interface CaseColumns {
  readonly dateRowid: number;
  readonly name: string;
  readonly docketNumber: string;
  readonly cites: readonly string[];
  readonly courtId: number | null;
  /** Whether everyone may search the text of the case. */
  readonly isOpen: boolean;
  readonly metadata: readonly (readonly string[])[];
  readonly authors: readonly string[];
  /** Head matter, opinions and corrections. */
  readonly texts: readonly (readonly string[])[];
}

export type ColumnsOf = (dateRowids: readonly number[]) => Iterable<CaseColumns>;

/** Whether FTS5 alone decides what the search matches. */
export function isInIndex(node: SearchNode): boolean {
  return leavesOf(node, "all").every((leaf) => {
    if (leaf.kind === "field") return leaf.field === "author" || leaf.field === "court";
    if (leaf.kind === "atleast" || leaf.kind === "forms") return false;
    return leaf.kind !== "pair" || isPairInIndex(leaf);
  });
}

/** FTS5 knows no order, no sentences and paragraphs, and the index no positions of the words of a prefix or a form. */
export function isPairInIndex({ within, isOrdered, left, right }: SearchPair): boolean {
  const hasPositions = [left, right].every(({ kind }) => kind === "word" || kind === "phrase");
  return typeof within === "number" && !isOrdered && hasPositions;
}

/** Returns the date rowids of the cases whose texts match. @param searched `open`: only texts that everyone may search */
export function textTest(
  node: SearchNode,
  columnsOf: ColumnsOf,
  searched: "all" | "open",
  dateRowids: readonly number[],
): ReadonlySet<number> {
  const isMatch = testOf(node) ?? (() => false);
  const leaves = leavesOf(node, "all");
  const needsWords = leaves.some(({ kind }) => kind !== "field");
  const needsUnits = leaves.some((leaf) => leaf.kind === "pair" && typeof leaf.within !== "number");
  const matches = new Set<number>();
  for (const columns of columnsOf(dateRowids)) {
    const isSearched = searched === "all" || columns.isOpen;
    const authors = isSearched ? columns.authors : [];
    const words = new TextWords((field) => matchesField(field, columns, authors));
    if (needsWords) {
      for (const texts of columns.metadata) words.addColumn(texts, oneSentence);
      for (const texts of isSearched ? [authors, ...columns.texts] : [])
        words.addColumn(texts, needsUnits ? sentencesIn : oneSentence);
    }
    if (isMatch(words)) matches.add(columns.dateRowid);
  }
  return matches;
}

/** Returns the date rowids of the cases that contain words with all these beginnings. */
export function prefixTest(
  columnsOf: ColumnsOf,
  prefixes: readonly string[],
  dateRowids: readonly number[],
): ReadonlySet<number> {
  const matches = new Set<number>();
  for (const { dateRowid, metadata, authors, texts } of columnsOf(dateRowids)) {
    const folded = [...metadata, authors, ...texts].flat().map(fold);
    if (prefixes.every((prefix) => folded.some((text) => hasWordFrom(text, prefix)))) matches.add(dateRowid);
  }
  return matches;
}

/** The end of a text within a word. */
const IN_WORD = /[\p{L}\p{N}]$/u;

function hasWordFrom(text: string, prefix: string): boolean {
  for (let at = text.indexOf(prefix); at >= 0; at = text.indexOf(prefix, at + 1))
    if (!IN_WORD.test(text.slice(Math.max(at - 2, 0), at))) return true;
  return false;
}

function matchesField(
  { field, text, ids = [], days = [null, null] }: SearchField,
  { dateRowid, courtId, name, docketNumber, cites }: CaseColumns,
  authors: readonly string[],
): boolean {
  switch (field) {
    case "court":
      return courtId !== null && ids.includes(courtId);
    case "name":
      return foldForContains(name).includes(foldForContains(text));
    case "docket":
      return foldForContains(docketNumber).includes(foldForContains(text));
    case "cite": {
      const forms = citationForms(normaliseCitation(text));
      return cites.some((cite) => forms.includes(normaliseCitation(cite)));
    }
    case "date": {
      const day = dayOfDateRowid(dateRowid);
      const [from, to] = days;
      return day !== null && day >= (from ?? day) && day <= (to ?? day);
    }
    case "author": {
      const tokens = new Set(authors.flatMap(wordsOf).map(tokenOf));
      return wordsOf(text).every((word) => tokens.has(tokenOf(word)));
    }
  }
}

function oneSentence(text: string): readonly string[][] {
  return [[text]];
}

/** The words of texts, at the places that they have in the index. */
export class TextWords implements CaseWords {
  readonly fits: CaseWords["fits"];
  readonly #columns: string[][] = [];
  /** The first word of each sentence and paragraph. */
  readonly #starts: Record<TextUnit, number[]> = { sentence: [], paragraph: [] };

  constructor(fits: CaseWords["fits"] = () => false) {
    this.fits = fits;
  }

  /** @param sentencesOf the sentences of each paragraph of a text */
  addColumn(
    texts: readonly string[],
    sentencesOf: (text: string) => readonly string[][] = oneSentence,
  ): this {
    const words: string[] = [];
    const from = this.#columns.length * COLUMN_PLACES;
    for (const [at, text] of texts.entries()) {
      if (at > 0) words.push(BETWEEN);
      for (const sentences of sentencesOf(text)) {
        this.#starts.paragraph.push(from + words.length);
        for (const sentence of sentences) {
          this.#starts.sentence.push(from + words.length);
          for (const word of wordsOf(sentence)) words.push(word);
        }
      }
    }
    this.#columns.push(words);
    return this;
  }

  at(place: number): string | undefined {
    return this.#columns[Math.floor(place / COLUMN_PLACES)]?.[place % COLUMN_PLACES];
  }

  placesOf(token: string): readonly number[] {
    // words with one token begin with the same letter, and looking a token up costs more than comparing letters
    const first = beginningOf(token).charCodeAt(0);
    return this.#where(
      (word) => (Number.isNaN(first) || word.charCodeAt(0) === first) && tokenOf(word) === token,
    );
  }

  placesFrom(start: string): readonly number[] {
    return this.#where((word) => word.startsWith(start));
  }

  placesLike(form: WordForm): readonly number[] {
    return this.#where(wordTestOf(form));
  }

  areTogether(unit: TextUnit, placeA: number, placeB: number): boolean {
    const starts = this.#starts[unit];
    const next = starts[lowerBound(starts, Math.min(placeA, placeB) + 1)];
    return next === undefined || next > Math.max(placeA, placeB);
  }

  #where(fits: (word: string) => boolean): number[] {
    const places: number[] = [];
    for (const [column, words] of this.#columns.entries())
      for (let at = 0; at < words.length; at++)
        if (fits(words[at] ?? "")) places.push(column * COLUMN_PLACES + at);
    return places;
  }
}
