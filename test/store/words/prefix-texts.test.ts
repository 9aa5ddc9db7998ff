/** Prefixes of more words than can be listed: pages by date read the texts of the cases. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { wordsOf } from "../../../src/text/analyzer.ts";
import { openV1, type V1 } from "../../../src/v1/v1.ts";
import { line, textBody } from "../../corpus/records.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { keptFolder } from "../../support/temp-folder.ts";

const MANY = Array.from({ length: 1_100 }, (_, nth) => `co${nth.toString(36).padStart(3, "x")}`).join(" ");
/** The searched texts of each case, in different columns; some without a word that begins with `co`. */
const PARTS = Array.from({ length: 60 }, (_, nth) => ({
  name: nth % 9 === 0 ? `Mill v. Coal-${nth}` : `Mill v. Inland ${nth}`,
  docket_number: nth % 11 === 5 ? `No. co-${nth}` : "",
  head: nth % 4 === 1 ? "Cöln" : "",
  opinion: nth === 30 ? MANY : nth % 4 === 2 ? "acorn second" : "mill",
}));
const RECORDS = PARTS.map(({ name, docket_number, head, opinion }, nth) =>
  line(nth + 1, {
    name,
    docket_number,
    name_abbreviation: "Mill",
    decision_date: `19${10 + (nth % 7)}-0${1 + (nth % 9)}`,
    court: { id: 500, slug: "bench", name: "Bench", name_abbreviation: "B." },
    casebody: textBody(head, opinion),
  }),
);
const PATH = makeCorpus(RECORDS, join(keptFolder(), "test.db"));
const TEXTS = PARTS.map((parts) => wordsOf(Object.values(parts).join(" ")));

type Words = readonly string[];

function idsOf(v1: V1, question: Record<string, string>): number[] {
  return Array.from(v1.all("cases", question), ({ id }) => Number(id));
}

describe("a prefix of more than 1,000 words", () => {
  const wanted = TEXTS.flatMap((words, nth) => (hasPrefix(words) ? [nth + 1] : []));

  test.each(["decision_date", "-decision_date", "relevance", "id", "name_abbreviation"])(
    "by %s",
    (ordering) => {
      using v1 = openV1(PATH);
      const search = "co*";
      const found = idsOf(v1, { search, ordering, page_size: "7" });
      expect(found.toSorted(ascending)).toEqual(wanted);
      expect(found).toEqual(idsOf(v1, { search, ordering, page_size: "100" }));
      const { count } = v1.list("cases", { search, ordering, count: "exact" });
      expect(count).toBe(wanted.length);
      expect(v1.list("cases", { search, ordering }).count).toBeNull();
    },
  );

  test("pages back have the same cases", () => {
    using v1 = openV1(PATH);
    const question = { search: "co*", ordering: "decision_date", page_size: "5" };
    const pages = [...v1.pages("cases", question)];
    const ids = pages.map(({ envelope }) => envelope.results.map(({ id }) => id));
    for (const [nth, { envelope }] of pages.entries()) {
      if (envelope.previous === null) continue;
      const cursor = new URL(envelope.previous).searchParams.get("cursor") ?? "";
      const back = v1.list("cases", { ...question, cursor });
      expect(back.results.map(({ id }) => id)).toEqual(ids[nth - 1]);
    }
  });

  test.each([
    ["co* acorn", (words: Words) => hasPrefix(words) && words.includes("acorn")],
    ["co* -acorn", (words: Words) => hasPrefix(words) && !words.includes("acorn")],
    ["co* coal*", (words: Words) => hasPrefix(words) && words.includes("coal")],
    ["(co* | acorn)", (words: Words) => hasPrefix(words) || words.includes("acorn")],
  ])("%s", (search, isWanted) => {
    using v1 = openV1(PATH);
    const expected = TEXTS.flatMap((words, nth) => (isWanted(words) ? [nth + 1] : []));
    expect(idsOf(v1, { search }).toSorted(ascending)).toEqual(expected);
  });
});

function ascending(a: number, b: number): number {
  return a - b;
}

function hasPrefix(words: Words): boolean {
  return words.some((word) => word.startsWith("co"));
}
