/**
 * The lengths of posting lists, from which the cost of a search is known before it runs. FTS5 does not store the length of a list, so
 * this reads the list, up to `LONG_LIST` postings; the result is kept for one state of the corpus.
 */
import type { Database } from "better-sqlite3";
import { tokenOf, wordsOf } from "../../text/analyzer.ts";
import type { SearchNode } from "../../text/search-tree.ts";
import { stateOf } from "../database/corpus-state.ts";
import { readValue, SnapshotCache } from "../database/statement-cache.ts";
import { EVERY_CASE, filterToken } from "../write/index-row.ts";
import { quoted } from "./compile-search.ts";

/** A longer list is not read to its end for questions that have to be quick: this many postings take FTS5 4 to 10 ms. */
export const LONG_LIST = 100_000;
/** Cases whose names or numbers are read before matches are counted: some 30 ms if their pages are in memory. */
export const MAX_FIELDS_READ = 10_000;
/** Lengths that are kept. */
const MAX_KEPT = 10_000;

const LENGTH = `
  SELECT count(*)
    FROM (SELECT 1 FROM case_words WHERE case_words MATCH :token LIMIT :most)
`;

/** Returns the number of cases that contain a token; infinite for a long list. */
export type ListLength = (token: string) => number;

const caches = new WeakMap<Database, SnapshotCache<number>>();

/** Counts each list once for a state of the corpus. */
export function listLengthsOf(db: Database): ListLength {
  const state = stateOf(db);
  const lengths = caches.get(db) ?? new SnapshotCache(MAX_KEPT);
  caches.set(db, lengths);
  return (token) =>
    lengths.get(state, token, () => {
      const length = readValue<number>(db, LENGTH, { token: quoted(token), most: LONG_LIST + 1 }) ?? 0;
      return length > LONG_LIST ? Number.POSITIVE_INFINITY : length;
    });
}

/** The conditions of a plan that the index of words answers. */
export interface Conditions {
  readonly search: { readonly node: SearchNode } | null;
  /** Tokens of the filters: each match has one of each group. */
  readonly lists: readonly (readonly string[])[];
}

/**
 * How many postings are read to find all matches, about; infinite if a long list must be read, or if a filter has more postings than
 * `most`. FTS5 intersects lists by skipping in all of them to the next case of the shortest list.
 */
export function costOf({ search, lists }: Conditions, most: number, lengthOf: ListLength): number {
  const costs: (number | null)[] = lists.map((tokens) => sumUpTo(most, tokens, lengthOf));
  return shortest([...costs, search === null ? null : costOfNode(search.node, lengthOf)]) ?? 0;
}

/**
 * The cost of a word, phrase, prefix or group; null if it contains no searchable word. A prefix that FTS5 merges is
 * not counted: FTS5 reads the lists of all its words before it finds a case.
 */
export function costOfNode(node: SearchNode, lengthOf: ListLength): number | null {
  switch (node.kind) {
    case "word":
    case "phrase":
    case "near":
      return shortest(wordsOf(node.text).map((word) => lengthOf(tokenOf(word))));
    case "prefix":
      return wordsOf(node.text).length === 0 ? null : sumUpTo(LONG_LIST, node.tokens ?? [], lengthOf);
    case "forms":
      return shortest(node.forms.map(({ tokens = [] }) => sumUpTo(LONG_LIST, tokens.map(tokenOf), lengthOf)));
    case "atleast":
      return costOfNode({ kind: "any", nodes: node.terms }, lengthOf);
    case "pair":
      return shortest([costOfNode(node.left, lengthOf), costOfNode(node.right, lengthOf)]);
    case "field": {
      if (node.field === "author") return shortest(wordsOf(node.text).map((word) => lengthOf(tokenOf(word))));
      if (node.field === "cite" || node.field === "date") return lengthOf(EVERY_CASE);
      const courts = (node.ids ?? []).map((id) => filterToken("court", id));
      const groups = node.field === "court" ? [courts] : (node.groups ?? []);
      return (
        shortest(groups.map((tokens) => sumUpTo(Number.POSITIVE_INFINITY, tokens, lengthOf))) ??
        lengthOf(EVERY_CASE)
      );
    }
    case "not":
      return costOfNode(node.node, lengthOf) === null ? null : lengthOf(EVERY_CASE);
    case "any": {
      let sum: number | null = null;
      for (const part of node.nodes) {
        const cost = costOfNode(part, lengthOf);
        if (cost !== null) sum = (sum ?? 0) + cost;
        // the other lists need not be counted
        if (sum === Number.POSITIVE_INFINITY) break;
      }
      return sum;
    }
    case "all": {
      const required = node.nodes.filter(({ kind }) => kind !== "not");
      const cost = shortest(required.map((part) => costOfNode(part, lengthOf)));
      return cost ?? shortest(node.nodes.map((part) => costOfNode(part, lengthOf)));
    }
  }
}

/** The cost of an intersection; null if the cost of each part is null. */
function shortest(costs: readonly (number | null)[]): number | null {
  const known = costs.filter((cost) => cost !== null);
  return known.length === 0 ? null : Math.min(...known) * known.length;
}

/** The sum of the lengths of lists; infinite above a bound. */
export function sumUpTo(bound: number, tokens: readonly string[], lengthOf: ListLength): number {
  let sum = 0;
  for (const token of tokens) {
    sum += lengthOf(token);
    if (sum > bound) return Number.POSITIVE_INFINITY;
  }
  return sum;
}
