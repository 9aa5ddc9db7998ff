import { expect, test } from "vitest";
import { type PageItem, readPages } from "../../../src/check/documents/pdf-layout.ts";

/** Letters are half as wide as they are high. */
function at(x: number, y: number, text: string, size = 12): PageItem {
  return { text, x, y, width: (text.length * size) / 2, size };
}

function blocksOf(...pages: PageItem[][]): string[] {
  const { text, blocks } = readPages(pages);
  return blocks.map(({ kind, start, end }) => `${kind}: ${text.slice(start, end).replaceAll("\n", " ")}`);
}

test("page numbers, running heads and stamps are left out, and a sentence goes on over the page", () => {
  const pages = ["in Hale v. Finch, 319", "Wis. 2d 397, and Roe v.", "Doe, 1 Ill. 1."].map((text, page) => [
    at(90, 770, page % 2 === 0 ? `${page + 3}     Brief of Hale` : `Brief of Hale     ${page + 3}`, 10),
    at(90, 755, "Case 3:21-cv-00417-ABC Document 45 Filed 03/02/22 Page 3 of 12", 9),
    at(90, 700, text),
    at(300, 30, String(page + 3)),
  ]);
  expect(blocksOf(...pages)).toEqual([
    "paragraph: in Hale v. Finch, 319 Wis. 2d 397, and Roe v. Doe, 1 Ill. 1.",
  ]);
  expect(blocksOf([at(90, 700, "Hale v. Finch, 319 Wis. 2d"), at(90, 686, "397")])).toEqual([
    "paragraph: Hale v. Finch, 319 Wis. 2d 397",
  ]);
});

test("numbers of lines in the margin are left out, and columns are apart", () => {
  const numbers = Array.from({ length: 28 }, (_, nth) =>
    at(nth < 9 ? 56 : 50, 720 - 24 * nth, String(nth + 1)),
  );
  expect(blocksOf([...numbers, at(90, 456, "in Roe, 100"), at(90, 432, "A.2d 454.")])).toEqual([
    "paragraph: in Roe, 100 A.2d 454.",
  ]);
  expect(blocksOf([at(90, 700, "Hale, 1 Ill. 1"), at(400, 700, "4")])).toEqual([
    "cell: Hale, 1 Ill. 1",
    "cell: 4",
  ]);
});

test("a raised number is a note, which is read where it is called", () => {
  const called = [at(90, 700, "Hale, 100 A.2d 456"), at(198, 705, "3", 7), at(202, 700, ", 457, and the")];
  const note = [at(90, 120, "3", 6), at(95, 116, "Id. at", 9), at(90, 105, "458.", 9)];
  expect(blocksOf([...called, ...note], [at(90, 700, "next page.")])).toEqual([
    "paragraph: Hale, 100 A.2d 456^[Id. at 458.], 457, and the next page.",
  ]);
  expect(blocksOf(called)).toEqual(["paragraph: Hale, 100 A.2d 456, 457, and the"]);
  expect(blocksOf([at(90, 700, "Hale."), ...note])).toEqual(["paragraph: Hale.", "paragraph: Id. at 458."]);
});

test("paragraphs and quotations are recognised by their place, also over a page", () => {
  const wide = "The court of appeals has the same rule in every such case here";
  const narrow = "the consumer contemplation test, and not any other";
  const body = (y: number): PageItem[] => [
    at(126, y, `${wide.slice(0, -6)}.`),
    at(90, y - 24, wide),
    at(90, y - 48, `${wide}:`),
  ];
  const quotation = (y: number): PageItem[] => [0, 14, 28].map((down) => at(126, y - down, narrow));
  expect(
    blocksOf([...body(700), ...quotation(628)], [...quotation(700), ...body(640)]).map((one) =>
      one.slice(0, 14),
    ),
  ).toEqual(["paragraph: The", "quotation: the", "paragraph: The"]);
});
