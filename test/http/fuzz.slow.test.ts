/** docs/faults.md, "H1", "H2": whatever stands in a parameter, the answer is 200, 400 or 404, and nothing is harmed. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { COLLECTIONS, parametersOf } from "../../src/v1/collections.ts";
import { makeCorpus } from "../support/corpus.ts";
import { fuzzing, sweep } from "../support/fuzz.ts";
import { HOSTILE } from "../support/hostile-texts.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { ask } from "./checked.ts";
import { CLOSED, oneCase } from "./records.ts";
import { residentBytes, serveSource } from "./serve-program.ts";
import { serviceOfFile } from "./serving.ts";

const folder = keptFolder();
const corpusPath = join(folder, "fuzz.db");
const RUNS = 150;
const SEED = 20260101;
/** Questions until every path of the program was taken and its caches are full, and those that must need no more. */
const [WARM_UP, FURTHER] = [300, fuzzing(500).numRuns];
/** What the collector may leave lying: the heaps of two processes are not emptied at a certain moment. */
const MAX_GROWN_BYTES = 100 * 2 ** 20;

/** FTS5's own query language, and ours half written. */
const OPERATORS = 'AND;OR;NOT;NEAR(;NEAR(a b, 2);a*;^a;(a;{x y}:;col:foo;"a b"~99;|;-'.split(";");
const NUMBERS = ["0", "-0", "1e9", "99999999999999999999", "9007199254740993", "0x10", "Infinity", "١٢"];
const BROKEN_CURSORS = [
  "xyz",
  "e30=",
  "W05hTl0",
  "cD0xNzk1LTAxLTAx",
  "////",
  "AAAA\0AAAA",
  "A".repeat(2_000),
];
/** Below the limit of 8 KiB whatever stands before. */
const MAX_QUERY_CHARS = 7_000;

/** Paths with their query: random Unicode, operators, SQL, numbers and cursors in every parameter of every collection. */
const QUESTIONS: fc.Arbitrary<string> = fc.constantFrom(...COLLECTIONS).chain((collection) => {
  const parameter = fc.constantFrom(...parametersOf(collection).map(({ name }) => name));
  return fc.array(parameter.chain(pairOf), { maxLength: 5 }).map((pairs) => {
    const query = String(new URLSearchParams(pairs)).slice(0, MAX_QUERY_CHARS);
    // an escape that the cut went through would be another fault than the one that is tried
    return `/v1/${collection}/?${query.replace(/%[^%]?$/, "")}`;
  });
});

function pairOf(name: string): fc.Arbitrary<[string, string]> {
  const word = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(...HOSTILE, ...OPERATORS),
  );
  const texts = fc.array(word, { maxLength: 4 }).map((words) => words.join(" ").toWellFormed());
  const values = [texts, fc.constantFrom(...NUMBERS)];
  if (name === "cursor") values.push(fc.constantFrom(...BROKEN_CURSORS), fc.base64String());
  return fc.tuple(fc.constant(name), fc.oneof(...values));
}

const served = serviceOfFile(async () => {
  makeCorpus(
    [oneCase(1), oneCase(2, { name: "50% of _ \\ v. 'Smith'" }), oneCase(3, { jurisdiction: CLOSED })],
    corpusPath,
  );
  return { corpusPath };
});

test("H1: hostile values of every parameter of every collection", async () => {
  for (const collection of COLLECTIONS) {
    for (const { name, suffixOf } of parametersOf(collection)) {
      // those with a suffix are read as that parameter is, and those of other collections mostly as those of cases
      const values = collection === "cases" ? HOSTILE : sweep(HOSTILE, 8);
      for (const value of suffixOf === undefined ? values : sweep(HOSTILE, 1)) {
        const query = new URLSearchParams({ [name]: value.toWellFormed() });
        const { status } = await ask(`${served.url}/v1/${collection}/?${query}`);
        expect([200, 400, 404], `${collection} ${name} ${value}`).toContain(status);
      }
    }
  }
  expect((await ask(`${served.url}/v1/cases/`)).json).toMatchObject({ count: 3 });
  expect((await ask(`${served.url}/v1/cases/?name=0%25 of _ \\`)).json).toMatchObject({ count: 1 });
});

test("H1: hostile values of the parameters of ngrams and resolve", async () => {
  const forms: readonly ((value: string) => readonly [name: string, question: Record<string, string>])[] = [
    (value) => ["ngrams", { q: value }],
    (value) => ["ngrams", { q: `${value} *`, jurisdiction: "*" }],
    (value) => ["ngrams", { q: `api(${value})` }],
    (value) => ["ngrams", { q: `api(search=${value}&cites_to=${value})`, year: value }],
    (value) => ["ngrams", { q: "case", jurisdiction: value }],
    (value) => ["resolve", { q: value }],
    (value) => ["resolve", { q: `1 Mass. 1 ${value} 2 Mass. 1` }],
  ];
  for (const form of forms) {
    for (const value of HOSTILE) {
      const [name, question] = form(value.toWellFormed());
      const { status } = await ask(`${served.url}/v1/${name}/?${new URLSearchParams(question)}`);
      expect([200, 400, 414], `${name} ${value.slice(0, 100)}`).toContain(status);
    }
  }
});

test(`H1, H2: generated questions of the search page (seed ${SEED}): a page whatever is asked, with no script but ours`, async () => {
  await fc.assert(
    fc.asyncProperty(QUESTIONS, async (path) => {
      const { status, text } = await ask(`${served.url}/${path.slice(path.indexOf("?"))}`);
      expect([200, 400, 404]).toContain(status);
      expect(text.split(/<script/i)).toHaveLength(2);
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

test.each([
  "/v1/%s/",
  "/v1/cases/%s/",
  "/v1/courts/%s/",
  "/v1/volumes/%s/download/",
  "/v1/bulk/%s/download/",
  "/%s",
  "/cases/%s/",
  "/browse/%s/",
  "/browse/mass/21/%s/",
])("generated paths below %s are answered or refused", async (path) => {
  const parts = fc
    .string({ unit: "binary", minLength: 1 })
    .map((part) => encodeURIComponent(part.toWellFormed()));
  await fc.assert(
    fc.asyncProperty(fc.oneof(parts, fc.webPath()), async (part) => {
      const { status } = await ask(served.url + path.replace("%s", part));
      expect([200, 301, 302, 400, 404]).toContain(status);
    }),
    { numRuns: 30, seed: SEED },
  );
});

test.skipIf(!existsSync("/proc/self/status"))(
  `H1, H2, H4: ${WARM_UP} generated questions (seed ${SEED}), and ${FURTHER} further ones that need no more memory, in the service and its reader (skipped without /proc)`,
  async () => {
    await using program = await serveSource(["--db", corpusPath, "--readers", "1", "--quiet"]);
    const pid = program.child.pid ?? 0;
    const paths = fc.sample(QUESTIONS, { seed: SEED + 1, numRuns: WARM_UP + FURTHER });
    let warm = 0;
    for (const [at, path] of paths.entries()) {
      if (at === WARM_UP) warm = residentBytes(pid);
      const { status } = await ask(program.url + path);
      expect([200, 400, 404], path).toContain(status);
    }
    expect(residentBytes(pid) - warm).toBeLessThan(MAX_GROWN_BYTES);
    expect((await program.stop("SIGTERM")).stderr).toBe("");
  },
);
