/** The fields of a search (`court:neb`), with their tokens in the index. */
import { mapLeaves, type SearchNode } from "../../text/search-tree.ts";
import { foldForContains } from "../write/index-row.ts";
import { type FindNameWords, tokensOfName } from "./name-filter.ts";

/** Returns the ids of the courts with a slug. */
export type FindCourts = (slug: string) => readonly number[];

/** Looks up the courts and the words of names. */
export function withFields(
  node: SearchNode,
  { findCourts, findNameWords }: { readonly findCourts: FindCourts; readonly findNameWords: FindNameWords },
): SearchNode {
  return mapLeaves(node, {
    field: (one) => {
      if (one.field === "court") return { ...one, ids: findCourts(one.text) };
      if (one.field === "author") return one;
      const name = { column: "name", text: foldForContains(one.text) } as const;
      return { ...one, groups: tokensOfName(name, findNameWords) };
    },
  });
}
