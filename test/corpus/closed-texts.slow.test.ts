/**
 * Callers without credentials, where closed texts are not searched: whatever they ask, a corpus with closed bodies answers
 * as one in which these bodies are empty. Compared are the answers themselves, with counts, order, facets and previews.
 */
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openV1, type V1 } from "../../src/v1/v1.ts";
import { importRecords, makeCorpus, openTestWriter } from "../support/corpus.ts";
import { fuzzing } from "../support/fuzz.ts";
import { keptFolder, tempFolder } from "../support/temp-folder.ts";
import { line, textBody } from "./records.ts";
import { walk } from "./walk.ts";

const OPEN = { id: 5, slug: "mass", name: "Mass.", name_long: "Massachusetts", whitelisted: true };
const CLOSED = { id: 30, slug: "ind", name: "Ind.", name_long: "Indiana", whitelisted: false };
const WORDS = [
  "mill",
  "mills",
  "miller",
  "dam",
  "horse",
  "university",
  "universities",
  "court",
  "creek",
  "secret",
];
const AUTHORS = ["GRAY, J.", "SHAW, C. J.", "SECRET, J."];
const CASES = 60;

/** The same for the same arguments, and spread over all of a list. */
function pick<T>(list: readonly T[], ...seeds: readonly number[]): T | undefined {
  const mixed = seeds.reduce(
    (hash, seed) => Math.imul(hash ^ (seed + 0x9e37), 0x85ebca6b) ^ (hash >>> 13),
    7,
  );
  return list[(mixed >>> 1) % list.length];
}

function words(count: number, seed: number): string {
  return Array.from({ length: count }, (_, at) => pick(WORDS, seed, at)).join(" ");
}

/** Every third case is open, every fifth of no known jurisdiction; the source tells what every fourth cites. */
function isOpen(id: number): boolean {
  return id % 3 === 0 && id % 5 !== 0;
}

function record(id: number, bodies: "all" | "open"): Record<string, unknown> {
  const cited = `${1 + (id % 7)} Mass. ${1 + (id % 7)}`;
  const text = `${words(3 + (id % 11), id)}. See ${cited}. ${words(4 + (id % 5), id + 100)}`;
  const author = pick(AUTHORS, id) ?? null;
  const body = textBody(words(1 + (id % 4), id + 200), { type: "majority", author, text });
  return line(id, {
    name: `${pick(WORDS, id, 1)} v. Town of ${pick(["Mill", "Salem", "Boston"], id, 2)}`,
    name_abbreviation: `${pick(WORDS, id, 1)} v. Town`,
    docket_number: id % 6 === 0 ? "dam 12-3" : "",
    decision_date: `${1850 + (id % 9)}-0${1 + (id % 8)}-11`,
    jurisdiction: id % 5 === 0 ? null : isOpen(id) ? OPEN : CLOSED,
    court: id % 2 === 0 ? { id: 500, slug: "mass", name: "Supreme Court", name_abbreviation: "S." } : null,
    ...(id % 4 === 0 ? { cites_to: [{ cite: `${1 + (id % 3)} Mass. ${1 + (id % 3)}` }] } : {}),
    casebody: bodies === "all" || isOpen(id) ? body : textBody(""),
  });
}

const folder = keptFolder();

function corpusOf(bodies: "all" | "open"): string {
  const records = Array.from({ length: CASES }, (_, at) => record(at + 1, bodies));
  return makeCorpus(records, join(folder, `${bodies}-${Math.random()}.db`));
}

const [full, emptied] = [corpusOf("all"), corpusOf("open")];

type Asked = Record<string, string | number | readonly string[]>;
type Answer = (corpus: V1) => unknown;

/** All of a question's answers; links hold the state of the corpus, so they are left out. */
function answerOf(question: Asked): Answer {
  return (corpus) => {
    const { count, facets, results } = corpus.list("cases", {
      facet: ["jurisdiction", "court", "reporter", "decision_date"],
      preview: "true",
      ...question,
    });
    return { count, facets, results };
  };
}

/** Which answers differ between the corpora, so that they tell of closed texts. */
function differing<T>(
  asked: readonly T[],
  answerTo: (one: T) => Answer,
  access: "anyone" | "public",
  rankedMatches = 30_000,
): T[] {
  using withTexts = openV1(full, { access, rankedMatches });
  using without = openV1(emptied, { access, rankedMatches });
  return asked.filter((one) => {
    const answer = answerTo(one);
    return JSON.stringify(answer(withTexts)) !== JSON.stringify(answer(without));
  });
}

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
  using corpus = openV1(full, { access: "public" });
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
        walk(corpus, "cases", question).forth;
    expect(differing(questions, walked, "public", rankedMatches)).toEqual([]);
    using corpus = openV1(full, { access: "public", rankedMatches });
    for (const question of questions) {
      const { forth, back, counts } = walk(corpus, "cases", question);
      expect(back).toEqual(forth);
      expect([...counts]).toEqual([new Set(forth).size]);
    }
  }
});

test("H14: no search of any form tells of closed texts", () => {
  using withTexts = openV1(full, { access: "public" });
  using without = openV1(emptied, { access: "public" });
  const word = fc.constantFrom(...WORDS, "town", "gray", "m", "mass", "1");
  const leaf = fc.oneof(
    word,
    word.map((one) => `${one}*`),
    fc.tuple(word, word).map(([a, b]) => `"${a} ${b}"`),
    fc.tuple(word, word, fc.nat(6)).map(([a, b, n]) => `"${a} ${b}"~${n}`),
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
    fuzzing(300),
  );
});

test("brackets as deep as they are read are no error where closed texts are left out", () => {
  using corpus = openV1(full, { access: "public" });
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
