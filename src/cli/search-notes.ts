/** What a search text did not mean to the search language, told beside the results (contract, section 6). */
import { doubtsOf, type SearchDoubt } from "../corpus/search-words.ts";
import type { Context } from "./context.ts";
import { shownValue } from "./visible.ts";

const NOTES: Readonly<Record<SearchDoubt, (search: string) => string>> = {
  "no word": (search) => `the text "${shownValue(search)}" holds no word: it is as no search`,
  operator: () => "OR, AND and NOT are words here: write a | b for either, a b for both, -b for without",
  proximity: () => '/s, /p and w/5 are words here: write "a b"~5 for both within 5 words',
};

export async function tellSearch(
  question: URLSearchParams,
  context: Pick<Context, "stderr" | "settings">,
): Promise<void> {
  const search = question.getAll("search").at(-1);
  if (search === undefined) return;
  for (const doubt of doubtsOf(search)) await tell(NOTES[doubt](search), context);
}

async function tell(
  message: string,
  { stderr, settings }: Pick<Context, "stderr" | "settings">,
): Promise<void> {
  if (settings.quiet) return;
  const event = { time: new Date().toISOString(), event: "search", message };
  await stderr.write(settings.logFormat === "json" ? `${JSON.stringify(event)}\n` : `caselaw: ${message}\n`);
}
