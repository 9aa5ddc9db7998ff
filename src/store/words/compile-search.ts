/**
 * Compiles a search into an FTS5 expression over `case_words`. The text cannot inject FTS5 syntax: only quoted tokens of
 * analyzer.ts reach the expression.
 */

import { tokenOf, wordsOf } from "../../text/analyzer.ts";
import type { SearchNode } from "../../text/search-query.ts";
import { EVERY_CASE, nameToken } from "../write/index-row.ts";

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

/**
 * Compiles a search. Null if it contains no searchable word; it is ignored then.
 *
 * @param wanted the columns in which required words are searched
 * @param unwanted the columns in which excluded words are searched
 */
export function compileSearch(
  search: SearchNode,
  wanted: SearchedColumns = "all",
  unwanted: Columns["unwanted"] = "all",
): string | null {
  return compile(search, { wanted, unwanted });
}

/** An expression for each distinct word, phrase, prefix or NEAR group of a search that is not excluded, in order. */
export function compileEach(search: SearchNode, wanted: SearchedColumns): string[] {
  const each = leavesOf(search).map((leaf) => compile(leaf, { wanted, unwanted: "all" }));
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
  wanted: "all" | "named",
  isShort: (leaf: SearchNode) => boolean,
): ScoredWords {
  if (node.kind !== "all" && node.kind !== "any") {
    // a prefix counts as one word of the score, and merging its short lists costs little
    const leaf: SearchNode = node.kind === "prefix" ? { kind: "prefix", text: node.text } : node;
    const words = isShort(node) ? compile(leaf, { wanted, unwanted: "all" }) : null;
    return { words, isComplete: words !== null };
  }
  const searched = node.nodes.filter((one) => compile(one, { wanted, unwanted: "all" }) !== null);
  const required = searched.filter(({ kind }) => kind !== "not");
  const nodes = node.kind === "any" || required.length === 0 ? searched : required;
  const parts = nodes.map((one) => compileScored(one, wanted, isShort));
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

/** Expression for all words within one column, in any order; null if the text contains no word. */
export function compileColumnWords(column: "authors", text: string): string | null {
  const words = wordsOf(text).map((word) => `${column} : "${tokenOf(word)}"`);
  return words.length === 0 ? null : `(${words.join(" AND ")})`;
}

/** All cases except those that match. FTS5 has only a binary NOT, so the left side is a token of every case. */
export function allBut(expression: string): string {
  return `("${EVERY_CASE}" NOT ${expression})`;
}

/** The words, phrases, prefixes and NEAR groups that are not excluded. */
function leavesOf(node: SearchNode): SearchNode[] {
  if (node.kind === "not") return [];
  return node.kind === "all" || node.kind === "any" ? node.nodes.flatMap(leavesOf) : [node];
}

interface Columns {
  readonly wanted: SearchedColumns;
  readonly unwanted: "all" | "metadata";
}

function compile(node: SearchNode, columns: Columns): string | null {
  switch (node.kind) {
    case "word":
    case "phrase":
    case "prefix":
    case "near":
      return columns.wanted === "named" ? compileNamed(node) : compileLeaf(node, columns.wanted);
    case "not":
      return wrap(compileUnwanted(node.node, columns), allBut);
    case "any":
      return joined(
        node.nodes.map((one) => compile(one, columns)),
        "OR",
      );
    case "all":
      return compileAll(node.nodes, columns);
  }
}

type Leaf = Extract<SearchNode, { readonly text: string }>;

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

/** The tokens that begin so, stemmed and unstemmed: each of them if they are known, else as a prefix. */
function tokensOf(
  { start, tokens = [] }: { readonly start: string; readonly tokens?: readonly string[] | undefined },
  stored: (token: string) => string,
): string {
  const known = tokens.map((token) => quoted(stored(token)));
  return joined(known, "OR") ?? `${quoted(stored(start))} *`;
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
  const wanted = nodes.filter((node) => node.kind !== "not").map((node) => compile(node, columns));
  const unwanted = nodes.map((node) => (node.kind === "not" ? compileUnwanted(node.node, columns) : null));
  const positive = joined(wanted, "AND");
  const negative = joined(unwanted, "OR");
  if (negative === null) return positive;
  return positive === null ? allBut(negative) : `(${positive} NOT ${negative})`;
}

function compileUnwanted(node: SearchNode, { unwanted }: Columns): string | null {
  return compile(node, { wanted: unwanted, unwanted });
}

function joined(expressions: readonly (string | null)[], operator: "AND" | "OR"): string | null {
  const full = [...new Set(expressions.filter((expression) => expression !== null))];
  return full.length > 1 ? `(${full.join(` ${operator} `)})` : (full[0] ?? null);
}

function quoted(token: string): string {
  return `"${token}"`;
}

function wrap(expression: string | null, make: (expression: string) => string): string | null {
  return expression === null ? null : make(expression);
}
