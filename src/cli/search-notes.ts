/** What a search text did not mean to the search language, told beside the results (contract, section 6). */
import type { Envelope } from "../corpus/envelope.ts";
import { holdsWord } from "../corpus/search-words.ts";
import type { Context } from "./context.ts";
import { shownValue } from "./visible.ts";

/** Operators of other search languages; here they are words. */
const FOREIGN_OPERATOR = /(?<![^\s()"])(?:OR|AND|NOT)(?![^\s()"])/;

/** @param page the first page that the question came to */
export async function tellSearch(
  page: Pick<Envelope<unknown>, "count">,
  question: URLSearchParams,
  { stderr, settings }: Pick<Context, "stderr" | "settings">,
): Promise<void> {
  const search = question.getAll("search").at(-1);
  const message = search === undefined || settings.quiet ? null : noteOf(search, page.count);
  if (message === null) return;
  const event = { time: new Date().toISOString(), event: "search", message };
  await stderr.write(settings.logFormat === "json" ? `${JSON.stringify(event)}\n` : `caselaw: ${message}\n`);
}

/** Null when there is nothing to say. */
function noteOf(search: string, count: number | null): string | null {
  if (!holdsWord(search)) return `the text "${shownValue(search)}" holds no word: it is as no search`;
  const isForeign = count === 0 && FOREIGN_OPERATOR.test(search);
  return isForeign
    ? "OR, AND and NOT are words here: write a | b for either, a b for both, -b for without"
    : null;
}
