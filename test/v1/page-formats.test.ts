/** Pages as CSV: flattened by dots, read back equal. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { csvLines } from "../../src/v1/page-formats.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { line } from "../corpus/records.ts";
import { makeCorpus } from "../support/corpus.ts";

/** Reads CSV as RFC 4180 says. */
function readCsv(text: string): string[][] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'));
    if (end === "\r\n") rows.push([]);
  }
  return rows.slice(0, -1);
}

test("any texts are read back equal", () => {
  const text = fc.string({ unit: fc.constantFrom(...'ab,"\r\n; é東') });
  fc.assert(
    fc.property(fc.array(fc.record({ a: text, b: fc.record({ c: text }) }), { minLength: 1 }), (records) => {
      const [names, ...rows] = readCsv([...csvLines(records)].join(""));
      expect(names).toEqual(["a", "b.c"]);
      expect(rows).toEqual(records.map(({ a, b }) => [a, b.c]));
    }),
    { seed: 3 },
  );
});

test("a case is flattened; lists are JSON; a column that only some records have is empty in the others", () => {
  using v1 = openV1(
    makeCorpus([
      line(1, { cites_to: [{ cite: "1 X 1" }], court: null }),
      line(2, { analysis: { word_count: 5, pagerank: { raw: 0.5 } } }),
    ]),
  );
  const [names = [], ...rows] = readCsv([...v1.csv("cases", { ordering: "id" })].join(""));
  const cases = rows.map((row) => Object.fromEntries(row.map((cell, at) => [names[at], cell])));
  expect(cases).toMatchObject([
    { id: "1", cites_to: '[{"cite":"1 X 1"}]', "court.slug": "", "analysis.word_count": "" },
    {
      id: "2",
      cites_to: "",
      "court.slug": "mass",
      "analysis.word_count": "5",
      "analysis.pagerank.raw": "0.5",
    },
  ]);
  expect(cases[0]?.citations).toBe('[{"type":"official","cite":"1 Mass. 1"}]');
});

test("a page without a record has an empty first line", () => {
  expect([...csvLines([])]).toEqual(["\r\n"]);
});
