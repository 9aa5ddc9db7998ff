/** docs/formats.md, "Words broken by a hyphen"; `real-bodies.slow.test.ts` has the words of real cases. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { textOf } from "../../src/casebody/body-tree.ts";
import { joinBody, joinBrokenWords } from "../../src/casebody/broken-words.ts";
import { parseHtml } from "../../src/casebody/parse-html.ts";

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
  [
    "it is next to a digit or a hyphen where it is unbroken",
    "The appellee7, 7appellee, co-appellee, appellee-x: ap-pellee.",
  ],
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

/** docs/formats.md, "Words broken by a page turn". */
const MARK = '<a id="p571" href="#p571" data-label="571" data-citation-index="1" class="page-label">*571</a>';
const BREAK = "\n      ";

function textAfter(html: string): string {
  return textOf(parseHtml(joinBrokenWords(html)));
}

test.each([
  [`<em>v. Redevelop</em>${BREAK}${MARK}${BREAK}<em>ment Authority</em>`, "v. Redevelopment Authority"],
  [`a trans${MARK}${BREAK}<em>action)</em>`, "a transaction)"],
  [`<em>Tele</em>${BREAK}${MARK}phone`, "Telephone"],
  [`<strong><em>Tele</em></strong>${BREAK}${MARK}${BREAK}<b>phone</b>`, "Telephone"],
  [`<em>Éle</em>${BREAK}${MARK}${BREAK}<em>école</em>`, "Éleécole"],
])("joinBrokenWords joins %j", (html, text) => {
  expect(textAfter(html)).toBe(text);
  expect(joinBrokenWords(html)).toContain(MARK);
});

test.each([
  [`be${MARK}fore`, "before"],
  [`<em>Tele</em> ${MARK}${BREAK}<em>phone</em>`, "Tele phone"],
  [`<em>Tele </em>${BREAK}${MARK}${BREAK}<em>phone</em>`, "Tele phone"],
  [`<em>Tele</em>${BREAK}${MARK}${BREAK}<em> phone</em>`, "Tele phone"],
  [`<em>Tele</em>${BREAK}${MARK} phone`, "Tele phone"],
  [`Tele${BREAK}${MARK}phone`, "Tele phone"],
  [`Tele${MARK}${BREAK}phone`, "Tele phone"],
  [`<em>Marshall</em>${BREAK}${MARK}${BREAK}<em>Field</em>`, "Marshall Field"],
  [`<em>self-</em>${BREAK}${MARK}${BREAK}<em>represented</em>`, "self- represented"],
  [`<em>v.</em>${BREAK}${MARK}${BREAK}<em>the State</em>`, "v. the State"],
  [`<em>21</em>${BREAK}${MARK}${BREAK}<em>st</em>`, "21 st"],
  [`<p><em>Tele</em></p>${BREAK}${MARK}${BREAK}<p><em>phone</em></p>`, "Tele\nphone"],
  [`<em>Tele</em>${BREAK}<a class="footnotemark">1</a>${BREAK}<em>phone</em>`, "Tele phone"],
  [`<a>Tele</a>${BREAK}${MARK}${BREAK}<a>phone</a>`, "Tele phone"],
])("joinBrokenWords leaves %j", (html, text) => {
  expect(joinBrokenWords(html)).toBe(html);
  expect(textAfter(html)).toBe(text);
});

const PIECES = fc.constantFrom(
  ...["Redevelop", "ment", "é", "A", "7", "-", " ", "\n", BREAK, "<em>", "</em>", "<p>", "</p>", "&amp;"],
  ...[MARK, '<a class="page-label">', 'class="page-label"', "</a>", "<", ">"],
);

test("joinBrokenWords removes white space only, and nothing from HTML without marks of pages", () => {
  fc.assert(
    fc.property(fc.array(PIECES, { maxLength: 40 }), (parts) => {
      const html = parts.join("");
      const joined = joinBrokenWords(html);
      expect(joined.replace(/\s/g, "")).toBe(html.replace(/\s/g, ""));
      expect(joinBrokenWords(joined)).toBe(joined);
      if (!html.includes(MARK)) expect(textOf(parseHtml(joined))).toBe(textOf(parseHtml(html)));
    }),
    { numRuns: 700 },
  );
});
