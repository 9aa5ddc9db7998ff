/**
 * Compiles a search into an FTS5 expression over `case_words`. Nothing of FTS5's own language can come from the text:
 * only tokens of words.ts are put in, always in quotes.
 */
import { parseSearch, type SearchNode } from "../domain/search-query.ts";
import { EVERY_CASE } from "./index-row.ts";
import { tokenOf, wordsOf } from "./words.ts";

/** The columns that a user's words are looked for in: all but our own. */
const TEXT_COLUMNS = "- {forms filters cited} :";

/** The expression for a search text, or null when the text holds no word at all, which is as no search. */
export function compileSearch(text: string): string | null {
  return compile(parseSearch(text));
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

function compile(node: SearchNode): string | null {
  switch (node.kind) {
    case "word":
    case "phrase":
      return compilePhrase(wordsOf(node.text));
    case "prefix":
      return compilePrefix(wordsOf(node.text));
    case "near":
      return compileNear(node.text, node.distance);
    case "not":
      return wrap(compile(node.node), allBut);
    case "any":
      return joined(node.nodes.map(compile), "OR");
    case "all":
      return compileAll(node.nodes);
  }
}

function compilePhrase(words: readonly string[]): string | null {
  return words.length === 0 ? null : `${TEXT_COLUMNS} "${words.map(tokenOf).join(" ")}"`;
}

/** `12-app*`: the words before the last one as a phrase, and one that begins as the last one does. */
function compilePrefix(words: readonly string[]): string | null {
  const start = words.at(-1);
  if (start === undefined) return null;
  const begins = `(${TEXT_COLUMNS} "${start}" * OR forms : "${start}" *)`;
  return joined([compilePhrase(words.slice(0, -1)), begins], "AND");
}

function compileNear(text: string, distance: number): string | null {
  const phrases = text
    .split(/\s+/)
    .map(wordsOf)
    .filter((words) => words.length > 0)
    .map((words) => `"${words.map(tokenOf).join(" ")}"`);
  if (phrases.length === 0) return null;
  return `${TEXT_COLUMNS} NEAR(${phrases.join(" ")}, ${distance})`;
}

function compileAll(nodes: readonly SearchNode[]): string | null {
  const wanted = nodes.filter((node) => node.kind !== "not").map(compile);
  const unwanted = nodes.map((node) => (node.kind === "not" ? compile(node.node) : null));
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
