/** Statements on the filters that need more than a value of a case: opinions, times, what cites what, shared citations. */
import assert from "node:assert/strict";
import {
  asRecord,
  asRecords,
  type Client,
  citationOf,
  findCase,
  idsOf,
  type Json,
  list,
  normalCite,
  Skipped,
  someCases,
  textAt,
} from "./client.ts";
import { each, PARAMETERS, row, type Statement, statements } from "./statement.ts";

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
      assert.deepEqual(new Set(idsOf(cases)), shared.ids);
      assert.equal(count, shared.ids.size);
    },
  }),
  ...statements(row(28), {
    "cite-nothing: a citation without letter or digit is no case's": async (client) => {
      const { count, results } = await list(client, "cases", { cite: "—" });
      assert.deepEqual({ count, results }, { count: 0, results: [] });
    },
  }),
  ...statements(row(12), {
    "filter-docket-part: docket_number finds a part, in any case": async (client) => {
      const long = (own: Json): boolean => String(own.docket_number).trim().length > 4;
      const one = await findCase(client, "case with a docket number", long);
      await finds(client, { docket_number: textAt(one, "docket_number").slice(1).trim().toLowerCase() }, one);
    },
  }),
  ...statements(row(14), {
    "date-month-bounds: a month below is its first day, a month above its last": async (client) => {
      const dated = (own: Json): boolean =>
        /^\d{4}-\d\d-(0[1-9]|1\d|2[0-8])$/.test(String(own.decision_date));
      const one = await findCase(client, "case with a whole date", dated);
      const month = textAt(one, "decision_date").slice(0, 7);
      const { results } = await finds(client, { decision_date_min: month, decision_date_max: month }, one);
      for (const { decision_date: date } of results) {
        assert.ok(
          String(date).startsWith(month) || date === month.slice(0, 4),
          `${String(date)} in ${month}`,
        );
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
