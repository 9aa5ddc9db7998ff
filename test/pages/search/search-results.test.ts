import { join } from "node:path";
import { expect, test } from "vitest";
import { downloads, exportCommand } from "../../../src/pages/search/search-results.ts";
import { CLOSED, oneCase, textBody } from "../../http/records.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { linksTo, pagesOf } from "../../support/page-answer.ts";
import { runHere } from "../../support/run-here.ts";
import { keptFolder } from "../../support/temp-folder.ts";

const folder = keptFolder();

test("results can be downloaded in each format of the interface, with the filters and the order of the list", () => {
  const ask = pagesOf([oneCase(1, { casebody: textBody("x", "The mill.") })]);
  const { html, text } = ask("/?search=mill&court=mass-1&ordering=decision_date");
  for (const [name, format] of [
    ["CSV", "csv"],
    ["JSON Lines", "jsonl"],
    ["BibTeX", "bibtex"],
    ["Parquet", "parquet"],
  ] as const) {
    expect(linksTo(html, name)).toEqual([
      `/v1/cases/?search=mill&court=mass-1&ordering=decision_date&format=${format}&page_size=10000`,
    ]);
  }
  expect(text).toContain("All cases of the list, without their texts.");
  expect(text).toContain("For Parquet files of them with the texts, run this command");
  expect(text).toContain("caselaw export --format parquet --to found --search=mill --court=mass-1");
  expect(ask("/?search=horse").html).not.toContain("download");
});

test("a page says when a download has only the first cases", () => {
  const search = { parameters: new URLSearchParams("search=a"), cursor: null, from: 1 };
  expect(downloads(search, 10_000, "").toString()).toContain("All cases of the list");
  for (const count of [10_001, null]) {
    expect(downloads(search, count, "").toString()).toMatch(
      /The first 10,000 cases.*every match with the texts/s,
    );
  }
});

test.each([
  ["search=-dog's $HOME `x`", `--search='-dog'\\''s $HOME \`x\`'`],
  ["decision_date_min=1850&ordering=id&seed=1&count=exact", "--decision-date-min=1850"],
  ["jurisdiction=ill&jurisdiction=neb", "--jurisdiction=ill --jurisdiction=neb"],
  ["analysis.word_count__gte=5", "--filter='analysis.word_count__gte=5'"],
])("the command for %s has %s", (query, options) => {
  expect(exportCommand(new URLSearchParams(query))).toBe(
    `caselaw export --format parquet --to found ${options}`,
  );
});

test("the command exports what was found", async () => {
  const db = makeCorpus(
    [oneCase(1, { casebody: textBody("x", "The mill.") }), oneCase(2)],
    join(folder, "export.db"),
  );
  const command = exportCommand(new URLSearchParams("search=mill&jurisdiction=mass&decision_date_min=1800"));
  const [, ...args] = command.replace("--to found", `--to ${join(folder, "found")}`).split(" ");
  const ran = await runHere([...args, "--db", db, "--json"]);
  expect(ran.code).toBe(0);
  expect(JSON.parse(ran.stdout)).toMatchObject({ cases: 1 });
});

const CITED = { cites_to: [{ cite: "1 Mass. 1", case_ids: [1] }] };

function ranked(id: number, percentile: number): Record<string, unknown> {
  return oneCase(id, {
    casebody: textBody("x", "The mill."),
    analysis: { pagerank: { raw: 0.5, percentile } },
  });
}

test("each result says how many cases cite it, by id or by a citation in the text, with a link to them", () => {
  const ask = pagesOf([
    oneCase(1, { casebody: textBody("x", "The mill.") }),
    oneCase(2, { casebody: textBody("x", "The dam."), ...CITED }),
    oneCase(3, { casebody: textBody("x", "The dam. See 1 Mass. 1.") }),
    oneCase(4, { casebody: textBody("x", "The mill, nowhere cited.") }),
  ]);
  const { html } = ask("/?search=mill");
  expect(linksTo(html, "cited by")).toEqual(["/?cites_to=1"]);
  expect(linksTo(html, "cited by 2")).toEqual(["/?cites_to=1"]);
  expect(ask("/?cites_to=1").text).toContain("2 cases");
});

test("closed texts are not counted for a reader for whom they are not searched", () => {
  const closed = { jurisdiction: CLOSED, casebody: textBody("x", "See 1 Mass. 1.") };
  const ask = pagesOf([oneCase(1, { casebody: textBody("x", "The mill.") }), oneCase(3, closed)]);
  expect(ask("/?search=mill", { access: "open" }).text).toContain("cited by 1");
  expect(ask("/?search=mill", { access: "public" }).text).not.toContain("cited by");
});

test("results can be ordered by the publisher's PageRank, the greatest first", () => {
  const ask = pagesOf([
    ranked(1, 0.1),
    ranked(2, 0.3),
    ranked(3, 0.2),
    oneCase(4, { casebody: textBody("x", "A mill.") }),
  ]);
  const [address = ""] = linksTo(ask("/?search=mill").html, "Most cited (PageRank)");
  const { html, text } = ask(address);
  expect(text).toContain("By the publisher's PageRank");
  expect([...html.matchAll(/id="case-(\d)"/g)].map(([, id]) => id)).toEqual(["2", "3", "1", "4"]);
});
