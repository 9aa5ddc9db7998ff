/**
 * Compiles a search into an FTS5 expression over `case_words`. Nothing of FTS5's own language can come from the text:
 * only tokens of analyzer.ts are put in, always in quotes.
 */

import { tokenOf, wordsOf } from "../../text/analyzer.ts";
import { parseSearch, type SearchNode } from "../../text/search-query.ts";
import { EVERY_CASE } from "../write/index-row.ts";

/**
 * Where a user's words are looked for: in all columns but our own, in those that tell what a case is about, in those that
 * tell which case it is, in those that no text of the case is in; or in some of them alone, to tell them apart.
 */
export type SearchedColumns = "all" | "heads" | "names" | "metadata" | ScoredColumns;
export type ScoredColumns = "name" | "cite" | "court" | "head matter" | "opinions";

/**
 * Our own tokens are no words, so all columns are the searched ones. No column is named then, because FTS5 goes through the
 * places of every match to sort out columns, which costs as much again as reading them.
 */
const COLUMNS: Readonly<Record<SearchedColumns, string>> = {
  all: "",
  heads: "{names cites court head_matter} : ",
  names: "{names cites} : ",
  metadata: "{names cites court} : ",
  name: "names : ",
  cite: "cites : ",
  court: "court : ",
  "head matter": "head_matter : ",
  opinions: "{opinions authors corrections} : ",
};

/**
 * The expression for a search text, or null when the text holds no word at all, which is as no search.
 *
 * @param wanted what is found in a part of the columns is also found in all
 * @param unwanted where words are looked for that a case must not have
 */
export function compileSearch(
  text: string,
  wanted: SearchedColumns = "all",
  unwanted: Columns["unwanted"] = "all",
): string | null {
  return compile(parseSearch(text), { wanted, unwanted });
}

/** An expression for each distinct word, phrase, prefix or neighbourhood that the text asks for, in its order. */
export function compileEach(text: string, wanted: SearchedColumns): string[] {
  const each = leavesOf(parseSearch(text)).map((leaf) => compile(leaf, { wanted, unwanted: "all" }));
  return [...new Set(each.filter((expression) => expression !== null))];
}

/** All of the words within one column, in any order; null when there is no word. */
export function compileColumnWords(column: "authors", text: string): string | null {
  const words = wordsOf(text).map((word) => `${column} : "${tokenOf(word)}"`);
  return words.length === 0 ? null : `(${words.join(" AND ")})`;
}

/** "All cases but those": FTS5 knows only "these but not those". */
export function allBut(expression: string): string {
  return `("${EVERY_CASE}" NOT ${expression})`;
}

/** What is not unwanted. */
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
      return compilePhrase(wordsOf(node.text), columns.wanted);
    case "prefix":
      return compilePrefix(wordsOf(node.text), columns.wanted);
    case "near":
      return compileNear(node.text, node.distance, columns.wanted);
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

function compilePhrase(words: readonly string[], columns: SearchedColumns): string | null {
  return words.length === 0 ? null : `${COLUMNS[columns]}"${words.map(tokenOf).join(" ")}"`;
}

/** `12-app*`: the words before the last one as a phrase, and one that begins as the last one does. */
function compilePrefix(words: readonly string[], columns: SearchedColumns): string | null {
  const start = words.at(-1);
  if (start === undefined) return null;
  // tokens and forms in one list of matches: making it is what a prefix costs
  const begins = `${COLUMNS[columns]}"${start}" *`;
  return joined([compilePhrase(words.slice(0, -1), columns), begins], "AND");
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

function wrap(expression: string | null, make: (expression: string) => string): string | null {
  return expression === null ? null : make(expression);
}
