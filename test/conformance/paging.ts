/** Statements on the envelope and on paging. */
import assert from "node:assert/strict";
import { askPage, type Client, type Envelope, list, listPath, Skipped } from "./client.ts";
import { idsOf } from "./pick.ts";
import type { Statement } from "./statement.ts";

export const COLLECTIONS = [
  "cases",
  "courts",
  "jurisdictions",
  "reporters",
  "volumes",
  "citations",
  "bulk",
] as const;

const CONTRACT = 'docs/interface.md, "Parameters of cases"';

/** A walk ends here: a service may hold millions. */
const MAX_PAGES = 6;

export const PAGING: readonly Statement[] = [
  ...COLLECTIONS.map((name) => ({
    id: `envelope-${name}`,
    says: `${name}: count, next, previous and results, in this order`,
    from: 'docs/interface.md, "List envelope"',
    check: async (client: Client) => {
      const { all } = await list(client, name, { page_size: "2" });
      assert.deepEqual(Object.keys(all), ["count", "next", "previous", "results"]);
    },
  })),
  {
    id: "paging-page-size",
    says: "a page holds page_size records, and the first has previous null",
    from: CONTRACT,
    check: async (client) => {
      const { results, previous, next } = await firstPage(client);
      assert.deepEqual({ held: results.length, previous }, { held: 2, previous: null });
      assert.ok(next !== null, "next is null although more match");
    },
  },
  {
    id: "paging-default",
    says: "page_size is 100 when absent",
    from: CONTRACT,
    check: async (client) => {
      const { results, count } = await list(client, "cases");
      assert.equal(results.length, Math.min(100, count ?? 100));
    },
  },
  {
    id: "paging-next",
    says: "next is the request's own address with cursor set and every other parameter kept, unknown ones too",
    from: 'docs/interface.md, "List envelope"',
    check: async (client) => {
      const path = listPath("cases", { page_size: "2", full_case: "false", "x y": "a&b" });
      const { next } = await askPage(client, path);
      if (next === null) throw new Skipped("fewer than three cases");
      const [asked, kept] = [new URL(client.baseUrl + path), new URL(next)];
      assert.ok(next.startsWith(`${client.baseUrl}/v1/cases/?`), next);
      assert.ok(kept.searchParams.get("cursor"), "no cursor");
      kept.searchParams.delete("cursor");
      assert.deepEqual([...kept.searchParams].sort(), [...asked.searchParams].sort());
    },
  },
  {
    id: "paging-there-and-back",
    says: "following next and then previous visits the same records, each once a way",
    from: 'docs/interface.md, "Behaviour by example", row 19',
    check: async (client) => {
      const there = await walk(client, await firstPage(client), "next");
      const seen = there.flatMap(({ results }) => idsOf(results));
      assert.equal(new Set(seen).size, seen.length, "a case stands on two pages");
      const [last] = there.slice(-1);
      const back = last === undefined ? [] : await walk(client, last, "previous");
      const again = back.toReversed().flatMap(({ results }) => idsOf(results));
      assert.deepEqual(again, seen);
      assert.equal(back.at(-1)?.previous, null, "the first page has a previous");
    },
  },
  {
    id: "paging-last",
    says: "the last page has next null, and the pages together hold count records",
    from: CONTRACT,
    check: async (client) => {
      const { count } = await list(client, "courts");
      if (count === null || count < 2) throw new Skipped("fewer than two courts");
      const size = String(Math.ceil(count / 3));
      const pages = await walk(client, await list(client, "courts", { page_size: size }), "next");
      assert.equal(pages.at(-1)?.next, null);
      assert.equal(pages.flatMap(({ results }) => results).length, count);
    },
  },
  {
    id: "paging-empty-parameters",
    says: "empty parameters are as absent: cursor, full_case, search, jurisdiction, page_size",
    from: 'docs/interface.md, "Behaviour by example", row 24',
    check: async (client) => {
      const plain = await list(client, "cases");
      const query = "cursor=&full_case=&search=&jurisdiction=&page_size=&body_format=&ordering=&court_id=";
      const { count, results } = await askPage(client, `/v1/cases/?${query}`);
      assert.deepEqual({ count, results }, { count: plain.count, results: plain.results });
    },
  },
  {
    id: "paging-no-match",
    says: "no match is count 0, next and previous null, results empty",
    from: 'docs/interface.md, "Behaviour by example", row 10',
    check: async (client) => {
      const { text } = await client.ask("/v1/cases/?search=qqxzvwjkqqxzvwjk");
      assert.deepEqual(JSON.parse(text), { count: 0, next: null, previous: null, results: [] });
    },
  },
  {
    id: "paging-jurisdictions",
    says: "all jurisdictions stand on one page",
    from: 'docs/interface.md, "Paths"',
    check: async (client) => {
      const { count, next, results } = await list(client, "jurisdictions");
      assert.deepEqual({ count, next }, { count: results.length, next: null });
    },
  },
  ...["xyz", "e30=", "cD0xNzk1LTAxLTAx"].map((cursor) => ({
    id: `cursor-${cursor}`,
    says: `the cursor ${cursor} was not made here: 404 Invalid cursor`,
    from: 'docs/interface.md, "Behaviour by example", row 25',
    check: async (client: Client) => refused(client, listPath("cases", { cursor })),
  })),
  {
    id: "cursor-of-another-ordering",
    says: "a cursor made for another ordering: 404 Invalid cursor",
    from: 'docs/interface.md, "Behaviour by example", row 25',
    check: async (client) => {
      const { next } = await firstPage(client);
      const cursor = new URL(next ?? client.baseUrl).searchParams.get("cursor");
      if (cursor === null) throw new Skipped("fewer than three cases");
      await refused(client, listPath("cases", { cursor, ordering: "-id", page_size: "2" }));
    },
  },
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

async function refused(client: Client, path: string): Promise<void> {
  const { status, text } = await client.ask(path);
  assert.deepEqual({ status, body: JSON.parse(text) }, { status: 404, body: { detail: "Invalid cursor" } });
}
