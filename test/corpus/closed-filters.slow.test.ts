/**
 * The filters, endpoints and tools of the service's last years, asked by callers who may not search closed texts: a corpus with closed
 * bodies answers as one in which these bodies are empty (`closed-texts.slow.test.ts` has the older filters).
 */
import { expect, test } from "vitest";
import { checkDraftText, citing, lookupCitations } from "../../src/mcp/citation-tools.ts";
import { searchCases } from "../../src/mcp/search-tools.ts";
import { type Answer, type Asked, answerOf, CASES, differing, WORDS } from "./closed-corpora.ts";

const IDS = Array.from({ length: CASES }, (_, at) => at + 1);
const CITES = [1, 2, 3, 4, 5, 6, 7].map((n) => `${n} Mass. ${n}`);
const AUTHORS = ["gray", "shaw", "secret"];
/** Whatever a word adds to a question. */
const MORE: readonly Asked[] = [
  {},
  { search: "dam" },
  { name: "town" },
  { ordering: "-analysis.word_count" },
];

function listed(questions: readonly Asked[]): Answer[] {
  return questions.flatMap((question) => MORE.map((more) => answerOf({ ...question, ...more })));
}

const ANSWERS: Readonly<Record<string, readonly Answer[]>> = {
  author_type: listed(AUTHORS.map((author) => ({ author_type: `${author}:majority` }))),
  author__cites_to: listed(
    AUTHORS.flatMap((author) => CITES.map((cite) => ({ author, author__cites_to: cite }))),
  ),
  "cites_to.": listed([{ "cites_to.reporter": "Mass." }, { "cites_to.category": "reporters:state" }]),
  cites_to__: listed([
    ...["mass", "ind"].map((slug) => ({ cites_to__jurisdiction: slug })),
    ...WORDS.map((word) => ({ cites_to__search: word })),
    ...AUTHORS.map((author) => ({ cites_to__author: author })),
    ...IDS.slice(0, 9).map((id) => ({ cites_to__id: id })),
    ...["mill", "town"].map((name) => ({ cites_to__name: name })),
  ]),
  analysis: listed([
    { "analysis.word_count__gte": 5 },
    { "analysis.simhash__in": "a__b" },
    { source: "Harvard" },
    { restricted: "true" },
    { id__in: "1__2__3__4" },
    { cite__exclude: "2 Mass. 2" },
  ]),
  search: [
    ...WORDS.flatMap((word) => [`${word} /3 dam`, `${word} +2 mill`, `${word} /s horse`, `${word} /p creek`]),
    ...AUTHORS.flatMap((author) => [`author:${author}`, `mill -author:${author}`, `dam | author:${author}`]),
    ...["court:mass", "name:mill", "name:mill dam", "(mill | dam) /2 hors*"],
  ].map((search) => answerOf({ search })),
  facets: WORDS.map(
    (search) => (v1) =>
      v1.list("cases", { search, facet: ["jurisdiction,decision_date", "decision_date,jurisdiction"] })
        .facets,
  ),
  csv: WORDS.map((search) => (v1) => [...v1.csv("cases", { search, full_case: true, preview: true })]),
  random: WORDS.map((search) => answerOf({ search, ordering: "random", seed: 5 })),
  similar: IDS.map((id) => (v1) => v1.similar(id, { limit: 50 })),
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

test.each(Object.entries(ANSWERS))("H14: %s gives the public nothing of closed texts", (_, answers) => {
  expect(differing(answers, (answer) => answer, "public").length).toBe(0);
});

test.each(["cites", "resolve", "same day"])(
  "H14: %s gives no caller without a token anything of closed texts",
  (name) => {
    expect(differing(ANSWERS[name] ?? [], (answer) => answer, "anyone").length).toBe(0);
  },
);

test("H14: without closed texts left out, the same questions depend on them: else nothing was compared", () => {
  const told = Object.entries(ANSWERS).filter(
    ([, answers]) => differing(answers, (answer) => answer, "anyone").length > 0,
  );
  expect(told.map(([name]) => name)).toEqual(
    expect.arrayContaining(["author_type", "author__cites_to", "cites_to__", "search", "facets", "ngrams"]),
  );
});
