/** The positions before and after a page of cases. By relevance they contain the ids seen, for when scores have changed. */
import type { CaseQuery, Page, Position, SortKey } from "../../domain/query.ts";
import type { Case } from "../../domain/records.ts";
import type { KeyPage } from "./case-pages.ts";

/** @param state state of the corpus that the scores are valid for; null except for the order by relevance */
export function positionsAround(
  page: KeyPage,
  query: CaseQuery,
  state: string | null,
): Pick<Page<Case>, "next" | "previous"> {
  const [first, last] = [page.keys[0], page.keys.at(-1)];
  const backwards = query.position?.direction === "before";
  const { before, upTo } = seenAround(page, query);
  // pages of two states have no common order: from then on only the ids seen say which cases remain
  const common = query.position === null || query.position.state === state ? state : null;
  const { seed } = query.ordering;
  const pages = { ...(common === null ? {} : { state: common }), ...(seed === undefined ? {} : { seed }) };
  return {
    next: backwards || page.hasMore ? positionAt("after", last, pages, upTo) : null,
    previous:
      query.position !== null && (!backwards || page.hasMore)
        ? positionAt("before", first, pages, before)
        : null,
  };
}

/** By relevance, the ids of all cases before the page, and of all cases up to its end; null if they are not known. */
function seenAround(
  { keys }: KeyPage,
  { ordering, position }: CaseQuery,
): { before: readonly number[] | null; upTo: readonly number[] | null } {
  const known = position === null ? [] : (position.seen ?? null);
  if (ordering.by !== "relevance" || known === null) return { before: null, upTo: null };
  const shown = new Set(keys.map((key) => Number(key.at(-1))));
  // for a page that ends before the position, the ids seen include the page
  if (position?.direction === "before") return { before: known.filter((id) => !shown.has(id)), upTo: known };
  return { before: known, upTo: [...known, ...shown] };
}

function positionAt(
  direction: Position["direction"],
  key: SortKey | undefined,
  pages: Pick<Position, "state" | "seed">,
  seen: readonly number[] | null,
): Position | null {
  if (key === undefined) return null;
  return {
    direction,
    key,
    ...pages,
    ...(seen === null ? {} : { seen }),
  };
}
