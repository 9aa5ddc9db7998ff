import { join } from "node:path";
import { expect, test } from "vitest";
import { runExport } from "../../src/export/run-export.ts";
import { closestName } from "../../src/v1/parameter.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCases } from "../support/records.ts";
import { keptFolder, tempFolder } from "../support/temp-folder.ts";

const path = makeCorpus(bulkCases(1, 3), `${keptFolder()}/test.db`);

/** A question as a caller without types may write it. */
function untyped(name: string, value = "x"): readonly (readonly [string, string])[] {
  return [[name, value]];
}

test.each([
  ["jurisdicton", "No such parameter. Did you mean jurisdiction?"],
  ["decisionDateMin", "No such parameter. Did you mean decision_date_min?"],
  ["decision_date__after", "No such parameter. Did you mean decision_date__gte?"],
  ["zzz", "No such parameter."],
])("the library refuses %s", (name, message) => {
  using v1 = openV1(path);
  expect(() => v1.list("cases", untyped(name))).toThrow(
    expect.objectContaining({ code: "invalid", parameters: { [name]: [message] } }),
  );
});

test("all ignores a facet; an unknown one is refused", () => {
  using v1 = openV1(path);
  expect([...v1.all("cases", { facet: "court", page_size: 1 })]).toHaveLength(3);
  expect(() => v1.list("cases", { facet: ["court", "volume"] })).toThrow(
    "facet: Select a valid choice. volume is not one of the available choices.",
  );
});

test("more years than SQLite's expressions are deep are taken", () => {
  using v1 = openV1(path);
  const years = Array.from({ length: 1_300 }, (_, n) => String(700 + n).padStart(4, "0")).join("__");
  expect(v1.list("cases", { decision_date__in: years }).count).toBe(3);
  expect(v1.list("cases", { decision_date__exclude: years }).count).toBe(0);
});

test("every method with a question refuses a parameter that it does not have, an empty one too", async () => {
  using v1 = openV1(path);
  const odd = untyped("jurisdictio", "");
  const asked = [
    () => v1.list("cases", odd),
    () => v1.page("courts", odd),
    () => v1.csv("reporters", odd),
    () => [...v1.pages("volumes", odd)],
    () => [...v1.all("citations", odd)],
    () => v1.record("cases", "1", odd),
    () => v1.record("courts", "ill-1", odd),
    () => v1.similar(1, odd),
    () => v1.trends(["a"], odd),
    () => v1.coverage(odd),
    () => v1.changes(odd),
    () => v1.eachChange(odd),
    () => v1.as("open").list("bulk", odd),
  ];
  for (const ask of asked) expect(ask).toThrow("jurisdictio: No such parameter");
  await expect(v1.each("cases", odd).next()).rejects.toThrow("jurisdictio: No such parameter");
  const target = join(tempFolder(), "out");
  await expect(runExport(path, { format: "csv", target, question: odd })).rejects.toThrow(
    "Did you mean jurisdiction?",
  );
  await expect(
    runExport(path, { format: "csv", target, question: untyped("ordering", "id") }),
  ).rejects.toThrow("ordering: No such parameter");
});

test("a caller can have unknown parameters ignored, as over HTTP; but not those that look like filters", () => {
  using v1 = openV1(path, { unknownParameters: "ignored" });
  expect(v1.list("cases", untyped("jurisdicton")).count).toBe(3);
  expect(v1.record("cases", "1", untyped("jurisdicton"))).not.toBeNull();
  expect(() => v1.list("cases", untyped("court__near"))).toThrow("No such filter");
});

test("each answers every record of any collection, and stops when its signal is aborted", async () => {
  using v1 = openV1(path);
  const ids = async (signal?: AbortSignal): Promise<number[]> => {
    const found: number[] = [];
    const run = signal === undefined ? {} : { signal };
    for await (const { id } of v1.each("cases", { page_size: 2, ordering: "id" }, run)) found.push(id);
    return found;
  };
  expect(await ids()).toEqual([1, 2, 3]);
  expect((await Array.fromAsync(v1.each("courts"))).map(({ slug }) => slug)).toEqual(["ill-1"]);
  await expect(ids(AbortSignal.abort(new Error("enough")))).rejects.toThrow("enough");
  const stop = new AbortController();
  const iterator = v1.cases({ page_size: 2, ordering: "id" }, { signal: stop.signal });
  expect((await iterator.next()).value?.id).toBe(1);
  stop.abort(new Error("enough"));
  await expect(iterator.next()).rejects.toThrow("enough");
  expect(await iterator.next()).toEqual({ done: true, value: undefined });
});

const KNOWN = [
  ["ill", "Ill.", "Illinois"],
  ["ind", "Ind.", "Indiana"],
  ["ny", "N.Y.", "New York"],
  [null, "nameless", null],
];

test.each([
  ["ilinois", "ill"],
  ["NEW-YORK", "ny"],
  ["new y", "ny"],
  ["indianna", "ind"],
  ["zz", null],
  ["", null],
  ["§", null],
  ["nameles", null],
  ["x".repeat(100_000), null],
])("nearestOf %j is %j", (text, name) => {
  expect(closestName(text, KNOWN)).toBe(name);
});

test("cases lets other work go on between two pages", async () => {
  using corpus = openV1(makeCorpus(bulkCases(1, 30)));
  let turns = 0;
  const other = (): void => {
    turns++;
    if (turns < 1_000) setImmediate(other);
  };
  setImmediate(other);
  for await (const one of corpus.cases({ page_size: 1 })) expect(one.id).toBeGreaterThan(0);
  expect(turns).toBeGreaterThanOrEqual(29);
});
