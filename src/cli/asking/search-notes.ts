/** Notes on stderr about a search text that was not read as its author may expect (docs/interface.md, "Notes on a search"). */
import type { V1Page } from "../../v1/lists.ts";
import {
  citationNotes,
  type SearchedCitation,
  type SearchNote,
  searchedCitation,
  wordNotes,
} from "../../v1/search-notes.ts";
import type { V1 } from "../../v1/v1.ts";
import type { Context } from "../context.ts";
import { escapeLine } from "../escape-for-terminal.ts";
import { type Flags, lastIn } from "../settings/filter-options.ts";

type Notes = Pick<Context, "stderr" | "settings">;

/** Notes on a page of a list: whether not all of its matches were scored, and on its search text. */
export async function printPageNotes(
  { corpus }: Pick<V1, "corpus">,
  { relevance }: Pick<V1Page<unknown, unknown>, "relevance">,
  question: Flags,
  context: Notes,
): Promise<void> {
  const message = "too many matches to score all: the best matches come first, the others follow by date";
  if (relevance === "bounded") await printNote("ranking", { ranking: "bounded", message }, context);
  await printSearchNotes(question, context);
  const search = lastIn(question, "search");
  if (search !== null) await printCitationNotes(searchedCitation(corpus, search), context);
}

/** Notes on the words and operators of a search text. */
export async function printSearchNotes(question: Flags, context: Notes): Promise<void> {
  const search = lastIn(question, "search");
  if (search !== null) await printNotes(wordNotes(search), context);
}

/** A note on a search text that is a citation, with the command that shows the case, or those that cite it. */
export async function printCitationNotes(citation: SearchedCitation | null, context: Notes): Promise<void> {
  if (citation === null) return;
  const { cite, cases, isWithin, absence } = citation;
  const quoted = `'${cite.replaceAll("'", "'\\''")}'`;
  const command =
    absence === null
      ? `: caselaw show ${isWithin ? (cases[0]?.id ?? quoted) : quoted}`
      : absence.citing === 0
        ? ""
        : `. To list them: caselaw list cases --cites-to ${quoted}`;
  const notes = citationNotes(citation).map((note) => ({ ...note, message: note.message + command }));
  await printNotes(notes, context);
}

async function printNotes(notes: readonly SearchNote[], context: Notes): Promise<void> {
  for (const { kind, message, search } of notes)
    await printNote("search", { note: kind, ...(search === null ? {} : { search }), message }, context);
}

async function printNote(
  event: string,
  fields: Readonly<Record<string, string>> & { readonly message: string },
  { stderr, settings }: Notes,
): Promise<void> {
  if (settings.quiet) return;
  const line = { time: new Date().toISOString(), event, ...fields };
  await stderr.write(
    settings.logFormat === "json" ? `${JSON.stringify(line)}\n` : `caselaw: ${escapeLine(fields.message)}\n`,
  );
}
