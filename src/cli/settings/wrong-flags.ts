/**
 * Invalid parameters as errors of the command line: the flag, the value, the reason, and the most similar name in the
 * corpus. Over HTTP they are the JSON bodies of the interface.
 */
import type { Corpus } from "../../corpus/corpus.ts";
import { CaselawError } from "../../domain/errors.ts";
import { CASE_PARAMETERS } from "../../v1/case-parameters.ts";
import { closestName, type Messages, noSuchChoice } from "../../v1/parameter.ts";
import { shownValue } from "../escape-for-terminal.ts";
import { type Flags, valuesIn } from "./filter-options.ts";

/** For each flag that names a record: its collection, and the names of each record; the first is the one to use. */
const NAMED: Readonly<Record<string, { readonly list: string; names(corpus: Corpus): Iterable<Names> }>> = {
  jurisdiction: { list: "jurisdictions", names: jurisdictionNames },
  jurisdictions: { list: "jurisdictions", names: jurisdictionNames },
  court: { list: "courts", names: courtNames },
  reporter: { list: "reporters", names: reporterNames },
};

const OF_FILTER: ReadonlySet<string> = new Set(
  CASE_PARAMETERS.filter(({ suffixOf }) => suffixOf !== undefined).map(({ name }) => name),
);

/** Parameters that are arguments of a command, not flags. */
const ARGUMENTS: ReadonlySet<string> = new Set(["q", "text"]);

type Names = readonly (string | null)[];

/**
 * @param parameters the messages of an error, by the names of the interface
 * @param question the query
 * @returns an error that prints a line for each, exit code 2
 */
export function wrongFlags(parameters: Messages, question: Flags, corpus: Corpus): CaselawError {
  const reasons: Record<string, string[]> = {};
  const hints = new Set<string>();
  const within = valuesIn(question, "jurisdiction").findLast((value) => /^[\w-]+$/.test(value)) ?? null;
  for (const [name, messages] of Object.entries(parameters)) {
    const value = wrongValue(valuesIn(question, name), messages);
    const needsSearch = name === "ordering" && /^-?relevance$/.test(value);
    const shown = messages.map((message) => message.replace(value, () => shownValue(value)));
    const flag = ARGUMENTS.has(name) ? "" : `${flagOf(name)} `;
    reasons[`Cannot use ${flag}"${shownValue(value)}"`] = needsSearch ? ["it needs --search"] : shown;
    const hint = isNoChoice(value, messages)
      ? hintOf(name, value, name === "court" && parameters.jurisdiction === undefined ? within : null, corpus)
      : null;
    if (hint !== null) hints.add(hint);
  }
  const hint = hints.size === 0 ? undefined : [...hints].join("; ");
  const message = Object.entries(reasons)
    .map(([name, messages]) => `${name}: ${messages.join(" ")}`)
    .join("; ");
  return new CaselawError("invalid", message, { parameters: reasons, hint });
}

/** The flag of a parameter: `--decision-date-min` for `decision_date_min`, `--filter id__gt` for `id__gt`. */
function flagOf(name: string): string {
  if (OF_FILTER.has(name) || name.includes("__")) return `--filter ${name}`;
  return `--${name.replaceAll("_", "-")}`;
}

/** The value of a repeatable flag that a message names, else the last one, which is used. */
function wrongValue(values: readonly string[], messages: readonly string[]): string {
  const given = values.filter((value) => value !== "");
  return given.find((value) => isNoChoice(value, messages)) ?? given.at(-1) ?? "";
}

function isNoChoice(value: string, messages: readonly string[]): boolean {
  return messages.includes(noSuchChoice(value).error);
}

/** @param within a valid jurisdiction that limits the courts; null for none */
function hintOf(name: string, value: string, within: string | null, corpus: Corpus): string | null {
  const named = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  if (named === undefined) return null;
  const similar = closestName(value, named.names(corpus));
  const others = `caselaw list ${named.list}${within === null ? "" : ` --jurisdiction ${within}`} lists them all`;
  return similar === null ? others : `Did you mean ${flagOf(name)} "${similar}"? ${others}`;
}

function* jurisdictionNames(corpus: Corpus): Generator<Names> {
  for (const { slug, name, nameLong } of corpus.jurisdictions()) yield [slug, name, nameLong];
}

function* courtNames(corpus: Corpus): Generator<Names> {
  for (const { slug, nameAbbreviation, name } of corpus.courts()) yield [slug, nameAbbreviation, name];
}

function* reporterNames(corpus: Corpus): Generator<Names> {
  for (const { id, shortName, fullName } of corpus.reporters())
    yield [shortName ?? fullName ?? String(id), fullName];
}
