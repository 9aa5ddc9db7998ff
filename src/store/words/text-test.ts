/** Tests single cases for a search: by their texts here, by the places of words in the index in place-test.ts. */
import { tokenOf, wordsOf } from "../../text/analyzer.ts";
import {
  leavesOf,
  type SearchField,
  type SearchNode,
  type SearchPair,
  type SearchTerm,
} from "../../text/search-tree.ts";
import { foldForContains } from "../write/index-row.ts";
import {
  areNear,
  arePaired,
  partsOf,
  proseRunOf,
  type Run,
  runOf,
  type TermPart,
  type TextRun,
} from "./word-runs.ts";

/** The texts of a case by column of the index of words. */
export interface CaseColumns {
  readonly dateRowid: number;
  readonly name: string;
  readonly courtId: number | null;
  /** Whether everyone may search the text of the case. */
  readonly isOpen: boolean;
  readonly metadata: readonly (readonly string[])[];
  readonly authors: readonly string[];
  /** Head matter, opinions and corrections. */
  readonly texts: readonly (readonly string[])[];
}

/** Returns the texts of cases. */
export type ColumnsOf = (dateRowids: readonly number[]) => Iterable<CaseColumns>;

/** Whether FTS5 alone decides what the search matches. */
export function isInIndex(node: SearchNode): boolean {
  return leavesOf(node, "all").every((leaf) => {
    if (leaf.kind === "field") return leaf.field !== "name";
    return leaf.kind !== "pair" || isPairInIndex(leaf);
  });
}

/** FTS5 knows no order, no sentences and paragraphs, and the index no positions of the words of a prefix. */
export function isPairInIndex({ within, isOrdered, left, right }: SearchPair): boolean {
  return typeof within === "number" && !isOrdered && left.kind !== "prefix" && right.kind !== "prefix";
}

/** The date rowids of those of some cases whose texts match. @param searched `open`: only texts that everyone may search */
export function textTest(
  node: SearchNode,
  columnsOf: ColumnsOf,
  searched: "all" | "open",
  dateRowids: readonly number[],
): ReadonlySet<number> {
  const leaves = leavesOf(node, "all");
  const needsRuns = leaves.some(({ kind }) => kind !== "field");
  const needsUnits = leaves.some((leaf) => leaf.kind === "pair" && typeof leaf.within !== "number");
  const proseOf = needsUnits ? proseRunOf : runOf;
  const found = new Set<number>();
  for (const columns of columnsOf(dateRowids)) {
    const isSearched = searched === "all" || columns.isOpen;
    const authors = isSearched ? columns.authors : [];
    const texts = isSearched ? [authors, ...columns.texts] : [];
    const runs = needsRuns ? [...columns.metadata.map(runOf), ...texts.map(proseOf)] : [];
    const tested: TestedCase<TextRun> = {
      runs,
      partsOf,
      hasPrefix: (start) => hasPrefix(start, runs),
      fits: (field) => matchesField(field, columns, authors),
    };
    if (matches(node, tested) === true) found.add(columns.dateRowid);
  }
  return found;
}

function hasPrefix(start: string, runs: readonly TextRun[]): boolean {
  return runs.some(({ words }) => words.some((word) => word.startsWith(start)));
}

function matchesField(
  { field, text, ids = [] }: SearchField,
  { courtId, name }: CaseColumns,
  authors: readonly string[],
): boolean {
  if (field === "court") return courtId !== null && ids.includes(courtId);
  if (field === "name") return foldForContains(name).includes(foldForContains(text));
  const tokens = new Set(authors.flatMap(wordsOf).map(tokenOf));
  return wordsOf(text).every((word) => tokens.has(tokenOf(word)));
}

/** A case with runs of words, however they are known. */
interface TestedCase<R extends Run> {
  readonly runs: readonly R[];
  /** How a term is found in a run; empty if it contains no word. */
  readonly partsOf: (term: SearchTerm) => readonly TermPart<R>[];
  readonly hasPrefix: (start: string) => boolean;
  readonly fits: (field: SearchField) => boolean;
}

/** Whether one case matches, by the places of words in its columns. Null if the node contains no searchable word. */
export function matches<R extends Run>(node: SearchNode, tested: TestedCase<R>): boolean | null {
  const { runs, partsOf } = tested;
  switch (node.kind) {
    case "word":
    case "phrase":
      return inRuns(partsOf(node), runs, (run, [part]) => part !== undefined && part.find(run).length > 0);
    case "prefix": {
      // as the index: the words before the last one need not be next to it
      const words = wordsOf(node.text);
      const [before, last] = [words.slice(0, -1).join(" "), words.at(-1) ?? ""];
      const parts = [matches({ kind: "phrase", text: before }, tested), tested.hasPrefix(last)];
      return last === "" ? null : parts.every((one) => one !== false);
    }
    case "near": {
      const phrases = node.text.split(/\s+/).map((text): SearchTerm => ({ kind: "phrase", text }));
      return inRuns(phrases.flatMap(partsOf), runs, (run, parts) => areNear(run, parts, node.distance));
    }
    case "pair":
      return inRuns([...partsOf(node.left), ...partsOf(node.right)], runs, (run, [left, right]) => {
        if (left === undefined || right === undefined) return false;
        return arePaired(run, left, right, node);
      });
    case "field":
      return tested.fits(node);
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

function inRuns<R extends Run>(
  parts: readonly TermPart<R>[],
  runs: readonly R[],
  fits: (run: R, parts: readonly TermPart<R>[]) => boolean,
): boolean | null {
  return parts.length === 0 ? null : runs.some((run) => fits(run, parts));
}
