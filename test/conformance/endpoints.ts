/** Statements on words by year, and on the citations in a text. */
import assert from "node:assert/strict";
import { askRecord, asRecord, asRecords, type Json, listPath, textAt } from "./client.ts";
import { citationOf, citedCase, findCase, wordOf } from "./pick.ts";
import type { Statement } from "./statement.ts";

const NGRAMS = 'docs/interface.md, "ngrams"';
const RESOLVE = 'docs/interface.md, "resolve"';

export const ENDPOINTS: readonly Statement[] = [
  {
    id: "ngrams-word",
    says: "ngrams counts a case in its year and jurisdiction by a word of its name; doc_count is at most all cases, as facets count them",
    from: NGRAMS,
    check: async (client) => {
      const one = await findCase(client, "dated case with a jurisdiction", isCounted);
      const [year, slug] = [textAt(one, "decision_date").slice(0, 4), textAt(one, "jurisdiction.slug")];
      const word = wordOf(one).toLowerCase();
      const all = await askRecord(client, listPath("ngrams", { q: word, jurisdiction: slug, year }));
      const [own] = yearsOf(all, word, slug);
      assert.equal(own?.year, year);
      const [cases = 0, total = 0] = own === undefined ? [] : numbersOf(own.doc_count);
      assert.ok(cases >= 1 && cases <= total, `${cases} of ${total}`);
      const query = { jurisdiction: slug, decision_date: year, page_size: "1", count: "exact" };
      const { count } = await askRecord(client, listPath("cases", query));
      assert.equal(total, count);
      const found = await askRecord(client, listPath("cases", { ...query, search: `"${word}"` }));
      assert.equal(cases, found.count);
    },
  },
  {
    id: "ngrams-api",
    says: "ngrams of api(FILTERS) counts the cases of these filters",
    from: NGRAMS,
    check: async (client) => {
      const one = await findCase(client, "dated case with a jurisdiction", isCounted);
      const q = `api(id=${textAt(one, "id")})`;
      const years = yearsOf(await askRecord(client, listPath("ngrams", { q })), q, "total");
      assert.deepEqual(
        years.map(({ year, doc_count: cases }) => [year, numbersOf(cases)[0]]),
        [[textAt(one, "decision_date").slice(0, 4), 1]],
      );
    },
  },
  {
    id: "ngrams-nothing",
    says: "ngrams of a word that no case has is an envelope without results",
    from: NGRAMS,
    check: async (client) => {
      assert.deepEqual(await askRecord(client, listPath("ngrams", { q: "qqxzvwjkqqxzvwjk" })), {
        ...{ count: 0, next: null, previous: null },
        results: {},
      });
    },
  },
  {
    id: "resolve-cite",
    says: "resolve finds a case by its own citation within a text",
    from: RESOLVE,
    check: async (client) => {
      const one = await citedCase(client);
      const cite = citationOf(one);
      const found = await askRecord(client, listPath("resolve", { q: `See ${cite}, and 9999 U.S. 99999.` }));
      const ids = Object.values(found).flatMap((cases) =>
        asRecords(cases).map((own) => textAt(own, "source_id")),
      );
      assert.ok(ids.includes(textAt(one, "id")), JSON.stringify(found).slice(0, 200));
    },
  },
  ...[
    ["ngrams", {}],
    ["ngrams", { q: "" }],
    ["resolve", {}],
    ["resolve", { q: "no citation" }],
  ].map(
    ([name, query]): Statement => ({
      id: `refuse-${String(name)}-${JSON.stringify(query)}`,
      says: `${String(name)} with ${JSON.stringify(query)} is 400 naming q`,
      from: name === "ngrams" ? NGRAMS : RESOLVE,
      check: async (client) => {
        const { status, text } = await client.ask(listPath(String(name), Object(query)));
        assert.deepEqual(
          { status, names: Object.keys(asRecord(JSON.parse(text))) },
          { status: 400, names: ["q"] },
        );
      },
    }),
  ),
];

function isCounted({ decision_date: date, jurisdiction, name_abbreviation: name }: Json): boolean {
  const { slug } = asRecord(jurisdiction);
  return /^\d{4}/.test(String(date)) && typeof slug === "string" && /[A-Za-z]{3}/.test(String(name));
}

function yearsOf({ results }: Json, phrase: string, group: string): readonly Json[] {
  const groups = asRecord(results)[phrase];
  return groups === undefined ? [] : asRecords(asRecord(groups)[group]);
}

function numbersOf(pair: unknown): number[] {
  return Array.isArray(pair) ? pair.map(Number) : [];
}
