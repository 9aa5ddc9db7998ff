/**
 * Parameters as data: library, command line, HTTP, help texts and validation follow from the tables of `case-parameters`
 * and `collection-parameters`. A new filter is a new row.
 */
import { CaselawError } from "../domain/errors.ts";

/** Messages by parameter. */
export type Messages = Readonly<Record<string, readonly string[]>>;

/** The value of one parameter, or the reason why it is invalid. */
export type Reading<T> = { readonly value: T } | { readonly error: string };

/** A parameter of a question: its name, its description, and how its values are read. */
export interface Parameter<Target, Context> {
  /** As in the interface; the command line has hyphens instead of underscores. */
  readonly name: string;
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
  /** @param values at least one, none empty; a single one unless repeatable */
  read(values: readonly [string, ...string[]], context: Context): Reading<Target>;
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

/** A question's parameters in any of their forms. */
export type Question = Parameters | ParameterList;

/** The same as the query of a URL, without undefined values. */
export function queryOf(question: Question): URLSearchParams {
  if (question instanceof URLSearchParams) return question;
  const query = new URLSearchParams();
  if (isPairs(question)) {
    for (const [name, value] of question) query.append(name, value);
    return query;
  }
  const parameters = question;
  for (const [name, given] of Object.entries(parameters)) {
    for (const value of Array.isArray(given) ? given : [given]) {
      if (value !== undefined) query.append(name, String(value));
    }
  }
  return query;
}

function isPairs(question: Question): question is readonly (readonly [string, string])[] {
  return Array.isArray(question);
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
/** The choices of a parameter that is true or false. */
export const TRUTH = ["true", "false"] as const;

/** An integer. One beyond the safe integers is read as infinite, since no id is that large and none may be rounded to it. */
export function readNumber(text: string): number | null {
  if (!/^-?\d+$/.test(text)) return null;
  const number = Number(text);
  return Number.isSafeInteger(number) ? number : number * Number.POSITIVE_INFINITY;
}

/** The value if it is one of the choices, else an error. */
export function readChoice<C extends string>(value: string, choices: readonly C[]): Reading<C> {
  const choice = choices.find((one) => one === value);
  return choice === undefined ? noSuchChoice(value) : fine(choice);
}

export function readTruth(value: string): Reading<boolean> {
  return mapped(readChoice(value, TRUTH), (choice) => choice === "true");
}

/** The value of a reading as another one. */
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
  for (const parameter of table) {
    const given = values.get(parameter.name);
    const last = given?.at(-1);
    if (given === undefined || last === undefined) continue;
    const [first = last, ...others] = parameter.repeatable ? given : [last];
    const long = parameter.anyLength ? null : tooLong([first, ...others]);
    const reading = long ?? parameter.read([first, ...others], context);
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
