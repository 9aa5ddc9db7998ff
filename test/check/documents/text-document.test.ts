import { expect, test } from "vitest";
import { readText } from "../../../src/check/documents/text-document.ts";
import { lineAt } from "../../../src/check/draft.ts";

function blocksOf(text: string): string[] {
  const { text: read, blocks } = readText(text);
  return blocks.map(({ kind, start, end }) => {
    const block = read.slice(start, end).replace(/\s+/g, " ").trim();
    return kind === "paragraph" ? block : `${kind}: ${block}`;
  });
}

test.each([
  ["See *Hale v. Finch*, 1 Ill. 1.", "See Hale v. Finch, 1 Ill. 1."],
  ["_Hale_ v. __Finch__; ***Roe* v. Doe**; **_Id._**", "Hale v. Finch; Roe v. Doe; Id."],
  ['(*see* “*Hale*”) `1 Ill. 1` [Hale](https://x.example/a_(b) "t")', "(see “Hale”) 1 Ill. 1 Hale"],
  ["576 U.S. ___, ___ (2015); 577 U.S.___.", null],
  ["at *4, *5; [*12] the text [*13] goes; a_b_c; 2 * 3 * 4", null],
  ["The rule * * * is [sic](2009) old*.", null],
  ["at *4, and *Hale*", "at *4, and Hale"],
  ["x < y and y > z, a <b and c> d, <s@x.example>, AT&T", null],
  ["New&nbsp;York &sect;&#160;2 &amp; Co. \\*", "New York § 2 & Co. *"],
  [
    "<i>Hale</i> <b class='x'>v.</b> <q>Finch</q><br>, 1 Ill. 1<sup>3</sup>, 4<sup>th</sup>",
    "Hale v. “Finch” , 1 Ill. 1, 4th",
  ],
  ["a <del>Roe, 2 Ill. 2</del><!-- x\ny --> ~~Doe~~ b", "a b"],
  ["100\u200b A.2d\u00a0831 meas\u00adure 12³", "100 A.2d 831 measure 12"],
])("marks of Markdown and HTML: %j", (text, read) => {
  expect(blocksOf(text).join(" ")).toBe(read ?? text);
});

test("a text without marks stays as it is, and a soft hyphen at a line's end is one that is seen", () => {
  const text = "One  line\nand Na-\ntions.\n\n\n   Another.";
  expect(readText(text)).toMatchObject({ text, lineStarts: [0, 10, 18, 27, 27, 27] });
  expect(readText("meas\u00ad\nure").text).toBe("meas-\nure");
});

test("quotations set off by marks or by indentation are told from what is only indented", () => {
  expect(blocksOf("He said:\n> One\nand two.\n>\n> > Three\n\nHale")).toEqual([
    "He said:",
    "quotation: One and two.",
    "quotation: Three",
    "Hale",
  ]);
  const wide = "The court of appeals has the same rule in every case of this kind that came to it:";
  const narrow =
    "        the consumer contemplation test, and not any\n        other one, governs all such claims in the\n        state";
  const address =
    "                      Respectfully submitted,\n                      Jo Doe\n                      Attorney";
  expect(blocksOf(`${wide}\n\n${narrow}\n\n${wide}\n\n${address}`).map((one) => one.slice(0, 10))).toEqual([
    "The court ",
    "quotation:",
    "The court ",
    "Respectful",
  ]);
});

test("items, cells, headings and tables of authorities are blocks", () => {
  expect(
    blocksOf(
      "# Head\nCases:\n- *Hale*, 1 Ill. 1\n- Roe\n\nA\n- dash in 1 Ill.\n31. Doe\n\n| A | B |\n|---|--:|\n| 1 Ill. 1 | 4 |\n\na\tb",
    ),
  ).toEqual([
    ...["Head", "Cases:", "cell: Hale, 1 Ill. 1", "cell: Roe", "A - dash in 1 Ill. 31. Doe"],
    ...["cell: A", "cell: B", "cell: 1 Ill. 1", "cell: 4", "cell: a", "cell: b"],
  ]);
  expect(
    blocksOf(
      "Cases      Page(s)\nHale, 1 Ill. 1 ........ 4, 17\nRoe, 2 Ill.\n   2 . . . . . . passim, ii\nThe rule . . . . is",
    ),
  ).toEqual(["Cases Page(s)", "cell: Hale, 1 Ill. 1", "cell: Roe, 2 Ill. 2", "The rule . . . . is"]);
});

test("notes are where they are called, once; one that is not called is at the end", () => {
  const text =
    "A.[^1] B.[^x] C[^1] ^[in *line*]\n\n[^1]: *Id.* at\n  198.\n\n    More ].\n\nD\n\n[^2]: Nobody's.";
  expect(blocksOf(text)).toEqual(["A.^[Id. at 198. More ).] B. C ^[in line]", "D", "Nobody's."]);
});

const STAMP = "Case 3:21-cv-00417-ABC   Document 45   Filed 03/02/22   Page 3 of 12";

test.each([
  [
    "numbers of lines",
    " 12  in Hale v. Finch, 100\n 13\n 14  A.2d 454. See\n 15  Roe",
    "in Hale v. Finch, 100 A.2d 454. See Roe",
  ],
  ["no numbers of lines", "A.2d\n831, 832 in 100\n833 A.2d", "A.2d 831, 832 in 100 833 A.2d"],
  ["a stamp", `Hale v. Finch, 319\n\n${STAMP}\n\nWis. 2d 688`, "Hale v. Finch, 319 Wis. 2d 688"],
  ["a page number", "Hale, 319 Wis. 2d\n\n- 3 -\n\n397", "Hale, 319 Wis. 2d 397"],
  [
    "a page number of a long line",
    `${"word ".repeat(9)}319 Wis. 2d\n3\n397`,
    `${"word ".repeat(9)}319 Wis. 2d 397`,
  ],
  ["pages", "Hale, 319 Wis. 2d\n\n  Page 2 of 9\n\f397 x\nBRIEF      7\n\fy", "Hale, 319 Wis. 2d 397 x y"],
  [
    "heads",
    "In Roe\n\f12     Brief of Roe\n\nv. Doe\n\n\fBrief of Roe      13\n\n, 1 Ill. 1",
    "In Roe v. Doe , 1 Ill. 1",
  ],
])("what a page has around its text is left out: %s", (_name, text, read) => {
  expect(blocksOf(text)).toEqual([read]);
});

test("a page ends a paragraph that ended, and lines are counted with what was left out", () => {
  const draft = readText(`The first is over.\n\n${STAMP}\n\nThe second.\n${STAMP}\n> Q [^1]\n\n[^1]: N\nx`);
  expect(draft.blocks.map(({ start }) => lineAt(draft, start))).toEqual([1, 5, 7]);
  expect(draft.text.slice(draft.blocks[2]?.start)).toBe("Q ^[N x]");
});

test("a block quotation may be an element of HTML", () => {
  const { text, blocks } = readText(
    "It said:\n\n<blockquote>The rule\nis old.</blockquote>\n\nSo. <blockquote> open",
  );
  const quotations = blocks.filter(({ kind }) => kind === "quotation");
  expect(quotations.map(({ start, end }) => text.slice(start, end))).toEqual(["The rule\nis old."]);
});
