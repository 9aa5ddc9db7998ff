/** `docs/library/` is what `npm run reference` makes of the docstrings, and no exported name lacks one. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { libraryExports, referencePages } from "./support/library-reference.ts";
import { anchorOf, headingsOf, pageText } from "./support/markdown.ts";

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

/** Types of the language and of Node. */
const BUILT_IN = new Set(
  (
    "AbortSignal AsyncGenerator AsyncIterable Buffer Disposable Error Exclude Generator Iterable Omit Partial Pick Promise Readonly " +
    "ReadonlyMap Record Uint8Array URLSearchParams AsRead InferOutput"
  ).split(" "),
);

test("every type that an exported declaration names is exported too", () => {
  const all = libraryExports();
  const known = new Set([...BUILT_IN, ...all.map(({ name }) => name)]);
  const missing = all.flatMap(({ name, named }) =>
    named.filter((one) => !known.has(one)).map((one) => `${one} of ${name}`),
  );
  expect(missing).toEqual([]);
});

test("every name that docs/interface.md gives to the library exists", () => {
  const exported = new Set(libraryExports().map(({ name }) => name));
  const page = pageText("docs/interface.md");
  const [library = ""] = (page.split("\n## Library\n")[1] ?? "").split("\n## ");
  const namesUnder = (heading: string): string[] => {
    const [section = ""] = (library.split(`\n### ${heading}\n`)[1] ?? "").split(/\n##/);
    const cells = [...section.matchAll(/^\| (`[^|]*) \|/gm)].map(([, cell = ""]) => cell);
    expect(cells.length).toBeGreaterThan(4);
    return cells.flatMap((cell) => [...cell.matchAll(/`(\w+)[^`]*`/g)].map(([, name = ""]) => name));
  };
  const types = [
    ...library.matchAll(/`([A-Z][a-z]\w*|[A-Z]+_[A-Z_]+)(?:<\w+>)?(?:\[\])?`/g),
    ...page.matchAll(/\b(?:interface|type) (\w+) (?=[={])|\b(V1[A-Z]\w+)/g),
  ].map(([, name, other]) => name ?? other ?? "");
  const others = [...namesUnder("Other functions"), ...types];
  expect(types.length).toBeGreaterThan(10);
  expect(others.filter((one) => !exported.has(one) && !BUILT_IN.has(one))).toEqual([]);
});
