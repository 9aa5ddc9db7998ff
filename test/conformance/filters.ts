/** Statements on the filters of cases, each with a value taken from a case, and on what is refused. */
import assert from "node:assert/strict";
import {
  answers,
  asRecords,
  citationOf,
  citedCase,
  findCase,
  folded,
  idsOf,
  type Json,
  list,
  listPath,
  normalCite,
  textAt,
  wordOf,
} from "./client.ts";
import { each, PARAMETERS, row, type Statement, statements } from "./statement.ts";

/** A shorter text is refused by the contains-filters; no id or slug of the publisher needs to be shorter here. */
const MIN_VALUE_CHARS = 3;

interface Filter {
  readonly parameter: string;
  /** What a case must have, so that there is a value. */
  readonly value: (one: Json) => string;
  readonly fits: (one: Json, value: string) => boolean;
}

const FILTERS: readonly Filter[] = [
  { parameter: "cite", value: citationOf, fits: isCitedAs },
  { parameter: "cite", value: (one) => normalCite(citationOf(one)), fits: isCitedAs },
  { parameter: "name_abbreviation", value: wordOf, fits: contains("name_abbreviation") },
  {
    parameter: "name_abbreviation",
    value: (one) => wordOf(one).toUpperCase(),
    fits: contains("name_abbreviation"),
  },
  { parameter: "name", value: (one) => textAt(one, "name").slice(0, 12), fits: contains("name") },
  { parameter: "jurisdiction", value: at("jurisdiction.slug"), fits: equals("jurisdiction.slug") },
  { parameter: "jurisdiction", value: at("jurisdiction.name"), fits: equals("jurisdiction.name") },
  { parameter: "court", value: at("court.slug"), fits: equals("court.slug") },
  { parameter: "court_id", value: at("court.id"), fits: equals("court.id") },
  { parameter: "reporter", value: at("reporter.full_name"), fits: equals("reporter.full_name") },
  { parameter: "reporter", value: reporterId, fits: (one, id) => reporterId(one) === id },
  { parameter: "decision_date_min", value: yearOf, fits: (one, year) => yearOf(one) >= year },
  { parameter: "decision_date_max", value: yearOf, fits: (one, year) => yearOf(one) <= year },
  { parameter: "docket_number", value: at("docket_number"), fits: contains("docket_number") },
];

const REFUSED: readonly (readonly [string, string, string])[] = [
  ["page_size", "0", "Ensure this value is greater than or equal to 1."],
  ["page_size", "-1", "Ensure this value is greater than or equal to 1."],
  ["page_size", "10001", "Ensure this value is less than or equal to 10000."],
  ["page_size", "abc", ""],
  ["full_case", "1", "Select a valid choice. 1 is not one of the available choices."],
  ["body_format", "invalid", "Select a valid choice. invalid is not one of the available choices."],
  ["ordering", "-random", "Select a valid choice. -random is not one of the available choices."],
  ["jurisdiction", "no-such", "Select a valid choice. no-such is not one of the available choices."],
  ["court", "no-such", "Select a valid choice. no-such is not one of the available choices."],
  ["reporter", "no-such", "Select a valid choice. no-such is not one of the available choices."],
  ["court_id", "x", "Enter a number."],
  ["name_abbreviation", "ab", "Minimum query length is 3 characters."],
  ["docket_number", "12", "Minimum query length is 3 characters."],
  ...["1988-13-01", "yesterday", "19880101"].map(
    (date) =>
      ["decision_date_min", date, "Invalid date format. Expected YYYY-MM-DD, YYYY-MM or YYYY."] as const,
  ),
];

export const CASE_FILTERS: readonly Statement[] = [
  ...statements(`${PARAMETERS}; ${row(12)}`, {
    ...each(FILTERS, ({ parameter, value, fits }, place) => [
      `filter-${parameter}-${place + 1}: ${parameter} with a value of a case finds that case, and none that does not fit`,
      async (client) => {
        const one = await findCase(client, `case with a value for ${parameter}`, (held) =>
          hasValue(held, value),
        );
        const wanted = value(one);
        const { results } = await list(client, "cases", { [parameter]: wanted, page_size: "50" });
        for (const found of results) assert.ok(fits(found, wanted), `${wanted}: ${JSON.stringify(found)}`);
        const both = { [parameter]: wanted, cite: citationOf(one), page_size: "10000" };
        const ids = idsOf((await list(client, "cases", both)).results);
        assert.ok(
          ids.includes(textAt(one, "id")),
          `${parameter}=${wanted} loses the case ${textAt(one, "id")}`,
        );
      },
    ]),
  }),
  ...statements('docs/interface.md, "Paths"', {
    "filters-combine: filters combine with AND": async (client) => {
      const cite = citationOf(await citedCase(client));
      assert.equal((await list(client, "cases", { cite, decision_date_min: "9998" })).count, 0);
    },
  }),
  ...statements(`${PARAMETERS}; ${row(13, 14, 15)}`, {
    "date-short-bounds: a short bound means its first day below, its last day above: a year finds the year's cases":
      async (client) => {
        const one = await findCase(client, "dated case with a citation", (held) => hasValue(held, yearOf));
        const bounds = { decision_date_min: yearOf(one), decision_date_max: yearOf(one) };
        const { results } = await list(client, "cases", {
          ...bounds,
          cite: citationOf(one),
          page_size: "10000",
        });
        assert.ok(idsOf(results).includes(textAt(one, "id")));
      },
  }),
  ...statements(PARAMETERS, {
    "unknown-parameters: unknown parameters are ignored, and named in a header": async (client) => {
      const plain = await list(client, "cases", { page_size: "3" });
      const more = { page_size: "3", no_such: "0", jurisdiction_slug: "x" };
      assert.deepEqual((await list(client, "cases", more)).results, plain.results);
      const { headers } = await client.ask(listPath("cases", more));
      assert.equal(headers.get("X-Ignored-Parameters"), "no_such, jurisdiction_slug");
    },
    "ordering-id: ordering=id goes up, ordering=-id goes down": async (client) => {
      const ids = async (ordering: string): Promise<number[]> =>
        idsOf((await list(client, "cases", { ordering, page_size: "20" })).results).map(Number);
      const [up, down] = [await ids("id"), await ids("-id")];
      assert.deepEqual([up, down], [up.toSorted((a, b) => a - b), down.toSorted((a, b) => b - a)]);
    },
  }),
  ...statements(`${PARAMETERS}; ${row(23, 26)}`, {
    ...each(REFUSED, ([parameter, value, message]) => [
      `refuse-${parameter}-${value}: ${parameter}=${value} is 400 naming the parameter${message === "" ? "" : `: ${message}`}`,
      async (client) => {
        const path = listPath("cases", { [parameter]: value });
        await answers(client, path, 400, message === "" ? [parameter] : { [parameter]: [message] });
      },
    ]),
  }),
  ...statements(row(26), {
    "refuse-all-at-once: two wrong parameters are named in one 400": async (client) => {
      const path = listPath("cases", { page_size: "0", full_case: "1" });
      await answers(client, path, 400, ["full_case", "page_size"]);
    },
  }),
];

function at(path: string): (one: Json) => string {
  return (one) => textAt(one, path);
}

function equals(path: string): (one: Json, value: string) => boolean {
  return (one, value) => textAt(one, path) === value;
}

function contains(path: string): (one: Json, value: string) => boolean {
  return (one, value) => folded(textAt(one, path)).includes(folded(value));
}

function isCitedAs(one: Json, cite: string): boolean {
  return asRecords(one.citations).some((own) => normalCite(textAt(own, "cite")) === normalCite(cite));
}

function reporterId(one: Json): string {
  return /\/reporters\/(\d+)\/$/.exec(textAt(one, "reporter.url"))?.[1] ?? "";
}

function yearOf(one: Json): string {
  return textAt(one, "decision_date").slice(0, 4);
}

/** Whether a case has a citation to find it by and a value long enough for a contains-filter. */
function hasValue(one: Json, value: (one: Json) => string): boolean {
  try {
    return asRecords(one.citations).length > 0 && value(one).trim().length >= MIN_VALUE_CHARS;
  } catch {
    return false;
  }
}
