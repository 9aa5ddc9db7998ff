/**
 * Callers without credentials, where closed texts are not searched: whatever they ask, a corpus with closed bodies answers
 * as one in which these bodies are empty. Compared are the answers themselves, with counts, order, facets and previews.
 */
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openV1, type V1 } from "../../src/v1/v1.ts";
import { importRecords, openTestWriter } from "../support/corpus.ts";
import { fuzzing } from "../support/fuzz.ts";
import { tempFolder } from "../support/temp-folder.ts";
import {
  type Answer,
  type Asked,
  answerOf,
  CASES,
  CLOSED,
  differing,
  EMPTIED,
  FULL,
  record,
  WORDS,
} from "./closed-corpora.ts";
import { line } from "./records.ts";
import { walk } from "./walk.ts";

const SEARCHES = [
  ...WORDS.flatMap((word, at) => {
    const other = WORDS[(at + 3) % WORDS.length];
    return [
      ...[word, `-${word}`, `dam -${word}`, `${word.slice(0, 3)}*`, `${word} | creek`],
      ...[`"${word} ${other}"`, `"${word} ${other}"~3`, `${word} | "${other} dam"`],
    ];
  }),
  ...["gray", "secret", "-shaw", "massachusetts", "1 mass 1", "town -(mill | -dam)"],
  ...["(mill | dam) -(horse -secret)", "-(mill dam)", "m*", "-m*", "((mill) | (dam (horse)))", "dam 12-3"],
];
const ORDERS = ["relevance", "-name_abbreviation"];

test("H14: with closed texts left out, no search tells a word of a closed text", () => {
  for (const ordering of ORDERS) {
    expect(differing(SEARCHES, (search) => answerOf({ search, ordering }), "public")).toEqual([]);
  }
  // else nothing was compared: to others the same questions tell of closed texts
  const told = differing(SEARCHES, (search) => answerOf({ search }), "anyone");
  expect(told.length).toBeGreaterThan(SEARCHES.length / 2);
});

test.each(["public", "anyone"] as const)(
  "H14: author, cites_to, cited_by and trends tell %s as much as they may",
  (access) => {
    const ids = Array.from({ length: CASES }, (_, at) => String(at + 1));
    const answers: readonly (readonly [string, Answer])[] = [
      ...["gray", "shaw", "secret", "j", "c j"].map((author) => ["author", answerOf({ author })] as const),
      ...["gray", "secret"].map((author) => ["author", answerOf({ author, search: "mill" })] as const),
      ...[1, 2, 3, 4, 5, 6, 7].flatMap((n) =>
        [
          {},
          { search: "dam" },
          { name: "town" },
          { ordering: "name_abbreviation" },
          { decision_date_min: "1853" },
        ].map((more) => ["cites_to", answerOf({ cites_to: `${n} Mass. ${n}`, ...more })] as const),
      ),
      ...ids.map((id) => ["cited_by", answerOf({ cited_by: id })] as const),
      ...WORDS.map(
        (word) =>
          ["trends", (corpus: V1) => corpus.trends([word, `-${word}`], { by: "jurisdiction" })] as const,
      ),
    ];
    const told = new Set(differing(answers, ([, answer]) => answer, access).map(([kind]) => kind));
    expect([...told]).toEqual(access === "public" ? [] : ["author", "cites_to", "trends"]);
  },
);

test("H14: what the source tells of a closed case is found, and what is known without its text", () => {
  using corpus = openV1(FULL, { access: "public" });
  const found = (question: Asked): number[] =>
    corpus.list("cases", { page_size: 100, ...question }).results.map(({ id }) => id);
  // 16 is closed, and cites 2 Mass. 2 by the source's word
  expect(found({ cites_to: "2 Mass. 2" })).toContain(16);
  for (const question of [
    { name: "town of" },
    { cite: "16 Mass. 16" },
    { search: "16 mass 16" },
    { jurisdiction: "ind" },
  ]) {
    expect(found(question)).toContain(16);
  }
  expect(found({ search: "supreme", jurisdiction: "ind" })).toContain(16);
});

test("H14: pages by relevance fit each other, and tell nothing of closed texts, where not all matches are scored", () => {
  const questions = ["mill | dam | creek", "town", "mil*", "court -secret"].flatMap((search) =>
    ["relevance", "-relevance"].map((ordering) => ({ search, ordering, page_size: 4 })),
  );
  for (const rankedMatches of [2, 10, 30_000]) {
    const walked =
      (question: Asked): Answer =>
      (corpus) =>
        walk(corpus, question).forth;
    expect(differing(questions, walked, "public", rankedMatches)).toEqual([]);
    using corpus = openV1(FULL, { access: "public", rankedMatches });
    for (const question of questions) {
      const { forth, back, counts } = walk(corpus, question);
      expect(back).toEqual(forth);
      expect([...counts]).toEqual([new Set(forth).size]);
    }
  }
});

test("H14: no search of any form tells of closed texts", () => {
  using withTexts = openV1(FULL, { access: "public" });
  using without = openV1(EMPTIED, { access: "public" });
  const word = fc.constantFrom(...WORDS, "town", "gray", "m", "mass", "1");
  const leaf = fc.oneof(
    word,
    word.map((one) => `${one}*`),
    fc.tuple(word, word).map(([a, b]) => `"${a} ${b}"`),
    fc.tuple(word, word, fc.nat(6)).map(([a, b, n]) => `"${a} ${b}"~${n}`),
    fc
      .tuple(word, fc.constantFrom("/0", "/3", "+1", "+4", "/s", "/p"), word)
      .map(([first, operator, second]) => `(${first} ${operator} ${second})`),
    fc.constantFrom("author:gray", "author:secret", "court:mass", "name:mill", "name:town"),
  );
  const { search } = fc.letrec<{ search: string; node: string }>((tie) => ({
    node: fc.oneof(
      { depthSize: "small" },
      leaf,
      fc.tuple(tie("node"), tie("node")).map(([a, b]) => `(${a} | ${b})`),
      fc.tuple(tie("node"), tie("node")).map(([a, b]) => `(${a} ${b})`),
      tie("node").map((one) => `-${one}`),
    ),
    search: fc.array(tie("node"), { minLength: 1, maxLength: 3 }).map((nodes) => nodes.join(" ")),
  }));
  const asked = fc.record({ search, ordering: fc.constantFrom(...ORDERS) });
  fc.assert(
    fc.property(asked, ({ search: text, ordering }) => {
      const ask = answerOf({ search: text, ordering });
      expect(ask(withTexts)).toEqual(ask(without));
    }),
    fuzzing(150),
  );
});

test("brackets as deep as they are read are no error where closed texts are left out", () => {
  using corpus = openV1(FULL, { access: "public" });
  const deep = `${"(".repeat(16)}mill -(dam | ${"(horse | ".repeat(8)}secret${")".repeat(9)}${")".repeat(16)}`;
  expect(() => corpus.list("cases", { search: deep })).not.toThrow();
});

test("a jurisdiction that opens has its texts searched from the next question on", () => {
  const path = join(tempFolder(), "opening.db");
  using writer = openTestWriter(path);
  importRecords(writer, { records: [1, 2, 3].map((id) => record(id, "all")) });
  using corpus = openV1(path, { access: "public" });
  using owner = openV1(path);
  const opinions = owner.case(1, "text")?.casebody?.data;
  const text = typeof opinions === "object" ? (opinions?.opinions[0]?.text ?? "") : "";
  const search = `"${text.split(".")[0]}"`;
  const countOf = () => corpus.list("cases", { search }).count;
  expect([countOf(), owner.list("cases", { search }).count]).toEqual([0, 1]);
  importRecords(writer, {
    unit: "later",
    records: [line(900, { jurisdiction: { ...CLOSED, whitelisted: true } })],
  });
  expect(countOf()).toBe(1);
});
