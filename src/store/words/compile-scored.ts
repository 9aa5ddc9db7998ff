/** Compiles the parts of a search that are scored into FTS5 expressions. */
import { leavesOf, type SearchNode } from "../../text/search-tree.ts";
import { compileSearch, joined, type SearchedColumns } from "./compile-search.ts";

/** An expression for each distinct word, phrase, prefix or NEAR group of a search that is not excluded, in order. */
export function compileEach(search: SearchNode, wanted: SearchedColumns): string[] {
  const leaves = leavesOf(search, "wanted").filter(({ kind }) => kind !== "field");
  const each = leaves.map((leaf) => compileSearch(leaf, wanted));
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
  // a field is a filter
  if (node.kind === "field") return { words: null, isComplete: false };
  if (node.kind !== "all" && node.kind !== "any") {
    // a prefix counts as one word of the score, and merging its short lists costs little
    const leaf: SearchNode = node.kind === "prefix" ? { kind: "prefix", text: node.text } : node;
    const words = isShort(node) ? compileSearch(leaf, wanted) : null;
    return { words, isComplete: words !== null };
  }
  const searched = node.nodes.filter((one) => compileSearch(one, wanted) !== null);
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
