/** Statements on the search grammar, facets, previews and what cites what. */
import assert from "node:assert/strict";
import {
  askRecord,
  asRecord,
  asRecords,
  type Client,
  citedCase,
  findCase,
  idsOf,
  list,
  Skipped,
  textAt,
  wordOf,
} from "./client.ts";
import { each, PARAMETERS, row, type Statement, statements } from "./statement.ts";

const CONTRACT = 'docs/interface.md, "Search language"';
const NOWHERE = "qqxzvwjkqqxzvwjk";
const FACETS = ["jurisdiction", "court", "reporter", "decision_date"];

export const SEARCH: readonly Statement[] = [
  ...statements(CONTRACT, {
    "search-words: a word of a case's name finds it, in any writing; a word more that stands nowhere does not":
      async (client) => {
        const one = await citedCase(client);
        const id = {
          ordering: "id",
          page_size: "10000",
          name_abbreviation: textAt(one, "name_abbreviation"),
        };
        for (const text of [wordOf(one), wordOf(one).toUpperCase(), wordOf(one).toLowerCase()]) {
          const found = idsOf((await list(client, "cases", { ...id, search: text })).results);
          assert.ok(found.includes(textAt(one, "id")), text);
        }
        assert.equal(await count(client, `${wordOf(one)} ${NOWHERE}`), 0);
      },
    "search-without: -a finds what a does not": async (client) => {
      const word = wordOf(await citedCase(client));
      const [all, having, without] = await Promise.all(
        ["", word, `-${word}`].map((text) => count(client, text)),
      );
      assert.equal((having ?? 0) + (without ?? 0), all);
    },
    "search-prefix: appell* finds at least what the whole word as written finds": async (client) => {
      const one = await citedCase(client);
      const parameters = { search: `${wordOf(one).slice(0, 4)}*`, page_size: "10000", ordering: "id" };
      const more = { name_abbreviation: textAt(one, "name_abbreviation") };
      const { results } = await list(client, "cases", { ...parameters, ...more });
      assert.ok(idsOf(results).includes(textAt(one, "id")));
    },
  }),
  equal("search-either", "a | b finds either", (word) => [`${word} | ${NOWHERE}`, word]),
  equal("search-plus", "a + b is a b", (word) => [`${word} + court`, `${word} court`]),
  equal("search-group", "brackets group", (word) => [`(${word} | ${NOWHERE}) (court)`, `${word} court`]),
  equal("search-phrase", "a phrase of one word is the word", (word) => [`"${word}"`, word]),
  equal("search-near", 'a /5 b is "a b"~5', (word) => [`${word} /5 court`, `"${word} court"~5`]),
  equal("search-next", 'a +0 b is "a b"', (word) => [`${word} +0 court`, `"${word} court"`]),
  equal("search-near-alone", "/5 without operands is a word", (word) => [`${word} /5`, `${word} 5`]),
  equal("search-open-quote", "an open quote ends at the end", (word) => [`"${word}`, `"${word}"`]),
  equal("search-open-bracket", "an open bracket ends at the end", (word) => [`(${word}`, word]),
  equal("search-stray", "a stray operator is dropped", (word) => [`| ${word} |`, word]),
  equal("search-none", "a text without a word is as no search", () => ["§", ""]),
  ...statements(row(29), {
    ...each(
      [
        'search="open',
        '"',
        "the of",
        "a",
        "§",
        "NEAR(a b)",
        "name:x",
        "a AND",
        "' OR 1=1 --",
        "***",
        "^a",
        "{}",
      ],
      (text) => [
        `search-no-error-${text}: no text is an error: ${text}`,
        async (client) => void (await count(client, text)),
      ],
    ),
  }),
  ...statements(PARAMETERS, {
    "ordering-relevance: ordering=relevance needs search": async (client) => {
      assert.equal((await client.ask("/v1/cases/?ordering=relevance")).status, 400);
      assert.equal((await client.ask("/v1/cases/?ordering=relevance&search=court")).status, 200);
    },
    ...each(FACETS, (facet) => [
      `facet-${facet}: facet=${facet} adds facets between previous and results`,
      async (client) => {
        const { all } = await list(client, "cases", { facet, page_size: "1" });
        assert.deepEqual(Object.keys(all), ["count", "next", "previous", "facets", "results"]);
        assert.deepEqual(Object.keys(asRecord(all.facets)), [facet]);
      },
    ]),
    "preview: preview=true adds up to 3 fragments with matches in em; all else is escaped": async (
      client,
    ) => {
      const search = wordOf(await citedCase(client));
      const { results } = await list(client, "cases", { search, preview: "true", page_size: "10" });
      const fragments = results.map((one) => one.preview);
      for (const own of fragments) {
        assert.ok(Array.isArray(own) && own.length <= 3, `preview is ${JSON.stringify(own)}`);
        const rest = own.join("").replaceAll('<em class="search_highlight">', "").replaceAll("</em>", "");
        assert.ok(!/[<>]/.test(rest), rest);
      }
      assert.match(JSON.stringify(fragments), /<em class=\\"search_highlight\\">/);
    },
  }),
  ...statements(`${PARAMETERS}; ${row(17)}`, {
    "cites-to: cites_to with a citation that a case cites finds that case; cited_by asks the other way":
      async (client) => {
        const one = await findCase(client, "case that cites", (held) => citesOf(held) !== undefined);
        const cites_to = citesOf(one) ?? "";
        const { results } = await list(client, "cases", { cites_to, page_size: "10000" });
        assert.ok(idsOf(results).includes(textAt(one, "id")), cites_to);
        assert.equal((await client.ask(`/v1/cases/?cited_by=${textAt(one, "id")}`)).status, 200);
      },
  }),
  ...statements('docs/formats.md, "Filters of the publisher"', {
    "detail-ignores-filters: filters on a detail page are ignored": async (client) => {
      const path = `/v1/cases/${textAt(await citedCase(client), "id")}/`;
      assert.deepEqual(
        await askRecord(client, `${path}?jurisdiction=no-such&decision_date_min=9998`),
        await askRecord(client, path),
      );
    },
  }),
];

/** Two texts that find the same number of cases, made of a word of a case. */
function equal(id: string, says: string, texts: (word: string) => readonly [string, string]): Statement {
  const check = async (client: Client): Promise<void> => {
    const [a, b] = texts(wordOf(await citedCase(client)));
    assert.equal(await count(client, a), await count(client, b), `${a} and ${b} differ`);
  };
  return { id, says, from: CONTRACT, check };
}

async function count(client: Client, search: string): Promise<number> {
  const { count: matches } = await list(client, "cases", { search, page_size: "1" });
  if (matches === null) throw new Skipped("count is null");
  return matches;
}

function citesOf(one: Readonly<Record<string, unknown>>): string | undefined {
  if (!Array.isArray(one.cites_to)) return undefined;
  const [first] = asRecords(one.cites_to);
  return first === undefined ? undefined : textAt(first, "cite");
}
