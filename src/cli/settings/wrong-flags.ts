/**
 * Wrong parameters in the words of the command line: the flag as it is typed, the value, what is wrong with it, and the
 * nearest name that the corpus knows. Over HTTP they stay the contract's bodies.
 */
import type { Corpus } from "../../corpus/open-corpus.ts";
import { CaselawError } from "../../domain/errors.ts";
import { noSuchChoice } from "../../v1/parameter.ts";
import { shownValue } from "../render/escape-for-terminal.ts";
import { closestName } from "./did-you-mean.ts";
import { type Flags, valuesIn } from "./filter-options.ts";

type Messages = Readonly<Record<string, readonly string[]>>;

/** Collections that a flag names a record of, and the names that it may go by; the first is the one to use. */
const NAMED: Readonly<Record<string, { readonly list: string; names(corpus: Corpus): Iterable<Names> }>> = {
  jurisdiction: { list: "jurisdictions", names: jurisdictionNames },
  jurisdictions: { list: "jurisdictions", names: jurisdictionNames },
  court: { list: "courts", names: courtNames },
  reporter: { list: "reporters", names: reporterNames },
};

type Names = readonly (string | null)[];

/**
 * @param parameters as an error has them, by the interface's names
 * @param question what was asked
 * @returns an error that prints a line for each, exit code 2
 */
export function wrongFlags(parameters: Messages, question: Flags, corpus: Corpus): CaselawError {
  const told: Record<string, string[]> = {};
  const hints = new Set<string>();
  const within = valuesIn(question, "jurisdiction").findLast((value) => /^[\w-]+$/.test(value)) ?? null;
  for (const [name, messages] of Object.entries(parameters)) {
    const value = wrongValue(valuesIn(question, name), messages);
    const needsSearch = name === "ordering" && /^-?relevance$/.test(value);
    const shown = messages.map((message) => message.replace(value, () => shownValue(value)));
    told[`Cannot use ${flagOf(name)} "${shownValue(value)}"`] = needsSearch ? ["it needs --search"] : shown;
    const hint = isNoChoice(value, messages)
      ? hintOf(name, value, name === "court" && parameters.jurisdiction === undefined ? within : null, corpus)
      : null;
    if (hint !== null) hints.add(hint);
  }
  const hint = hints.size === 0 ? undefined : [...hints].join("; ");
  const message = Object.entries(told)
    .map(([name, messages]) => `${name}: ${messages.join(" ")}`)
    .join("; ");
  return new CaselawError("invalid", message, { parameters: told, hint });
}

/** `decision_date_min` as it is typed. */
export function flagOf(name: string): string {
  return `--${name.replaceAll("_", "-")}`;
}

/** Of the values of a repeatable flag the one that a message names, else the last, which is the one that counts. */
function wrongValue(values: readonly string[], messages: readonly string[]): string {
  const given = values.filter((value) => value !== "");
  return given.find((value) => isNoChoice(value, messages)) ?? given.at(-1) ?? "";
}

function isNoChoice(value: string, messages: readonly string[]): boolean {
  return messages.includes(noSuchChoice(value).error);
}

/** @param within a jurisdiction that is right, to look for a court in; null for none */
function hintOf(name: string, value: string, within: string | null, corpus: Corpus): string | null {
  const named = Object.hasOwn(NAMED, name) ? NAMED[name] : undefined;
  if (named === undefined) return null;
  const nearest = closestName(value, named.names(corpus));
  const others = `caselaw list ${named.list}${within === null ? "" : ` --jurisdiction ${within}`} tells them all`;
  return nearest === null ? others : `Did you mean ${flagOf(name)} "${nearest}"? ${others}`;
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
