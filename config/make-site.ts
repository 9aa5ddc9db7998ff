/**
 * Makes the site of the documentation, `data/site`: plain files that need no server (`npm run site`; the argument is another folder).
 *
 * The pages are those of `docs/`, README.md and the pages next to it. A link to another file of the repository leads to its address in
 * `package.json`. Generators such as VitePress bring a hundred packages, and their pages do not open from a disk.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { dirname, join, posix, relative } from "node:path";
import { Marked, type Tokens } from "marked";
import { anchorOf } from "../test/support/markdown.ts";

const ROOT = join(import.meta.dirname, "..");
const SITE = join(import.meta.dirname, "site");
const ASSETS = join(ROOT, "src", "pages", "assets");
const read = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const TEMPLATE = readFileSync(join(SITE, "page.html"), "utf8");
const { repository } = JSON.parse(read("package.json"));
/** Where a code host shows the files that are no pages. */
const ADDRESS: string = repository.url.replace(/^git\+|\.git$/g, "");

/** The pages by groups of the navigation; a page of `docs/` that is not named is in the last one. */
const GROUPS: readonly (readonly [name: string, pages: readonly string[]])[] = [
  [
    "Begin",
    pages("README.md upgrade recipes coming-from-courtlistener coming-from-westlaw-or-lexis old-clients"),
  ],
  ["Use", pages("interface exports operations scale glossary")],
  ["Trust", pages("stability data-notes check-quality search-quality formats CHANGELOG.md SECURITY.md")],
  ["Library", ["docs/library/README.md", ...pagesIn("docs/library")]],
  ["Develop", ["src/README.md", "CONTRIBUTING.md", ...pagesIn("docs"), ...pagesIn("docs/decisions")]],
];

function pages(names: string): string[] {
  return names.split(" ").map((name) => (name.endsWith(".md") ? name : `docs/${name}.md`));
}

function pagesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder))
    .filter((name) => name.endsWith(".md"))
    .map((name) => `${folder}/${name}`);
}

interface Heading {
  readonly id: string;
  readonly depth: number;
  readonly html: string;
}

interface SitePage {
  readonly source: string;
  /** From the root of the site: `library/index.html`. */
  readonly path: string;
  readonly title: string;
  readonly html: string;
  readonly headings: readonly Heading[];
}

function pathOf(source: string): string {
  return source
    .replace(/^docs\//, "")
    .replace(/README\.md$/, "index.md")
    .toLowerCase()
    .replace(/md$/, "html");
}

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
const textOf = (html: string): string =>
  html
    .replace(/<[^>]*>/g, "")
    .replace(/&(?:#(\d+)|(\w+));/g, (entity, code, name) =>
      code === undefined ? (ENTITIES[name] ?? entity) : String.fromCodePoint(Number(code)),
    );
const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"' };

/** @param known the sources of all pages @param pictures the files that pages show, which are copied */
function readPage(source: string, known: ReadonlySet<string>, pictures: Set<string>): SitePage {
  const headings: Heading[] = [];
  const path = pathOf(source);
  const addressOf = (href: string): string => {
    if (/^[a-z]+:/.test(href) || href.startsWith("#")) return href;
    const [file = "", anchor] = href.split("#");
    const target = posix.join(posix.dirname(source), file).replace(/\/$/, "");
    const behind = anchor === undefined ? "" : `#${anchor}`;
    if (known.has(target)) return `${posix.relative(posix.dirname(path), pathOf(target))}${behind}`;
    if (!existsSync(join(ROOT, target))) throw new Error(`${source} links to ${href}, which does not exist`);
    return `${ADDRESS}/${statSync(join(ROOT, target)).isFile() ? "blob" : "tree"}/main/${target}${behind}`;
  };
  const marked = new Marked({
    renderer: {
      heading({ tokens, depth, text }: Tokens.Heading) {
        const [anchor, html] = [anchorOf(text), this.parser.parseInline(tokens)];
        const id = headings.some((one) => one.id === anchor) ? `${anchor}-${headings.length}` : anchor;
        headings.push({ id, depth, html });
        return `<h${depth} id="${id}">${html}${depth === 1 ? "" : ` <a class="anchor" href="#${id}" aria-label="Link to this section">#</a>`}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        return `<a href="${escapeHtml(addressOf(href))}">${this.parser.parseInline(tokens)}</a>`;
      },
      image({ href, text }: Tokens.Image) {
        const file = posix.join(posix.dirname(source), href);
        pictures.add(file);
        const address = posix.relative(posix.dirname(path), file);
        return `<img src="${escapeHtml(address)}" alt="${escapeHtml(text)}" loading="lazy">`;
      },
      html: ({ text }: Tokens.HTML | Tokens.Tag) => escapeHtml(text),
    },
  });
  const html = (marked.parse(read(source), { async: false }) as string)
    // what is wider than the window scrolls by itself, by keyboard too
    .replaceAll("<table>", '<div class="wide" role="group" aria-label="Table" tabindex="0"><table>')
    .replaceAll("</table>", "</table></div>")
    .replaceAll("<pre>", '<pre tabindex="0">')
    .replaceAll("<th></th>", "<td></td>");
  const title = textOf(headings.find(({ depth }) => depth === 1)?.html ?? path);
  return { source, path, title, html, headings };
}

function navigation(shown: SitePage, titles: ReadonlyMap<string, string>, groups: typeof GROUPS): string {
  const item = (source: string): string => {
    const current = source === shown.source ? ' aria-current="page"' : "";
    const address = posix.relative(posix.dirname(shown.path), pathOf(source));
    return `<li><a href="${address}"${current}>${escapeHtml(titles.get(source) ?? "")}</a></li>`;
  };
  return groups
    .map(([name, sources]) => `<h2>${name}</h2>\n<ul>${sources.map(item).join("\n")}</ul>`)
    .join("\n");
}

function contents({ headings }: SitePage): string {
  const items = headings.filter(({ depth }) => depth === 2 || depth === 3);
  if (items.length < 2) return "";
  const links = items.map(
    ({ id, depth, html }) =>
      `<li class="depth-${depth}"><a href="#${id}">${html.replace(/<\/?a\b[^>]*>/g, "")}</a></li>`,
  );
  return `<details class="contents"><summary>On this page</summary><nav aria-label="On this page"><ul>${links.join("\n")}</ul></nav></details>`;
}

function wholePage(page: SitePage, pageList: string): string {
  const values: Readonly<Record<string, string>> = {
    title: escapeHtml(page.title === "caselaw" ? "caselaw" : `${page.title} · caselaw`),
    root: posix.relative(posix.dirname(page.path), "") || ".",
    ...{ pages: pageList, contents: contents(page), main: page.html },
    ...{ address: ADDRESS, source: page.source },
  };
  return TEMPLATE.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? "");
}

/** The text of each section, for the search. */
function sections({ path, title, html, headings }: SitePage): string[][] {
  const parts = html.split(/(?=<h[1-6] id=")/).filter((part) => part.startsWith("<h"));
  return parts.map((part, at) => {
    const { id = "", depth = 1, html: heading = "" } = headings[at] ?? {};
    const text = textOf(part.slice(part.indexOf("</h")))
      .replace(/\s+/g, " ")
      .trim();
    return [depth === 1 ? path : `${path}#${id}`, title, depth === 1 ? "" : textOf(heading), text];
  });
}

export function makeSite(target: string): void {
  const index = join(target, "search-index.js");
  if (existsSync(index)) rmSync(target, { recursive: true });
  const sources = new Set(GROUPS.flatMap(([, list]) => list));
  const seen = new Set<string>();
  const groups = GROUPS.map(
    ([name, list]) => [name, list.filter((one) => !seen.has(one) && seen.add(one))] as const,
  );
  const pictures = new Set<string>();
  const all = [...sources].map((source) => readPage(source, sources, pictures));
  const titles = new Map(all.map(({ source, title }) => [source, title]));
  const write = (path: string, text: string): void => {
    mkdirSync(dirname(join(target, path)), { recursive: true });
    writeFileSync(join(target, path), text);
  };
  for (const page of all) write(page.path, wholePage(page, navigation(page, titles, groups)));
  for (const picture of pictures) cpSync(join(ROOT, picture), join(target, picture));
  const styles = [join(ASSETS, "styles", "tokens.css"), join(SITE, "site.css")];
  write("site.css", styles.map((path) => readFileSync(path, "utf8")).join("\n"));
  cpSync(join(SITE, "site.js"), join(target, "site.js"));
  cpSync(join(ASSETS, "icon.svg"), join(target, "icon.svg"));
  writeFileSync(index, `globalThis.SECTIONS = ${JSON.stringify(all.flatMap(sections))};\n`);
}

if (import.meta.main) {
  const target = process.argv[2] ?? join(ROOT, "data", "site");
  makeSite(target);
  process.stdout.write(`${join(relative(process.cwd(), target) || ".", "index.html")}\n`);
}
