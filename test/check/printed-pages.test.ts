import { expect, test } from "vitest";
import { namesPage, Pages } from "../../src/check/printed-pages.ts";

const mark = (label: string) =>
  `<a id="p${label}" href="#p${label}" data-label="${label}" class="page-label">*${label}</a>`;
const HTML = `<p>The first page, and a Redevelop${mark("571")}ment of it. The second page.</p>${mark("572")}<p>The third.</p>`;

test("a quotation is on the pages between the marks of which it lies", () => {
  const pages = new Pages(HTML, "570");
  expect(pages.of("the FIRST page")).toEqual(["570"]);
  expect(pages.of("a Redevelopment of it")).toEqual(["570", "571"]);
  expect(pages.of("second page . . . third")).toEqual(["571", "572"]);
  expect(pages.of("nowhere")).toEqual([]);
  expect(new Pages("<p>without marks</p>", "1").of("without marks")).toEqual([]);
});

test.each([
  ["571", ["571"], true],
  ["at 570", ["571"], null],
  ["569-71", ["571"], true],
  ["569-70", ["571"], false],
  ["*571", ["570", "571"], true],
  ["¶ 7", ["571"], null],
])("%s names %j: %s", (pin, labels, named) => {
  expect(namesPage(pin, labels)).toBe(named);
});
