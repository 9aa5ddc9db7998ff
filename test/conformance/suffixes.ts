/** Statements on filters with a suffix, on `restricted`, and on names that look like filters. */
import assert from "node:assert/strict";
import {
  answers,
  asRecord,
  asRecords,
  type Client,
  citationOf,
  citedCase,
  findCase,
  idsOf,
  type Json,
  list,
  listPath,
  someCases,
  textAt,
  wordOf,
} from "./client.ts";
import { each, PARAMETERS, type Statement, statements } from "./statement.ts";

const SUFFIX = 'docs/interface.md, "Filters with a suffix"';

export const SUFFIXES: readonly Statement[] = [
  ...statements(SUFFIX, {
    "suffix-in-and-exclude: id__in finds exactly these cases; id__exclude none of them, and all others":
      async (client) => {
        const all = idsOf((await list(client, "cases", { ordering: "id", page_size: "20" })).results);
        const some = all.slice(0, 3);
        const ids = async (more: Readonly<Record<string, string>>): Promise<readonly string[]> =>
          idsOf((await list(client, "cases", { ordering: "id", page_size: "17", ...more })).results);
        assert.deepEqual(await ids({ id__in: some.join("__") }), some);
        assert.deepEqual(await ids({ id__exclude: some.join("__") }), all.slice(3));
      },
    "suffix-of-a-field: jurisdiction, court, reporter and cite with __in find a case by its own values, with __exclude none that has them":
      async (client) => {
        const one = await citedCase(client);
        const values = { cite: citationOf(one), ...namesOf(one) };
        for (const [field, value] of Object.entries(values)) {
          const found = await list(client, "cases", { [`${field}__in`]: value, id: textAt(one, "id") });
          assert.deepEqual(idsOf(found.results), [textAt(one, "id")], field);
          const without = await list(client, "cases", {
            [`${field}__exclude`]: value,
            id: textAt(one, "id"),
          });
          assert.equal(without.count, 0, field);
        }
      },
    "suffix-dates: of a case's year, month and day, __gte and __lte find it, __gt and __lt do not; the plain name means all of the period":
      async (client) => {
        const one = await findCase(client, "case with a complete date", ({ decision_date: date }) =>
          /^\d{4}-\d\d-(0[1-9]|1\d|2[0-8])$/.test(String(date)),
        );
        const [date, id] = [textAt(one, "decision_date"), textAt(one, "id")];
        for (const period of [date.slice(0, 4), date.slice(0, 7), date]) {
          for (const [name, count] of Object.entries({
            "": 1,
            __gte: 1,
            __lte: 1,
            __in: 1,
            __gt: 0,
            __lt: 0,
          })) {
            const asked = { [`decision_date${name}`]: period, id };
            assert.equal((await list(client, "cases", asked)).count, count, JSON.stringify(asked));
          }
        }
      },
    "suffix-combined: filters with and without a suffix combine with AND, also on the same field": async (
      client,
    ) => {
      const one = await citedCase(client);
      const { jurisdiction } = namesOf(one);
      assert.equal(
        (await list(client, "cases", { jurisdiction, jurisdiction__exclude: jurisdiction })).count,
        0,
      );
    },
    ...each(["decision_date__after", "decison_date__gte", "cites_to__cited_by", "analysis.words"], (name) => [
      `refuse-${name}: ${name}, which looks like a filter and is none, is 400 naming it`,
      async (client) => {
        const { status, text } = await client.ask(listPath("cases", { [name]: "1" }));
        assert.equal(status, 400, text);
        assert.match(String(asRecord(JSON.parse(text))[name]), /^No such filter\./);
      },
    ]),
  }),
  ...statements(PARAMETERS, {
    "restricted: restricted=true and restricted=false share the cases between them": async (client) => {
      const count = async (more: Readonly<Record<string, string>>): Promise<number> =>
        Number((await list(client, "cases", { page_size: "1", count: "exact", ...more })).count);
      const parts = [await count({ restricted: "true" }), await count({ restricted: "false" })];
      assert.equal((parts[0] ?? 0) + (parts[1] ?? 0), await count({}));
    },
  }),
];

function namesOf(one: Json): Readonly<Record<"jurisdiction" | "court" | "reporter", string>> {
  return {
    jurisdiction: textAt(one, "jurisdiction.slug"),
    court: textAt(one, "court.slug"),
    reporter: textAt(one, "reporter.full_name"),
  };
}

/** Statements on the filters by single opinions, by what is cited, and by the cited cases. */
const OPINIONS = 'docs/interface.md, "Opinions and cited cases"';
const ALL = { page_size: "10000" };
const BODIES = { full_case: "true", body_format: "text" };

export const CITING: readonly Statement[] = [
  ...statements(OPINIONS, {
    "author-type: author_type finds a case by author and type of one opinion, and not by a type that no opinion of the author has":
      async (client) => {
        const one = await findCase(
          client,
          "case with an author and a type",
          (own) => signed(own).length > 0,
          BODIES,
        );
        const [{ author, type } = { author: "", type: "" }] = signed(one);
        const found = async (asked: string): Promise<number> =>
          Number((await list(client, "cases", { author_type: asked, id: textAt(one, "id") })).count);
        assert.equal(await found(`${author}:${type}`), 1);
        assert.equal(await found(`${author}:nosuchtype`), 0);
      },
    "cites-to-reporter: cites_to.reporter and cites_to.category find cases with such an entry, and only these":
      async (client) => {
        for (const key of ["reporter", "category"]) {
          const one = await citing(client, (entry) => typeof entry[key] === "string");
          const value = String(entriesOf(one).find((entry) => typeof entry[key] === "string")?.[key]);
          const { results } = await list(client, "cases", { [`cites_to.${key}`]: value, ...ALL });
          assert.ok(idsOf(results).includes(textAt(one, "id")), `${value} finds its case`);
          for (const own of results) assert.ok(entriesOf(own).some((entry) => entry[key] === value));
        }
      },
    "cites-to-filter: cites_to__id finds what cites_to of this id finds; cites_to__jurisdiction finds a case that cites a case of it":
      async (client) => {
        const known = new Map((await someCases(client)).map((own) => [textAt(own, "id"), own]));
        const isKnown = (entry: Json): boolean => idsIn(entry).some((id) => known.has(id));
        const one = await citing(client, isKnown);
        const cited = known.get(
          entriesOf(one)
            .flatMap(idsIn)
            .find((id) => known.has(id)) ?? "",
        );
        assert.ok(cited !== undefined);
        const ids = async (asked: Readonly<Record<string, string>>): Promise<readonly string[]> =>
          idsOf((await list(client, "cases", { ordering: "id", ...asked, ...ALL })).results);
        const id = textAt(cited, "id");
        assert.deepEqual(await ids({ cites_to__id: id }), await ids({ cites_to: id }));
        const slug = textAt(cited, "jurisdiction.slug");
        assert.ok((await ids({ cites_to__jurisdiction: slug })).includes(textAt(one, "id")));
      },
    "cites-to-nothing: cites_to__name of a name that no case has finds nothing": async (client) => {
      assert.equal((await list(client, "cases", { cites_to__name: "qqxzvwjkqqxzvwjk" })).count, 0);
    },
    ...each(
      [
        ["author_type", "scalia"],
        ["author_type", ":dissent"],
        ["author__cites_to", "1 U.S. 1"],
      ],
      ([name = "", value = ""]) => [
        `refuse-${name}-${value}: ${name}=${value} alone is 400 naming it`,
        async (client) => {
          await answers(client, listPath("cases", { [name]: value }), 400, [name]);
        },
      ],
    ),
  }),
];

async function citing(client: Client, fits: (entry: Json) => boolean): Promise<Json> {
  return await findCase(client, "case with such an entry of cites_to", (own) => entriesOf(own).some(fits));
}

function entriesOf({ cites_to: entries }: Json): readonly Json[] {
  return entries === undefined ? [] : asRecords(entries);
}

function idsIn({ case_ids: ids }: Json): string[] {
  return Array.isArray(ids) ? ids.map(String) : [];
}

/** The opinions with a type and an author that has a word. */
function signed(one: Json): { readonly author: string; readonly type: string }[] {
  const { data } = asRecord(one.casebody);
  if (data === null || typeof data !== "object") return [];
  return asRecords(asRecord(data).opinions).flatMap(({ author, type }) =>
    typeof author === "string" && typeof type === "string" && /[a-z]{3}/i.test(author)
      ? [{ author: wordOf({ name_abbreviation: author }), type }]
      : [],
  );
}

/** Statements on the filters by `analysis` and `source`, and on the orders by `analysis`. */
const VALUES = 'docs/interface.md, "Values of the source"';

export const SOURCE_VALUES: readonly Statement[] = [
  ...statements(VALUES, {
    "analysis-number: of a case's own number, the plain name, __in, __gte and __lte find it; __gt, __lt and __exclude do not":
      async (client) => {
        const one = await findCase(client, "case with a word count", (own) => wordsOf(own) !== null);
        const [id, value] = [textAt(one, "id"), String(wordsOf(one))];
        for (const [suffix, count] of Object.entries({
          ...{ "": 1, __in: 1, __gte: 1, __lte: 1 },
          ...{ __gt: 0, __lt: 0, __exclude: 0 },
        })) {
          const asked = { [`analysis.word_count${suffix}`]: value, id };
          assert.equal((await list(client, "cases", asked)).count, count, JSON.stringify(asked));
        }
      },
    "analysis-order: ordering=analysis.word_count ascends, -analysis.word_count descends; cases without the value are last in both":
      async (client) => {
        for (const [ordering, sign] of [
          ["analysis.word_count", 1],
          ["-analysis.word_count", -1],
        ] as const) {
          const { results } = await list(client, "cases", { ordering, ...ALL });
          const numbers = results.map(wordsOf).map((words) => (words === null ? Infinity : words * sign));
          assert.deepEqual(
            numbers,
            numbers.toSorted((a, b) => (a === b ? 0 : a - b)),
          );
        }
      },
    "analysis-sha256: analysis.sha256 finds the cases with this hash and no other": async (client) => {
      const one = await findCase(client, "case with a hash", (own) => valueIn(own, "sha256") !== null);
      const hash = String(valueIn(one, "sha256"));
      const { results } = await list(client, "cases", { "analysis.sha256": hash, ...ALL });
      assert.ok(idsOf(results).includes(textAt(one, "id")));
      for (const own of results) assert.equal(valueIn(own, "sha256"), hash);
    },
    "source: source finds the cases whose provenance says so; source__exclude all others": async (client) => {
      const one = await findCase(client, "case with a provenance", (own) => sourceOf(own) !== null);
      const source = String(sourceOf(one));
      const { results } = await list(client, "cases", { source, ...ALL });
      for (const own of results) assert.equal(sourceOf(own), source);
      const others = await list(client, "cases", { source__exclude: source, ...ALL });
      for (const own of others.results) assert.notEqual(sourceOf(own), source);
      assert.equal(results.length + others.results.length, (await list(client, "cases", ALL)).results.length);
    },
    "analysis-no-number: a text that is not a number is 400 naming the parameter": async (client) => {
      const asked = listPath("cases", { "analysis.word_count__gte": "many" });
      await answers(client, asked, 400, { "analysis.word_count__gte": ["Enter a number."] });
    },
  }),
];

function valueIn({ analysis }: Json, name: string): unknown {
  const value = (analysis as Json | undefined)?.[name];
  return value === undefined ? null : value;
}

function wordsOf(one: Json): number | null {
  const value = valueIn(one, "word_count");
  return typeof value === "number" ? value : null;
}

function sourceOf({ provenance }: Json): string | null {
  const source = (provenance as Json | undefined)?.source;
  return typeof source === "string" ? source : null;
}
