/** "Contains" on names and numbers against a search through all texts. */
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { foldForContains } from "../../../src/store/write/index-row.ts";
import { openV1 } from "../../../src/v1/v1.ts";
import { line } from "../../corpus/records.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { keptFolder } from "../../support/temp-folder.ts";

const NAMES = [
  "People of the State of Illinois v. John O’Hara",
  "Mills v. Milliken & Co., Inc.",
  "In re Grand-Jury Subpoena; ex parte  Smith",
  "ÉCOLE Normale v. Ölmühle AG",
  "Smithson v. Blacksmith",
  "Ex parte Q—X",
  "A. B. v. C. D.",
  `a%b_c\\d"e*f)g'h;j v. aXbYcZd`,
];
const DOCKETS = [
  ...["No. 13-1441", "13—14415", "Gen. No. 9,441", "2013-AP-1234-CR", "441", "", "No. 8—10—2", "100%_*"],
];
const RECORDS = NAMES.map((name, nth) =>
  line(nth + 1, { name, name_abbreviation: name.slice(0, 14), docket_number: DOCKETS[nth] }),
);

const PATH = makeCorpus(RECORDS, join(keptFolder(), "test.db"));

/** A part of one of the texts, of three characters or more, as it is or in other case. */
const partOf = (texts: readonly string[]) =>
  fc
    .tuple(fc.constantFrom(...texts.filter((text) => text.length >= 3)), fc.nat(), fc.nat(), fc.boolean())
    .map(([text, from, length, upper]) => {
      const start = from % (text.length - 2);
      const part = text.slice(start, start + 3 + (length % (text.length - start - 2)));
      return upper ? part.toUpperCase() : part;
    });

test.each([
  ["name", NAMES],
  ["name_abbreviation", NAMES.map((name) => name.slice(0, 14))],
  ["docket_number", DOCKETS],
] as const)("%s=TEXT finds the cases whose field contains the text", (parameter, fields) => {
  using corpus = openV1(PATH);
  fc.assert(
    fc.property(partOf(fields), (text) => {
      const wanted = fields.flatMap((field, nth) =>
        foldForContains(field).includes(foldForContains(text)) ? [nth + 1] : [],
      );
      const { count, results } = corpus.list("cases", { [parameter]: text, ordering: "id" });
      expect([results.map(({ id }) => id), count]).toEqual([wanted, wanted.length]);
    }),
    { numRuns: 80 },
  );
});

test.each([
  { docket_number: "8-10-2", found: [7] },
  { docket_number: "13–1441", found: [1, 2] },
  { name: "o'hara", found: [1] },
  { name: "John O´Hara", found: [1] },
  { search: 'name:"o`hara"', found: [1] },
])(
  "dashes and quotation marks of any kind are alike in $docket_number$name$search",
  ({ found, ...question }) => {
    using corpus = openV1(PATH);
    const { results } = corpus.list("cases", { ...question, ordering: "id" });
    expect(results.map(({ id }) => id)).toEqual(found);
  },
);

test("a changed name is found by its new words only", () => {
  const path = makeCorpus([line(1, { name: "Oldname v. Mill" })]);
  makeCorpus([line(1, { name: "Newname v. Mill", last_updated: "2030-01-01T00:00:00Z" })], path);
  using corpus = openV1(path);
  expect(corpus.list("cases", { name: "oldn" }).count).toBe(0);
  expect(corpus.list("cases", { name: "wname v" }).count).toBe(1);
});

describe("abbreviated names whose words have the same stem", () => {
  const names = [
    "Smith",
    "Smithy",
    "Smiths v. Hope",
    "Blacksmith",
    "Hoping",
    "William v. Happy",
    "Williams",
    "Happier",
    "Smithies",
    "Barenby v. People",
    "Barenbies",
  ];
  const records = names.map((name, nth) =>
    // the name has words that the abbreviated name lacks
    line(nth + 1, {
      name: `${name} v. Smith and Williams`,
      name_abbreviation: name,
      decision_date: `19${50 + nth}`,
    }),
  );

  test("are found as their texts say", () => {
    using corpus = openV1(makeCorpus(records));
    fc.assert(
      fc.property(
        partOf(names),
        fc.constantFrom("id", "decision_date", "-name_abbreviation"),
        fc.boolean(),
        (text, ordering, isDated) => {
          const wanted = names.flatMap((name, nth) =>
            foldForContains(name).includes(foldForContains(text)) && !(isDated && nth < 3) ? [nth + 1] : [],
          );
          const dates = isDated ? { decision_date_min: "1953" } : {};
          const { count, results } = corpus.list("cases", { name_abbreviation: text, ordering, ...dates });
          expect([results.map(({ id }) => Number(id)).sort((a, b) => a - b), count]).toEqual([
            wanted,
            wanted.length,
          ]);
        },
      ),
      { numRuns: 80 },
    );
  });
});
