/** docs/formats.md, "Words broken by a hyphen". */
import fc from "fast-check";
import { expect, test } from "vitest";
import { brokenWords, joinBody, joinNodes } from "../../src/casebody/broken-words.ts";
import { parseHtml } from "../../src/casebody/html/parse-html.ts";
import { readHtmlBody } from "../../src/casebody/html/read-html.ts";
import { textOf } from "../../src/casebody/text-rule.ts";
import { bodyTexts } from "../../src/domain/casebody.ts";
import { HAS_REAL_FILES, readText, realFiles, volumePairs } from "./real-files.ts";

function joined(text: string): string {
  const body = { parties: [], opinions: [], headMatter: text, attorneys: [], judges: [], corrections: "" };
  return joinBody(body).headMatter;
}

test.each([
  ["The appellee won. The ap-pellee's title.", "The appellee won. The appellee's title."],
  ["TATERA's case. Distinguishable from Tat-era.", "TATERA's case. Distinguishable from Tatera."],
  ["An unconstitutionality, an unconstitution-ality.", "An unconstitutionality, an unconstitutionality."],
  ["of a fence: the of-fence", "of a fence: the of-fence"],
  ["of the offence, offence, offence: an of-fence", "of the offence, offence, offence: an offence"],
  ["pretrial, pretrial, pretrial, pre-trial", "pretrial, pretrial, pretrial, pretrial"],
])("joinBody makes of %j %j", (text, expected) => {
  expect(joined(text)).toBe(expected);
});

test.each([
  ["the case has it unbroken nowhere", "The ap-pellee won."],
  ["it is more often written so", "A log-book, a log-book and a logbook."],
  ["both parts are words of the case", "A trade mark. A trade-mark is a trademark."],
  ["a prefix is before a word of the case", `The trial. The pre-trial order. ${"Pretrial. ".repeat(9)}`],
  ["a prefix, and the word unbroken only once", "The nonpayment: a non-payment."],
  ["a capital letter follows", "HoltSmith met Holt-Smith, and Holt-smith2."],
  ["it has two hyphens", "Then selfincriminating, self-incri-minating, in-cri-minating, incriminating."],
  ["it is a part of a longer word", "The appellée, appelle and ap-pellée."],
  ["it is shorter than four letters", "An ion, ion, ion, ion, ion: i-on."],
])("joinBody leaves a word where %s", (_why, text) => {
  expect(joined(text)).toBe(text);
});

test("joinBody counts in all texts, and returns the same body if no word is broken", () => {
  const body = {
    ...{ parties: ["ap-pellee"], attorneys: [], judges: [], headMatter: "The appellee" },
    opinions: [{ type: null, author: "ap-pellee", text: "An ap-pellee" }],
    corrections: "Ap-pellee",
  };
  expect(joinBody(body)).toEqual({
    ...body,
    opinions: [{ type: null, author: "ap-pellee", text: "An appellee" }],
    corrections: "Appellee",
  });
  const whole = { ...body, headMatter: "" };
  expect(joinBody(whole)).toBe(whole);
});

test("joinNodes joins in each node", () => {
  const nodes = parseHtml("<p>The ap-pellee <em>and the ap-pellee</em>, ap-<em>pellee</em></p>");
  expect(textOf(joinNodes(nodes, new Set(["ap-pellee"])))).toBe("The appellee and the appellee, ap-pellee");
});

const PARTS = fc.constantFrom(
  ..."ap pellee appellee Appellee APPELLEE 7 - - pre trial pretrial unconstitution ality unconstitutionality".split(
    " ",
  ),
  ...[" ", " ", "\n", "’", "-pellee ", " ap-", " appellee "],
);

test("brokenWords counts as a regular expression does, in the parts of a long text too", () => {
  fc.assert(
    fc.property(
      fc.array(PARTS, { maxLength: 60 }),
      fc.constantFrom("", " x".repeat(8_180)),
      (parts, before) => {
        const text = `${before}${parts.join("")} appellee ap-pellee`;
        const count = (word: string): number =>
          text.match(new RegExp(`(?<![\\p{L}\\p{N}-])${word}(?![\\p{L}\\p{N}-])`, "giu"))?.length ?? 0;
        const written = text.match(/(?<![\p{L}\p{N}-])ap-pellee(?![\p{L}\p{N}-])/gu)?.length ?? 0;
        const words = (count("ap") > 0 ? 1 : 0) + (count("pellee") > 0 ? 1 : 0);
        const needed = written * ([1, 3, 5][words] ?? 0);
        expect(brokenWords([text]).has("ap-pellee")).toBe(count("appellee") >= needed);
      },
    ),
    { numRuns: 300 },
  );
});

/** The words of real cases that are joined, each read in its text (docs/formats.md). */
const READ = readText(`${import.meta.dirname}/joined-words.tsv`)
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t"));

test("the words that were read are right in 99 of 100 places", () => {
  const places = (rows: readonly string[][]): number =>
    rows.reduce((sum, [, , times]) => sum + Number(times), 0);
  expect(places(READ.filter(([, , , isRight]) => isRight === "yes")) / places(READ)).toBeGreaterThan(0.99);
});

test.skipIf(!HAS_REAL_FILES)(
  "in five real volumes the words are joined that were read, and no others",
  async () => {
    const found: string[] = [];
    const ids = new Set<string>();
    for (const zip of realFiles("static", ".zip"))
      for (const { html, record } of await volumePairs(zip)) {
        ids.add(String(record.id));
        for (const word of brokenWords(bodyTexts(readHtmlBody(html)))) found.push(`${record.id} ${word}`);
      }
    const read = READ.filter(([id = ""]) => ids.has(id)).map(([id, word]) => `${id} ${word}`);
    expect(found.sort()).toEqual(read.sort());
  },
);
