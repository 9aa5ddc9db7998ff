/** `docs/library/` is what `npm run reference` makes of the docstrings, and no exported name lacks one. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { libraryExports, referencePages } from "./support/library-reference.ts";
import { anchorOf, headingsOf } from "./support/markdown.ts";

const FOLDER = join(import.meta.dirname, "..", "docs", "library");

test("docs/library is up to date: `npm run reference` writes it", () => {
  const pages = referencePages();
  expect(readdirSync(FOLDER).sort()).toEqual([...pages.keys()].sort());
  for (const [name, text] of pages) expect(readFileSync(join(FOLDER, name), "utf8")).toBe(text);
});

test("every exported name has a docstring, and a section of its own", () => {
  const all = libraryExports();
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter(({ doc }) => doc === "").map(({ name }) => name)).toEqual([]);
  for (const text of referencePages().values()) {
    const anchors = headingsOf(text).map(anchorOf);
    expect(anchors.filter((anchor, at) => anchors.indexOf(anchor) < at)).toEqual([]);
  }
});

test("the links of the list lead to sections", () => {
  const pages = referencePages();
  const links = [...(pages.get("README.md") ?? "").matchAll(/\]\(([\w-]+\.md)#(\w+)\)/g)];
  expect(links.length).toBe(libraryExports().length);
  const broken = links.filter(
    ([, page = "", anchor = ""]) =>
      !headingsOf(pages.get(page) ?? "")
        .map(anchorOf)
        .includes(anchor),
  );
  expect(broken).toEqual([]);
});
