/**
 * Every command of README.md and docs/ is run, and prints what the page shows. `npm run demo` and `npm run build` run in
 * a test of their own (end-to-end/package), Datasette in datasette, `npm run screenshots` in browser/screenshots, the benches in
 * test/bench, the answer of docs/exports.md in export-answer; `npm test` and `npm run test:all` are what runs tests like this.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type ServeProgram, serveWith } from "./http/serve-program.ts";
import { runChild } from "./support/children.ts";
import { codeBlocks, PAGES, pageText, shownCommands, wordsOf } from "./support/markdown.ts";
import { type RanHere, runHere } from "./support/run-here.ts";
import { startStaticSite } from "./support/static-site.ts";
import { keptFolder } from "./support/temp-folder.ts";

const ROOT = join(import.meta.dirname, "..");
const SAMPLE = join(ROOT, "data", "sample");
const PROGRAM = "$ ./caselaw ";
const SQLITE = "$ sqlite3 ";
const SERVE = "./caselaw serve --db data/demo.db";
const CURL = "curl 'http://127.0.0.1:8000/v1/cases/?search=trover&full_case=true'";
const TREND = "curl -o trend.svg 'http://127.0.0.1:8000/trends/?q=%22law+of+nations%22&q=treason&format=svg'";
const CONFORMANCE = "npm run -s conformance -- --base-url URL";
/** How every command is typed in a checkout. */
const SYNOPSIS = "./caselaw COMMAND [options]";
/** Run elsewhere, as the head of this file says. */
const ELSEWHERE = [
  "npm run demo",
  "npm test",
  "npm run test:all",
  "npm run build",
  "npm run bench -- NAME",
  // bench/bench
  "npm run bench -- check --db FILE",
  "npm run bench -- search --db FILE",
  "npm run screenshots",
  "npm run test:long",
  // site
  "npm run site",
  // end-to-end/mcpb
  "npm run mcpb",
  "datasette data/all-sqlite/caselaw.db --metadata docs/datasette/metadata.json",
  // v1/proofs
  "caselaw prove ID > proof.json",
  "curl -s 'http://127.0.0.1:8000/v1/cases/ID/?full_case=true' > case.json",
  "python3 docs/check-proof.py proof.json ROOT case.json",
  // end-to-end/package
  "npm install -g node-liblzma@5.0.0",
  "npm pack",
  "npm install -g ./caselaw-corpus-*.tgz",
  "npx --yes --package=node@24 --package=./caselaw-corpus-1.0.0.tgz caselaw demo",
];
/** They change the system, or need a container engine: end-to-end/deployment tests their files. */
const OF_THE_SYSTEM = [
  "useradd --system --home-dir /var/lib/caselaw caselaw",
  "cp config/systemd/caselaw* /etc/systemd/system/",
  "systemctl start caselaw-sync.service",
  "systemctl enable --now caselaw-sync.timer caselaw-serve.service",
  "podman build --format docker -t caselaw -f config/Containerfile .",
  "podman run --rm --read-only -v caselaw:/data caselaw sync --volume us/410",
  "podman run --rm --read-only -v caselaw:/data -p 127.0.0.1:8000:8000 caselaw",
  "docker compose -f config/compose.yaml up --build --detach",
];
const PYTHON = process.env.CASELAW_TEST_PYTHON ?? "python3";
const hasPython = spawnSync(PYTHON, ["-c", "import duckdb, pandas, pyarrow"]).status === 0;
const hasPackage = (name: string): boolean => spawnSync(PYTHON, ["-c", `import ${name}`]).status === 0;
const hasSqlite = spawnSync("sqlite3", ["--version"]).status === 0;

/** What the commands for real data ask of the sample instead. */
function onSample(word: string): string {
  if (word === "us/410") return "sarat-cc/1";
  if (word === "data/brief.md" || word === "data/sample/bulk") return join(ROOT, word);
  if (word === "mont") return "sarat";
  return word.replace(/^~\/Downloads\/.*$/, join(SAMPLE, "bulk", "Franklin-20231204-xml.zip"));
}

const folder = keptFolder();
let site: Awaited<ReturnType<typeof startStaticSite>>;

async function run(command: string): Promise<{ readonly code: number | null; readonly stdout: string }> {
  if (command.startsWith(SQLITE)) {
    return runChild("sqlite3", wordsOf(command.slice(SQLITE.length)), { folder });
  }
  return runProgram(wordsOf(command.slice(PROGRAM.length)).map(onSample));
}

function runProgram(args: readonly string[]): Promise<RanHere> {
  return runHere(args, { folder, environment: { HOME: homedir(), CASELAW_SOURCE_URL: site.url } });
}

beforeAll(async () => {
  site = await startStaticSite(join(SAMPLE, "static"));
  // as `npm run demo` does
  const publisher = await startStaticSite(join(ROOT, "data", "real", "static"));
  const place = ["--db", "data/demo.db", "--data-dir", "data/demo"];
  const source = ["--volume", "charlton/1", "--source-url", publisher.url];
  const synced = await runProgram(["sync", ...source, ...place]);
  await publisher.close();
  expect(synced).toMatchObject({ code: 0 });
  expect(await runProgram(["demo"])).toMatchObject({ code: 0 });
});

afterAll(() => site.close());

/** In the order of the pages: a later one may read what an earlier one made. */
const shown = PAGES.flatMap((page) => shownCommands(pageText(page)).map((one) => ({ page, ...one })));

test("the pages show commands of this program and of sqlite3 only", () => {
  expect(shown.length).toBeGreaterThan(20);
  expect(shown.filter(({ command }) => !command.startsWith(PROGRAM) && !command.startsWith(SQLITE))).toEqual(
    [],
  );
});

describe.each([...new Set(shown.map(({ page }) => page))])("%s", (page) => {
  const own = shown.filter((one) => one.page === page);
  test.for(own)("$command", async ({ command, output }, { skip }) => {
    if (command.startsWith(SQLITE) && !hasSqlite) skip();
    const ended = await run(command);
    // a draft with something that is not confirmed
    expect(ended).toMatchObject({ code: command.includes("caselaw check ") ? 3 : 0 });
    if (output === "") return;
    const printed = ended.stdout.trimEnd();
    const isShown = output.endsWith("\n…") ? printed.startsWith(output.slice(0, -2)) : printed === output;
    expect(isShown ? output : printed).toBe(output);
  });
});

const inPython = ["docs/exports.md", "docs/recipes.md"].flatMap((page) =>
  codeBlocks(pageText(page), "python").map((code) => ({ page, code })),
);
const OVER_HTTP = "import requests\n";

/** Packages that are not in every Python, and are asked for one by one. */
const packagesOf = (code: string): string[] =>
  [...code.matchAll(/^import (duckdb|frictionless|networkx)$/gm)].map(([, name = ""]) => name);

test.for(inPython.filter(({ code }) => !code.startsWith(OVER_HTTP)))(
  "$page: example %# in Python runs (skipped without its packages: duckdb, pandas and pyarrow, frictionless, networkx)",
  async ({ code }, { skip }) => {
    const packages = packagesOf(code);
    if (packages.includes("duckdb") ? !hasPython : !packages.every(hasPackage)) skip();
    const ran = await runChild(PYTHON, ["-c", code], { folder });
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).not.toBe("");
  },
);

const THERE_AND_HERE = [...pageText("docs/coming-from-courtlistener.md").matchAll(/^\| `.*\| `([^`]+)`/gm)]
  .map(([, here = ""]) => here.replaceAll("\\|", "|"))
  .filter((here) => !here.startsWith("/"));

test.each(THERE_AND_HERE)("docs/coming-from-courtlistener.md: %s is a search", async (here) => {
  const words = here.startsWith("--") ? wordsOf(here) : ["--search", here];
  const { code, stdout, stderr } = await runProgram(["list", "cases", ...words, "--db", "data/demo.db"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "" });
  expect(JSON.parse(stdout)).toMatchObject({ results: expect.any(Array) });
});

test("docs/recipes.md: an assistant starts the server of its entry", async () => {
  const [entry = "{}"] = codeBlocks(pageText("docs/recipes.md"), "json");
  const { command, args } = JSON.parse(entry).mcpServers.caselaw;
  expect(command).toBe("/srv/caselaw/caselaw");
  const own = args.map((one: string) => one.replace("/srv/caselaw", folder));
  const client = new Client({ name: "test", version: "1" });
  const program = join(ROOT, "src", "cli", "main.ts");
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [program, ...own], stderr: "ignore" }),
  );
  const found = await client.callTool({ name: "search_cases", arguments: { query: '"law of nations"' } });
  expect(found.structuredContent).toMatchObject({ count: 23 });
  await client.close();
});

test.each(["README.md", "docs/interface.md"])(
  "%s: the example of the library runs as it is",
  async (page) => {
    const code = codeBlocks(pageText(page), "ts").find((one) => one.includes("openV1(")) ?? "";
    const file = join(folder, "example.ts");
    writeFileSync(file, code.replace('"caselaw-corpus"', JSON.stringify(join(ROOT, "src", "index.ts"))));
    const ended = await runChild(process.execPath, [file], { folder });
    expect(ended.stderr).toBe("");
    expect(ended.stdout.split("\n")[0]).toMatch(/^\d+ \S/);
  },
);

/** What cron and systemd run, as arguments of the program. */
const NIGHTLY = [
  [/^0 3 \* \* \* {2}cd \/srv\/caselaw && \.\/caselaw (.*)$/m, "docs/operations.md", "data/report.json"],
  [/^0 3 \* \* \* {2}cd \/srv\/caselaw && \.\/caselaw (.*)$/m, "docs/recipes.md", "data/montana.json"],
  [/^ExecStart=caselaw (.*)$/m, "config/systemd/caselaw-sync.service", "report.json"],
] as const;

test.each(NIGHTLY)("every night %s of %s", async (line, file, reportPath) => {
  const args = line.exec(readFileSync(join(ROOT, file), "utf8"))?.[1] ?? "";
  const ended = await runProgram([
    ...wordsOf(args).map(onSample),
    ...["--db", "data/nightly.db", "--data-dir", "data/nightly"],
  ]);
  expect(ended).toMatchObject({ code: 0 });
  const report = JSON.parse(readFileSync(join(folder, reportPath), "utf8"));
  expect(report.total.archives).toBe(2);
});

test("the pages have no command that no test runs", () => {
  const texts = PAGES.map(pageText);
  const blocks = texts.flatMap((text) => codeBlocks(text, "sh")).flatMap((block) => block.trim().split("\n"));
  const inline = texts.flatMap((text) =>
    [...text.matchAll(/`((?:npm|npx|node|curl|\.\/caselaw) [^`]+)`/g)].map(([, command = ""]) => command),
  );
  expect([...new Set([...blocks, ...inline])].sort()).toEqual(
    [...ELSEWHERE, ...OF_THE_SYSTEM, SERVE, CURL, TREND, CONFORMANCE, SYNOPSIS].sort(),
  );
});

describe("as a service", () => {
  let program: ServeProgram;

  beforeAll(async () => {
    const [npm = "", ...args] = wordsOf(SERVE.replace("data/demo.db", join(folder, "data", "demo.db")));
    // the port of the pages may be another program's
    program = await serveWith(npm, [...args, "--port", "0"], {
      folder: ROOT,
      environment: { HOME: homedir() },
    });
  });

  afterAll(async () => {
    await program.stop("SIGTERM");
    await expect(fetch(program.url)).rejects.toThrow();
  });

  test.skipIf(spawnSync("curl", ["--version"]).status !== 0)(
    "the curl line is answered with bodies (skipped without curl)",
    async () => {
      const [curl = "", ...args] = wordsOf(CURL.replace("http://127.0.0.1:8000", program.url));
      const { results } = JSON.parse((await runChild(curl, args)).stdout);
      expect(results.length).toBeGreaterThan(2);
      expect(results[0].casebody).toMatchObject({ status: "ok", data: { opinions: expect.any(Array) } });
    },
  );

  test("docs/recipes.md: what the curl line asks for is a picture", async () => {
    const address = wordsOf(TREND).at(-1) ?? "";
    const answer = await fetch(address.replace("http://127.0.0.1:8000", program.url));
    expect(await answer.text()).toMatch(/^<svg [\s\S]*<\/svg>\s*$/);
  });

  test.skipIf(!hasPackage("requests"))(
    "docs/recipes.md: Python reads every page (skipped without requests)",
    async () => {
      const code = inPython.find((one) => one.code.startsWith(OVER_HTTP))?.code ?? "";
      const small = code
        .replace("http://127.0.0.1:8000", program.url)
        .replace('"page_size": 100', '"page_size": 5');
      const { stdout } = await runChild(PYTHON, ["-c", small]);
      const answer = await fetch(`${program.url}/v1/cases/?search=${encodeURIComponent('"law of nations"')}`);
      const { count } = JSON.parse(await answer.text());
      expect(count).toBeGreaterThan(5);
      expect(stdout.trimEnd().split("\n")).toHaveLength(count);
    },
  );

  test("the reading pages answer a search", async () => {
    const page = await fetch(`${program.url}/?search=${encodeURIComponent('"law of nations"')}`);
    expect(page.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(await page.text()).toContain("United States v. Ravara");
  });

  test("the conformance suite finds no fault", async () => {
    const [npm = "", ...args] = wordsOf(CONFORMANCE.replace("URL", program.url));
    // it rejects on a FAIL: the exit code is not 0
    const { code, stdout } = await runChild(npm, args, { folder: ROOT });
    expect(code).toBe(0);
    expect(stdout.split("\n").filter((line) => line.startsWith("FAIL"))).toEqual([]);
    expect(stdout).toMatch(/\n\d+ statements: \d+ ok, 0 FAIL, \d+ skipped\n$/);
  });
});
