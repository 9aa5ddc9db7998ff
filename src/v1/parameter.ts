/**
 * Parameters as data: library with its types, command line, HTTP, help texts and validation follow from the tables of
 * `case-filters`, `case-parameters`, `collections` and the endpoints. A new parameter is a new row.
 */

import { distance } from "fastest-levenshtein";
import { CaselawError } from "../domain/errors.ts";

/** Messages by parameter. */
export type Messages = Readonly<Record<string, readonly string[]>>;

/** The value of one parameter, or the reason why it is invalid. */
export type Reading<T> = { readonly value: T } | { readonly error: string };

/** A parameter of a question: its description, and how its values are read. Its name is the key of its row in a table. */
export interface ParameterRow<Target, Context> {
  /** For `--help` and the interface's description: one line, no full stop. */
  readonly describes: string;
  /** May be given several times; otherwise the last value counts. */
  readonly repeatable?: true;
  readonly choices?: readonly string[];
  /** Of a number. */
  readonly number?: NumberRange;
  /** The parameter whose name it has with a suffix; the command line has one flag for all of these. */
  readonly suffixOf?: string;
  /** Without a limit: a cursor contains the name of a case. */
  readonly anyLength?: true;
  /** Whether with a value a question may read many posting lists, many rows or the bodies of a page; by default it does not. */
  readonly isCostly?: (value: string) => boolean;
  /** The flag of the command line, where it is not the name. */
  readonly flag?: string;
  /**
   * @param values at least one, none empty; a single one unless repeatable
   * @param other the last value of another parameter of the question
   */
  read(values: readonly [string, ...string[]], context: Context, other: OtherValue): Reading<Target>;
}

/** The last value of another parameter of a question; undefined if it has none. */
export type OtherValue = (name: string) => string | undefined;

/** Parameters by name. */
export type ParameterTable<Target, Context> = Readonly<Record<string, ParameterRow<Target, Context>>>;

/** A parameter with its name. */
export interface Parameter<Target, Context> extends ParameterRow<Target, Context> {
  /** As in the interface; the command line has hyphens instead of underscores. */
  readonly name: string;
}

export function parametersIn<Target, Context>(
  table: ParameterTable<Target, Context>,
): readonly Parameter<Target, Context>[] {
  return Object.entries(table).map(([name, row]) => ({ name, ...row }));
}

/** The numbers that a parameter takes. */
export interface NumberRange {
  readonly type: "integer" | "number";
  readonly minimum?: number;
  readonly maximum?: number;
}

/** Any integer. */
export const INTEGER: NumberRange = { type: "integer" };

/** The value of a parameter; a list is for one that may be repeated. */
export type ParameterValue = string | number | boolean | readonly (string | number)[];

/** A question's parameters as a caller of the library writes them: `{ jurisdiction: ["ill", "neb"], full_case: true }`. */
export type Parameters = Readonly<Record<string, ParameterValue | undefined>>;

/** The non-empty values of a question by parameter, in the order in which they were given. */
export type ParameterValues = ReadonlyMap<string, readonly string[]>;

/** A question's parameters as flags have them (name and value, in their order), or as the query of a URL. */
export type ParameterList = URLSearchParams | readonly (readonly [name: string, value: string])[];

/** A question with these parameters: as an object, as pairs of name and value, or as the query of a URL. */
export type QuestionOf<Name extends string> =
  | { readonly [N in Name]?: ParameterValue | undefined }
  | ParameterList;

/** A question's parameters in any of their forms. */
export type Question = Parameters | ParameterList;

/** The same as the query of a URL, without undefined values. */
export function queryOf(question: Question): URLSearchParams {
  if (question instanceof URLSearchParams) return question;
  const query = new URLSearchParams();
  const pairs: readonly (readonly [string, unknown])[] = Array.isArray(question)
    ? question
    : Object.entries(question);
  for (const [name, values] of pairs)
    for (const value of Array.isArray(values) ? values : [values])
      if (value !== undefined) query.append(name, String(value));
  return query;
}

export function fine<T>(value: T): Reading<T> {
  return { value };
}

export function refused(error: string): { readonly error: string } {
  return { error };
}

export function noSuchChoice(value: string): { readonly error: string } {
  return refused(`Select a valid choice. ${value} is not one of the available choices.`);
}

export const NO_NUMBER = refused("Enter a number.");
export const NO_DATE = refused("Invalid date format. Expected YYYY-MM-DD, YYYY-MM or YYYY.");
const TRUTH = ["true", "false"] as const;

/** An integer. One beyond the safe integers is read as infinite, since no id is that large and none may be rounded to it. */
export function readNumber(text: string): number | null {
  if (!/^-?\d+$/.test(text)) return null;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : number * Number.POSITIVE_INFINITY;
}

/** The value if it is one of the choices, else an error. */
export function readChoice<C extends string>(value: string, choices: readonly C[]): Reading<C> {
  const choice = choices.find((candidate) => candidate === value);
  return choice === undefined ? noSuchChoice(value) : fine(choice);
}

/** A parameter that is one of some texts. */
export function choice<C extends string, T>(
  describes: string,
  choices: readonly C[],
  target: (value: C) => T,
): ParameterRow<T, unknown> {
  return { describes, choices, read: ([text]) => mapped(readChoice(text, choices), target) };
}

/** A parameter that is true or false. */
export function truth<T, Context = unknown>(
  describes: string,
  target: (value: boolean, context: Context) => T,
): ParameterRow<T, Context> {
  return {
    ...{ describes, choices: TRUTH },
    read: ([text], context) => mapped(readChoice(text, TRUTH), (value) => target(value === "true", context)),
  };
}

/** A parameter that is an integer. */
export function integer<T>(describes: string, target: (value: number) => T): ParameterRow<T, unknown> {
  return {
    ...{ describes, number: INTEGER },
    read: ([text]) => {
      const number = readNumber(text);
      return number === null ? NO_NUMBER : fine(target(number));
    },
  };
}

/** A parameter that is a number from 1 to a maximum. */
export function upTo<T>(
  maximum: number,
  describes: string,
  target: (value: number) => T,
): ParameterRow<T, unknown> {
  return {
    ...{ describes, number: { type: "integer", minimum: 1, maximum } },
    read: ([text]) => {
      const number = readNumber(text);
      if (number === null) return NO_NUMBER;
      if (number < 1) return refused("Ensure this value is greater than or equal to 1.");
      return number > maximum
        ? refused(`Ensure this value is less than or equal to ${maximum}.`)
        : fine(target(number));
    },
  };
}

/** The same parameter, costly with any value. */
export function costly<Row extends ParameterRow<unknown, never>>(row: Row): Row {
  return { ...row, isCostly: () => true };
}

/** Changes the value of a reading; an error stays as it is. */
export function mapped<A, B>(reading: Reading<A>, change: (value: A) => B): Reading<B> {
  return "error" in reading ? reading : fine(change(reading.value));
}

/** The values of a question by parameter. Empty values are dropped, as if they were not given. */
export function valuesOf(question: Question): ParameterValues {
  const values = new Map<string, string[]>();
  for (const [name, value] of queryOf(question)) {
    if (value === "") continue;
    const list = values.get(name);
    if (list === undefined) values.set(name, [value]);
    else list.push(value);
  }
  return values;
}

/**
 * Reads the parameters of a table, in its order.
 *
 * @param wrong messages about values that contradict each other
 * @throws CaselawError `invalid` with `parameters`: the messages of all invalid parameters
 */
export function readParameters<Target, Context>(
  table: readonly Parameter<Target, Context>[],
  values: ParameterValues,
  context: Context,
  wrong: Messages = {},
): Target[] {
  const read: Target[] = [];
  const errors: Record<string, readonly string[]> = { ...wrong };
  const lastOf: OtherValue = (name) => values.get(name)?.at(-1);
  for (const parameter of table) {
    const texts = values.get(parameter.name);
    const last = texts?.at(-1);
    if (texts === undefined || last === undefined) continue;
    const [first = last, ...rest] = parameter.repeatable ? texts : [last];
    const long = parameter.anyLength ? null : tooLong([first, ...rest]);
    const reading = long ?? parameter.read([first, ...rest], context, lastOf);
    if ("error" in reading) errors[parameter.name] = [reading.error];
    else read.push(reading.value);
  }
  if (Object.keys(errors).length > 0) throw wrongParameters(errors);
  return read;
}

/** Merges the parts of a request; later parts win. */
export function merged<T extends object>(start: T, parts: readonly Partial<T>[]): T {
  let all = start;
  for (const part of parts) all = { ...all, ...part };
  return all;
}

/**
 * UTF-16 units of a value: as many as a request's URL may have. A search takes time in proportion to its words, and SQLite
 * cannot be interrupted: 40,000 words took 25 s.
 */
export const MAX_VALUE_LENGTH = 8192;

/** The error for a value that is too long; null if all are short enough. */
export function tooLong(values: readonly string[]): { readonly error: string } | null {
  const long = values.find((value) => value.length > MAX_VALUE_LENGTH);
  if (long === undefined) return null;
  return refused(`Ensure this value has at most ${MAX_VALUE_LENGTH} characters (it has ${long.length}).`);
}

/** The error for invalid parameters. */
export function wrongParameters(parameters: Messages): CaselawError {
  const message = Object.entries(parameters)
    .map(([name, messages]) => `${name}: ${messages.join(" ")}`)
    .join("; ");
  return new CaselawError("invalid", `Cannot answer: ${message}`, { parameters });
}

/** What happens to a parameter that a question does not have. */
export type UnknownParameters = "refused" | "ignored";

/** Filters of cases that other collections do not have. */
const OTHER_FILTERS: ReadonlySet<string> = new Set(["author_type", "source"]);

type Names = readonly Pick<Parameter<unknown, never>, "name">[];

/**
 * Messages for unknown names that look like filters: with a suffix, or with a dot. Over HTTP other unknown names are ignored, as the
 * service did; an ignored filter would give an answer with cases that nobody asked for.
 */
export function unknownFilters(values: ParameterValues, table: Names): Messages {
  const messages: Record<string, readonly string[]> = {};
  for (const name of unknownNames(values.keys(), table))
    if (/__|\./.test(name) || OTHER_FILTERS.has(name)) messages[name] = [messageOf("filter", name, table)];
  return messages;
}

/** @throws CaselawError `invalid` with `parameters`: the names that the table lacks, each with the most similar known one */
export function refuseUnknown(question: Question, table: Names): void {
  const unknown = unknownNames(queryOf(question).keys(), table);
  if (unknown.length === 0) return;
  throw wrongParameters(
    Object.fromEntries(unknown.map((name) => [name, [messageOf("parameter", name, table)]])),
  );
}

/** The names that are ignored. */
export function unknownNames(names: Iterable<string>, table: Names): string[] {
  return [...new Set(names)].filter((name) => !table.some((parameter) => parameter.name === name));
}

function messageOf(kind: "filter" | "parameter", name: string, table: Names): string {
  const [field] = name.split("__");
  const suffixed = table.filter((parameter) => parameter.name.startsWith(`${field}__`));
  const names = (suffixed.length > 0 ? suffixed : table).map((parameter) => [parameter.name]);
  const plain = table.find((parameter) => parameter.name === field);
  const meant = closestName(name, names) ?? (suffixed[0] ?? plain)?.name;
  return meant === undefined ? `No such ${kind}.` : `No such ${kind}. Did you mean ${meant}?`;
}

/** The part of a name's letters that may differ; with more it is another name. */
const MAX_CHANGED = 0.34;
/** Too many names begin with fewer letters. */
const MIN_BEGUN = 3;
/** Longer texts are not names; the time to compare grows with the product of both lengths. */
const MAX_LENGTH = 100;

/**
 * The known name that a misspelt one probably means.
 *
 * @param known the names of each record; the first is the one to use
 * @returns the first name of the record with the most similar name; null when none is similar
 */
export function closestName(text: string, known: Iterable<readonly (string | null)[]>): string | null {
  const letters = plain(text);
  if (letters === "" || letters.length > MAX_LENGTH) return null;
  let best: { readonly name: string; readonly changes: number } | null = null;
  for (const names of known) {
    const [use] = names;
    if (use === null || use === undefined) continue;
    for (const name of names) {
      const changes = distanceBetween(letters, plain(name ?? ""));
      if (changes <= MAX_CHANGED * letters.length && changes < (best?.changes ?? Number.POSITIVE_INFINITY)) {
        best = { name: use, changes };
      }
    }
  }
  return best?.name ?? null;
}

/** Letters and digits in lower case, so that `N.Y.` is `ny`. */
function plain(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Letters to insert, delete or change; 1 for a name of which only the beginning is given. */
function distanceBetween(a: string, b: string): number {
  if (a.length >= MIN_BEGUN && b.length > a.length && b.startsWith(a)) return 1;
  return Math.abs(a.length - b.length) > MAX_CHANGED * a.length ? Number.POSITIVE_INFINITY : distance(a, b);
}
