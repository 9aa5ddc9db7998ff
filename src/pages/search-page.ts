/** One box, filters with counts beside them, results. */
import { markup } from "./markup.ts";
import type { Page, Visit } from "./page.ts";

export function searchPage({ query }: Visit): Page {
  const searchFor = query.get("search") ?? "";
  return { status: 200, title: "Search", searchFor, hasOwnSearch: true, main: markup`<h1>Search</h1>` };
}
