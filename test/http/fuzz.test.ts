/** faults, H1, H2, H4: whatever stands in a parameter, the answer is 200, 400 or 404, and nothing is harmed. */
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { COLLECTIONS, parametersOf } from "../../src/corpus/collections.ts";
import { makeCorpus } from "../support/corpus.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { ask } from "./checked.ts";
import { CLOSED, oneCase } from "./records.ts";
import { serviceOfFile } from "./serving.ts";

const folder = keptFolder();
const RUNS = 150;
const SEED = 20260101;

const served = serviceOfFile(async () => {
  const corpusPath = join(folder, "fuzz.db");
  makeCorpus(
    [oneCase(1), oneCase(2, { name: "50% of _ \\ v. 'Smith'" }), oneCase(3, { jurisdiction: CLOSED })],
    corpusPath,
  );
  return { corpusPath };
});

const HOSTILE = [
  "' OR 1=1 --",
  '"',
  "%",
  "_",
  "\\",
  "*",
  ")",
  ";DROP TABLE court_case",
  "\0",
  "%zz",
  "\ud800",
  "a".repeat(4000),
  "9".repeat(400),
  "-1",
  "1e400",
  "NaN",
  "__proto__",
];

test("H1: hostile values of every parameter of every collection", async () => {
  for (const collection of COLLECTIONS) {
    for (const { name } of parametersOf(collection)) {
      for (const value of HOSTILE) {
        const query = new URLSearchParams({ [name]: value.toWellFormed() });
        const { status } = await ask(`${served.url}/v1/${collection}/?${query}`);
        expect([200, 400, 404], `${collection} ${name} ${value}`).toContain(status);
      }
    }
  }
  expect((await ask(`${served.url}/v1/cases/`)).json).toMatchObject({ count: 3 });
  expect((await ask(`${served.url}/v1/cases/?name=0%25 of _ \\`)).json).toMatchObject({ count: 1 });
});

test("H1, H2: generated questions", async () => {
  const collection = fc.constantFrom(...COLLECTIONS);
  const word = fc.oneof(
    fc.string({ unit: "binary" }),
    fc.constantFrom(...HOSTILE, "AND", "NEAR(", "a*", "(a", "col:foo"),
  );
  const text = fc.array(word, { maxLength: 4 }).map((words) => words.join(" ").toWellFormed());
  const questions = collection.chain((name) => {
    const parameter = fc.constantFrom(...parametersOf(name).map((one) => one.name));
    return fc.record({
      name: fc.constant(name),
      pairs: fc.array(fc.tuple(parameter, text), { maxLength: 5 }),
    });
  });
  await fc.assert(
    fc.asyncProperty(questions, async ({ name, pairs }) => {
      const query = String(new URLSearchParams(pairs));
      const { status } = await ask(`${served.url}/v1/${name}/?${query.slice(0, 7_000)}`);
      expect([200, 400, 404]).toContain(status);
    }),
    { numRuns: RUNS, seed: SEED },
  );
});

test("H4: a cursor with one character changed is refused, or shows nothing that the filters exclude", async () => {
  const first = await ask(`${served.url}/v1/cases/?page_size=1&jurisdiction=mass`);
  const next = new URL(String(first.json?.next));
  const cursor = next.searchParams.get("cursor") ?? "";
  for (let at = 0; at < cursor.length; at++) {
    const other = cursor[at] === "A" ? "B" : "A";
    next.searchParams.set("cursor", cursor.slice(0, at) + other + cursor.slice(at + 1));
    const { status, json } = await ask(String(next));
    expect([200, 404]).toContain(status);
    if (status === 404) expect(json).toEqual({ detail: "Invalid cursor" });
    else expect(JSON.stringify(json?.results)).not.toContain('"id":3,');
  }
});

test.each([
  "/v1/%s/",
  "/v1/cases/%s/",
  "/v1/courts/%s/",
  "/v1/volumes/%s/download/",
  "/v1/bulk/%s/download/",
  "/%s",
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
