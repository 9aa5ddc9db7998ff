/**
 * Compiles a search into an FTS5 expression over `case_words`. The text cannot inject FTS5 syntax: only quoted tokens of
 * analyzer.ts reach the expression.
 */

import { tokenOf, wordsOf } from "../../text/analyzer.ts";
import {
  leavesOf,
  type SearchField,
  type SearchNode,
  type SearchPair,
  type SearchTerm,
  UNIT_WORDS,
  type WordForm,
} from "../../text/search-tree.ts";
import { EVERY_CASE, filterToken, NO_CASE, nameToken } from "../write/index-row.ts";
import { isPairInIndex } from "./text-test.ts";

/**
 * The columns that are searched. `all`: every column; `heads`: names, citations, court and head matter; `metadata`: all columns
 * without text of the case. Scores by points use single columns. `named` searches the words of names by their own tokens.
 */
export type SearchedColumns = "all" | "heads" | "named" | "metadata" | ScoredColumns;
export type ScoredColumns = "name" | "cite" | "court" | "head matter" | "opinions";

/**
 * Tokens of filters are not words, so searching all columns is the same as searching the columns with words. `all` names no
 * column, because a column filter makes FTS5 check the position of every match, which doubles the cost.
 */
const COLUMNS: Readonly<Record<SearchedColumns, string>> = {
  all: "",
  heads: "{names cites court head_matter} : ",
  named: "names : ",
  metadata: "{names cites court} : ",
  name: "names : ",
  cite: "cites : ",
  court: "court : ",
  "head matter": "head_matter : ",
  opinions: "{opinions authors corrections} : ",
};

/** Weights of the columns of `case_words` in scores, in their order. */
export const WEIGHTS = {
  opinions: 1,
  head_matter: 3,
  names: 10,
  cites: 5,
  court: 2,
  authors: 1,
  corrections: 1,
  filters: 0,
  cited: 0,
  named: 10,
} as const;

/**
 * Compiles a search. Null if it contains no searchable word; it is ignored then. Where texts decide (text-test.ts), the expression
 * finds all cases that can match.
 *
 * @param required the columns in which required words are searched
 * @param excluded the columns in which excluded words are searched
 */
export function compileSearch(
  search: SearchNode,
  required: SearchedColumns = "all",
  excluded: Columns["excluded"] = "all",
): string | null {
  return compile(search, { required, excluded, bound: "upper" });
}

/** Expression for all words within the authors, in any order; null if the text contains no word. */
export function compileAuthors(text: string): string | null {
  const words = wordsOf(text).map((word) => `authors : "${tokenOf(word)}"`);
  return words.length === 0 ? null : `(${words.join(" AND ")})`;
}

/** All cases except those that match. FTS5 has only a binary NOT, so the left side is a token of every case. */
export function allBut(expression: string): string {
  return `("${EVERY_CASE}" NOT ${expression})`;
}

interface Columns {
  readonly required: SearchedColumns;
  readonly excluded: "all" | "metadata";
  /** Where texts decide, the expression finds all cases that can match, or only those that match for certain. */
  readonly bound: "upper" | "lower";
}

function compile(node: SearchNode, columns: Columns): string | null {
  switch (node.kind) {
    case "word":
    case "phrase":
    case "prefix":
    case "near":
      return columns.required === "named" ? compileNamed(node) : compileLeaf(node, columns.required);
    case "forms":
      return columns.bound === "lower" ? quoted(NO_CASE) : compileForms(node.forms, columns.required);
    case "atleast":
      return columns.bound === "lower"
        ? quoted(NO_CASE)
        : compile({ kind: "any", nodes: node.terms }, columns);
    case "pair":
      return compilePair(node, columns);
    case "field":
      return compileField(node, columns);
    case "not":
      return wrap(compileExcluded(node.node, columns), allBut);
    case "any":
      return joined(
        node.nodes.map((part) => compile(part, columns)),
        "OR",
      );
    case "all":
      return compileAll(node.nodes, columns);
  }
}

/** Alternatives of a pair: FTS5 looks each of them up in every segment. */
const MAX_PHRASES = 64;

type Leaf = Exclude<SearchTerm, { readonly kind: "forms" }> | Extract<SearchNode, { readonly kind: "near" }>;

function compileLeaf(leaf: Leaf, columns: SearchedColumns): string | null {
  const words = wordsOf(leaf.text);
  if (leaf.kind === "near") return compileNear(leaf.text, leaf.distance, columns);
  return leaf.kind === "prefix" ? compilePrefix(words, leaf.tokens, columns) : compilePhrase(words, columns);
}

/** The tokens of the words in names; the column of names is searched only where their order matters. */
function compileNamed(leaf: Leaf): string | null {
  const words = wordsOf(leaf.text);
  const last = words.at(-1);
  if (last === undefined) return null;
  const named = (word: string): string => quoted(nameToken(tokenOf(word)));
  const each =
    leaf.kind === "prefix"
      ? [...words.slice(0, -1).map(named), tokensOf({ ...leaf, start: last }, nameToken)]
      : words.map(named);
  return joined(words.length === 1 ? each : [...each, compileLeaf(leaf, "named")], "AND");
}

function compilePhrase(words: readonly string[], columns: SearchedColumns): string | null {
  return words.length === 0 ? null : `${COLUMNS[columns]}"${words.map(tokenOf).join(" ")}"`;
}

/** `12-app*`: the words before the last one as a phrase, and the last one as a prefix. */
function compilePrefix(
  words: readonly string[],
  tokens: readonly string[] | undefined,
  columns: SearchedColumns,
): string | null {
  const start = words.at(-1);
  if (start === undefined) return null;
  const begins = COLUMNS[columns] + tokensOf({ start, tokens }, (token) => token);
  return joined([compilePhrase(words.slice(0, -1), columns), begins], "AND");
}

/** All cases that can have words of these forms next to each other: by phrases of their tokens, or, if these are too many, by each word. */
function compileForms(forms: readonly WordForm[], columns: SearchedColumns): string {
  if (columns === "named") {
    const each = forms.map(({ text, tokens }) =>
      tokensOf({ start: text, tokens: tokens?.map(tokenOf) }, nameToken),
    );
    return (
      joined([...each, ...(forms.length > 1 ? [compileForms(forms, "name")] : [])], "AND") ?? quoted(NO_CASE)
    );
  }
  const phrases = phrasesOf({ kind: "forms", text: "", forms });
  if (phrases !== null && phrases.length <= MAX_PHRASES) {
    const each = phrases.map((phrase) => COLUMNS[columns] + quoted(phrase));
    return joined(each, "OR") ?? quoted(NO_CASE);
  }
  // a word whose only tokens are unstemmed has no position
  const each = forms.map(
    ({ text, tokens }) => COLUMNS[columns] + tokensOf({ start: text, tokens }, (token) => token),
  );
  return joined(each, "AND") ?? quoted(NO_CASE);
}

/** The cases with a token, stemmed or unstemmed, that begins with `start`: by the tokens if they are known, else by the prefix. */
function tokensOf(
  { start, tokens = [] }: { readonly start: string; readonly tokens?: readonly string[] | undefined },
  stored: (token: string) => string,
): string {
  const known = tokens.map((token) => quoted(stored(token)));
  return joined(known, "OR") ?? `${quoted(stored(start))} *`;
}

function compilePair(pair: SearchPair, columns: Columns): string | null {
  const { left, right, within } = pair;
  const terms = [left, right];
  if (!isPairInIndex(pair) && columns.bound === "lower") return quoted(NO_CASE);
  const each = terms.map((term) => compile(term, columns));
  const [lefts, rights] = [phrasesOf(left), phrasesOf(right)];
  if (lefts === null || rights === null || lefts.length * rights.length > MAX_PHRASES)
    return joined(each, "AND");
  const distance = typeof within === "number" ? within : UNIT_WORDS[within];
  const alternatives = lefts.flatMap((a) =>
    rights.map((b) => `${COLUMNS[columns.required]}NEAR("${a}" "${b}", ${distance})`),
  );
  const near = joined(alternatives, "OR") ?? quoted(NO_CASE);
  return columns.required === "named" ? joined([...each, near], "AND") : near;
}

/**
 * The phrases of tokens by which a term is found. The index has positions of tokens only, so those of a prefix are the tokens of its
 * words; null if they are not known.
 */
function phrasesOf(term: SearchTerm): string[] | null {
  if (term.kind === "forms") {
    let phrases = [""];
    for (const { tokens } of term.forms) {
      if (tokens === undefined) return null;
      const each = [...new Set(tokens.map(tokenOf))];
      if (phrases.length * each.length > MAX_PHRASES) return null;
      phrases = phrases.flatMap((before) => each.map((token) => `${before} ${token}`.trim()));
    }
    return phrases;
  }
  const words = wordsOf(term.text);
  const phrase = words.map(tokenOf).join(" ");
  if (term.kind !== "prefix") return [phrase];
  if (term.tokens === undefined) return null;
  const before = words.slice(0, -1).map(tokenOf);
  return [...new Set(term.tokens.map(tokenOf))].map((token) => [...before, token].join(" "));
}

/** A field is the same condition whatever columns are searched, but `metadata` excludes authors. */
function compileField({ field, text, ids = [], groups = [] }: SearchField, columns: Columns): string | null {
  if (field === "author") return columns.required === "metadata" ? quoted(NO_CASE) : compileAuthors(text);
  if (field === "court")
    return (
      joined(
        ids.map((id) => quoted(filterToken("court", id))),
        "OR",
      ) ?? quoted(NO_CASE)
    );
  if (columns.bound === "lower") return quoted(NO_CASE);
  // the numbers are indexed with the citations
  const column = field === "docket" ? COLUMNS.cite : "";
  const each = groups.map((tokens) => column + (joined(tokens.map(quoted), "OR") ?? quoted(NO_CASE)));
  return joined(each, "AND") ?? quoted(EVERY_CASE);
}

function compileNear(text: string, distance: number, columns: SearchedColumns): string | null {
  const phrases = text
    .split(/\s+/)
    .map((part) => wordsOf(part).map(tokenOf))
    .filter((tokens) => tokens.length > 0);
  if (phrases.length === 0) return null;
  const near = phrases.map((tokens) => `"${tokens.join(" ")}"`).join(" ");
  return `${COLUMNS[columns]}NEAR(${near}, ${distance})`;
}

function compileAll(nodes: readonly SearchNode[], columns: Columns): string | null {
  const required = nodes.filter((node) => node.kind !== "not").map((node) => compile(node, columns));
  const excluded = nodes.map((node) => (node.kind === "not" ? compileExcluded(node.node, columns) : null));
  const positive = joined(required, "AND");
  const negative = joined(excluded, "OR");
  if (negative === null) return positive;
  return positive === null ? allBut(negative) : `(${positive} NOT ${negative})`;
}

function compileExcluded(node: SearchNode, { excluded, bound }: Columns): string | null {
  return compile(node, { required: excluded, excluded, bound: bound === "upper" ? "lower" : "upper" });
}

export function joined(expressions: readonly (string | null)[], operator: "AND" | "OR"): string | null {
  const full = [...new Set(expressions.filter((expression) => expression !== null))];
  return full.length > 1 ? `(${full.join(` ${operator} `)})` : (full[0] ?? null);
}

/** The cases with one of the tokens. An empty list matches nothing. */
export function anyOf(tokens: readonly string[]): string {
  return tokens.length === 0 ? quoted(NO_CASE) : `(${tokens.map(quoted).join(" OR ")})`;
}

export function allOf(expressions: readonly (string | null)[]): string | null {
  const full = expressions.filter((expression) => expression !== null);
  return full.length === 0 ? null : full.join(" AND ");
}

export function quoted(token: string): string {
  return `"${token}"`;
}

function wrap(expression: string | null, make: (expression: string) => string): string | null {
  return expression === null ? null : make(expression);
}

/** An expression for each distinct word, phrase, prefix or NEAR group of a search that is not excluded, in order. */
export function compileEach(search: SearchNode, columns: SearchedColumns): string[] {
  const leaves = leavesOf(search, "wanted").filter(({ kind }) => kind !== "field");
  const each = leaves.map((leaf) => compileSearch(leaf, columns));
  return [...new Set(each.filter((expression) => expression !== null))];
}

/** An expression to score matches by, and whether every match matches it. */
export interface ScoredWords {
  readonly words: string | null;
  readonly isComplete: boolean;
}

/**
 * Compiles the parts of a search that are scored: BM25 reads the complete list of each word or phrase, and a word with a long
 * list hardly matters to a score.
 *
 * @param isShort whether the lists of a word, phrase, prefix or group are short
 */
export function compileScored(
  node: SearchNode,
  columns: "all" | "named",
  isShort: (leaf: SearchNode) => boolean,
): ScoredWords {
  // a field is a filter
  if (node.kind === "field") return { words: null, isComplete: false };
  if (node.kind !== "all" && node.kind !== "any") {
    // a prefix counts as one word of the score, and merging its short lists costs little
    const leaf: SearchNode = node.kind === "prefix" ? { kind: "prefix", text: node.text } : node;
    const words = isShort(node) ? compileSearch(leaf, columns) : null;
    return { words, isComplete: words !== null };
  }
  const searched = node.nodes.filter((part) => compileSearch(part, columns) !== null);
  const required = searched.filter(({ kind }) => kind !== "not");
  const nodes = node.kind === "any" || required.length === 0 ? searched : required;
  const parts = nodes.map((part) => compileScored(part, columns, isShort));
  const scored = parts.filter(({ words }) => words !== null);
  const counted = node.kind === "all" ? scored : parts;
  return {
    words: joined(
      scored.map(({ words }) => words),
      node.kind === "all" ? "AND" : "OR",
    ),
    isComplete: scored.length > 0 && counted.every(({ isComplete }) => isComplete),
  };
}
