/** Counts of words by year and jurisdiction, in the form of the service's `/v1/ngrams/`. */
import { expect, test } from "vitest";
import { openV1 } from "../../../src/v1/v1.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { bulkCase, textBody } from "../../support/records.ts";
import { keptFolder } from "../../support/temp-folder.ts";

const NEBRASKA = { id: 31, slug: "neb", name: "Neb.", name_long: "Nebraska", whitelisted: false };
const TEXTS = [
  "raisins dried in the sun",
  "a raisin and a fig",
  "figs only",
  "raisins and figs",
  "dried raisins",
];
const path = makeCorpus(
  TEXTS.map((text, at) =>
    bulkCase(at + 1, {
      decision_date: at < 3 ? "1984-05-01" : "1990-02",
      casebody: textBody(text),
      ...(at === 4 ? { jurisdiction: NEBRASKA } : {}),
    }),
  ),
  `${keptFolder()}/test.db`,
);

function ask(question: Readonly<Record<string, string | readonly string[]>>) {
  using v1 = openV1(path);
  return v1.ngrams(question);
}

const year = (name: string, cases: number, all: number) => ({
  year: name,
  count: [null, null],
  doc_count: [cases, all],
});

test("words are counted by year, with their stems, next to all cases of the year", () => {
  expect(ask({ q: "Raisins" })).toEqual({
    count: 1,
    next: null,
    previous: null,
    results: { raisins: { total: [year("1984", 2, 3), year("1990", 2, 2)] } },
  });
});

test("words are a phrase; more than three are ignored", () => {
  expect(ask({ q: "dried in the moon" }).results).toEqual({
    "dried in the": { total: [year("1984", 1, 3)] },
  });
  expect(ask({ q: "raisins dried" }).results).toEqual({ "raisins dried": { total: [year("1984", 1, 3)] } });
});

test("jurisdictions are counted apart, with * each one and the total, and years are chosen", () => {
  expect(ask({ q: "raisins", jurisdiction: ["neb", "ill"], year: "1990" }).results).toEqual({
    raisins: { ill: [year("1990", 1, 1)], neb: [year("1990", 1, 1)] },
  });
  const { raisins } = ask({ q: "raisins", jurisdiction: "*" }).results;
  expect(raisins).toEqual({
    total: [year("1984", 2, 3), year("1990", 2, 2)],
    ill: [year("1984", 2, 3), year("1990", 1, 1)],
    neb: [year("1990", 1, 1)],
  });
  expect(ask({ q: "raisins", jurisdiction: ["total", "neb"] }).results.raisins).toHaveProperty("neb");
  expect(ask({ q: "raisins", year: ["1700", "1701"] })).toMatchObject({ count: 0, results: {} });
});

test("api(…) counts the cases of a question", () => {
  const q = "api(search=fig&decision_date_min=1985)";
  const cases = { year: "1990", count: [1, 2], doc_count: [1, 2] };
  expect(ask({ q }).results).toEqual({ [q]: { total: [cases] } });
});

test.each([{}, { q: "" }, { q: "§" }, { q: '"' }, { q: "nowhere" }, { q: "api(search=nowhere)" }])(
  "%j has no results",
  (question) => {
    expect(ask(question)).toEqual({ count: 0, next: null, previous: null, results: {} });
  },
);

test.each([
  [{ q: "raisins *" }, { q: ["Enter words only: the words that follow others are not counted."] }],
  [{ q: "api(colour=red)" }, { q: ["colour is not a valid API parameter."] }],
  [{ q: "api(decision_date_min=soon)" }, { q: [expect.stringContaining("decision_date_min: ")] }],
  [{ q: "fig", jurisdiction: "nowhere" }, { jurisdiction: [expect.stringContaining("nowhere")] }],
  [{ q: "fig", year: "x" }, { year: ["Enter a year."] }],
  [{ q: "fig", year__gt: "1" }, { year__gt: [expect.stringContaining("Did you mean year?")] }],
])("%j is refused", (question, parameters) => {
  expect(() => ask(question)).toThrow(expect.objectContaining({ code: "invalid", parameters }));
});
