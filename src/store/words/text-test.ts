/**
 * Decides what FTS5 cannot: the order of words, sentences and paragraphs, prefixes near other words, and parts of names. FTS5 finds the
 * candidates (compile-search.ts). If the places of words in the index decide, they are read (place-test.ts), else the texts of each
 * candidate.
 */
import { tokenOf, wordsOf } from "../../text/analyzer.ts";
import { leavesOf, type SearchField, type SearchNode, type SearchPair } from "../../text/search-tree.ts";
import { foldForContains } from "../write/index-row.ts";
import { type KeepMatches, matches, type TestedCase } from "./case-test.ts";
import type { PlaceTest } from "./place-test.ts";
import { partsOf, proseRunOf, runOf, type TextRun } from "./word-runs.ts";

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

/** Tests candidates for the parts of a search that FTS5 cannot decide. `part` and `searched` are in the keys of caches, `keep` is not. */
export interface CandidateTest {
  readonly part: SearchNode;
  readonly searched: "all" | "open";
  readonly keep: KeepMatches;
  /** Whether texts are read, or only places in the index, which takes a twentieth of the time or less. */
  readonly readsTexts: boolean;
}

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

/**
 * The parts of a search that FTS5 does not decide; null if there are none. A match has all of them.
 *
 * @param searched `open`: the texts of cases that not everyone may search count as empty
 */
export function candidateTest(
  node: SearchNode,
  { columnsOf, placeTest }: { readonly columnsOf: ColumnsOf; readonly placeTest: PlaceTest },
  searched: "all" | "open",
): CandidateTest | null {
  const nodes = (node.kind === "all" ? node.nodes : [node]).filter((one) => !isInIndex(one));
  if (nodes.length === 0) return null;
  const part: SearchNode = { kind: "all", nodes };
  const byTexts = textTest(part, columnsOf, searched);
  const byPlaces = searched === "all" ? placeTest(part, byTexts) : null;
  return { part, searched, keep: byPlaces ?? byTexts, readsTexts: byPlaces === null };
}

function textTest(node: SearchNode, columnsOf: ColumnsOf, searched: "all" | "open"): KeepMatches {
  const leaves = leavesOf(node, "all");
  const needsRuns = leaves.some(({ kind }) => kind !== "field");
  const needsUnits = leaves.some((leaf) => leaf.kind === "pair" && typeof leaf.within !== "number");
  const proseOf = needsUnits ? proseRunOf : runOf;
  return (dateRowids) => {
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
  };
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
