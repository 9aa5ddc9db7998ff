/**
 * Decides by the texts of cases what the index of words cannot: the order of words, sentences and paragraphs, prefixes near other
 * words, and parts of names. The index finds the candidates (compile-search.ts); each candidate is read.
 */
import { tokenOf, wordsOf } from "../../text/analyzer.ts";
import {
  leavesOf,
  type SearchField,
  type SearchNode,
  type SearchPair,
  type SearchTerm,
} from "../../text/search-tree.ts";
import { foldForContains } from "../write/index-row.ts";
import { areNear, arePaired, type Find, partsOf, type Run, runOf } from "./word-runs.ts";

/** The texts of a case by column of the index of words. */
export interface CaseColumns {
  readonly id: number;
  readonly name: string;
  readonly courtId: number | null;
  /** Whether everyone may search the text of the case. */
  readonly isOpen: boolean;
  readonly metadata: readonly (readonly string[])[];
  readonly authors: readonly string[];
  /** Head matter, opinions and corrections. */
  readonly texts: readonly (readonly string[])[];
}

/** Returns the texts of stored cases; unknown ids are left out. */
export type ColumnsOf = (ids: readonly number[]) => Iterable<CaseColumns>;

/** Returns those of the cases that match. */
type KeepMatches = (ids: readonly number[]) => ReadonlySet<number>;

/** What the texts of cases decide; `part` and `searched` identify it. */
export interface TextCondition {
  readonly part: SearchNode;
  readonly searched: "all" | "open";
  readonly keep: KeepMatches;
}

interface TestedCase {
  readonly columns: CaseColumns;
  readonly authors: readonly string[];
  readonly runs: readonly Run[];
}

/** Whether the index alone decides what the search matches. */
export function isInIndex(node: SearchNode): boolean {
  return leavesOf(node, "all").every((leaf) => {
    if (leaf.kind === "field") return leaf.field !== "name";
    return leaf.kind !== "pair" || isPairInIndex(leaf);
  });
}

/** The index knows no order, no sentences and paragraphs, and no positions of the words of a prefix. */
export function isPairInIndex({ within, isOrdered, left, right }: SearchPair): boolean {
  return typeof within === "number" && !isOrdered && left.kind !== "prefix" && right.kind !== "prefix";
}

/**
 * The parts of a search that texts have to decide; null if there are none. A match has all of them.
 *
 * @param searched `open`: the texts of cases that not everyone may search count as empty
 */
export function textCondition(
  node: SearchNode,
  { columnsOf }: { readonly columnsOf: ColumnsOf },
  searched: "all" | "open",
): TextCondition | null {
  const nodes = (node.kind === "all" ? node.nodes : [node]).filter((one) => !isInIndex(one));
  if (nodes.length === 0) return null;
  const part: SearchNode = { kind: "all", nodes };
  return { part, searched, keep: textTest(part, columnsOf, searched) };
}

function textTest(node: SearchNode, columnsOf: ColumnsOf, searched: "all" | "open"): KeepMatches {
  const leaves = leavesOf(node, "all");
  const needsRuns = leaves.some(({ kind }) => kind !== "field");
  const needsUnits = leaves.some((leaf) => leaf.kind === "pair" && typeof leaf.within !== "number");
  return (ids) => {
    const found = new Set<number>();
    for (const columns of columnsOf(ids)) {
      const isSearched = searched === "all" || columns.isOpen;
      const authors = isSearched ? columns.authors : [];
      const texts = isSearched ? [...columns.metadata, authors, ...columns.texts] : columns.metadata;
      const tested = {
        columns,
        authors,
        runs: needsRuns ? texts.map((column) => runOf(column, needsUnits)) : [],
      };
      if (matches(node, tested) === true) found.add(columns.id);
    }
    return found;
  };
}

/** Null if the node contains no searchable word. */
function matches(node: SearchNode, tested: TestedCase): boolean | null {
  switch (node.kind) {
    case "word":
    case "phrase":
      return inRuns(partsOf(node), tested.runs, (run, [part]) => part !== undefined && part(run).length > 0);
    case "prefix": {
      // as the index: the words before the last one need not be next to it
      const words = wordsOf(node.text);
      const [before, last] = [words.slice(0, -1).join(" "), words.at(-1) ?? ""];
      const parts = [matches({ kind: "phrase", text: before }, tested), hasPrefix(last, tested)];
      return last === "" ? null : parts.every((one) => one !== false);
    }
    case "near": {
      const phrases = node.text.split(/\s+/).map((text): SearchTerm => ({ kind: "phrase", text }));
      return inRuns(phrases.flatMap(partsOf), tested.runs, (run, parts) =>
        areNear(
          parts.map((part) => part(run)),
          node.distance,
        ),
      );
    }
    case "pair":
      return inRuns([...partsOf(node.left), ...partsOf(node.right)], tested.runs, (run, [left, right]) => {
        if (left === undefined || right === undefined) return false;
        return arePaired(run, left(run), right(run), node);
      });
    case "field":
      return matchesField(node, tested);
    case "not": {
      const inner = matches(node.node, tested);
      return inner === null ? null : !inner;
    }
    default: {
      const parts = node.nodes.map((one) => matches(one, tested)).filter((one) => one !== null);
      if (parts.length === 0) return null;
      return node.kind === "all" ? parts.every(Boolean) : parts.some(Boolean);
    }
  }
}

function hasPrefix(start: string, { runs }: TestedCase): boolean {
  return runs.some(({ words }) => words.some((word) => word.startsWith(start)));
}

function matchesField({ field, text, ids = [] }: SearchField, { columns, authors }: TestedCase): boolean {
  if (field === "court") return columns.courtId !== null && ids.includes(columns.courtId);
  if (field === "name") return foldForContains(columns.name).includes(foldForContains(text));
  const tokens = new Set(authors.flatMap(wordsOf).map(tokenOf));
  return wordsOf(text).every((word) => tokens.has(tokenOf(word)));
}

function inRuns(
  parts: readonly Find[],
  runs: readonly Run[],
  fits: (run: Run, parts: readonly Find[]) => boolean,
): boolean | null {
  return parts.length === 0 ? null : runs.some((run) => fits(run, parts));
}
