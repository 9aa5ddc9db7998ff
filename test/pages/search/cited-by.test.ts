import { expect, test } from "vitest";
import { CLOSED, oneCase, textBody } from "../../http/records.ts";
import { linksTo, pagesOf } from "../../support/page-answer.ts";

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
