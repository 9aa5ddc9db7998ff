/** The documentation holds together: links and anchors resolve, headings are unique, the README is short, options are complete. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { describe, expect, test } from "vitest";
import { COLLECTIONS } from "../src/v1/collections.ts";
import { anchorOf, codeBlocks, headingsOf, PAGES, pageText, withoutCode } from "./support/markdown.ts";
import { runHere } from "./support/run-here.ts";

const ROOT = join(import.meta.dirname, "..");
const LINKED = [
  ...PAGES,
  ...["CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md", "src/README.md", "bench/README.md", "data/README.md"],
];
const MAX_README_LINES = 220;

test("README.md has at most 220 lines", () => {
  expect(pageText("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(MAX_README_LINES);
});

describe.each(LINKED)("%s", (page) => {
  const text = pageText(page);

  test("has relative links that lead to a file, and anchors that lead to a heading", () => {
    const links = [...withoutCode(text).matchAll(/\]\(([^)\s]+)\)/g)].map(([, link = ""]) => link);
    const broken = links.filter((link) => !/^https?:/.test(link) && !resolves(page, link));
    expect(broken).toEqual([]);
  });

  test("has headings that are unique, so that each can be cited", () => {
    const anchors = headingsOf(text).map(anchorOf);
    expect(anchors.filter((anchor, at) => anchors.indexOf(anchor) < at)).toEqual([]);
  });
});

test("src/README.md names modules that exist", () => {
  const named = [...pageText("src/README.md").matchAll(/`((?:[\w-]+\/)+[\w.-]*)`/g)].map(
    ([, name = ""]) => name,
  );
  const missing = named.filter(
    (name) =>
      !["", ".ts", ".test.ts"].some(
        (end) => existsSync(join(ROOT, "src", name + end)) || existsSync(join(ROOT, name + end)),
      ),
  );
  // what a build makes may be there or not
  expect(missing.filter((name) => !name.startsWith("dist/") && name !== "data/site")).toEqual([]);
});

/** Whether a relative link leads to a file and, with `#`, to one of its headings. */
function resolves(page: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? page : relative(ROOT, join(ROOT, dirname(page), path));
  if (!existsSync(join(ROOT, target))) return false;
  return anchor === undefined || headingsOf(pageText(target)).map(anchorOf).includes(anchor);
}

describe("docs/interface.md", () => {
  const text = pageText("docs/interface.md");
  const written = new Set(optionsIn(text));
  // every parameter of a collection is an option of its list, and is described under its own name
  const named = new Set(
    [...text.matchAll(/`(\w+)`/g)].map(([, name = ""]) => `--${name.replaceAll("_", "-")}`),
  );

  test("names every command and every option of every --help, and no option that none has", async () => {
    const known = new Set<string>();
    const missing: string[] = [];
    for (const command of await commands()) {
      const { code, stdout } = await runHere([...command, "--help"]);
      expect([command, code]).toEqual([command, 0]);
      const declared = stdout
        .split("\n")
        .flatMap((line) => /^ {2}(?:-\w, )?(--[a-z-]+)/.exec(line)?.[1] ?? []);
      for (const option of declared) {
        known.add(option);
        if (!written.has(option) && !named.has(option)) missing.push(`${command.join(" ")} ${option}`);
      }
    }
    expect(missing).toEqual([]);
    expect([...written].filter((option) => !known.has(option))).toEqual([]);
  });

  /** Every command of the program's help, `list` with every collection, and `alert` with each of its own. */
  async function commands(): Promise<string[][]> {
    const { stdout } = await runHere(["--help"]);
    const [, listed = ""] = /\nCommands:\n([\s\S]*?)\n\n/.exec(stdout) ?? [];
    const names = [...listed.matchAll(/^ {2}(\w+) /gm)]
      .map(([, name = ""]) => name)
      .filter((name) => name !== "help");
    expect(names.length).toBeGreaterThan(15);
    const unnamed = names.filter((name) => !text.includes(`\`caselaw ${name}`));
    expect(unnamed).toEqual([]);
    const ofAlerts = ["add", "list", "show", "remove", "run"];
    return [
      ...names.map((name) => [name]),
      ...COLLECTIONS.map((name) => ["list", name]),
      ...ofAlerts.map((name) => ["alert", name]),
    ];
  }
});

/** Options in the inline code of a page: `--since N` has `--since`. */
function optionsIn(text: string): string[] {
  const inline = [...withoutCode(text).matchAll(/`([^`\n]+)`/g)].map(([, code = ""]) => code);
  return inline.flatMap((code) => [...code.matchAll(/(?<![\w-])--[a-z][a-z-]*/g)].map(([option]) => option));
}

test("the code blocks of the pages are in languages that a test runs, or that show an output or a file", () => {
  const languages = new Set(
    PAGES.flatMap((page) =>
      [...pageText(page).matchAll(/^```(\w*)\n[\s\S]*?^```$/gm)].map(([, name]) => name),
    ),
  );
  const run = ["console", "sh", "python", "ts", "crontab", "ini"];
  const shown = ["", "text", "json", "xml", "html"];
  expect([...languages].filter((name) => name === undefined || ![...run, ...shown].includes(name))).toEqual(
    [],
  );
  expect(PAGES.flatMap((page) => codeBlocks(pageText(page), "console")).length).toBeGreaterThan(20);
});

/** A citation in a comment: `docs/formats.md, "The text rule" and "Slugs"`. */
const CITATION = /\b(docs\/[\w-]+\.md)((?:,? (?:and )?"[^"]+")*)/g;

test.each(["src", "test", "bench", "config"])("%s cites pages and headings of docs/ that exist", (folder) => {
  const broken = sourcesIn(folder).flatMap((path) =>
    [...commentText(path).matchAll(CITATION)]
      .filter(([, page = "", headings = ""]) => !isWritten(page, headings))
      .map(([citation]) => `${path}: ${citation}`),
  );
  expect(broken).toEqual([]);
});

function sourcesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .filter((name) => /\.(?:ts|mjs|js|css|env)$/.test(name))
    .map((name) => join(folder, name));
}

/** A file with each comment on one line, so that a citation may wrap. */
function commentText(path: string): string {
  return readFileSync(join(ROOT, path), "utf8").replace(/\s*\n\s*(?:\*|\/\/|#)?\s*/g, " ");
}

function isWritten(page: string, headings: string): boolean {
  if (!existsSync(join(ROOT, page))) return false;
  const written = headingsOf(pageText(page));
  // a fault is cited by its id
  const isThere = (cited: string): boolean =>
    written.some((heading) => heading === cited || heading.startsWith(`${cited}: `));
  return [...headings.matchAll(/"([^"]+)"/g)].every(([, cited = ""]) => isThere(cited));
}

test("docs/extending.md names files that exist", () => {
  const text = readFileSync(join(ROOT, "docs/extending.md"), "utf8");
  const paths = [...text.matchAll(/`([\w/-]+(?:\.ts|\/))`/g)].map(([, path = ""]) => path);
  const named = paths.filter((path) => !/^src\/$|NAME|-N\./.test(path));
  expect(named.length).toBeGreaterThan(10);
  expect(
    named.filter((path) => !existsSync(join(ROOT, path.startsWith("test/") ? "." : "src", path))),
  ).toEqual([]);
});
