/** The case that an argument names, by its id or a citation of it: none, one, or several to choose from. */
import type { Corpus } from "../../corpus/open-corpus.ts";
import { MAX_VALUE_LENGTH } from "../../corpus/query/parameter.ts";
import { pastedCitation } from "../../corpus/query/pasted-citation.ts";
import type { CaseAnswer } from "../../corpus/records.ts";
import { normaliseCitation } from "../../domain/citation.ts";
import { CaselawError } from "../../domain/errors.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit-code.ts";
import { escapeLine, shownValue } from "../render/escape-for-terminal.ts";
import { printError } from "../render/print-error.ts";

/** By id; by citation, without what lawyers write around one. Without their bodies. */
export function casesOf(corpus: Corpus, asked: string): CaseAnswer[] {
  const byId = /^\d{1,15}$/.test(asked) ? corpus.case(Number(asked)) : null;
  if (byId !== null) return [byId];
  const pasted = pastedCitation(asked);
  // what a text holds beside a citation would be read as more digits of its page
  const forms = pasted === null ? [asked] : pasted.isSure ? pasted.forms : [...pasted.forms, asked];
  return firstCited(corpus, forms);
}

/** The cases that bear the first of these citations that any case bears. */
export function firstCited(corpus: Corpus, forms: readonly string[]): CaseAnswer[] {
  for (const cite of forms) {
    const mayFind = cite.length <= MAX_VALUE_LENGTH && normaliseCitation(cite) !== "";
    const found = mayFind ? [...corpus.all("cases", { cite })] : [];
    if (found.length > 0) return found;
  }
  return [];
}

/** Says that there is nothing to show. */
export async function nothing(message: string, { stderr, settings }: Context): Promise<number> {
  await printError(new CaselawError("not_found", message), stderr, {
    format: settings.logFormat,
    detail: "line",
  });
  return EXIT.nothingFound;
}

/** Prints the cases that the argument may mean. */
export async function listSeveral(
  asked: string,
  found: readonly CaseAnswer[],
  verb: string,
  { stdout, stderr }: Context,
): Promise<number> {
  await stderr.write(
    `caselaw: ${found.length} cases have the citation "${shownValue(asked)}"; ${verb} one by its id\n`,
  );
  const lines = found.map((one) => {
    const name = one.name_abbreviation === "" ? one.name : one.name_abbreviation;
    return escapeLine(`${one.id}  ${name}  ${one.citations.map(({ cite }) => cite).join("; ")}`);
  });
  await stdout.write(`${lines.join("\n")}\n`);
  return EXIT.done;
}
