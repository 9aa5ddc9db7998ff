/**
 * The filters that mean "contains": the words of the text narrow the cases down in the index of words, then the field of each
 * of these cases is read.
 *
 * A text is split into words as names are. Only its first and its last word may be parts of longer words: the longer words are looked up
 * in the table of name words.
 */
import type { Database } from "better-sqlite3";
import { beginningOf, tokenOf } from "../../text/analyzer.ts";
import { mapLeaves, type SearchNode } from "../../text/search-tree.ts";
import { readValues } from "../database/statement-cache.ts";
import { abbreviationToken, foldForContains, nameToken } from "../write/index-row.ts";
import { anyOf } from "./compile-search.ts";

export type NameColumn = "name" | "name_abbreviation" | "docket_number";

export interface NameFilter {
  readonly column: NameColumn;
  /** Folded. */
  readonly text: string;
}

const TOKENS: Readonly<Record<NameColumn, (word: string) => string>> = {
  name: (word) => nameToken(tokenOf(word)),
  name_abbreviation: (word) => abbreviationToken(tokenOf(word)),
  docket_number: tokenOf,
};

/** A word of the text, or the part of a word at its start or end. */
interface WordPart {
  readonly text: string;
  readonly isStart: boolean;
  readonly isEnd: boolean;
}

/**
 * More words are left out: FTS5 looks into the list of each word for each case, and so many cases have one of them that reading
 * the names of all cases soon fills a page.
 */
const MAX_WORDS = 200;
/** Words like the `v` of most names, which narrow nothing down. */
const SHORT_WORD = /^\p{L}{1,2}$/u;

/** The SQL function with which statements read a field: whether it contains a folded text. */
export const CONTAINS = "contains_folded";

const WORDS = "SELECT word FROM name_trigrams WHERE word GLOB :pattern LIMIT :limit";
/** The index of the words finds a beginning sooner than their trigrams. U+10FFFF sorts after every character of a word. */
const BEGINNINGS =
  "SELECT word FROM name_word WHERE word >= :start AND word < :start || char(0x10ffff) LIMIT :limit";

/** Returns the words in the table that match a GLOB pattern: `*part*`, `*end` or `start*`. Null if they are more than `MAX_WORDS`. */
export type FindNameWords = (pattern: string) => readonly string[] | null;

/** Lets statements of a connection use `CONTAINS`. Call it once. */
export function openNameFilters(db: Database): FindNameWords {
  db.function(CONTAINS, { deterministic: true }, (field: unknown, text: unknown) =>
    Number(foldForContains(String(field)).includes(String(text))),
  );
  return (pattern) => {
    const limit = MAX_WORDS + 1;
    const words = pattern.startsWith("*")
      ? readValues<string>(db, WORDS, { pattern, limit })
      : readValues<string>(db, BEGINNINGS, { start: pattern.slice(0, -1), limit });
    return words.length > MAX_WORDS ? null : words;
  };
}

/** How the index of words finds the cases of a filter. */
export interface NameMatch {
  readonly filter: NameFilter;
  /** Each case that the filter finds has one token of each group. */
  readonly groups: readonly (readonly string[])[];
  /** Whether the filter finds each case that has one token of each group, so that no field has to be read. */
  readonly isCertain: boolean;
}

export function nameMatchOf(filter: NameFilter, find: FindNameWords): NameMatch {
  return { filter, groups: tokensOfName(filter, find), isCertain: isCertain(filter, find) };
}

/** The cases that can have the text of a filter: an expression for each word of it. */
export function namedExpressions({ filter, groups }: NameMatch): string[] {
  // the numbers are indexed with the citations
  const column = filter.column === "docket_number" ? "cites : " : "";
  return groups.map((tokens) => column + anyOf(tokens));
}

/** Groups of tokens of `case_words`: each case that the filter finds has one of each group. */
export function tokensOfName({ column, text }: NameFilter, find: FindNameWords): string[][] {
  const token = TOKENS[column];
  const parts = partsOf(text);
  const isComplete = (part: WordPart): boolean => !part.isStart && !part.isEnd;
  const useful = parts.filter((part) => !isComplete(part) || !SHORT_WORD.test(part.text));
  return (useful.length > 0 ? useful : parts).flatMap((part) => {
    const words = isComplete(part) ? [part.text] : find(patternOf(part));
    return words === null ? [] : [[...new Set(words.map(token))]];
  });
}

/**
 * Whether a part of a single word is in all words of names that have its tokens. Only the abbreviated name has tokens that no other field
 * has.
 */
function isCertain({ column, text }: NameFilter, find: FindNameWords): boolean {
  const [part] = partsOf(text);
  if (column !== "name_abbreviation" || part?.text !== text) return false;
  const tokens = new Set((find(patternOf(part)) ?? []).map(tokenOf));
  return tokens.size > 0 && [...tokens].every((token) => isInWordsOf(token, text, find));
}

function isInWordsOf(token: string, text: string, find: FindNameWords): boolean {
  const beginning = beginningOf(token);
  if (beginning.includes(text)) return true;
  const words = find(`${beginning}*`);
  return words?.every((word) => tokenOf(word) !== token || word.includes(text)) ?? false;
}

function partsOf(text: string): WordPart[] {
  return [...text.matchAll(/[\p{L}\p{N}]+/gu)].map(({ 0: part, index }) => ({
    text: part,
    isStart: index === 0,
    isEnd: index + part.length === text.length,
  }));
}

/** A word contains no character with a meaning in GLOB. */
function patternOf({ text, isStart, isEnd }: WordPart): string {
  return `${isStart ? "*" : ""}${text}${isEnd ? "*" : ""}`;
}

export type FindCourts = (slug: string) => readonly number[];

/** Adds what is looked up for fields: the ids of courts, and the tokens of names and docket numbers. */
export function withFields(
  node: SearchNode,
  { findCourts, findNameWords }: { readonly findCourts: FindCourts; readonly findNameWords: FindNameWords },
): SearchNode {
  return mapLeaves(node, {
    field: (leaf) => {
      if (leaf.field === "court") return { ...leaf, ids: findCourts(leaf.text) };
      if (leaf.field !== "name" && leaf.field !== "docket") return leaf;
      const column = leaf.field === "name" ? "name" : "docket_number";
      return { ...leaf, groups: tokensOfName({ column, text: foldForContains(leaf.text) }, findNameWords) };
    },
  });
}
