/** docs/interface.md, "Facets and previews": up to 3 fragments with the matches marked, all other text escaped. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wordsOf } from "../../src/text/analyzer.ts";
import { previewer } from "../../src/text/snippets.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { line, textBody } from "../corpus/records.ts";
import { makeCorpus } from "../support/corpus.ts";

const marked = (word: string): string => `<em class="search_highlight">${word}</em>`;
const filler = "word ".repeat(60);
const CLOSED = { id: 6, slug: "ill", name: "Ill.", name_long: "Illinois", whitelisted: false };

/** Converts a fragment back to text; throws if it contains another tag than the mark. */
function plain(fragment: string): string {
  const text = fragment.replaceAll('<em class="search_highlight">', "").replaceAll("</em>", "");
  expect(text).not.toMatch(/[<>"']/);
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&#x27;", "'")
    .replaceAll("&amp;", "&");
}

describe("previewer", () => {
  test.each([
    ["mills", "The Mill, milling.", `The ${marked("Mill")}, ${marked("milling")}.`],
    ["universit*", "Universities and the universe", `${marked("Universities")} and the universe`],
    [
      '"gold letters"',
      "gold, letters; letters gold",
      `${marked("gold")}, ${marked("letters")}; letters gold`,
    ],
    ["O'Brien", "O’Brien and Brien", `${marked("O")}’${marked("Brien")} and Brien`],
    ['"dam mill"~5', "mill by the dam", `${marked("mill")} by the ${marked("dam")}`],
    ["mill -dam", "mill dam", `${marked("mill")} dam`],
    ["mill | (dam + x)", "mill dam", `${marked("mill")} ${marked("dam")}`],
    ["CAFE", "cafe\u0301s naïve", `${marked("cafe\u0301s")} naïve`],
    ["½", "1 ½ miles", `1 ${marked("½")} miles`],
    ["x", "<b>x</b> & \"y\" 'z'", `&lt;b&gt;${marked("x")}&lt;/b&gt; &amp; &quot;y&quot; &#x27;z&#x27;`],
  ])("%j in %j", (search, text, fragment) => {
    expect(previewer(search)([text])).toEqual([fragment]);
  });

  test("returns at most 3 fragments, those with most of the words, in the order of the text", () => {
    const text = ["mill", "dam", "mill dam", "mill", "dam mill"].join(` ${filler}`);
    const fragments = previewer("mill dam")([text]);
    expect(fragments.map((one) => one.match(/>\w+</g)?.join(""))).toEqual([
      ">mill<",
      ">mill<>dam<",
      ">dam<>mill<",
    ]);
  });

  test("returns nothing for a text without a match, or with excluded words only", () => {
    expect(previewer("mill")(["", "dam"])).toEqual([]);
    expect(previewer("-mill")(["mill"])).toEqual([]);
  });

  test("returns a part of the text of at most 160 characters, with no other tag than the mark", () => {
    const word = fc.constantFrom(
      "mill",
      "mills",
      "<em>",
      "&amp;",
      "\n",
      "dam",
      "'",
      "𝒜",
      "\ud800",
      "𝒜".repeat(100),
    );
    const texts = fc.array(word, { maxLength: 120 }).map((parts) => parts.join(" "));
    fc.assert(
      fc.property(
        texts,
        fc.constantFrom("mill", "mill dam", "mill amp*", "mill | em | 𝒜*", '"mill dam"'),
        (text, search) => {
          for (const fragment of previewer(search)([text])) {
            expect(text).toContain(plain(fragment));
            expect(plain(fragment).length).toBeLessThanOrEqual(160);
            expect(fragment).toContain("<em ");
            const unmarked = wordsOf(plain(fragment.replaceAll(/<em [^>]*>[^<]*<\/em>/g, " ")));
            if (search !== '"mill dam"') expect(unmarked.filter((word) => /^mills?$/.test(word))).toEqual([]);
          }
        },
      ),
      { numRuns: 300, seed: 5 },
    );
  });
});

describe("list with preview", () => {
  const RECORDS = [
    line(1, {
      casebody: textBody("", "the mill"),
      cites_to: [{ cite: "1 A. 1" }],
      analysis: { word_count: 2 },
    }),
    line(2, { casebody: textBody("", "the mill"), jurisdiction: CLOSED }),
    line(3, { name: "Mill" }),
  ];

  test("adds previews to the cases, but none from a withheld body", () => {
    const path = makeCorpus(RECORDS);
    using corpus = openV1(path, { access: "anyone" });
    const { results } = corpus.list("cases", { search: "mills", preview: "true", ordering: "id" });
    expect(results.map(({ preview }) => preview)).toEqual([[`the ${marked("mill")}`], [], []]);
    expect(Object.keys(results[0] ?? {}).slice(-3)).toEqual(["cites_to", "preview", "analysis"]);
    const full = corpus.list("cases", { search: "mills", preview: true, full_case: true, ordering: "id" });
    expect(full.results.map(({ preview }) => preview)).toEqual(results.map(({ preview }) => preview));
    expect(full.results.map(({ casebody }) => casebody?.status)).toEqual([
      "ok",
      "error_auth_required",
      "error_format_unavailable",
    ]);
    using own = openV1(path);
    const { results: seen } = own.list("cases", { search: "mills", preview: true, ordering: "id" });
    expect(seen.map(({ preview }) => preview?.length)).toEqual([1, 1, 0]);
  });

  test.each([
    { preview: true },
    { preview: true, search: "§" },
    { search: "mill", preview: false },
    { search: "mill" },
  ])("%j has none", (question) => {
    using corpus = openV1(makeCorpus(RECORDS));
    for (const one of corpus.list("cases", question).results) expect(one).not.toHaveProperty("preview");
  });

  test("another value is refused", () => {
    using corpus = openV1(makeCorpus(RECORDS));
    expect(() => corpus.list("cases", { search: "mill", preview: 1 })).toThrow(
      "preview: Select a valid choice. 1 is not one of the available choices.",
    );
  });
});
