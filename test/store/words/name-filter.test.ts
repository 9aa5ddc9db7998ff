/** "Contains" on names and numbers against a search through all texts. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  certainTokensOfName,
  type FindNameWords,
  tokensOfName,
} from "../../../src/store/words/name-filter.ts";
import { indexNames } from "../../../src/store/write/index-row.ts";
import { fold } from "../../../src/text/analyzer.ts";
import { openV1 } from "../../../src/v1/v1.ts";
import { line } from "../../corpus/records.ts";
import { makeCorpus } from "../../support/corpus.ts";

const NAMES = [
  "People of the State of Illinois v. John O’Hara",
  "Mills v. Milliken & Co., Inc.",
  "In re Grand-Jury Subpoena; ex parte  Smith",
  "ÉCOLE Normale v. Ölmühle AG",
  "Smithson v. Blacksmith",
  "Ex parte Q—X",
  "A. B. v. C. D.",
];
const DOCKETS = ["No. 13-1441", "13—14415", "Gen. No. 9,441", "2013-AP-1234-CR", "441", "", "No. 8—10—2"];
const RECORDS = NAMES.map((name, nth) =>
  line(nth + 1, { name, name_abbreviation: name.slice(0, 14), docket_number: DOCKETS[nth] }),
);

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
  using corpus = openV1(makeCorpus(RECORDS));
  fc.assert(
    fc.property(partOf(fields), (text) => {
      const wanted = fields.flatMap((field, nth) => (fold(field).includes(fold(text)) ? [nth + 1] : []));
      const { count, results } = corpus.list("cases", { [parameter]: text, ordering: "id" });
      expect([results.map(({ id }) => id), count]).toEqual([wanted, wanted.length]);
    }),
    { numRuns: 200 },
  );
});

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
  ];
  const records = names.map((name, nth) =>
    // the name has words that the abbreviated name lacks
    line(nth + 1, {
      name: `${name} v. Smith and Williams`,
      name_abbreviation: name,
      decision_date: `19${50 + nth}`,
    }),
  );
  const find: FindNameWords = (pattern) =>
    ["smith", "smiths", "smithy", "blacksmith", "williams", "happy"].filter((word) =>
      word.includes(pattern.replaceAll("*", "")),
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
            fold(name).includes(fold(text)) && !(isDated && nth < 3) ? [nth + 1] : [],
          );
          const dates = isDated ? { decision_date_min: "1953" } : {};
          const { count, results } = corpus.list("cases", { name_abbreviation: text, ordering, ...dates });
          expect([results.map(({ id }) => Number(id)).sort(), count]).toEqual([wanted, wanted.length]);
        },
      ),
      { numRuns: 200 },
    );
  });

  test.each([
    ["smith", ["\ue003asmith", "\ue003ablacksmith"]],
    ["smit", ["\ue003asmith", "\ue003ablacksmith"]],
    // the token of "smithy" is also that of "smithies", which does not contain it
    ["smithy", []],
    ["william", ["\ue003awilliam"]],
    // its token is also that of "william"
    ["williams", []],
    // two words, or the end of one
    ["smith v", []],
    [" smith", []],
  ])("%j is certainly in the cases with %j", (text, tokens) => {
    expect(certainTokensOfName({ column: "name_abbreviation", text }, find)).toEqual(tokens);
    expect(certainTokensOfName({ column: "name", text }, find)).toEqual([]);
    expect(certainTokensOfName({ column: "docket_number", text }, find)).toEqual([]);
  });
});

describe("tokensOfName", () => {
  const texts = { name: NAMES.join(" "), nameAbbreviation: "", docketNumber: DOCKETS.join(" ") };
  const words = indexNames({ ...texts, citations: [], citesTo: [] }, null).nameWords;
  const find: FindNameWords = (pattern) => {
    const [before, part = "", after] = [
      pattern.startsWith("*"),
      pattern.replaceAll("*", ""),
      pattern.endsWith("*"),
    ];
    return words.filter((word) =>
      before ? (after ? word.includes(part) : word.endsWith(part)) : word.startsWith(part),
    );
  };
  const tokens = (text: string) => tokensOfName({ column: "docket_number", text }, find);

  test.each([
    ["smith", [["smith", "smithson", "blacksmith"]]],
    [
      "smith v. mill",
      [
        ["smith", "blacksmith"],
        ["mill", "milliken"],
      ],
    ],
    [" parte ", [["part"]]],
    // the only word
    [" v. ", [["v"]]],
    // in no name
    ["zzz", [[]]],
    ["—; ", []],
    [
      "13-1441",
      [
        ["13", "2013"],
        ["1441", "14415"],
      ],
    ],
  ])("the tokens for %j are %j", (text, wanted) => {
    expect(tokens(text)).toEqual(wanted);
  });

  test("a part of too many words is left out", () => {
    expect(tokensOfName({ column: "name", text: "mill v. an" }, () => null)).toEqual([]);
  });
});
