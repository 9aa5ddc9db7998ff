/** The way from jurisdictions to reporters, volumes and cases. */
import { markup } from "./markup.ts";
import type { Page, Visit } from "./page.ts";

/** @param path parts behind `/browse/` @returns null when there is no such place */
export function browsePage(_path: readonly string[], _visit: Visit): Page | null {
  return { status: 200, title: "Browse", main: markup`<h1>Browse</h1>` };
}
