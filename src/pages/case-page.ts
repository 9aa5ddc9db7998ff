/** A case to read. */
import { markup } from "./markup.ts";
import type { Page, Visit } from "./page.ts";

/** The page of a case; null when the corpus holds none of that id. */
export function casePage(id: number, { corpus, setting }: Visit): Page | null {
  const found = corpus.record("cases", String(id), {}, setting);
  if (found === null) return null;
  return { status: 200, title: found.name_abbreviation, main: markup`<h1>${found.name}</h1>` };
}
