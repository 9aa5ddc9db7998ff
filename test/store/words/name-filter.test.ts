/** "Contains" on names and numbers against a search through all texts. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type FindNameWords, tokensOfName } from "../../../src/store/words/name-filter.ts";
import { nameWordsOf } from "../../../src/store/write/name-words.ts";
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

describe("tokensOfName", () => {
  const words = nameWordsOf({ name: NAMES.join(" "), nameAbbreviation: "", docketNumber: DOCKETS.join(" ") });
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
