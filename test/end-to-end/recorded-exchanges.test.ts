/** Exchanges recorded from the publisher's own service, asked again of ours; skipped where they are not at hand. */
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { serviceOfFile } from "../http/serving.ts";
import { startBulkService } from "../support/bulk-service.ts";
import { importAt, syncAt, syncOptions } from "../support/run.ts";
import { keptFolder } from "../support/temp-folder.ts";

type Json = Record<string, unknown>;
interface Exchange {
  readonly request: { readonly url: string };
  readonly response: { readonly status: number; readonly body: Json };
}

const REAL = join(import.meta.dirname, "../../../shared/real/");
const API = join(REAL, "api");
const present = existsSync(API);
const names = present ? readdirSync(API).filter((name) => name.endsWith(".json")) : [];

/** Differences that are right, each with its reason. */
const DIFFERENT: readonly (readonly [RegExp, string])[] = [
  [/^count: /, "counts the whole collection of its day"],
  [/^(next|previous): /, "cursors are each service's own; before September 2018 pages had offsets"],
  [/(^|\.)frontend_(pdf_)?url: /, "ours is the local reading page, and no source carries the PDFs"],
  [/whitelisted: false is true$/, "the collection has been open since 2024; a true of any source wins"],
  [
    /(^|\.)(volume\.barcode|reporter\.id): .* is undefined$/,
    "a later addition; the interface's keys have neither",
  ],
  [/(^|\.)preview: \[\] is undefined$/, "sent unasked from 2019 on; here only with preview=true"],
  [/normalized_cite: .* is undefined$/, "August 2018 only; cite= does the same"],
  [
    /^(results\.)?(volume_url|volume_number|reporter_url): .* is undefined$/,
    "flat in August 2018, nested since",
  ],
  [/^(results\.)?reporter: ".*" is \{/, "flat in August 2018, nested since"],
  [
    /^(results\.)?casebody\.(parties|opinions|judges|attorneys): .* is undefined$/,
    "beside data in August 2018 only",
  ],
  [
    /^casebody\.status: "ok" is "error_format_unavailable"$/,
    "the one case recorded as HTML; no archive has its XML",
  ],
  [/^casebody\.data: "<section .* is null$/, "as its status"],
];

function read(name: string): Exchange {
  return JSON.parse(readFileSync(join(API, name), "utf8"));
}

/** The case records of a recorded body, as a source would carry them. */
function casesOf({ response: { body } }: Exchange): Json[] {
  const records: unknown[] = Array.isArray(body.results) ? body.results : [body];
  return records
    .filter(isObject)
    .filter((one) => "decision_date" in one)
    .map(nested);
}

/** A flat record of August 2018 in the shape of every later one; its body had a shape that no archive has. */
function nested(one: Json): Json {
  if (isObject(one.volume)) return hasHtml(one) ? { ...one, casebody: undefined } : one;
  const { volume_url, volume_number, reporter_url, reporter, casebody, ...rest } = one;
  const parts = {
    volume: { url: volume_url, volume_number },
    reporter: { url: reporter_url, full_name: reporter },
  };
  return { ...rest, ...parts };
}

/** HTML never stood in a bulk line: a record that carries it is a reject. */
function hasHtml({ casebody }: Json): boolean {
  return isObject(casebody) && typeof casebody.data === "string" && casebody.data.startsWith("<section");
}

/** One line a case: of several recordings the latest stands. */
function recordedLines(): string {
  const cases = new Map(names.flatMap((name) => casesOf(read(name))).map((one) => [one.id, one]));
  return [...cases.values()].map((one) => `${JSON.stringify(one)}\n`).join("");
}

function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** What the answer lacks of the record, each as a path and what stands there; list items are found by their id. */
function differences(recorded: unknown, answered: unknown, path = ""): string[] {
  if (Array.isArray(recorded) && Array.isArray(answered)) {
    return recorded.flatMap((one, at) => differences(one, partner(one, at, answered), path));
  }
  if (isObject(recorded) && isObject(answered)) {
    return Object.entries(recorded).flatMap(([key, value]) =>
      differences(value, answered[key], path === "" ? key : `${path}.${key}`),
    );
  }
  const same = JSON.stringify(withoutHost(recorded)) === JSON.stringify(withoutHost(answered));
  return same ? [] : [`${path}: ${JSON.stringify(recorded)} is ${JSON.stringify(answered)}`];
}

function partner(one: unknown, at: number, answered: readonly unknown[]): unknown {
  if (!isObject(one) || one.id === undefined) return answered[at];
  return answered.find((other) => isObject(other) && other.id === one.id);
}

/** Hosts are each service's own; until 2018 the interface stood below `/api`. */
function withoutHost(value: unknown): unknown {
  return typeof value === "string" ? value.replace(/^https?:\/\/[^/]+(\/api)?\/v1\//, "/v1/") : value;
}

const folder = keptFolder();
const served = serviceOfFile(async () => {
  const publisher = await startBulkService(join(REAL, "bulk"));
  const options = syncOptions("bulk", publisher.url, folder);
  await syncAt(options);
  await publisher.close();
  const path = join(folder, "data.jsonl");
  writeFileSync(path, recordedLines());
  await importAt([join(REAL, "static"), path], { ...options, mode: "import" });
  return { corpusPath: options.corpusPath, dataFolder: options.dataFolder };
});

describe.skipIf(!present)("recorded exchanges (skipped where ../shared/real/api is absent)", () => {
  test.each(names)("%s is answered as recorded", async (name) => {
    const exchange = read(name);
    const { pathname, search } = new URL(exchange.request.url);
    const headers = exchange.response.status === 401 ? { Authorization: `Token ${"0".repeat(40)}` } : {};
    const answer = await fetch(served.url + pathname.replace(/^\/api/, "") + search, { headers });
    expect(answer.status).toBe(exchange.response.status);
    const lost = differences(exchange.response.body, JSON.parse(await answer.text()));
    expect(lost.filter((line) => !DIFFERENT.some(([pattern]) => pattern.test(line)))).toEqual([]);
  });
});
