/** The line below a page: how far it goes, and how to go on. */
import { countBefore } from "../../corpus/count-before.ts";
import type { Envelope } from "../../corpus/envelope.ts";
import { cursorAfter } from "../commands/ask.ts";

export function pageFooter(page: Envelope<unknown>): string {
  const { length } = page.results;
  const before = countBefore(page);
  const all = page.count ?? "many";
  const told = before === null ? `${length} on this page, ${all} in all` : `${before + length} of ${all}`;
  const cursor = cursorAfter(page);
  return cursor === null ? told : `${told}; next page: --cursor ${cursor}`;
}
