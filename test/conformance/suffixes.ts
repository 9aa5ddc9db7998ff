/** Statements on filters with a suffix, on `restricted`, and on names that look like filters. */
import assert from "node:assert/strict";
import { asRecord, type Json, list, listPath, textAt } from "./client.ts";
import { citationOf, citedCase, findCase, idsOf } from "./pick.ts";
import type { Statement } from "./statement.ts";

const FROM = 'docs/interface.md, "Filters with a suffix"';

export const SUFFIXES: readonly Statement[] = [
  {
    id: "suffix-in-and-exclude",
    says: "id__in finds exactly these cases; id__exclude none of them, and all others",
    from: FROM,
    check: async (client) => {
      const all = idsOf((await list(client, "cases", { ordering: "id", page_size: "20" })).results);
      const some = all.slice(0, 3);
      const ids = async (more: Readonly<Record<string, string>>): Promise<readonly string[]> =>
        idsOf((await list(client, "cases", { ordering: "id", page_size: "17", ...more })).results);
      assert.deepEqual(await ids({ id__in: some.join("__") }), some);
      assert.deepEqual(await ids({ id__exclude: some.join("__") }), all.slice(3));
    },
  },
  {
    id: "suffix-of-a-field",
    says: "jurisdiction, court, reporter and cite with __in find a case by its own values, with __exclude none that has them",
    from: FROM,
    check: async (client) => {
      const one = await citedCase(client);
      const values = { cite: citationOf(one), ...namesOf(one) };
      for (const [field, value] of Object.entries(values)) {
        const found = await list(client, "cases", { [`${field}__in`]: value, id: textAt(one, "id") });
        assert.deepEqual(idsOf(found.results), [textAt(one, "id")], field);
        const without = await list(client, "cases", { [`${field}__exclude`]: value, id: textAt(one, "id") });
        assert.equal(without.count, 0, field);
      }
    },
  },
  {
    id: "suffix-dates",
    says: "of a case's year, month and day, __gte and __lte find it, __gt and __lt do not; the plain name means all of the period",
    from: FROM,
    check: async (client) => {
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
  },
  {
    id: "suffix-combined",
    says: "filters with and without a suffix combine with AND, also on the same field",
    from: FROM,
    check: async (client) => {
      const one = await citedCase(client);
      const { jurisdiction } = namesOf(one);
      assert.equal(
        (await list(client, "cases", { jurisdiction, jurisdiction__exclude: jurisdiction })).count,
        0,
      );
    },
  },
  {
    id: "restricted",
    says: "restricted=true and restricted=false share the cases between them",
    from: 'docs/interface.md, "Parameters of cases"',
    check: async (client) => {
      const count = async (more: Readonly<Record<string, string>>): Promise<number> =>
        Number((await list(client, "cases", { page_size: "1", count: "exact", ...more })).count);
      const parts = [await count({ restricted: "true" }), await count({ restricted: "false" })];
      assert.equal((parts[0] ?? 0) + (parts[1] ?? 0), await count({}));
    },
  },
  ...["decision_date__after", "decison_date__gte", "cites_to__cited_by", "analysis.words"].map(
    (name): Statement => ({
      id: `refuse-${name}`,
      says: `${name}, which looks like a filter and is none, is 400 naming it`,
      from: FROM,
      check: async (client) => {
        const { status, text } = await client.ask(listPath("cases", { [name]: "1" }));
        assert.equal(status, 400, text);
        assert.match(String(asRecord(JSON.parse(text))[name]), /^No such filter\./);
      },
    }),
  ),
];

function namesOf(one: Json): Readonly<Record<"jurisdiction" | "court" | "reporter", string>> {
  return {
    jurisdiction: textAt(one, "jurisdiction.slug"),
    court: textAt(one, "court.slug"),
    reporter: textAt(one, "reporter.full_name"),
  };
}
