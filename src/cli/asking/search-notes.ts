/** Notes on stderr about a search text that does not mean what its author may expect (docs/interface.md, "Search language"). */
import { pastedCitation } from "../../citations/pasted-citation.ts";
import type { Corpus } from "../../corpus/corpus.ts";
import { doubtsOf, type SearchDoubt } from "../../corpus/search-words.ts";
import { briefName } from "../../domain/records.ts";
import type { V1Page } from "../../v1/lists.ts";
import type { Context } from "../context.ts";
import { shownValue } from "../escape-for-terminal.ts";
import { type Flags, lastIn } from "../settings/filter-options.ts";
import { casesOfCitation } from "./resolve-case.ts";

const NOTES: Readonly<Record<SearchDoubt, (search: string) => string>> = {
  "no word": (search) => `the text "${shownValue(search)}" contains no searchable word and was ignored`,
  operator: () =>
    "OR, AND and NOT are ordinary words here: write a | b for either, a b for both, -b for without",
  proximity: () =>
    "pre/3 and w/5 are ordinary words here: write a /5 b for both within 5 words, a +5 b for this order, a /s b for one sentence",
};

type Notes = Pick<Context, "stderr" | "settings">;

/** Notes on a page of a list: whether not all of its matches were scored, and on its search text. */
export async function printPageNotes(
  { relevance }: Pick<V1Page<unknown, unknown>, "relevance">,
  question: Flags,
  context: Notes,
): Promise<void> {
  const message = "too many matches to score all: the best matches come first, the others follow by date";
  if (relevance === "bounded") await printNote("ranking", { ranking: "bounded", message }, context);
  await printSearchNotes(question, context);
}

export async function printSearchNotes(question: Flags, context: Notes): Promise<void> {
  const search = lastIn(question, "search");
  if (search === null) return;
  for (const doubt of doubtsOf(search)) await printNote("search", { message: NOTES[doubt](search) }, context);
}

/** A note for a search text that is a citation: it identifies a case, while many cases may contain its words. */
export async function printCitedNote(corpus: Corpus, search: string, context: Notes): Promise<void> {
  const pasted = pastedCitation(search);
  if (pasted === null) return;
  const [first, ...others] = casesOfCitation(corpus, pasted);
  if (first === undefined) return;
  const which = others.length === 0 ? shownValue(briefName(first)) : `${others.length + 1} cases`;
  const cite = shownValue(pasted.isShort ? search.trim() : pasted.cite);
  const message = `${cite} is ${pasted.isShort ? "a page" : "the citation"} of ${which}: caselaw show '${cite.replaceAll("'", "'\\''")}'`;
  await printNote("search", { message }, context);
}

async function printNote(
  event: string,
  fields: Readonly<Record<string, string>> & { readonly message: string },
  { stderr, settings }: Notes,
): Promise<void> {
  if (settings.quiet) return;
  const line = { time: new Date().toISOString(), event, ...fields };
  await stderr.write(
    settings.logFormat === "json" ? `${JSON.stringify(line)}\n` : `caselaw: ${fields.message}\n`,
  );
}
