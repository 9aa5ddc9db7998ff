/**
 * The schemas of the fields of the publisher's records, and the messages for wrong values.
 *
 * The message of each schema is what was expected; `readWith` adds the path and what was found. Missing and null mean the same
 * (docs/faults.md, "R5"); unknown keys are ignored.
 */
import * as v from "valibot";
import { isJsonObject, type JsonObject } from "../domain/json.ts";

/** Characters of a wrong value that a reason shows. */
const MAX_SHOWN_CHARACTERS = 60;

const string = v.string("a string");

export const text = v.nullish(string, "");
export const textOrNull = v.nullish(string, null);
/** The empty text is null. */
export const filledOrNull = v.pipe(
  textOrNull,
  v.transform((text) => text || null),
);
/** A year or a count; 0 is not null (docs/formats.md, "Irregularities of real data"). */
export const numberOrNull = v.nullish(v.pipe(v.number("a number"), v.safeInteger("a whole number")), null);
/** A name, so not the empty text. */
export const filled = v.pipe(v.string("a text"), v.nonEmpty("a text that is not empty"));
export const flagOrNull = v.nullish(v.boolean("true or false"), null);
/** An address: ignored when it has the wrong type, and never stored. */
export const anything = v.optional(v.unknown());

/** An id that is stored: no id is rounded to another (docs/faults.md, "R3"). */
export const id = v.custom<number>(isId, `a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`);
export const idOrNull = v.nullish(id, null);

/** An object that is stored unchanged. */
export const jsonObject = v.custom<JsonObject>(isJsonObject, "an object");

/** A list; null or missing is the empty list. */
export function listOf<const Item extends v.GenericSchema>(item: Item) {
  return v.nullish(v.array(item, "a list"), []);
}

type CamelCase<Name> = Name extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Name;
type InCamelCase<Input> = { [Name in keyof Input as CamelCase<Name>]: Input[Name] };

/** An object with these keys, read with camel case keys. The guard refuses lists, which the library accepts as objects. */
export function objectOf<const Entries extends v.ObjectEntries>(entries: Entries) {
  const object = v.object(entries, "an object");
  const guard = v.custom<v.InferInput<typeof object>>(isJsonObject, "an object");
  const inCamelCase = (key: string): string =>
    key.replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());
  const names = Object.keys(entries).map((key) => [key, inCamelCase(key)] as const);
  const renamed = (input: v.InferOutput<typeof object>) => {
    const values: Readonly<Record<string, unknown>> = input;
    const record: Record<string, unknown> = {};
    for (const [key, name] of names) record[name] = values[key];
    return record as InCamelCase<typeof input>;
  };
  return v.pipe(guard, object, v.transform(renamed));
}

/** Whether a value is an id: a whole number from 1 to 2^53 - 1. `12.0` is 12, `"12"` is not an id. */
export function isId(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 1;
}

/**
 * Reads a value by a schema; the reason names the path, what was expected and what was found.
 *
 * @param at the path of the value itself within its record, `""` for a record
 */
export function readWith<const Schema extends v.GenericSchema>(
  schema: Schema,
  value: unknown,
  at = "",
): Reading<v.InferOutput<Schema>> {
  const result = v.safeParse(schema, value, { abortEarly: true });
  if (result.success) return { ok: true, record: result.output };
  const issue = result.issues[0];
  const keys = (issue.path ?? []).map((step) => step.key);
  return {
    ok: false,
    reason: `${pathOf(at, keys)}: expected ${expectedBy(issue)}, found ${quoteValue(issue.input)}`,
  };
}

/** The path of a value, `casebody.opinions[0].text`; `record` for the record itself. */
function pathOf(at: string, keys: readonly unknown[]): string {
  const path = at + keys.map((key) => (typeof key === "number" ? `[${key}]` : `.${String(key)}`)).join("");
  return path === "" ? "record" : path.replace(/^\./, "");
}

/** Replaces the library's own message for a missing key. */
function expectedBy(issue: v.BaseIssue<unknown>): string {
  return issue.type === "object" ? "a value" : issue.message;
}

/** The found value, short, on one line, without control characters. */
function quoteValue(value: unknown): string {
  if (value === undefined) return "nothing";
  if (Array.isArray(value)) return "a list";
  if (isJsonObject(value)) return "an object";
  if (typeof value !== "string") return String(value);
  const short = value.length > MAX_SHOWN_CHARACTERS ? `${value.slice(0, MAX_SHOWN_CHARACTERS)}…` : value;
  return JSON.stringify(short.toWellFormed().replace(/\p{Cc}/gu, " "));
}

/** Maximum depth; real records have a depth of 5 (docs/interface.md, "Limits"). */
export const MAX_JSON_DEPTH = 100;

/** A value, or why it cannot be read; `reason` begins with the JSON path. */
export type Reading<T> =
  | { readonly ok: true; readonly record: T }
  | { readonly ok: false; readonly reason: string };

/**
 * Makes parsed JSON safe to traverse and to store: replaces lone surrogates by U+FFFD, in keys too, and numbers that JSON cannot
 * represent (`1e400`) by null; refuses a value deeper than `MAX_JSON_DEPTH`.
 *
 * `JSON.parse` accepts any depth, on which recursion overflows, and lone surrogates, which the database returns as other
 * characters (docs/faults.md, "X5" and "R2"). Values are copied only when needed.
 */
export function boundJson(value: unknown): Reading<unknown> {
  try {
    return { ok: true, record: isSound(value, 0) ? value : repairJson(value) };
  } catch (error) {
    if (error !== TOO_DEEP) throw error;
    return { ok: false, reason: `record: ${TOO_DEEP.message}` };
  }
}

const TOO_DEEP = new RangeError(`nested deeper than ${MAX_JSON_DEPTH} levels`);

/** Whether a value needs no replacement. @param depth of what contains it @throws TOO_DEEP */
function isSound(value: unknown, depth: number): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value === "number") return Number.isFinite(value);
  if (typeof value !== "object" || value === null) return true;
  if (depth === MAX_JSON_DEPTH) throw TOO_DEEP;
  let sound = Array.isArray(value) || Object.keys(value).every((key) => key.isWellFormed());
  // to the end in any case, because of the depth
  for (const inner of Object.values(value)) sound = isSound(inner, depth + 1) && sound;
  return sound;
}

/** The depth is bounded. `fromEntries` makes `__proto__` an ordinary key (docs/faults.md, "X6"). */
function repairJson(value: unknown): unknown {
  if (typeof value === "string") return value.toWellFormed();
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  if (Array.isArray(value)) return value.map(repairJson);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key.toWellFormed(), repairJson(inner)]),
  );
}

/**
 * The last part of `…/v1/<collection>/<name>/`, decoded: a barcode, id or slug that a record does not have otherwise. Null for
 * another value. Archives have the addresses of three hosts that no longer exist (docs/formats.md, "Lines of a bulk file"), so the
 * host is ignored and no address is stored.
 */
export function nameInAddress(address: unknown, collection: string): string | null {
  if (typeof address !== "string") return null;
  const parts = address
    .replace(/[?#].*$/s, "")
    .replace(/\/$/, "")
    .split("/");
  const [name, folder] = [parts.at(-1), parts.at(-2)];
  if (folder !== collection || name === undefined || name === "") return null;
  try {
    return decodeURIComponent(name).toWellFormed();
  } catch {
    return null; // a stray `%`: not an address that the publisher wrote
  }
}

/** The id in `…/v1/<collection>/<id>/`, or null. */
export function idInAddress(address: unknown, collection: string): number | null {
  const name = nameInAddress(address, collection);
  if (name === null || !/^[1-9]\d{0,15}$/.test(name)) return null;
  const id = Number(name);
  return Number.isSafeInteger(id) ? id : null;
}
