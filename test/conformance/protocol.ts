/** Statements on HTTP itself, on the filters of the other collections and on bulk files. */
import assert from "node:assert/strict";
import { askRecord, type Client, list, Skipped, textAt } from "./client.ts";
import { COLLECTIONS } from "./paging.ts";
import { citationOf, citedCase, idsOf, normalCite } from "./pick.ts";
import type { Statement } from "./statement.ts";

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
  ...Object.entries({
    "content-type": /^application\/json\b/,
    allow: /^GET$/,
    vary: /\bAccept\b/,
    "access-control-allow-origin": /^\*$/,
    "x-content-type-options": /^nosniff$/,
  }).map(([name, wanted]) => ({
    id: `header-${name}`,
    says: `answers of 200, 400 and 404 carry ${name}`,
    from: HTTP,
    check: async (client: Client) => {
      for (const path of ["/v1/cases/?page_size=1", "/v1/cases/?page_size=0", "/v1/courts/no-such/"]) {
        assert.match((await client.ask(path)).headers.get(name) ?? "none", wanted, path);
      }
    },
  })),
  ...["POST", "PUT", "PATCH", "DELETE", "OPTIONS"].map((method) => ({
    id: `method-${method}`,
    says: `${method} is 405`,
    from: HTTP,
    check: async (client: Client) => {
      const { status, text, headers } = await client.ask("/v1/cases/", { method });
      const body = { detail: `Method "${method}" not allowed.` };
      assert.deepEqual({ status, body: JSON.parse(text) }, { status: 405, body });
      assert.equal(headers.get("allow"), "GET");
    },
  })),
  ...MISSING.map((path) => ({
    id: `missing-${path}`,
    says: `/v1/${path}/ is 404 Not found.`,
    from: HTTP,
    check: async (client: Client) => {
      const { status, text } = await client.ask(`/v1/${path}/`);
      assert.deepEqual({ status, body: JSON.parse(text) }, { status: 404, body: { detail: "Not found." } });
    },
  })),
  {
    id: "redirect-slash",
    says: "a path without its last slash is redirected (301), its parameters kept",
    from: HTTP,
    check: async (client) => {
      const { status, headers } = await client.ask("/v1/cases?page_size=1");
      const to = new URL(headers.get("location") ?? "", client.baseUrl).href;
      assert.deepEqual({ status, to }, { status: 301, to: `${client.baseUrl}/v1/cases/?page_size=1` });
    },
  },
  {
    id: "redirect-citation",
    says: "/v1/cases/<citation>/ is redirected (302) to cite=, which finds the case",
    from: 'docs/interface.md, "Behaviour by example", row 6',
    check: async (client) => {
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
  },
  {
    id: "root",
    says: "/v1/ lists the collections, ngrams and resolve",
    from: 'docs/interface.md, "Collections and records"',
    check: async (client) => {
      const urls = Object.values(await askRecord(client, "/v1/"));
      for (const name of [...COLLECTIONS, "ngrams", "resolve"])
        assert.ok(urls.includes(`${client.baseUrl}/v1/${name}/`), name);
    },
  },
  {
    id: "etag",
    says: "an answer carries an ETag, and If-None-Match gets 304 without a body",
    from: HTTP,
    check: async (client) => {
      const etag = (await client.ask("/v1/jurisdictions/")).headers.get("etag");
      assert.ok(etag !== null, "no ETag");
      const again = await client.ask("/v1/jurisdictions/", { headers: { "If-None-Match": etag } });
      assert.deepEqual({ status: again.status, text: again.text }, { status: 304, text: "" });
    },
  },
  {
    id: "url-too-long",
    says: "an address of more than 8 KiB is 414",
    from: HTTP,
    check: async (client) => {
      assert.equal((await client.ask(`/v1/cases/?x=${"a".repeat(9000)}`)).status, 414);
    },
  },
  ...OWN_FILTERS.map(([collection, parameter, field]) => ({
    id: `filter-${collection}-${parameter}`,
    says: `${collection}: ${parameter} with a value of a record lists such records alone`,
    from: 'docs/interface.md, "Collections and records"',
    check: async (client: Client) => {
      const all = await list(client, collection, { page_size: "20" });
      const value = all.results.map((one) => one[field]).find((own) => own !== null && own !== "");
      if (value === undefined) throw new Skipped(`no record of ${collection} with ${field}`);
      const { results } = await list(client, collection, { [parameter]: String(value), page_size: "20" });
      assert.ok(results.length > 0, `${String(value)} finds nothing`);
      for (const one of results) assert.ok(String(one[field]).includes(String(value)), JSON.stringify(one));
    },
  })),
  {
    id: "bulk-newest",
    says: "bulk lists one file per jurisdiction and format; with_old=true lists no fewer",
    from: 'docs/interface.md, "Behaviour by example", row 32',
    check: async (client) => {
      const { results } = await list(client, "bulk", { page_size: "1000" });
      const units = results.map((one) => `${one.filter_type} ${one.filter_id} ${one.body_format}`);
      assert.equal(new Set(units).size, units.length, "a unit is listed twice");
      const old = await list(client, "bulk", { with_old: "true", page_size: "10000" });
      assert.ok(old.results.length >= results.length);
    },
  },
];
