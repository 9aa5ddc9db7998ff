/** Asks a service of the v1 interface, by `fetch` alone: this suite shares nothing with the code it judges. */
import assert from "node:assert/strict";

export type Json = Readonly<Record<string, unknown>>;

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The same, as it came: for what is no text. */
  readonly bytes: Uint8Array;
}

export interface Client {
  /** Without a slash at the end; every URL in an answer must start with it. */
  readonly baseUrl: string;
  /** A good credential, or null: then what needs one is skipped. */
  readonly token: string | null;
  /** `path` begins with a slash, or is an address that the service gave. Redirects are not followed. */
  ask(path: string, init?: RequestInit): Promise<Answer>;
}

export interface Envelope {
  readonly count: number | null;
  readonly next: string | null;
  readonly previous: string | null;
  readonly results: readonly Json[];
  readonly all: Json;
}

/** Thrown by a check whose data the service does not hold. */
export class Skipped extends Error {
  override readonly name = "Skipped";
}

export function openClient(baseUrl: string, token: string | null): Client {
  const base = baseUrl.replace(/\/+$/, "");
  return {
    baseUrl: base,
    token,
    ask: async (path, init) => {
      const url = path.startsWith("/") ? base + path : path;
      assert.ok(url.startsWith(`${base}/`), `${url} does not start with ${base}/`);
      const response = await fetch(url, { redirect: "manual", ...init });
      const bytes = new Uint8Array(await response.arrayBuffer());
      const text = new TextDecoder().decode(bytes);
      return { status: response.status, headers: response.headers, text, bytes };
    },
  };
}

/** Holds that an address answers with this status and JSON; a list of names stands for an object with these keys. */
export async function answers(
  client: Client,
  path: string,
  status: number,
  body: Json | readonly string[],
  init?: RequestInit,
): Promise<void> {
  const answer = await client.ask(path, init);
  const json = JSON.parse(answer.text);
  const found = Array.isArray(body) ? Object.keys(json).sort() : json;
  assert.deepEqual({ status: answer.status, body: found }, { status, body }, path);
}

/** The record of an answer of 200. */
export async function askRecord(client: Client, path: string, init?: RequestInit): Promise<Json> {
  const { status, text } = await client.ask(path, init);
  assert.equal(status, 200, `${path} answers ${status}: ${text.slice(0, 200)}`);
  return asRecord(JSON.parse(text));
}

/** A page, by path or by the address in `next` and `previous`. */
export async function askPage(client: Client, path: string): Promise<Envelope> {
  const all = await askRecord(client, path);
  const { count, next, previous, results } = all;
  assert.ok(count === null || typeof count === "number", `count is ${String(count)}`);
  return { count, next: urlOrNull(next), previous: urlOrNull(previous), results: asRecords(results), all };
}

/** A page of a collection; names and values are encoded here. */
export function list(
  client: Client,
  collection: string,
  parameters: Readonly<Record<string, string>> = {},
): Promise<Envelope> {
  return askPage(client, listPath(collection, parameters));
}

export function listPath(collection: string, parameters: Readonly<Record<string, string>> = {}): string {
  const query = new URLSearchParams(parameters).toString();
  return `/v1/${collection}/${query === "" ? "" : `?${query}`}`;
}

export function asRecord(value: unknown): Json {
  assert.ok(isRecord(value), `not an object: ${JSON.stringify(value)}`);
  return value;
}

export function asRecords(value: unknown): readonly Json[] {
  assert.ok(Array.isArray(value), `not an array: ${JSON.stringify(value)}`);
  return value.map(asRecord);
}

/** The value at a path of names, `court.slug`. */
export function valueAt(record: Json, path: string): unknown {
  return path.split(".").reduce<unknown>((value, name) => asRecord(value)[name], record);
}

/** The text at a path of names; a number is written out. */
export function textAt(record: Json, path: string): string {
  const value = valueAt(record, path);
  assert.ok(typeof value === "string" || typeof value === "number", `${path} is ${JSON.stringify(value)}`);
  return String(value);
}

function isRecord(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function urlOrNull(value: unknown): string | null {
  assert.ok(value === null || typeof value === "string", `not an address: ${JSON.stringify(value)}`);
  return value;
}

/** Enough to meet most sorts of cases, little enough for a service with millions. */
const SAMPLE_CASES = "100";

const samples = new WeakMap<Client, Map<string, Promise<readonly Json[]>>>();

/** Cases from both ends of the collection; a client asks for them once. */
export function someCases(
  client: Client,
  more: Readonly<Record<string, string>> = {},
): Promise<readonly Json[]> {
  const asked = samples.get(client) ?? new Map<string, Promise<readonly Json[]>>();
  samples.set(client, asked);
  const key = JSON.stringify(more);
  const found = asked.get(key) ?? askCases(client, more);
  asked.set(key, found);
  return found;
}

async function askCases(client: Client, more: Readonly<Record<string, string>>): Promise<readonly Json[]> {
  const pages = await Promise.all(
    ["decision_date", "-decision_date", "id"].map((ordering) =>
      list(client, "cases", { ordering, page_size: SAMPLE_CASES, ...more }),
    ),
  );
  return pages.flatMap(({ results }) => results);
}

/** The first case at hand that fits. */
export async function findCase(
  client: Client,
  what: string,
  fits: (one: Json) => boolean,
  more: Readonly<Record<string, string>> = {},
): Promise<Json> {
  const found = (await someCases(client, more)).find(fits);
  if (found === undefined) throw new Skipped(`no ${what} among the cases at hand`);
  return found;
}

/** A case with a citation. */
export function citedCase(client: Client): Promise<Json> {
  return findCase(client, "case with a citation", (one) => asRecords(one.citations).length > 0);
}

/** The first citation of a case. */
export function citationOf(one: Json): string {
  const [first] = asRecords(one.citations);
  if (first === undefined) throw new Skipped("a case without a citation");
  return textAt(first, "cite");
}

export function idsOf(records: readonly Json[]): readonly string[] {
  return records.map((record) => textAt(record, "id"));
}

/** The contract's rule: citations are equal after lower-casing and dropping all but 0-9a-z. */
export function normalCite(cite: string): string {
  return cite.toLowerCase().replace(/[^0-9a-z]/g, "");
}

/** A name without case and accents. */
export function folded(text: string): string {
  return text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
}

/** The longest word of a case's short name; at least three letters, plain ones. */
export function wordOf(one: Json): string {
  const words = textAt(one, "name_abbreviation").match(/[A-Za-z]{3,}/g) ?? [];
  const [longest] = words.toSorted((a, b) => b.length - a.length);
  if (longest === undefined) throw new Skipped("a case whose name has no word");
  return longest;
}
