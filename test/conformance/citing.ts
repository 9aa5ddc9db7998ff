/** Statements on the filters by single opinions, by what is cited, and by the cited cases. */
import assert from "node:assert/strict";
import { asRecord, asRecords, type Client, type Json, list, listPath, textAt } from "./client.ts";
import { findCase, idsOf, someCases, wordOf } from "./pick.ts";
import type { Statement } from "./statement.ts";

const FROM = 'docs/interface.md, "Opinions and cited cases"';
const ALL = { page_size: "10000" };
const BODIES = { full_case: "true", body_format: "text" };

export const CITING: readonly Statement[] = [
  {
    id: "author-type",
    says: "author_type finds a case by author and type of one opinion, and not by a type that no opinion of the author has",
    from: FROM,
    check: async (client) => {
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
  },
  {
    id: "cites-to-reporter",
    says: "cites_to.reporter and cites_to.category find cases with such an entry, and only these",
    from: FROM,
    check: async (client) => {
      for (const key of ["reporter", "category"]) {
        const one = await citing(client, (entry) => typeof entry[key] === "string");
        const value = String(entriesOf(one).find((entry) => typeof entry[key] === "string")?.[key]);
        const { results } = await list(client, "cases", { [`cites_to.${key}`]: value, ...ALL });
        assert.ok(idsOf(results).includes(textAt(one, "id")), `${value} finds its case`);
        for (const own of results) assert.ok(entriesOf(own).some((entry) => entry[key] === value));
      }
    },
  },
  {
    id: "cites-to-filter",
    says: "cites_to__id finds what cites_to of this id finds; cites_to__jurisdiction finds a case that cites a case of it",
    from: FROM,
    check: async (client) => {
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
  },
  {
    id: "cites-to-nothing",
    says: "cites_to__name of a name that no case has finds nothing",
    from: FROM,
    check: async (client) => {
      assert.equal((await list(client, "cases", { cites_to__name: "qqxzvwjkqqxzvwjk" })).count, 0);
    },
  },
  ...[
    ["author_type", "scalia"],
    ["author_type", ":dissent"],
    ["author__cites_to", "1 U.S. 1"],
  ].map(
    ([name = "", value = ""]): Statement => ({
      id: `refuse-${name}-${value}`,
      says: `${name}=${value} alone is 400 naming it`,
      from: FROM,
      check: async (client) => {
        const { status, text } = await client.ask(listPath("cases", { [name]: value }));
        assert.deepEqual(
          { status, names: Object.keys(asRecord(JSON.parse(text))) },
          { status: 400, names: [name] },
        );
      },
    }),
  ),
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
