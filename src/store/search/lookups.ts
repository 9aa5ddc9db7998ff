/** What the translation of a filter (case-match.ts) reads from the corpus. */
import type { Database } from "better-sqlite3";
import type { Condition } from "../../domain/query.ts";
import { openExtraValues } from "../values/extra-values.ts";
import { type FindNameWords, openNameFilters } from "../words/name-filter.ts";
import { openPlaceTest, type PlaceTest } from "../words/place-test.ts";
import { type IsCommon, openCommonPrefixes } from "../words/prefix-texts.ts";
import { type FindTokens, openPrefixTokens } from "../words/prefix-tokens.ts";
import type { FindCourts } from "../words/search-fields.ts";
import type { ColumnsOf } from "../words/text-test.ts";

/** Bounds of `last_updated`, in the form of domain/instant. */
export interface Updated {
  readonly updatedFrom: string | null;
  readonly updatedTo: string | null;
}

export interface CitedBy {
  readonly citedBy: readonly number[];
  readonly texts: "all" | "open";
}

/**
 * Returns the ids of a filter that the index of words does not answer: by citation, by citing case, by `last_updated`, by a number
 * that has an index. Null if there are so many that other conditions should find them.
 */
export type FindIds = (
  filter: { cite: string } | CitedBy | Updated | { condition: Condition },
) => readonly number[] | null;

export interface Lookups {
  readonly findIds: FindIds;
  readonly findNameWords: FindNameWords;
  readonly findTokens: FindTokens;
  readonly isCommonPrefix: IsCommon;
  readonly columnsOf: ColumnsOf;
  readonly placeTest: PlaceTest;
  readonly findCourts: FindCourts;
}

/** Finds nothing. */
export const NO_LOOKUPS: Lookups = {
  findIds: () => [],
  findNameWords: () => [],
  findTokens: () => [],
  isCommonPrefix: () => false,
  columnsOf: () => [],
  placeTest: () => null,
  findCourts: () => [],
};

/** Call it once for a connection. */
export function openLookups(
  db: Database,
  given: Pick<Lookups, "findIds" | "columnsOf" | "findCourts">,
): Lookups {
  openExtraValues(db);
  return {
    ...given,
    findNameWords: openNameFilters(db),
    findTokens: openPrefixTokens(db),
    isCommonPrefix: openCommonPrefixes(db),
    placeTest: openPlaceTest(db),
  };
}
