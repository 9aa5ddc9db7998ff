/** Decisions per year that match, as a plot and as a table. */
import { markup } from "./markup.ts";
import type { Page, Visit } from "./page.ts";

export function trendsPage(_visit: Visit): Page {
  return { status: 200, title: "Trends", main: markup`<h1>Trends</h1>` };
}
