/** Statements on `/v1/ngrams/` and `/v1/resolve/`. */
import assert from "node:assert/strict";
import { askRecord, asRecord, asRecords, list, textAt } from "./client.ts";
import { someCases, wordOf } from "./pick.ts";
import type { Statement } from "./statement.ts";

const FROM = 'docs/interface.md, "ngrams and resolve"';

export const ENDPOINTS: readonly Statement[] = [
  {
    id: "ngrams-years",
    says: "the years of a word have the counts of facet=decision_date, for each jurisdiction as filtered by it",
    from: FROM,
    check: async (client) => {
      const [one] = await someCases(client);
      assert.ok(one !== undefined);
      const word = wordOf(one).toLowerCase();
      const slug = textAt(one, "jurisdiction.slug");
      for (const jurisdiction of ["total", slug]) {
        const query = new URLSearchParams({ q: word, jurisdiction });
        const { results, count } = await askRecord(client, `/v1/ngrams/?${query}`);
        assert.equal(count, 1);
        const years = asRecords(asRecord(asRecord(results)[word])[jurisdiction]);
        const filter = jurisdiction === "total" ? {} : { jurisdiction };
        const facets = async (asked: Readonly<Record<string, string>>) =>
          asRecord(
            asRecord((await list(client, "cases", { ...asked, facet: "decision_date" })).all.facets)
              .decision_date,
          );
        const matching = await facets({ ...filter, search: word });
        const all = await facets(filter);
        assert.deepEqual(
          years.map(({ year, doc_count }) => [year, doc_count]),
          Object.entries(matching).map(([year, cases]) => [year, [cases, all[year]]]),
        );
      }
    },
  },
  {
    id: "ngrams-nothing",
    says: "ngrams of nothing has no results",
    from: FROM,
    check: async (client) => {
      const { results, count } = await askRecord(client, "/v1/ngrams/");
      assert.deepEqual([results, count], [{}, 0]);
    },
  },
  {
    id: "resolve-citation",
    says: "resolve finds the citation of a case in a sentence, and the case",
    from: FROM,
    check: async (client) => {
      const cases = await someCases(client);
      const cite = (own: (typeof cases)[number]): string => textAt(asRecords(own.citations)[0] ?? {}, "cite");
      const one = cases.find((own) => /^\d+ [A-Z][\w. ]+ \d+$/.test(cite(own)));
      assert.ok(one !== undefined);
      const query = new URLSearchParams({ q: `As was held in ${cite(one)}, and elsewhere.` });
      const found = asRecords((await askRecord(client, `/v1/resolve/?${query}`))[cite(one)]);
      assert.ok(found.some((own) => textAt(own, "source_id") === textAt(one, "id")));
    },
  },
  ...["/v1/resolve/", "/v1/resolve/?q=none", "/v1/ngrams/?q=a&year=x"].map(
    (path): Statement => ({
      id: `refuse-${path}`,
      says: `${path} is 400`,
      from: FROM,
      check: async (client) => assert.equal((await client.ask(path)).status, 400),
    }),
  ),
];
