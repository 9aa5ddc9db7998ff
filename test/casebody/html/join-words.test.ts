/** docs/formats.md, "Words broken by a page turn". */
import fc from "fast-check";
import { expect, test } from "vitest";
import { joinBrokenWords } from "../../../src/casebody/html/join-words.ts";
import { parseHtml } from "../../../src/casebody/html/parse-html.ts";
import { readHtmlBody } from "../../../src/casebody/html/read-html.ts";
import { sanitiseHtml } from "../../../src/casebody/html/sanitise-html.ts";
import { textOf } from "../../../src/casebody/text-rule.ts";
import type { CaseBody } from "../../../src/domain/casebody.ts";
import { HAS_REAL_FILES, realFiles, volumePairs } from "../real-files.ts";

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

const PARTS = fc.constantFrom(
  ...["Redevelop", "ment", "é", "A", "7", "-", " ", "\n", BREAK, "<em>", "</em>", "<p>", "</p>", "&amp;"],
  ...[MARK, '<a class="page-label">', 'class="page-label"', "</a>", "<", ">"],
);

test("joinBrokenWords removes white space only, and nothing from HTML without marks of pages", () => {
  fc.assert(
    fc.property(fc.array(PARTS, { maxLength: 40 }), (parts) => {
      const html = parts.join("");
      const joined = joinBrokenWords(html);
      expect(joined.replace(/\s/g, "")).toBe(html.replace(/\s/g, ""));
      expect(joinBrokenWords(joined)).toBe(joined);
      if (!html.includes(MARK)) expect(textOf(parseHtml(joined))).toBe(textOf(parseHtml(html)));
    }),
    { numRuns: 2_000 },
  );
});

function flat({ headMatter, opinions, corrections }: CaseBody): string[] {
  return [headMatter, ...opinions.map(({ text }) => text), corrections].join("\n").split(/\s+/);
}

test.skipIf(!HAS_REAL_FILES)(
  "joinBrokenWords joins nine words of five real volumes, and no other",
  async () => {
    const found: string[] = [];
    for (const zip of realFiles("static", ".zip"))
      for (const { html } of await volumePairs(zip)) {
        const clean = sanitiseHtml(html).html;
        const joined = joinBrokenWords(clean);
        if (joined === clean) continue;
        const [before, after] = [flat(readHtmlBody(clean)), flat(readHtmlBody(joined))];
        expect(after.join("")).toBe(before.join(""));
        let at = 0;
        for (const word of after) {
          if (before[at] !== word) {
            expect(`${before[at++]}${before[at]}`).toBe(word);
            found.push(word);
          }
          at++;
        }
      }
    expect(found.map((word) => word.replace(/\W/g, "")).sort()).toEqual(
      "Assurance Bolton Physicians Redevelopment Ripley Stoutenburgh Suburban Telephone transaction".split(
        " ",
      ),
    );
  },
);
