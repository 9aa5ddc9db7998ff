/** Expressions whose matches follow from lists, against FTS5's answers. */
import Database from "better-sqlite3";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  costOfPlain,
  matchesOfPlain,
  parsePlain,
  tokensOfPlain,
} from "../../../src/store/words/plain-expression.ts";

const TOKENS = ["a", "b", "c", "é", "\u{f8f0}j29"];
const { words: WORDS } = fc.letrec<{ words: string }>((tie) => ({
  words: fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom(...TOKENS).map((token) => `"${token}"`) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(tie("words"), fc.constantFrom("AND", "OR", "NOT"), tie("words"), fc.boolean())
        .map(([left, operator, right, isGroup]) =>
          isGroup ? `(${left} ${operator} ${right})` : `${left} ${operator} ${right}`,
        ),
    },
  ),
}));

test("the matches of an expression are those of FTS5, whatever its brackets", () => {
  const db = new Database(":memory:");
  db.exec("CREATE VIRTUAL TABLE words USING fts5 (text, content = '', tokenize = 'ascii')");
  const insert = db.prepare("INSERT INTO words (rowid, text) VALUES (?, ?)");
  for (let rowid = 1; rowid < 2 ** TOKENS.length; rowid++)
    insert.run(rowid, TOKENS.filter((_, nth) => rowid & (1 << nth)).join(" "));
  const search = db
    .prepare<[string], number>("SELECT rowid FROM words WHERE words MATCH ? ORDER BY rowid")
    .pluck();
  const listOf = (token: string): Float64Array => Float64Array.from(search.all(`"${token}"`));
  fc.assert(
    fc.property(WORDS, (words) => {
      const expression = parsePlain(words);
      expect(expression).not.toBeNull();
      if (expression !== null)
        expect(Array.from(matchesOfPlain(expression, listOf))).toEqual(search.all(words));
    }),
    { numRuns: 300 },
  );
  db.close();
});

test("expressions with phrases, prefixes, columns or NEAR groups are left to FTS5", () => {
  for (const words of [
    '"a b"',
    '"a" *',
    'names : "a"',
    '{names cites} : "a"',
    'NEAR("a" "b", 5)',
    '"a" "b"',
    '("a"',
    '"a" AND',
    '"A"',
    '"a-b"',
    '""',
    "",
  ])
    expect(parsePlain(words)).toBeNull();
});

test("an expression costs what FTS5 reads of its lists", () => {
  const lengths: Record<string, number> = { a: 10, b: 200, c: Number.POSITIVE_INFINITY };
  const cost = (words: string): number => {
    const expression = parsePlain(words);
    return expression === null ? Number.NaN : costOfPlain(expression, (token) => lengths[token] ?? 0);
  };
  expect(
    ['"a" AND "c"', '"a" OR "b"', '"b" NOT "c"', '"c" NOT "a"', '"a" AND ("b" OR "c")'].map(cost),
  ).toEqual([10, 210, 200, Number.POSITIVE_INFINITY, 10]);
  expect(tokensOfPlain(parsePlain('"a" AND ("b" OR "a")') ?? { kind: "token", token: "" })).toEqual([
    "a",
    "b",
  ]);
});
