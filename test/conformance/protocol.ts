/** Statements on HTTP itself, on the filters of the other collections and on bulk files. */
import assert from "node:assert/strict";
import {
  answers,
  askRecord,
  asRecord,
  asRecords,
  citationOf,
  citedCase,
  findCase,
  idsOf,
  type Json,
  list,
  listPath,
  normalCite,
  Skipped,
  textAt,
  wordOf,
} from "./client.ts";
import { COLLECTIONS } from "./paging.ts";
import { type Check, each, row, type Statement, statements } from "./statement.ts";

const HTTP = 'docs/interface.md, "HTTP service"';
/** Collection, parameter, the field it must equal. */
const OWN_FILTERS: readonly (readonly [string, string, string])[] = [
  ["courts", "slug", "slug"],
  ["courts", "id", "id"],
  ["courts", "name_abbreviation", "name_abbreviation"],
  ["jurisdictions", "slug", "slug"],
  ["jurisdictions", "name_long", "name_long"],
  ["reporters", "full_name", "full_name"],
  ["volumes", "volume_number", "volume_number"],
  ["citations", "case_id", "case_id"],
  ["citations", "type", "type"],
  ["bulk", "body_format", "body_format"],
  ["bulk", "filter_type", "filter_type"],
  ["bulk", "filter_id", "filter_id"],
];
const MISSING = ["cases/9007199254740000", "courts/no-such", "jurisdictions/no-such", "reporters/999999999"];

export const PROTOCOL: readonly Statement[] = [
  ...statements(HTTP, {
    ...each(
      Object.entries({
        "content-type": /^application\/json\b/,
        allow: /^GET\b/,
        vary: /\bAccept\b/,
        "access-control-allow-origin": /^\*$/,
        "x-content-type-options": /^nosniff$/,
      }),
      ([name, wanted]) => [
        `header-${name}: answers of 200, 400 and 404 carry ${name}`,
        async (client) => {
          for (const path of ["/v1/cases/?page_size=1", "/v1/cases/?page_size=0", "/v1/courts/no-such/"]) {
            assert.match((await client.ask(path)).headers.get(name) ?? "none", wanted, path);
          }
        },
      ],
    ),
    ...each(["POST", "PUT", "PATCH", "DELETE"], (method) => [
      `method-${method}: ${method} is 405`,
      async (client) => {
        await answers(client, "/v1/cases/", 405, { detail: `Method "${method}" not allowed.` }, { method });
        assert.equal((await client.ask("/v1/cases/", { method })).headers.get("allow"), "GET, HEAD, OPTIONS");
      },
    ]),
    "head: HEAD has the status and the length of GET, and no body": async (client) => {
      for (const path of ["/v1/cases/?page_size=1", "/v1/courts/no-such/"]) {
        const [get, head] = [await client.ask(path), await client.ask(path, { method: "HEAD" })];
        assert.deepEqual([head.status, head.text], [get.status, ""]);
        assert.equal(head.headers.get("content-length"), get.headers.get("content-length"));
      }
    },
    "preflight: a page of another site may send a token and read every header": async (client) => {
      const { status, headers } = await client.ask("/v1/cases/", { method: "OPTIONS" });
      assert.equal(status, 204);
      assert.match(headers.get("access-control-allow-headers") ?? "", /\bAuthorization\b/);
      assert.equal(headers.get("access-control-expose-headers"), "*");
    },
    ...each(MISSING, (path) => [
      `missing-${path}: /v1/${path}/ is 404 Not found.`,
      async (client) => {
        await answers(client, `/v1/${path}/`, 404, { detail: "Not found." });
      },
    ]),
    "redirect-slash: a path without its last slash is redirected (301), its parameters kept": async (
      client,
    ) => {
      const { status, headers } = await client.ask("/v1/cases?page_size=1");
      const to = new URL(headers.get("location") ?? "", client.baseUrl).href;
      assert.deepEqual({ status, to }, { status: 301, to: `${client.baseUrl}/v1/cases/?page_size=1` });
    },
    "etag: an answer carries an ETag, and If-None-Match gets 304 without a body": async (client) => {
      const etag = (await client.ask("/v1/jurisdictions/")).headers.get("etag");
      assert.ok(etag !== null, "no ETag");
      const again = await client.ask("/v1/jurisdictions/", { headers: { "If-None-Match": etag } });
      assert.deepEqual({ status: again.status, text: again.text }, { status: 304, text: "" });
    },
    "url-too-long: an address of more than 8 KiB is 414": async (client) => {
      assert.equal((await client.ask(`/v1/cases/?x=${"a".repeat(9000)}`)).status, 414);
    },
  }),
  ...statements(row(6), {
    "redirect-citation: /v1/cases/<citation>/ is redirected (302) to cite=, which finds the case": async (
      client,
    ) => {
      const one = await citedCase(client);
      for (const cite of [citationOf(one), normalCite(citationOf(one))]) {
        const { status, headers } = await client.ask(`/v1/cases/${encodeURIComponent(cite)}/`);
        assert.equal(status, 302);
        const to = new URL(headers.get("location") ?? "", client.baseUrl);
        assert.deepEqual([...to.searchParams], [["cite", cite]]);
        const { text } = await client.ask(to.href);
        assert.ok(idsOf(JSON.parse(text).results).includes(textAt(one, "id")), to.href);
      }
    },
  }),
  ...statements('docs/interface.md, "Collections and records"', {
    "root: /v1/ lists the collections, ngrams and resolve": async (client) => {
      const urls = Object.values(await askRecord(client, "/v1/"));
      for (const name of [...COLLECTIONS, "ngrams", "resolve"])
        assert.ok(urls.includes(`${client.baseUrl}/v1/${name}/`), name);
    },
    ...each(OWN_FILTERS, ([collection, parameter, field]) => [
      `filter-${collection}-${parameter}: ${collection}: ${parameter} with a value of a record lists such records alone`,
      async (client) => {
        const all = await list(client, collection, { page_size: "20" });
        const value = all.results.map((one) => one[field]).find((own) => own !== null && own !== "");
        if (value === undefined) throw new Skipped(`no record of ${collection} with ${field}`);
        const { results } = await list(client, collection, { [parameter]: String(value), page_size: "20" });
        assert.ok(results.length > 0, `${String(value)} finds nothing`);
        for (const one of results) assert.ok(String(one[field]).includes(String(value)), JSON.stringify(one));
      },
    ]),
  }),
  ...statements(row(32), {
    "bulk-newest: bulk lists one file per jurisdiction and format; with_old=true lists no fewer": async (
      client,
    ) => {
      const { results } = await list(client, "bulk", { page_size: "1000" });
      const units = results.map((one) => `${one.filter_type} ${one.filter_id} ${one.body_format}`);
      assert.equal(new Set(units).size, units.length, "a unit is listed twice");
      const old = await list(client, "bulk", { with_old: "true", page_size: "10000" });
      assert.ok(old.results.length >= results.length);
    },
  }),
];

/** Statements on words by year, and on the citations in a text. */
const NGRAMS = 'docs/interface.md, "ngrams"';
const RESOLVE = 'docs/interface.md, "resolve"';

export const ENDPOINTS: readonly Statement[] = [
  ...statements(NGRAMS, {
    "ngrams-word: ngrams counts a case in its year and jurisdiction by a word of its name; doc_count is at most all cases, as facets count them":
      async (client) => {
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
    "ngrams-api: ngrams of api(FILTERS) counts the cases of these filters": async (client) => {
      const one = await findCase(client, "dated case with a jurisdiction", isCounted);
      const q = `api(id=${textAt(one, "id")})`;
      const years = yearsOf(await askRecord(client, listPath("ngrams", { q })), q, "total");
      assert.deepEqual(
        years.map(({ year, doc_count: cases }) => [year, numbersOf(cases)[0]]),
        [[textAt(one, "decision_date").slice(0, 4), 1]],
      );
    },
    "ngrams-nothing: ngrams of a word that no case has is an envelope without results": async (client) => {
      assert.deepEqual(await askRecord(client, listPath("ngrams", { q: "qqxzvwjkqqxzvwjk" })), {
        ...{ count: 0, next: null, previous: null },
        results: {},
      });
    },
  }),
  ...statements(RESOLVE, {
    "resolve-cite: resolve finds a case by its own citation within a text": async (client) => {
      const one = await citedCase(client);
      const cite = citationOf(one);
      const found = await askRecord(client, listPath("resolve", { q: `See ${cite}, and 9999 U.S. 99999.` }));
      const ids = Object.values(found).flatMap((cases) =>
        asRecords(cases).map((own) => textAt(own, "source_id")),
      );
      assert.ok(ids.includes(textAt(one, "id")), JSON.stringify(found).slice(0, 200));
    },
    ...each([{}, { q: "no citation" }], (query) => refusedQ("resolve", query)),
  }),
  ...statements(
    NGRAMS,
    each([{}, { q: "" }], (query) => refusedQ("ngrams", query)),
  ),
];

function refusedQ(name: string, query: Readonly<Record<string, string>>): readonly [string, Check] {
  return [
    `refuse-${name}-${JSON.stringify(query)}: ${name} with ${JSON.stringify(query)} is 400 naming q`,
    (client) => answers(client, listPath(name, query), 400, ["q"]),
  ];
}

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
