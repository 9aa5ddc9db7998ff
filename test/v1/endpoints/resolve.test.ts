/** The cases of the citations in a text, in the form of the service's `/v1/resolve/`. */
import { expect, test } from "vitest";
import { openV1 } from "../../../src/v1/v1.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { bulkCase } from "../../support/records.ts";
import { keptFolder } from "../../support/temp-folder.ts";

const path = makeCorpus(
  [
    bulkCase(1, {
      name: "Ninian Whitesides v. John Allen",
      name_abbreviation: "Whitesides v. Allen",
      decision_date: "1822-12",
      citations: [
        { type: "official", cite: "1 Ill. 17" },
        { type: "parallel", cite: "Breese 17" },
      ],
      analysis: { simhash: "1:8fd42d6dd599269b" },
    }),
    bulkCase(2, { citations: [{ type: "official", cite: "1 Ill. 20" }] }),
    bulkCase(3, { citations: [{ type: "official", cite: "1 Ill. 20" }] }),
  ],
  `${keptFolder()}/test.db`,
);

function ask(question: Readonly<Record<string, string | readonly string[]>>) {
  using v1 = openV1(path, { baseUrl: "http://localhost" });
  return v1.resolve(question);
}

test("each citation has its cases, by the citation as written", () => {
  const answer = ask({ q: "See 1 Ill., 17; 1 Ill. 20, 22 (1823); 410 U.S. 113; id. at 23." });
  expect(Object.keys(answer)).toEqual(["1 Ill., 17", "1 Ill. 20"]);
  expect(answer["1 Ill. 20"]?.map((one) => one.source_id)).toEqual([2, 3]);
  expect(answer["1 Ill., 17"]).toEqual([
    {
      source: "cap",
      source_id: 1,
      citations: [
        {
          cite: "1 Ill. 17",
          normalized_cite: "1ill17",
          type: "official",
          volume: "1",
          reporter: "Ill.",
          page: "17",
        },
        {
          cite: "Breese 17",
          normalized_cite: "breese17",
          type: "parallel",
          volume: null,
          reporter: null,
          page: null,
        },
      ],
      name_short: "Whitesides v. Allen",
      name_full: "Ninian Whitesides v. John Allen",
      decision_date: "1822-12",
      frontend_url: "http://localhost/cases/1/",
      api_url: "http://localhost/v1/cases/1/",
      simhash: "1:8fd42d6dd599269b",
    },
  ]);
});

test("q may be given several times, and citations that no case has are left out", () => {
  expect(Object.keys(ask({ q: ["1 Ill. 17", "1 Ill. 20"] }))).toEqual(["1 Ill. 17", "1 Ill. 20"]);
  expect(ask({ q: "410 U.S. 113" })).toEqual({});
});

test.each([
  [{}, { q: ["Query parameter 'q' is required"] }],
  [{ q: "" }, { q: ["Query parameter 'q' is required"] }],
  [{ q: "no citation here" }, { q: ["No citations found in query."] }],
  [{ q: "1 Ill. 17 ".repeat(1_000) }, { q: [expect.stringContaining("at most 8192 characters")] }],
])("%j is refused", (question, parameters) => {
  expect(() => ask(question)).toThrow(expect.objectContaining({ code: "invalid", parameters }));
});
