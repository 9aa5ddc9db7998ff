/** Statements on the envelope, on paging, and on the orders and counts of the service's last years. */
import assert from "node:assert/strict";
import {
  answers,
  askPage,
  asRecord,
  type Client,
  type Envelope,
  idsOf,
  type Json,
  list,
  listPath,
  Skipped,
} from "./client.ts";
import { each, PARAMETERS, row, type Statement, statements } from "./statement.ts";

export const COLLECTIONS = [
  "cases",
  "courts",
  "jurisdictions",
  "reporters",
  "volumes",
  "citations",
  "bulk",
] as const;

/** A walk ends here: a service may hold millions. */
const MAX_PAGES = 6;

export const PAGING: readonly Statement[] = [
  ...statements('docs/interface.md, "List envelope"', {
    ...each(COLLECTIONS, (name) => [
      `envelope-${name}: ${name}: count, next, previous and results, in this order`,
      async (client) => {
        const { all } = await list(client, name, { page_size: "2" });
        assert.deepEqual(Object.keys(all), ["count", "next", "previous", "results"]);
      },
    ]),
    "paging-next: next is the request's own address with cursor set and every other parameter kept, unknown ones too":
      async (client) => {
        const path = listPath("cases", { page_size: "2", full_case: "false", "x y": "a&b" });
        const { next } = await askPage(client, path);
        if (next === null) throw new Skipped("fewer than three cases");
        const [asked, kept] = [new URL(client.baseUrl + path), new URL(next)];
        assert.ok(next.startsWith(`${client.baseUrl}/v1/cases/?`), next);
        assert.ok(kept.searchParams.get("cursor"), "no cursor");
        kept.searchParams.delete("cursor");
        assert.deepEqual([...kept.searchParams].sort(), [...asked.searchParams].sort());
      },
  }),
  ...statements(PARAMETERS, {
    "paging-page-size: a page holds page_size records, and the first has previous null": async (client) => {
      const { results, previous, next } = await firstPage(client);
      assert.deepEqual({ held: results.length, previous }, { held: 2, previous: null });
      assert.ok(next !== null, "next is null although more match");
    },
    "paging-default: page_size is 100 when absent": async (client) => {
      const { results, count } = await list(client, "cases");
      assert.equal(results.length, Math.min(100, count ?? 100));
    },
    "paging-last: the last page has next null, and the pages together hold count records": async (client) => {
      const { count } = await list(client, "courts");
      if (count === null || count < 2) throw new Skipped("fewer than two courts");
      const size = String(Math.ceil(count / 3));
      const pages = await walk(client, await list(client, "courts", { page_size: size }), "next");
      assert.equal(pages.at(-1)?.next, null);
      assert.equal(pages.flatMap(({ results }) => results).length, count);
    },
  }),
  ...statements(row(19), {
    "paging-there-and-back: following next and then previous visits the same records, each once a way":
      async (client) => {
        const there = await walk(client, await firstPage(client), "next");
        const seen = there.flatMap(({ results }) => idsOf(results));
        assert.equal(new Set(seen).size, seen.length, "a case stands on two pages");
        const [last] = there.slice(-1);
        const back = last === undefined ? [] : await walk(client, last, "previous");
        const again = back.toReversed().flatMap(({ results }) => idsOf(results));
        assert.deepEqual(again, seen);
        assert.equal(back.at(-1)?.previous, null, "the first page has a previous");
      },
  }),
  ...statements(row(24), {
    "paging-empty-parameters: empty parameters are as absent: cursor, full_case, search, jurisdiction, page_size":
      async (client) => {
        const plain = await list(client, "cases");
        const query = "cursor=&full_case=&search=&jurisdiction=&page_size=&body_format=&ordering=&court_id=";
        const { count, results } = await askPage(client, `/v1/cases/?${query}`);
        assert.deepEqual({ count, results }, { count: plain.count, results: plain.results });
      },
  }),
  ...statements(row(10), {
    "paging-no-match: no match is count 0, next and previous null, results empty": async (client) => {
      const { text } = await client.ask("/v1/cases/?search=qqxzvwjkqqxzvwjk");
      assert.deepEqual(JSON.parse(text), { count: 0, next: null, previous: null, results: [] });
    },
  }),
  ...statements('docs/interface.md, "Paths"', {
    "paging-jurisdictions: all jurisdictions stand on one page": async (client) => {
      const { count, next, results } = await list(client, "jurisdictions");
      assert.deepEqual({ count, next }, { count: results.length, next: null });
    },
  }),
  ...statements(row(25), {
    ...each(["xyz", "e30=", "cD0xNzk1LTAxLTAx"], (cursor) => [
      `cursor-${cursor}: the cursor ${cursor} was not made here: 404 Invalid cursor`,
      async (client) => refused(client, listPath("cases", { cursor })),
    ]),
    "cursor-of-another-ordering: a cursor made for another ordering: 404 Invalid cursor": async (client) => {
      const { next } = await firstPage(client);
      const cursor = new URL(next ?? client.baseUrl).searchParams.get("cursor");
      if (cursor === null) throw new Skipped("fewer than three cases");
      await refused(client, listPath("cases", { cursor, ordering: "-id", page_size: "2" }));
    },
  }),
];

async function firstPage(client: Client): Promise<Envelope> {
  const page = await list(client, "cases", { page_size: "2" });
  if (page.next === null) throw new Skipped("fewer than three cases");
  return page;
}

async function walk(client: Client, from: Envelope, way: "next" | "previous"): Promise<readonly Envelope[]> {
  const pages = [from];
  for (let page = from; pages.length < MAX_PAGES; pages.push(page)) {
    const url = page[way];
    if (url === null) break;
    page = await askPage(client, url);
  }
  return pages;
}

function refused(client: Client, path: string): Promise<void> {
  return answers(client, path, 404, { detail: "Invalid cursor" });
}

const RANDOM = 'docs/interface.md, "Random order"';

export const ORDERS: readonly Statement[] = [
  ...statements(RANDOM, {
    "random-seed: ordering=random with a seed gives the same order again, with another seed another one":
      async (client) => {
        const ids = async (seed: string): Promise<readonly string[]> =>
          idsOf((await list(client, "cases", { ordering: "random", seed, page_size: "20" })).results);
        const [first, again, other] = [await ids("5"), await ids("5"), await ids("6")];
        if (first.length < 20) throw new Skipped("fewer than 20 cases");
        assert.deepEqual(again, first);
        assert.notDeepEqual(other, first);
      },
    "random-pages: the pages of a random order without a seed have no case twice, and previous goes back through them":
      async (client) => {
        const first = await list(client, "cases", { ordering: "random", page_size: "5" });
        if (first.next === null) throw new Skipped("fewer than six cases");
        const second = await askPage(client, first.next);
        const shown = [...idsOf(first.results), ...idsOf(second.results)];
        assert.equal(new Set(shown).size, shown.length);
        assert.ok(second.previous !== null, "the second page has no previous");
        assert.deepEqual(idsOf((await askPage(client, second.previous)).results), idsOf(first.results));
      },
  }),
  ...statements('docs/interface.md, "Facets and previews"', {
    "facet-pair: facet=jurisdiction,decision_date counts by both, as each jurisdiction's decision_date does; the other way round too":
      async (client) => {
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
  }),
  ...statements('docs/interface.md, "Pages as files"', {
    "format-csv: format=csv answers a page as text/csv with a file name, a line for each record, and the next page in Link":
      async (client) => {
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
    "format-other: another format is 400 naming it": async (client) => {
      const messages = ["Select a valid choice. tsv is not one of the available choices."];
      await answers(client, "/v1/cases/?format=tsv", 400, { format: messages });
    },
  }),
];
