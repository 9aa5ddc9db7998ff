/** The case that an argument names, by its id or a citation of it: none, one, or several to choose from. */
import type { Corpus } from "../corpus/open-corpus.ts";
import type { CaseAnswer } from "../corpus/records.ts";
import { normaliseCitation } from "../domain/citation.ts";
import { CaselawError } from "../domain/errors.ts";
import type { Context } from "./context.ts";
import { EXIT } from "./exit-code.ts";
import { printError } from "./print-error.ts";
import { shownValue, visibleLine } from "./visible.ts";

/** The page or pages of a quotation behind a citation: `, 18`, `, 18-20`, ` at 18`. */
const PIN_PAGE = /(?:,\s*(?:at\s+)?|\s+at\s+)\*?\d+(?:\s*[-–,&]\s*\*?\d+)*\s*$/iu;

/** By id; by citation; by citation without the page of a quotation. Without their bodies. */
export function casesOf(corpus: Corpus, asked: string): CaseAnswer[] {
  const byId = /^\d{1,15}$/.test(asked) ? corpus.case(Number(asked)) : null;
  if (byId !== null) return [byId];
  const cited = (cite: string): CaseAnswer[] =>
    normaliseCitation(cite) === "" ? [] : [...corpus.all("cases", { cite })];
  const whole = cited(asked);
  return whole.length > 0 || !PIN_PAGE.test(asked) ? whole : cited(asked.replace(PIN_PAGE, ""));
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
    return visibleLine(`${one.id}  ${name}  ${one.citations.map(({ cite }) => cite).join("; ")}`);
  });
  await stdout.write(`${lines.join("\n")}\n`);
  return EXIT.done;
}
