/** Statements on the orders and counts of the service's last years. */
import assert from "node:assert/strict";
import { askPage, asRecord, type Json, list, Skipped } from "./client.ts";
import { idsOf } from "./pick.ts";
import type { Statement } from "./statement.ts";

const RANDOM = 'docs/interface.md, "Random order"';

export const ORDERS: readonly Statement[] = [
  {
    id: "random-seed",
    says: "ordering=random with a seed gives the same order again, with another seed another one",
    from: RANDOM,
    check: async (client) => {
      const ids = async (seed: string): Promise<readonly string[]> =>
        idsOf((await list(client, "cases", { ordering: "random", seed, page_size: "20" })).results);
      const [first, again, other] = [await ids("5"), await ids("5"), await ids("6")];
      if (first.length < 20) throw new Skipped("fewer than 20 cases");
      assert.deepEqual(again, first);
      assert.notDeepEqual(other, first);
    },
  },
  {
    id: "random-pages",
    says: "the pages of a random order without a seed have no case twice, and previous goes back through them",
    from: RANDOM,
    check: async (client) => {
      const first = await list(client, "cases", { ordering: "random", page_size: "5" });
      if (first.next === null) throw new Skipped("fewer than six cases");
      const second = await askPage(client, first.next);
      const shown = [...idsOf(first.results), ...idsOf(second.results)];
      assert.equal(new Set(shown).size, shown.length);
      assert.ok(second.previous !== null, "the second page has no previous");
      assert.deepEqual(idsOf((await askPage(client, second.previous)).results), idsOf(first.results));
    },
  },
  {
    id: "facet-pair",
    says: "facet=jurisdiction,decision_date counts by both, as each jurisdiction's decision_date does; the other way round too",
    from: 'docs/interface.md, "Facets and previews"',
    check: async (client) => {
      const facets = async (asked: Readonly<Record<string, string>>): Promise<Json> =>
        asRecord((await list(client, "cases", { page_size: "1", ...asked })).all.facets);
      const both = asRecord(
        (await facets({ facet: "jurisdiction,decision_date" }))["jurisdiction,decision_date"],
      );
      const turned = asRecord(
        (await facets({ facet: "decision_date,jurisdiction" }))["decision_date,jurisdiction"],
      );
      const [jurisdiction = ""] = Object.keys(both);
      const { decision_date: years } = await facets({ jurisdiction, facet: "decision_date" });
      assert.deepEqual(both[jurisdiction], years);
      for (const [year, count] of Object.entries(asRecord(years)))
        assert.equal(asRecord(turned[year])[jurisdiction], count);
    },
  },
  {
    id: "format-csv",
    says: "format=csv answers a page as text/csv with a file name, a line for each record, and the next page in Link",
    from: 'docs/interface.md, "Pages as files"',
    check: async (client) => {
      const asked = { page_size: "2", ordering: "id" };
      const { next, results } = await list(client, "courts", { page_size: "2" });
      const { status, headers, text } = await client.ask("/v1/courts/?page_size=2&format=csv");
      assert.equal(status, 200);
      assert.match(headers.get("content-type") ?? "", /^text\/csv/);
      assert.equal(headers.get("content-disposition"), 'attachment; filename="courts.csv"');
      const lines = text.split("\r\n").filter((line) => line !== "");
      assert.equal(lines[0], Object.keys(results[0] ?? {}).join(","));
      assert.equal(lines.length, results.length + 1);
      assert.equal(headers.has("link"), next !== null);
      const cases = await client.ask(`/v1/cases/?${new URLSearchParams({ ...asked, format: "csv" })}`);
      assert.match(cases.text, /^id,url,frontend_url,name,.*,court\.slug,/);
    },
  },
  {
    id: "format-other",
    says: "another format is 400 naming it",
    from: 'docs/interface.md, "Pages as files"',
    check: async (client) => {
      const { status, text } = await client.ask("/v1/cases/?format=tsv");
      const messages = ["Select a valid choice. tsv is not one of the available choices."];
      assert.deepEqual({ status, body: JSON.parse(text) }, { status: 400, body: { format: messages } });
    },
  },
];
