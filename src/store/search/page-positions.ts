/** The places before and after a page of cases. By relevance they carry what a page goes by when scores have moved. */
import type { Case, CaseQuery, Page, Position, SortKey } from "../../domain/listing.ts";
import type { KeyPage } from "./case-pages.ts";

/** @param state of the corpus that gave the scores; null for every order but relevance */
export function positionsAround(
  page: KeyPage,
  query: CaseQuery,
  state: string | null,
): Pick<Page<Case>, "next" | "previous"> {
  const [first, last] = [page.keys[0], page.keys.at(-1)];
  const backwards = query.position?.direction === "before";
  const { before, upTo } = seenAround(page, query);
  // pages of two states have no order in common: from then on only the cases seen tell what is left
  const common = query.position === null || query.position.state === state ? state : null;
  return {
    next: backwards || page.hasMore ? positionAt("after", last, common, upTo) : null,
    previous:
      query.position !== null && (!backwards || page.hasMore)
        ? positionAt("before", first, common, before)
        : null,
  };
}

/** By relevance, the ids of all cases before the page, and of these and the page; null where they are not known. */
function seenAround(
  { keys }: KeyPage,
  { ordering, position }: CaseQuery,
): { before: readonly number[] | null; upTo: readonly number[] | null } {
  const known = position === null ? [] : (position.seen ?? null);
  if (ordering.by !== "relevance" || known === null) return { before: null, upTo: null };
  const shown = new Set(keys.map((key) => Number(key.at(-1))));
  // a position before which the page ends knows the page itself
  if (position?.direction === "before") return { before: known.filter((id) => !shown.has(id)), upTo: known };
  return { before: known, upTo: [...known, ...shown] };
}

function positionAt(
  direction: Position["direction"],
  key: SortKey | undefined,
  state: string | null,
  seen: readonly number[] | null,
): Position | null {
  if (key === undefined) return null;
  return {
    direction,
    key,
    ...(state === null ? {} : { state }),
    ...(seen === null ? {} : { seen }),
  };
}
