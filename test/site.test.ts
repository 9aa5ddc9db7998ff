/** The site of the documentation: every page is in it, every link and picture leads somewhere, and nothing is loaded from elsewhere. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";
import { Parser } from "htmlparser2";
import { expect, test } from "vitest";
import { makeSite } from "../config/make-site.ts";
import { keptFolder } from "./support/temp-folder.ts";

const ROOT = join(import.meta.dirname, "..");
const SITE = join(keptFolder(), "site");
makeSite(SITE);

interface Page {
  readonly path: string;
  readonly ids: readonly string[];
  readonly links: readonly string[];
  /** Of pictures, scripts and styles. */
  readonly loaded: readonly string[];
}

const PAGES = readdirSync(SITE, { recursive: true, encoding: "utf8" })
  .filter((name) => name.endsWith(".html"))
  .map(readPage);
const BY_PATH = new Map(PAGES.map((page) => [page.path, page]));

function readPage(path: string): Page {
  const page = { path, ids: [] as string[], links: [] as string[], loaded: [] as string[] };
  const parser = new Parser({
    onopentag(name, { id, href, src }) {
      if (id !== undefined) page.ids.push(id);
      if (href !== undefined) (name === "a" ? page.links : page.loaded).push(href);
      if (src !== undefined) page.loaded.push(src);
    },
  });
  parser.end(readFileSync(join(SITE, path), "utf8"));
  return page;
}

/** Whether an address within the site leads to a file and, with `#`, to an element. */
function resolves(from: string, address: string): boolean {
  const [path = "", anchor] = address.split("#");
  const target = path === "" ? from : posix.join(posix.dirname(from), path);
  if (target.startsWith("..") || !existsSync(join(SITE, target))) return false;
  return anchor === undefined || (BY_PATH.get(target)?.ids.includes(decodeURIComponent(anchor)) ?? false);
}

test("every page of docs/ is in the site, and the navigation of each leads to all", () => {
  const sources = readdirSync(join(ROOT, "docs"), { recursive: true, encoding: "utf8" });
  const expected = sources
    .filter((name) => name.endsWith(".md"))
    .map((name) => name.replace(/README\.md$/, "index.md"));
  const paths = [...BY_PATH.keys()];
  expect(paths).toEqual(
    expect.arrayContaining(["index.html", ...expected.map((name) => name.replace(/md$/, "html"))]),
  );
  for (const { path, links } of PAGES) {
    const reached = new Set(links.map((link) => posix.join(dirname(path), link.split("#")[0] ?? "")));
    expect(paths.filter((one) => !reached.has(one))).toEqual([]);
  }
});

test("every link leads to a page and one of its headings, or to a file of the repository, or out", () => {
  const address = /^https:\/\/[^/]+\/[^/]+\/[^/]+\/(?:blob|tree)\/main\/([^#]+)/;
  const { repository } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8"));
  const own = repository.url.replace(/^git\+|\.git$/g, "");
  const broken = PAGES.flatMap(({ path, links }) =>
    links
      .filter((link) => {
        if (link.startsWith(`${own}/blob`) || link.startsWith(`${own}/tree`))
          return !existsSync(join(ROOT, address.exec(link)?.[1] ?? ""));
        return !/^https?:/.test(link) && !resolves(path, link);
      })
      .map((link) => `${path}: ${link}`),
  );
  expect(broken).toEqual([]);
});

test("pictures, scripts and styles are the site's own, so it needs no network and works below any path", () => {
  expect(PAGES.flatMap(({ path, loaded }) => loaded.filter((one) => !resolves(path, one)))).toEqual([]);
  expect(BY_PATH.get("operations.html")?.loaded.filter((one) => one.endsWith(".png"))).toHaveLength(5);
});

test("ids are unique, and what is written as HTML in a page is text", () => {
  for (const { path, ids } of PAGES) expect([path, ids.length]).toEqual([path, new Set(ids).size]);
});

test("the search has every section, at an address that exists", () => {
  const index = readFileSync(join(SITE, "search-index.js"), "utf8");
  const sections: string[][] = JSON.parse(index.replace(/^globalThis\.SECTIONS = |;\n$/g, ""));
  expect(sections.filter(([address = ""]) => !resolves("index.html", address))).toEqual([]);
  const found = sections.filter(([, , , text]) => text?.includes("opensearch.xml"));
  expect(found.map(([address]) => address)).toContain("interface.html#paths");
});
