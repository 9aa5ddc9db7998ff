/** The treatment of a case in a corpus: which citing cases are read, in which order they are listed, and for whom. */
import { expect, test } from "vitest";
import { checkText } from "../../src/v1/check/check.ts";
import { citationRemarks } from "../../src/v1/check/words.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCase, namedCase, textBody } from "../support/records.ts";
import { keptFolder } from "../support/temp-folder.ts";

const TARGET = "Adams v. Brown, 1 Ill. 1";
const said = (id: number, year: string, text: string) =>
  bulkCase(id, { decision_date: `${year}-01-01`, casebody: textBody(text) });

const path = makeCorpus(
  [
    namedCase(1, "Adams v. Brown", "1 Ill. 1; 220 U.S. 373", {
      ...{ decision_date: "1900-01-01", docket_number: "No. 77-1" },
    }),
    said(2, "1950", `It did. We follow ${TARGET}. So it is.`),
    said(
      3,
      "1960",
      `A rule. See ${TARGET} (1900), overruled on other grounds by Clark v. Dunn, 1 Ill. 9 (1955).`,
    ),
    said(4, "1970", `The motion was overruled. See ${TARGET}.`),
    namedCase(5, "Adams v. Brown", "1 Ill. 5", { decision_date: "1902-01-01", docket_number: "No. 77-1" }),
  ],
  `${keptFolder()}/test.db`,
);

test("the strongest treatment comes first, with who did it, and what was read is counted", () => {
  using v1 = openV1(path, { baseUrl: "http://x" });
  expect(v1.treatment(1)).toMatchObject({
    id: 1,
    overruled: [],
    overruled_complete_to: "2020-04-20",
    treatments: [
      {
        kind: "overruled",
        qualifier: "on other grounds",
        by: "Clark v. Dunn, 1 Ill. 9 (1955)",
        case: { id: 3 },
        sentence:
          "See Adams v. Brown, 1 Ill. 1 (1900), overruled on other grounds by Clark v. Dunn, 1 Ill. 9 (1955).",
      },
      {
        kind: "followed",
        qualifier: null,
        by: "this court",
        case: { id: 2 },
        sentence: "We follow Adams v. Brown, 1 Ill. 1.",
      },
    ],
    ...{ treatment_count: 2, citing_count: 3, read_count: 3, later: [{ id: 5 }] },
    last_decision: "1970-01-01",
    note: "This is evidence from the imported cases, no citator.",
  });
  expect(v1.treatment(1, { limit: 1 })?.treatments).toHaveLength(1);
  expect(v1.treatment(2)?.treatments).toEqual([]);
  expect(v1.treatment(99)).toBeNull();
});

test("a check says of a cited case that it was overruled, by the table or by a citing case; no verdict changes", () => {
  const records = [
    namedCase(1, "Adams v. Brown", "1 Ill. 1", { decision_date: "1900-01-01" }),
    namedCase(3, "Later v. Case", "1 Ill. 3", {
      casebody: textBody("So. See 1 Ill. 1, overruled in part by Clark v. Dunn, 1 Ill. 9 (1955)."),
    }),
    bulkCase(4, { casebody: textBody("So. See 1 Ill. 1. The motion was overruled.") }),
    namedCase(7, "Korematsu v. United States", "323 U.S. 214"),
  ];
  using v1 = openV1(makeCorpus(records, `${keptFolder()}/check.db`));
  const { citations } = checkText(v1, "See 1 Ill. 1; 323 U.S. 214; 1 Ill. 3.");
  expect(citations.map(({ treatment }) => treatment)).toEqual([
    ["overruled in part by Clark v. Dunn, 1 Ill. 9 (1955) (says Later v. Case, 1 Ill. 3)"],
    ["overruled by Trump v. Hawaii, No. 17-965 (U.S. June 26, 2018)"],
    [],
  ]);
  expect(citations.map(({ judgement }) => judgement)).toEqual(["confirmed", "confirmed", "confirmed"]);
  expect(citations.flatMap(citationRemarks)).toContain(
    "overruled by Trump v. Hawaii, No. 17-965 (U.S. June 26, 2018)",
  );
});
