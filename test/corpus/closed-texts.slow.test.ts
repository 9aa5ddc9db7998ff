/**
 * Callers without credentials, where closed texts are not searched: whatever they ask, a corpus with closed bodies answers
 * as one in which these bodies are empty. Compared are the answers themselves, with counts, order, facets and previews.
 */
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { checkDraftText, citing, lookupCitations } from "../../src/mcp/citation-tools.ts";
import { searchCases } from "../../src/mcp/search-tools.ts";
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

const [FULL, EMPTIED] = [corpusOf("all"), corpusOf("open")];

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

/** The questions to which an answer differs between the corpora, so that it tells of closed texts. */
function telling(
  asked: Readonly<Record<string, readonly Answer[]>>,
  access: "anyone" | "public",
  rankedMatches = 30_000,
): string[] {
  using withTexts = openV1(FULL, { access, rankedMatches });
  using without = openV1(EMPTIED, { access, rankedMatches });
  const differs = (answer: Answer): boolean =>
    JSON.stringify(answer(withTexts)) !== JSON.stringify(answer(without));
  return Object.keys(asked).filter((question) => asked[question]?.some(differs));
}

const SEARCHES = [
  ...WORDS.flatMap((word, at) => {
    const other = WORDS[(at + 3) % WORDS.length];
    return [
      ...[word, `-${word}`, `dam -${word}`, `${word.slice(0, 3)}*`, `${word} | creek`],
      ...[`"${word} ${other}"`, `"${word} ${other}"~3`, `${word} | "${other} dam"`],
      ...[`${word} /3 dam`, `${word} +2 mill`, `${word} /s horse`, `${word} /p creek`],
    ];
  }),
  ...["gray", "secret", "-shaw", "massachusetts", "1 mass 1", "town -(mill | -dam)"],
  ...["(mill | dam) -(horse -secret)", "-(mill dam)", "m*", "-m*", "((mill) | (dam (horse)))", "dam 12-3"],
  ...["gray", "secret"].flatMap((name) => [`author:${name}`, `mill -author:${name}`, `dam | author:${name}`]),
  ...["court:mass", "name:mill", "name:mill dam", "(mill | dam) /2 hors*"],
];
const ORDERS = ["relevance", "-name_abbreviation"];

test("H14: with closed texts left out, no search tells a word of a closed text", () => {
  const asked = SEARCHES.map(
    (search, at) => [search, [answerOf({ search, ordering: ORDERS[at % 2] ?? "" })]] as const,
  );
  expect(telling(Object.fromEntries(asked), "public")).toEqual([]);
  // else nothing was compared: to others the same questions tell of closed texts
  const some = asked.filter((_, at) => at % 5 < 2);
  expect(telling(Object.fromEntries(some), "anyone").length).toBeGreaterThan(some.length / 2);
});

/** Of each kind: the parts that ids differ by come again after fifteen. */
const IDS = Array.from({ length: 16 }, (_, at) => at + 1);
const CITES = [1, 2, 3, 4, 5, 6, 7].map((n) => `${n} Mass. ${n}`);
const NAMES = ["gray", "shaw", "secret"];

/** Each question alone, and with one of the things that a word can add to it. */
function listed(...questions: readonly Asked[]): Answer[] {
  const more = [{ search: "dam" }, { name: "town" }, { ordering: "-analysis.word_count" }];
  return questions.flatMap((question, at) => [
    answerOf(question),
    answerOf({ ...question, ...more[at % more.length] }),
  ]);
}

const ANSWERS: Readonly<Record<string, readonly Answer[]>> = {
  author: listed(...[...NAMES, "j", "c j", "gray", "secret"].map((author) => ({ author }))),
  author_type: listed(...NAMES.map((author) => ({ author_type: `${author}:majority` }))),
  author__cites_to: listed(
    ...NAMES.flatMap((author) => CITES.map((cite) => ({ author, author__cites_to: cite }))),
  ),
  cites_to: CITES.flatMap((cites_to) => [
    ...listed({ cites_to }),
    ...[{ name: "town" }, { ordering: "name_abbreviation" }, { decision_date_min: "1853" }].map((more) =>
      answerOf({ cites_to, ...more }),
    ),
  ]),
  "cites_to.": listed({ "cites_to.reporter": "Mass." }, { "cites_to.category": "reporters:state" }),
  cites_to__: listed(
    ...["mass", "ind"].map((slug) => ({ cites_to__jurisdiction: slug })),
    ...WORDS.map((word) => ({ cites_to__search: word })),
    ...NAMES.map((author) => ({ cites_to__author: author })),
    ...IDS.slice(0, 9).map((id) => ({ cites_to__id: id })),
    ...["mill", "town"].map((name) => ({ cites_to__name: name })),
  ),
  cited_by: IDS.map((id) => answerOf({ cited_by: id })),
  analysis: listed(
    { "analysis.word_count__gte": 5 },
    { "analysis.simhash__in": "a__b" },
    { source: "Harvard" },
    { restricted: "true" },
    { id__in: "1__2__3__4" },
    { cite__exclude: "2 Mass. 2" },
  ),
  facets: WORDS.map(
    (search) => (v1) =>
      v1.list("cases", { search, facet: ["jurisdiction,decision_date", "decision_date,jurisdiction"] })
        .facets,
  ),
  csv: WORDS.map((search) => (v1) => [...v1.csv("cases", { search, full_case: true, preview: true })]),
  random: WORDS.map((search) => answerOf({ search, ordering: "random", seed: 5 })),
  trends: WORDS.map((word) => (v1) => v1.trends([word, `-${word}`], { by: "jurisdiction" })),
  similar: IDS.map((id) => (v1) => v1.similar(id, { limit: 50 })),
  treatment: IDS.map((id) => (v1) => v1.treatment(id, { limit: 100 })),
  cites: IDS.map((id) => (v1) => v1.cites(id)),
  ngrams: [
    ...WORDS.flatMap((word) => [word, `${word} dam`, `${word} *`, `api(search=${word})`]),
    ...["api(author=secret)", "api(cites_to=2 Mass. 2)", "api(cites_to__search=secret)", "town of *"],
  ].map((q) => (v1) => refusal(() => v1.ngrams({ q, jurisdiction: "*" }))),
  resolve: CITES.map((q) => (v1) => v1.resolve({ q })),
  tools: [
    ...WORDS.map(
      (query): Answer =>
        (v1) =>
          searchCases(v1, { query, author: "j", order: "relevance", limit: 20 }).results,
    ),
    ...IDS.flatMap((id) =>
      (["cites", "cited_by"] as const).map(
        (direction): Answer =>
          (v1) =>
            citing(v1, { id, direction, limit: 10 }),
      ),
    ),
    (v1) => lookupCitations(v1, { text: CITES.join("; ") }),
    ...IDS.map(
      (id): Answer =>
        (v1) =>
          checkDraftText(v1, { text: `"mill dam secret horse creek" ${id} Mass. ${id}` }),
    ),
  ],
  "same day": IDS.map((id) => (v1) => {
    const one = v1.corpus.case(id);
    return one === null ? null : v1.corpus.sameDayDuplicates(one).map((other) => other.id);
  }),
};

function refusal(ask: () => unknown): unknown {
  try {
    return ask();
  } catch (error) {
    return String(error);
  }
}

test("H14: author, cites_to, cited_by and trends, later filters, endpoints and tools tell the public nothing of closed texts", () => {
  expect(telling(ANSWERS, "public")).toEqual([]);
  // else nothing was compared: to others the same questions tell of closed texts; five kinds never do
  const untold = ["cites_to.", "cited_by", "cites", "resolve", "same day"];
  expect(telling(ANSWERS, "anyone")).toEqual(Object.keys(ANSWERS).filter((kind) => !untold.includes(kind)));
});

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
    ["relevance", "-relevance"].map((ordering) => ({ search, ordering, page_size: 9 })),
  );
  for (const rankedMatches of [2, 10, 30_000]) {
    const walked = questions.map(
      (question): Answer =>
        (corpus) =>
          walk(corpus, question).forth,
    );
    expect(telling({ walked }, "public", rankedMatches)).toEqual([]);
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
    fuzzing(60),
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
