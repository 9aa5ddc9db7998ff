/** A walk in date order that tests the cases which FTS5 finds, instead of having FTS5 merge the lists of a common prefix. */
import type { SearchNode } from "../../text/search-tree.ts";
import { allOf, compileSearch, quoted } from "../words/compile-search.ts";
import type { CaseTests } from "../words/place-test.ts";
import { type PrefixLookups, prefixesOf, splitSearch } from "../words/prefixes.ts";
import { EVERY_CASE } from "../write/index-row.ts";

export interface TestedWalk extends CaseTests {
  readonly words: string;
  /** As of a plan. */
  readonly hasPrefix: boolean;
}

/** @param filters the other expressions of a plan */
export function prefixWalk(
  searched: SearchNode,
  filters: readonly string[],
  { isCommonPrefix }: Pick<PrefixLookups, "isCommonPrefix">,
): TestedWalk | null {
  const split = splitSearch(searched, isCommonPrefix);
  if (split === null) return null;
  const others = split.others === null ? null : compileSearch(split.others);
  return {
    words: allOf([others, ...filters]) ?? quoted(EVERY_CASE),
    hasPrefix: split.others !== null && prefixesOf(split.others).length > 0,
    prefixes: split.prefixes,
    test: null,
  };
}
