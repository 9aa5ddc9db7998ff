/** Tests whether one case matches a search, by the places of words in its columns. */
import { wordsOf } from "../../text/analyzer.ts";
import type { SearchField, SearchNode, SearchTerm } from "../../text/search-tree.ts";
import { areNear, arePaired, type Run, type TermPart } from "./word-runs.ts";

/** Returns the date rowids of those of the cases that match. */
export type KeepMatches = (dateRowids: readonly number[]) => ReadonlySet<number>;

/** A case with runs of words, however they are known. */
export interface TestedCase<R extends Run> {
  readonly runs: readonly R[];
  /** How a term is found in a run; empty if it contains no word. */
  readonly partsOf: (term: SearchTerm) => readonly TermPart<R>[];
  readonly hasPrefix: (start: string) => boolean;
  readonly fits: (field: SearchField) => boolean;
}

/** Null if the node contains no searchable word. */
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
