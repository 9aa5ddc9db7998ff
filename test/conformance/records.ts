/** Statements on the records: their keys, order and addresses, and that a detail page answers the list's record. */
import assert from "node:assert/strict";
import {
  askRecord,
  asRecord,
  asRecords,
  type Client,
  type Json,
  list,
  Skipped,
  someCases,
  textAt,
} from "./client.ts";
import { each, row, type Statement, statements } from "./statement.ts";

const KEYS: Readonly<Record<string, string>> = {
  jurisdictions: "url id slug name name_long whitelisted",
  courts: "id url name name_abbreviation jurisdiction jurisdiction_url slug",
  reporters: "id url full_name short_name start_year end_year jurisdictions",
  volumes:
    "url barcode volume_number title publisher publication_year start_year end_year nominative_volume_number nominative_name series_volume_number reporter reporter_url jurisdictions",
  citations: "type cite case_id case_url",
  bulk: "id download_url file_name export_date public filter_type filter_id body_format",
};
/** A case's keys in order; those with a question mark come only when the source gave them. */
const CASE_KEYS =
  "id url frontend_url? name name_abbreviation decision_date docket_number first_page last_page citations volume reporter court jurisdiction cites_to? analysis? last_updated? provenance? notes? casebody";
const PARTS: Readonly<Record<string, string>> = {
  volume: "url volume_number",
  reporter: "url full_name",
  court: "url id slug name name_abbreviation",
  jurisdiction: "url id slug name name_long whitelisted",
};
/** What a detail address ends in. */
const KEY_OF: Readonly<Record<string, string>> = {
  cases: "id",
  courts: "slug",
  jurisdictions: "slug",
  reporters: "id",
  volumes: "barcode",
  bulk: "id",
};
/** The order in which a collection is listed; text is compared by code unit. */
const ORDERED: Readonly<Record<string, string>> = {
  cases: "id",
  courts: "name",
  jurisdictions: "name",
  reporters: "full_name",
  volumes: "barcode",
  bulk: "id",
};

export const RECORDS: readonly Statement[] = [
  ...statements(
    'docs/interface.md, "Jurisdiction record", "Court record", "Reporter record", "Volume record", "Case record", "Citation record", "Casebody data" and "Bulk file record"; docs/formats.md, "Records and key order of the publisher"',
    {
      ...each(Object.entries(KEYS), ([name, keys]) => [
        `keys-${name}: a record of ${name} has the keys ${keys.replaceAll(" ", ", ")}, in this order`,
        async (client) => {
          for (const record of await held(client, name))
            assert.deepEqual(Object.keys(record), keys.split(" "));
        },
      ]),
    },
  ),
  ...statements('docs/interface.md, "Collections and records"', {
    "keys-cases: a case has the interface's keys in order, then what the source gave, casebody last": async (
      client,
    ) => {
      for (const one of await heldCases(client, { full_case: "true" })) {
        const wanted = CASE_KEYS.split(" ").filter((key) => !key.endsWith("?") || key.slice(0, -1) in one);
        const keys = wanted.map((key) => key.replace("?", ""));
        assert.deepEqual(Object.keys(one), keys);
      }
    },
    ...each(Object.keys(KEY_OF), (name) => [
      `urls-${name}: every address in a record of ${name} starts with the base URL`,
      async (client) => {
        for (const url of addressesIn(await held(client, name))) {
          assert.ok(url.startsWith(`${client.baseUrl}/`), url);
        }
      },
    ]),
    ...each(Object.entries(ORDERED), ([name, key]) => [
      `order-${name}: ${name} are listed by ${name === "cases" ? "decision_date and id" : key}`,
      async (client) => {
        const records = await held(client, name);
        const keys = records.map((one) => (name === "cases" ? dayOf(one) : (one[key] ?? null)));
        assert.deepEqual(keys, keys.toSorted(compare));
      },
    ]),
  }),
  ...statements('docs/interface.md, "Case record"', {
    "keys-case-parts: volume, reporter, court, jurisdiction and citations of a case have their keys in order":
      async (client) => {
        for (const one of await heldCases(client)) {
          for (const [part, keys] of Object.entries(PARTS)) {
            assert.deepEqual(Object.keys(asRecord(one[part])), keys.split(" "));
          }
          for (const citation of asRecords(one.citations)) {
            assert.deepEqual(Object.keys(citation), ["type", "cite"]);
          }
        }
      },
  }),
  ...statements('docs/interface.md, "Reporter record" and "Volume record"', {
    "jurisdictions-nested: the jurisdictions of reporters and volumes are whole records": async (client) => {
      const records = [...(await held(client, "reporters")), ...(await held(client, "volumes"))];
      const nested = records.flatMap((record) => asRecords(record.jurisdictions));
      if (nested.length === 0) throw new Skipped("no reporter or volume tells its jurisdictions");
      for (const one of nested) assert.deepEqual(Object.keys(one).join(" "), PARTS.jurisdiction);
    },
  }),
  ...statements(`docs/interface.md, "Collections and records"; ${row(2)}`, {
    ...each(Object.entries(KEY_OF), ([name, key]) => [
      `detail-${name}: /v1/${name}/<${key}>/ answers the very record of the list`,
      async (client) => {
        for (const record of (await held(client, name)).slice(0, 3)) {
          const url = `${client.baseUrl}/v1/${name}/${encodeURIComponent(textAt(record, key))}/`;
          assert.equal(record.url ?? url, url);
          assert.equal(JSON.stringify(await askRecord(client, url)), JSON.stringify(record));
        }
      },
    ]),
  }),
  ...statements(row(1), {
    "follow-links: a case's court and that court's jurisdiction answer 200; the jurisdiction's name is the case's":
      async (client) => {
        const [one] = (await heldCases(client)).filter((held) => asRecord(held.court).url !== null);
        if (one === undefined) throw new Skipped("no case with a court");
        const court = await askRecord(client, textAt(one, "court.url"));
        const { name } = await askRecord(client, textAt(court, "jurisdiction_url"));
        assert.equal(name, textAt(one, "jurisdiction.name"));
      },
  }),
  ...statements('docs/interface.md, "Citation record"', {
    "citation-case: a citation's case_url is that of its case, which carries the citation": async (
      client,
    ) => {
      for (const { type, cite, case_id, case_url } of (await held(client, "citations")).slice(0, 3)) {
        assert.equal(case_url, `${client.baseUrl}/v1/cases/${String(case_id)}/`);
        const { citations } = await askRecord(client, case_url);
        const same = asRecords(citations).filter((one) => one.type === type && one.cite === cite);
        assert.ok(same.length > 0, `${String(cite)} is not among ${JSON.stringify(citations)}`);
      }
    },
  }),
];

async function held(client: Client, name: string): Promise<readonly Json[]> {
  const { results } = await list(client, name, { page_size: "50" });
  if (results.length === 0) throw new Skipped(`no record of ${name}`);
  return results;
}

async function heldCases(
  client: Client,
  more: Readonly<Record<string, string>> = {},
): Promise<readonly Json[]> {
  const cases = await someCases(client, more);
  if (cases.length === 0) throw new Skipped("no case");
  return cases;
}

/** Addresses stand under keys named `url` or ending in `_url`. */
function addressesIn(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(addressesIn);
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    /(^|_)url$/.test(key) && typeof inner === "string" ? [inner] : addressesIn(inner),
  );
}

/** The day that a date counts as, with the id behind it: undated cases stand last. */
function dayOf(one: Json): string {
  const [, year, month = "01", day = "01"] =
    /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(String(one.decision_date)) ?? [];
  const real = new Date(Date.UTC(2000, Number(month) - 1, 1));
  real.setUTCFullYear(Number(year), Number(month) - 1, Number(day));
  const exists = real.getUTCDate() === Number(day);
  const date = year === undefined ? "9999" : `${year}-${month}-${exists ? day : "01"}`;
  return `${date} ${textAt(one, "id").padStart(16, "0")}`;
}

/** Nulls last. */
function compare(a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (typeof a === "number" && typeof b === "number") return a - b;
  return String(a) < String(b) ? -1 : Number(String(a) > String(b));
}
