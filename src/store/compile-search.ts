/**
 * Compiles a search into an FTS5 expression over `case_words`. Nothing of FTS5's own language can come from the text:
 * only tokens of words.ts are put in, always in quotes.
 */
import { parseSearch, type SearchNode } from "../domain/search-query.ts";
import { EVERY_CASE } from "./index-row.ts";
import { tokenOf, wordsOf } from "./words.ts";

/**
 * Where a user's words are looked for: in all columns but our own, in those that tell what a case is about, or in those
 * that tell which case it is.
 */
export type SearchedColumns = "all" | "heads" | "names";

const COLUMNS: Readonly<Record<SearchedColumns, string>> = {
  all: "- {forms filters cited} :",
  heads: "{names cites court head_matter} :",
  names: "{names cites} :",
};
/** Words begin as written or, where their token does not spell them out, as their form does. */
const BEGINNINGS: Readonly<Record<SearchedColumns, string>> = {
  ...COLUMNS,
  // one list of matches out of all words that begin so: making it is what a prefix costs
  all: "- {filters cited} :",
};

/**
 * Tokens that columns of ours may hold, or words that a prefix may find there: filters, and what a case cites. What is
 * none of them, and no form, stands in the searched columns alone: then no column is named, because FTS5 goes through the
 * places of every match to sort out columns, which costs as much again as reading them.
 */
const TOKEN_OF_OURS = new RegExp(`^(?:${EVERY_CASE}$|[jcrk]\\d+$|n)`);
const BEGINNING_OF_OURS = new RegExp(`^(?:${EVERY_CASE}$|[jcrk]\\d*$|n)`);

/**
 * The expression for a search text, or null when the text holds no word at all, which is as no search.
 *
 * @param columns what is found in a part of the columns is also found in all; unwanted words are looked for in all
 */
export function compileSearch(text: string, columns: SearchedColumns = "all"): string | null {
  return compile(parseSearch(text), columns);
}

/** All of the words within one column, in any order; null when there is no word. */
export function compileColumnWords(column: "authors", text: string): string | null {
  const words = wordsOf(text).map((word) => `${column} : "${tokenOf(word)}"`);
  return words.length === 0 ? null : `(${words.join(" AND ")})`;
}

/** "All cases but those": FTS5 knows only "these but not those". */
export function allBut(expression: string): string {
  return `(filters : "${EVERY_CASE}" NOT ${expression})`;
}

function compile(node: SearchNode, columns: SearchedColumns): string | null {
  switch (node.kind) {
    case "word":
    case "phrase":
      return compilePhrase(wordsOf(node.text), columns);
    case "prefix":
      return compilePrefix(wordsOf(node.text), columns);
    case "near":
      return compileNear(node.text, node.distance, columns);
    case "not":
      return wrap(compile(node.node, "all"), allBut);
    case "any":
      return joined(
        node.nodes.map((one) => compile(one, columns)),
        "OR",
      );
    case "all":
      return compileAll(node.nodes, columns);
  }
}

function compilePhrase(words: readonly string[], columns: SearchedColumns): string | null {
  if (words.length === 0) return null;
  const tokens = words.map(tokenOf);
  return `${placeOf(tokens, columns)}"${tokens.join(" ")}"`;
}

/** `12-app*`: the words before the last one as a phrase, and one that begins as the last one does. */
function compilePrefix(words: readonly string[], columns: SearchedColumns): string | null {
  const start = words.at(-1);
  if (start === undefined) return null;
  const isOnlyWords = columns === "all" && !BEGINNING_OF_OURS.test(start);
  const begins = `${isOnlyWords ? "" : `${BEGINNINGS[columns]} `}"${start}" *`;
  return joined([compilePhrase(words.slice(0, -1), columns), begins], "AND");
}

function compileNear(text: string, distance: number, columns: SearchedColumns): string | null {
  const phrases = text
    .split(/\s+/)
    .map((part) => wordsOf(part).map(tokenOf))
    .filter((tokens) => tokens.length > 0);
  if (phrases.length === 0) return null;
  const near = phrases.map((tokens) => `"${tokens.join(" ")}"`).join(" ");
  return `${placeOf(phrases.flat(), columns)}NEAR(${near}, ${distance})`;
}

/** The columns in which tokens that must stand side by side are looked for; empty when they can be in no others. */
function placeOf(tokens: readonly string[], columns: SearchedColumns): string {
  // a form is never its own token
  const isWord = (token: string): boolean => tokenOf(token) === token && !TOKEN_OF_OURS.test(token);
  return columns === "all" && tokens.some(isWord) ? "" : `${COLUMNS[columns]} `;
}

function compileAll(nodes: readonly SearchNode[], columns: SearchedColumns): string | null {
  const wanted = nodes.filter((node) => node.kind !== "not").map((node) => compile(node, columns));
  const unwanted = nodes.map((node) => (node.kind === "not" ? compile(node.node, "all") : null));
  const positive = joined(wanted, "AND");
  const negative = joined(unwanted, "OR");
  if (negative === null) return positive;
  return positive === null ? allBut(negative) : `(${positive} NOT ${negative})`;
}

function joined(expressions: readonly (string | null)[], operator: "AND" | "OR"): string | null {
  const full = [...new Set(expressions.filter((expression) => expression !== null))];
  return full.length > 1 ? `(${full.join(` ${operator} `)})` : (full[0] ?? null);
}

function wrap(expression: string | null, make: (expression: string) => string): string | null {
  return expression === null ? null : make(expression);
}
