/** Statements on the filters by `analysis` and `source`, and on the orders by `analysis`. */
import assert from "node:assert/strict";
import { type Client, type Json, list, listPath, textAt } from "./client.ts";
import { findCase, idsOf } from "./pick.ts";
import type { Statement } from "./statement.ts";

const FROM = 'docs/interface.md, "Values of the source"';
const ALL = { page_size: "10000" };

export const SOURCE_VALUES: readonly Statement[] = [
  {
    id: "analysis-number",
    says: "of a case's own number, the plain name, __in, __gte and __lte find it; __gt, __lt and __exclude do not",
    from: FROM,
    check: async (client) => {
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
  },
  {
    id: "analysis-order",
    says: "ordering=analysis.word_count ascends, -analysis.word_count descends; cases without the value are last in both",
    from: FROM,
    check: async (client) => {
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
  },
  {
    id: "analysis-sha256",
    says: "analysis.sha256 finds the cases with this hash and no other",
    from: FROM,
    check: async (client) => {
      const one = await findCase(client, "case with a hash", (own) => valueIn(own, "sha256") !== null);
      const hash = String(valueIn(one, "sha256"));
      const { results } = await list(client, "cases", { "analysis.sha256": hash, ...ALL });
      assert.ok(idsOf(results).includes(textAt(one, "id")));
      for (const own of results) assert.equal(valueIn(own, "sha256"), hash);
    },
  },
  {
    id: "source",
    says: "source finds the cases whose provenance says so; source__exclude all others",
    from: FROM,
    check: async (client) => {
      const one = await findCase(client, "case with a provenance", (own) => sourceOf(own) !== null);
      const source = String(sourceOf(one));
      const { results } = await list(client, "cases", { source, ...ALL });
      for (const own of results) assert.equal(sourceOf(own), source);
      const others = await list(client, "cases", { source__exclude: source, ...ALL });
      for (const own of others.results) assert.notEqual(sourceOf(own), source);
      assert.equal(results.length + others.results.length, (await list(client, "cases", ALL)).results.length);
    },
  },
  {
    id: "analysis-no-number",
    says: "a text that is not a number is 400 naming the parameter",
    from: FROM,
    check: async (client: Client) => {
      const { status, text } = await client.ask(listPath("cases", { "analysis.word_count__gte": "many" }));
      assert.deepEqual(
        { status, body: JSON.parse(text) },
        { status: 400, body: { "analysis.word_count__gte": ["Enter a number."] } },
      );
    },
  },
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
