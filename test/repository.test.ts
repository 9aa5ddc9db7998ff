/** The pages and files of a public repository agree with `package.json`, and what a code host reads can be read. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";

const ROOT = join(import.meta.dirname, "..");
const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");
const namesIn = (folder: string): string[] => readdirSync(join(ROOT, folder)).sort();
const PACKAGE = JSON.parse(textOf("package.json"));
/** The one place of the repository's address. */
const ADDRESS = /^git\+(https:.+)\.git$/.exec(PACKAGE.repository.url)?.[1] ?? "";
const LOCK: { readonly packages: Readonly<Record<string, Locked>> } = JSON.parse(textOf("package-lock.json"));

interface Locked {
  readonly version: string;
  readonly license?: string;
  readonly dev?: boolean;
}

describe("the version of package.json", () => {
  test("is that of the lock file, of CITATION.cff and of the first changes in CHANGELOG.md", () => {
    const citation = parse(textOf("CITATION.cff"));
    const changes = /^## (\S+)/m.exec(textOf("CHANGELOG.md"))?.[1];
    expect([LOCK.packages[""]?.version, citation.version, changes]).toEqual(Array(3).fill(PACKAGE.version));
  });

  test("is in every command that names the packed file", () => {
    const named = [...textOf("docs/upgrade.md").matchAll(/caselaw-corpus-(\d[\w.-]*)\.tgz/g)];
    expect(named.map(([, version]) => version)).toEqual([PACKAGE.version]);
  });
});

describe("the address in package.json", () => {
  const pages = [
    ...[".github/ISSUE_TEMPLATE", ".github/workflows"].flatMap((folder) =>
      namesIn(folder).map((name) => `${folder}/${name}`),
    ),
    ...["README.md", "CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "SECURITY.md"],
  ];

  test("begins its other addresses", () => {
    expect(ADDRESS).toMatch(/^https:\/\/[\w.-]+\/[\w-]+\/[\w-]+$/);
    expect(PACKAGE.homepage).toBe(`${ADDRESS}#readme`);
    expect(PACKAGE.bugs).toBe(`${ADDRESS}/issues`);
  });

  test("is that of every page which names this repository", () => {
    const { host } = new URL(ADDRESS);
    const found = pages.flatMap((page) =>
      [...textOf(page).matchAll(/https:\/\/[^\s)>"]+/g)].map(([address]) => `${page}: ${address}`),
    );
    const own = found.filter((line) => line.includes(host));
    expect(own.length).toBeGreaterThan(2);
    expect(own.filter((line) => !line.includes(ADDRESS))).toEqual([]);
  });
});

test("CITATION.cff has what its format requires, and agrees with package.json", () => {
  const citation = parse(textOf("CITATION.cff"));
  expect(citation).toMatchObject({
    "cff-version": "1.2.0",
    message: expect.any(String),
    title: "caselaw",
    authors: [{ name: PACKAGE.author }],
    license: PACKAGE.license,
    "repository-code": ADDRESS,
  });
  expect(textOf("LICENSE")).toContain(PACKAGE.author);
});

describe(".github/ISSUE_TEMPLATE", () => {
  const forms = namesIn(".github/ISSUE_TEMPLATE").filter((name) => name !== "config.yml");

  test.each(forms)("%s is a form whose questions have names of their own", (name) => {
    const form = parse(textOf(`.github/ISSUE_TEMPLATE/${name}`));
    expect(form).toMatchObject({ name: expect.any(String), description: expect.any(String) });
    const ids: string[] = [];
    for (const { type, id, attributes, ...rest } of form.body) {
      ids.push(id);
      expect(["input", "textarea", "dropdown", "checkboxes", "markdown"]).toContain(type);
      expect(attributes.label).toEqual(expect.any(String));
      expect(Array.isArray(attributes.options)).toBe(type === "dropdown");
      expect(Object.keys(rest).filter((key) => key !== "validations")).toEqual([]);
    }
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(0);
  });
});

describe(".github/workflows", () => {
  const steps = namesIn(".github/workflows").flatMap((name) => {
    const { jobs } = parse(textOf(`.github/workflows/${name}`));
    return Object.values<{ steps: { uses?: string; run?: string }[] }>(jobs).flatMap((job) => job.steps);
  });
  const commands = steps.flatMap(({ run }) => run?.split("\n") ?? []);

  test("run scripts that exist", () => {
    const scripts = commands.flatMap((line) =>
      [...line.matchAll(/npm run (?:-s )?(\S+)/g)].map(([, name]) => name),
    );
    expect(scripts).toEqual(expect.arrayContaining(["demo", "sbom"]));
    expect(scripts.filter((name) => PACKAGE.scripts[name ?? ""] === undefined)).toEqual([]);
    expect(commands).toContain(".ci/run");
    expect(existsSync(join(ROOT, ".ci/run"))).toBe(true);
  });

  test("use other people's actions by a commit, which nobody can move", () => {
    const actions = steps.flatMap(({ uses }) => uses ?? []);
    expect(actions.length).toBeGreaterThan(3);
    expect(actions.filter((action) => !/@[0-9a-f]{40}$/.test(action))).toEqual([]);
  });

  test("have steps that are either an action or a command", () => {
    expect(steps.filter((step) => (step.uses === undefined) === (step.run === undefined))).toEqual([]);
  });
});

/** What may be installed with the program: they ask for their text only, which every package has. */
const PERMISSIVE = ["0BSD", "Apache-2.0", "BlueOak-1.0.0", "BSD-2-Clause", "BSD-3-Clause", "ISC", "MIT"];

test("every package that is installed with the program has a permissive licence", () => {
  const installed = Object.entries(LOCK.packages).filter(([path, { dev }]) => path !== "" && dev !== true);
  expect(installed.length).toBeGreaterThan(50);
  const others = installed.filter(([, { license = "" }]) => !PERMISSIVE.includes(license));
  expect(others.map(([path, { license }]) => `${path}: ${license}`)).toEqual([]);
});
