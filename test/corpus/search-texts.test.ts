/** Faults, H2 and H3: no search is an error, and a text finds the case that holds it; test/http/fuzz has H1. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openV1, type V1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { fuzzing } from "../support/fuzz.ts";
import { line, textBody } from "./records.ts";

const TEXTS = [
  "42 U.S.C. § 1983",
  "plaintiff's",
  "Roe v. Wade",
  "347 U.S. 483",
  "AT&T",
  "a-b",
  "col:foo",
  "O’Brien",
  "universities’ authorities",
  "café naïve",
  "No. 3—04—0738",
  "[ XXX-XX-XXXX ]",
  "x\0y",
  "ﬁrst",
];

describe("search", () => {
  let folder = "";
  let corpus: V1;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), "caselaw-test-"));
    const records = TEXTS.map((text, n) => line(n + 1, { casebody: textBody("", `Before ${text} after`) }));
    corpus = openV1(makeCorpus([...records, line(99)], join(folder, "texts.db")));
  });
  afterAll(() => {
    corpus[Symbol.dispose]();
    rmSync(folder, { recursive: true });
  });
  const found = (search: string): number[] =>
    corpus.list("cases", { search, ordering: "id" }).results.map(({ id }) => id);

  test.each(TEXTS.map((text, n) => [text, n + 1] as const))("%j finds the case that holds it", (text, id) => {
    for (const asked of [text, `"${text}"`, text.toUpperCase(), `"before ${text} after"`]) {
      expect(found(asked)).toContain(id);
      expect(found(asked)).not.toContain(99);
    }
  });

  test("a prefix finds words as written, not as stemmed", () => {
    for (const prefix of [
      "universiti*",
      "univ*",
      "UNIVERSITIES*",
      "authorit*",
      "caf*",
      "naiv*",
      "plaintif*",
    ]) {
      expect([prefix, found(prefix).length]).toEqual([prefix, 1]);
    }
    for (const prefix of ["universit*y", "universitx*", "university*", "authority*"]) {
      expect([prefix, found(prefix)]).toEqual([prefix, []]);
    }
  });

  test("a phrase does not go over from one text into the next", () => {
    using other = openV1(
      makeCorpus([
        line(1, { name: "alpha", name_abbreviation: "beta", casebody: textBody("", "gamma", "delta") }),
      ]),
    );
    expect(other.list("cases", { search: "alpha beta gamma delta" }).count).toBe(1);
    expect(other.list("cases", { search: '"alpha beta"' }).count).toBe(0);
    expect(other.list("cases", { search: '"gamma delta"' }).count).toBe(0);
  });

  test("any text is answered", () => {
    const sign = fc.constantFrom(
      ..."()|+-*\"~ a1§“'\0\n:{}^,\\".split(""),
      "NEAR",
      "AND",
      "OR",
      "NOT",
      "names",
      "x",
      "\ue000",
    );
    const text = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.array(sign, { maxLength: 40 }).map((all) => all.join("")),
    );
    fc.assert(
      fc.property(text, (search) => {
        const page = corpus.list("cases", { search, page_size: 3 });
        expect(page.count).toBeLessThanOrEqual(TEXTS.length + 1);
      }),
      { ...fuzzing(80), seed: 9 },
    );
  });

  test.each([
    ["1,000 bars", "|".repeat(1000)],
    ["1,000 choices", Array.from({ length: 1000 }, (_, n) => `w${n}`).join(" | ")],
    ["1,000 words", Array.from({ length: 1000 }, (_, n) => `w${n}`).join(" ")],
    ["1,000 exclusions", Array.from({ length: 1000 }, (_, n) => `-w${n}`).join(" ")],
    ["1,000 negated choices", Array.from({ length: 1000 }, (_, n) => `-w${n}`).join(" | ")],
    ["a word of 8 KiB", "w".repeat(8192)],
    ["8,000 brackets", "(".repeat(8_000)],
    ["nested exclusions", `${"-(a ".repeat(2000)}`],
    ["nested choices", "(a | b (".repeat(1000)],
    ["one letter and everything", "a*"],
    ["a wide distance", '"before after"~99999999999'],
    ["a near of many", `"${"before ".repeat(300)}"~3`],
    ["a phrase of 1,000 words", `"${"before ".repeat(1000)}"`],
  ])("%s are answered", (_name, search) => {
    expect(corpus.list("cases", { search }).count).toBeTypeOf("number");
  });
});
