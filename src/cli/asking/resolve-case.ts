/** The case that an argument identifies, by id or citation: none, one, or several to choose from. */
import { isNameOf } from "../../check/case-name.ts";
import { type PastedCitation, pastedCitation } from "../../citations/pasted-citation.ts";
import type { Corpus } from "../../corpus/corpus.ts";
import { pageInVolume } from "../../corpus/search-words.ts";
import { normaliseCitation, printedCites } from "../../domain/citation.ts";
import { CaselawError } from "../../domain/errors.ts";
import { OLDEST } from "../../domain/query.ts";
import { briefName, type Case, citeOrDocket } from "../../domain/records.ts";
import { MAX_VALUE_LENGTH } from "../../v1/parameter.ts";
import { type Context, EXIT } from "../context.ts";
import { printError } from "../render/messages.ts";
import { escapeLine, shownValue } from "../terminal-text.ts";

/**
 * The only case that an argument identifies. Otherwise prints why there is none, or the cases that it may mean.
 *
 * @param words what cannot be done without a case, and what to do with one of several
 * @returns the case without its body, or the exit code
 */
export async function onlyCase(
  corpus: Corpus,
  argument: string,
  words: { readonly cannot: string; readonly verb: string },
  context: Context,
): Promise<Case | number> {
  const cases = casesOf(corpus, argument);
  const [only, ...rest] = cases;
  if (only === undefined) return notFound(`Cannot ${words.cannot}: ${noCase(corpus, argument)}`, context);
  return rest.length === 0 ? only : listSeveral(argument, cases, words.verb, context);
}

/** By id, or by citation, also as lawyers write it with name, page and year; of several cases the name chooses. */
export function casesOf(corpus: Corpus, argument: string): readonly Case[] {
  const byId = /^\d{1,15}$/.test(argument) ? corpus.case(Number(argument)) : null;
  if (byId !== null) return [byId];
  const pasted = pastedCitation(argument);
  if (pasted === null) return firstCited(corpus, [argument]);
  const cases = casesOfCitation(corpus, pasted);
  // other text after a citation would be read as more digits of its page
  if (cases.length === 0) return pasted.isWellFormed ? cases : firstCited(corpus, [argument]);
  const { name } = pasted;
  const named = cases.filter((record) => name !== null && isNameOf({ name, shorter: [] }, record));
  return named.length > 0 ? named : cases;
}

/** The cases that begin at the citation; for a short form also the cases that contain its page. */
function casesOfCitation(corpus: Corpus, { cite, forms, isShort }: PastedCitation): readonly Case[] {
  const begin = firstCited(corpus, forms);
  if (!isShort) return begin;
  const within = pageInVolume(corpus, cite)?.cases ?? [];
  return [...within.map(({ record }) => record), ...begin];
}

/** The cases with the first of these citations that any case has, by date. */
function firstCited(corpus: Corpus, forms: readonly string[]): readonly Case[] {
  for (const form of forms) {
    const cite = form.length > MAX_VALUE_LENGTH ? "" : normaliseCitation(form);
    const cases = cite === "" ? [] : corpus.cases({ filter: { cite }, ...BY_DATE }).items;
    if (cases.length > 0) return cases;
  }
  return [];
}

/** More cases than any citation has. */
const BY_DATE = { ...OLDEST, pageSize: 10_000 };

/** Why an argument identifies no case, and which case has the page if it is within one. */
export function noCase(corpus: Corpus, argument: string): string {
  const within = pageInVolume(corpus, pastedCitation(argument)?.cite ?? "");
  if (within === null) return "no case has this id or citation";
  const places = within.cases.map(({ record, cite }) => `${shownValue(cite)} (id ${record.id})`);
  return `no case begins there; page ${within.page} is in ${places.join(", and in ")}`;
}

export async function notFound(message: string, { stderr, settings }: Context): Promise<number> {
  await printError(new CaselawError("not_found", message), stderr, settings.logFormat);
  return EXIT.nothingFound;
}

async function listSeveral(
  argument: string,
  cases: readonly Case[],
  verb: string,
  { stdout, stderr }: Context,
): Promise<number> {
  await stderr.write(
    `caselaw: ${cases.length} cases have the citation "${shownValue(argument)}"; ${verb} one by its id\n`,
  );
  const lines = cases.map((record) =>
    escapeLine(
      `${record.id}  ${briefName(record)}  ${printedCites(record.citations).join("; ") || citeOrDocket(record)}`,
    ),
  );
  await stdout.write(`${lines.join("\n")}\n`);
  return EXIT.done;
}
