/** Statements on the filters of cases, each with a value taken from a case, and on what is refused. */
import assert from "node:assert/strict";
import {
  answers,
  asRecord,
  asRecords,
  type Client,
  citationOf,
  citedCase,
  findCase,
  folded,
  idsOf,
  type Json,
  list,
  listPath,
  normalCite,
  Skipped,
  someCases,
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
  { parameter: "docket_number", value: docketPart, fits: contains("docket_number") },
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

function docketPart(one: Json): string {
  return textAt(one, "docket_number").slice(1).trim().toLowerCase();
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

/** Those that need more than a value of a case: opinions, times, what cites what, shared citations. */
const NOWHERE = "qqxzvwjkqqxzvwjk";
const ALL = { page_size: "10000" };

export const MORE_FILTERS: readonly Statement[] = [
  ...statements(PARAMETERS, {
    "filter-author: author with a word of an opinion's author finds the case; with another word nothing":
      async (client) => {
        const more = { full_case: "true", body_format: "text" };
        const one = await findCase(
          client,
          "case whose author is shown",
          (own) => authorOf(own) !== null,
          more,
        );
        await finds(client, { author: authorOf(one) ?? "" }, one);
        assert.equal((await list(client, "cases", { author: NOWHERE })).count, 0);
      },
    "filter-last-updated: last_updated_min and max are inclusive: both with a case's own time find it, and others of that time alone":
      async (client) => {
        const one = await findCase(client, "case with last_updated", (own) => own.last_updated !== undefined);
        const at = textAt(one, "last_updated");
        const { results } = await finds(client, { last_updated_min: at, last_updated_max: at }, one);
        for (const own of results) assert.equal(Date.parse(textAt(own, "last_updated")), Date.parse(at));
        assert.equal((await list(client, "cases", { last_updated_min: "9998-01-01" })).count, 0);
        assert.equal((await list(client, "cases", { last_updated_max: "0002-01-01" })).count, 0);
      },
    "facet-counts: a facet counts all matches, whatever the page: of one jurisdiction, that one with the whole count":
      async (client) => {
        const [one] = await someCases(client);
        if (one === undefined) throw new Skipped("no case");
        const jurisdiction = textAt(one, "jurisdiction.slug");
        const { all, count } = await list(client, "cases", {
          jurisdiction,
          facet: "jurisdiction",
          page_size: "1",
        });
        assert.deepEqual(asRecord(all.facets).jurisdiction, { [jurisdiction]: count });
      },
  }),
  ...statements(`${PARAMETERS}; ${row(17)}`, {
    "cites-to-id: cites_to=<id> finds the cases that cite that case, cited_by=<id> those that it cites":
      async (client) => {
        const one = await findCase(client, "case that cites a known case", (own) => citedIds(own).length > 0);
        const [cited = ""] = citedIds(one);
        await finds(client, { cites_to: cited }, one);
        const known = await client.ask(`/v1/cases/${cited}/`);
        if (known.status !== 200) throw new Skipped("the cited case is not held");
        const { results } = await list(client, "cases", { cited_by: textAt(one, "id"), ...ALL });
        assert.ok(idsOf(results).includes(cited), `${textAt(one, "id")} cites ${cited}`);
      },
  }),
  ...statements(row(27), {
    "cite-shared: cite= answers every case that bears the citation": async (client) => {
      const { results } = await list(client, "citations", ALL);
      const shared = [...Map.groupBy(results, (one) => normalCite(textAt(one, "cite"))).values()]
        .map((same) => ({
          cite: textAt(same[0] ?? {}, "cite"),
          ids: new Set(same.map((one) => textAt(one, "case_id"))),
        }))
        .find(({ ids }) => ids.size > 1);
      if (shared === undefined) throw new Skipped("no citation of two cases among those at hand");
      const { count, results: cases } = await list(client, "cases", { cite: shared.cite });
      // `2 Dall. 302` is also that of a case with `2 U.S. 302`
      const ids = new Set(idsOf(cases));
      assert.deepEqual(
        [...shared.ids].filter((id) => !ids.has(id)),
        [],
      );
      assert.equal(count, ids.size);
    },
  }),
  ...statements(row(28), {
    "cite-nothing: a citation without letter or digit is no case's": async (client) => {
      const { count, results } = await list(client, "cases", { cite: "—" });
      assert.deepEqual({ count, results }, { count: 0, results: [] });
    },
  }),
  ...statements(`${PARAMETERS}; ${row(13, 14, 15)}`, {
    "date-short-bounds: a year or a month below is its first day, above its last": async (client) => {
      const dated = (own: Json): boolean =>
        /^\d{4}-\d\d-(0[1-9]|1\d|2[0-8])$/.test(String(own.decision_date));
      const one = await findCase(client, "case with a whole date", dated);
      for (const period of [4, 7].map((length) => textAt(one, "decision_date").slice(0, length))) {
        const { results } = await finds(
          client,
          { decision_date_min: period, decision_date_max: period },
          one,
        );
        for (const { decision_date: date } of results) {
          const fits = String(date).startsWith(period) || date === period.slice(0, 4);
          assert.ok(fits, `${String(date)} in ${period}`);
        }
      }
    },
  }),
  ...statements(`${row(19)}; ${PARAMETERS}`, {
    "ordering-decision-date: ordering=decision_date is the default order, -decision_date goes back, the undated last in both":
      async (client) => {
        const plain = await list(client, "cases", { page_size: "50" });
        const up = await list(client, "cases", { page_size: "50", ordering: "decision_date" });
        assert.deepEqual(up.results, plain.results);
        const down = await list(client, "cases", { page_size: "50", ordering: "-decision_date" });
        const years = down.results.map(
          ({ decision_date: date }) => /^\d{4}/.exec(String(date))?.[0] ?? "0000",
        );
        assert.deepEqual(years, years.toSorted().reverse());
      },
  }),
  ...statements(row(11), {
    "search-any-field: words of name, court, head matter and opinion of one case, searched for together, find it":
      async (client) => {
        const more = { full_case: "true", body_format: "text" };
        const one = await findCase(client, "case with text", (own) => wordsOf(own).every(Boolean), more);
        await finds(client, { search: wordsOf(one).join(" ") }, one);
      },
  }),
  ...statements(row(31), {
    "pages-are-strings: first_page, last_page and volume_number are strings, as given": async (client) => {
      for (const one of await someCases(client)) {
        for (const value of [one.first_page, one.last_page, asRecord(one.volume).volume_number ?? ""]) {
          assert.equal(typeof value, "string");
        }
      }
    },
  }),
  ...statements(row(18), {
    ...each([["courts", "name"] as const, ["reporters", "full_name"] as const], ([collection, field]) => [
      `contains-${collection}-${field}: ${collection}: ${field} finds a part, in any case; an unknown parameter changes nothing`,
      async (client) => {
        const { results } = await list(client, collection, ALL);
        const name = results
          .map((one) => one[field])
          .find((own) => typeof own === "string" && own.length > 5);
        if (typeof name !== "string") throw new Skipped(`no record of ${collection} with a name`);
        const part = name.slice(1, -1).toLowerCase();
        const found = await list(client, collection, { [field]: part, jurisdiction_slug: "x", ...ALL });
        assert.ok(
          found.results.some((one) => one[field] === name),
          `${part} does not find ${name}`,
        );
        for (const one of found.results) assert.ok(String(one[field]).toLowerCase().includes(part));
      },
    ]),
  }),
];

/** The page of a question, among whose matches this case is. */
async function finds(
  client: Client,
  question: Readonly<Record<string, string>>,
  one: Json,
): Promise<{ readonly results: readonly Json[] }> {
  const cited = asRecords(one.citations).length > 0 ? { cite: citationOf(one) } : {};
  const id = textAt(one, "id");
  const { results } = await list(client, "cases", { ...question, ...cited, ...ALL });
  assert.ok(idsOf(results).includes(id), `${JSON.stringify(question)} does not find the case ${id}`);
  return list(client, "cases", { ...question, page_size: "50" });
}

function opinionsOf(one: Json): readonly Json[] {
  const { status, data } = asRecord(one.casebody);
  return status === "ok" ? asRecords(asRecord(data).opinions) : [];
}

/** A word of the first author that has one. */
function authorOf(one: Json): string | null {
  return plainWord(
    opinionsOf(one)
      .map(({ author }) => author)
      .find((own) => plainWord(own) !== null),
  );
}

/** A word each of name, court, head matter and opinion; null for what has none. */
function wordsOf(one: Json): readonly (string | null)[] {
  const [first] = opinionsOf(one);
  if (first === undefined) return [null];
  const head = asRecord(asRecord(one.casebody).data).head_matter;
  return [one.name_abbreviation, asRecord(one.court).name, head, first.text].map(plainWord);
}

/** The first plain word of some length: no two services disagree on what it is. */
function plainWord(text: unknown): string | null {
  return typeof text === "string"
    ? (/(?<![\p{L}\p{N}\p{M}'’\u00ad-])[A-Za-z]{4,}(?![\p{L}\p{N}\p{M}'’\u00ad-])/u.exec(text)?.[0] ?? null)
    : null;
}

function citedIds(one: Json): readonly string[] {
  if (!Array.isArray(one.cites_to)) return [];
  return asRecords(one.cites_to).flatMap(({ case_ids: ids }) => (Array.isArray(ids) ? ids.map(String) : []));
}
