/**
 * Every command of the README is run, and prints what the README shows. `npm run demo` and `npm run build` run in tests of
 * their own (end-to-end/demo, end-to-end/package), `npm run screenshots` in browser/screenshots, the benches in test/bench;
 * `npm test` and `npm run test:all` are what runs tests like this.
 */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Ended, runCli } from "./cli/run-cli.ts";
import { type ServeProgram, serveWith } from "./http/serve-program.ts";
import { startBulkService } from "./support/bulk-service.ts";
import { runChild } from "./support/children.ts";
import { startStaticSite } from "./support/static-site.ts";
import { keptFolder } from "./support/temp-folder.ts";

const ROOT = join(import.meta.dirname, "..");
const SAMPLE = join(ROOT, "data", "sample");
const README = readFileSync(join(ROOT, "README.md"), "utf8");
const PROGRAM = "$ npm run -s caselaw -- ";
const SERVE = "npm run -s caselaw -- serve --db data/demo.db";
const CURL = "curl 'http://127.0.0.1:8000/v1/cases/?search=trover&full_case=true'";
const CONFORMANCE = "npm run -s conformance -- --base-url URL";
/** Run elsewhere, as the head of this file tells. */
const ELSEWHERE = [
  "npm run demo",
  "npm test",
  "npm run test:all",
  "npm run build",
  "npm run bench -- NAME",
  "npm run screenshots",
];

interface Shown {
  readonly command: string;
  readonly output: string;
}

/** The commands of the console blocks, each with the lines shown under it. */
function shownIn(readme: string): Shown[] {
  const blocks = [...readme.matchAll(/```console\n([\s\S]*?)```/g)].map(([, block = ""]) => block);
  return blocks.flatMap((block) =>
    block
      .split(/^(?=\$ )/m)
      .filter((part) => part.startsWith("$ "))
      .map((part) => {
        const [command = "", ...lines] = part.split("\n");
        return { command, output: lines.join("\n").trimEnd() };
      }),
  );
}

/** Splits as a shell does, as far as the README needs it. */
function wordsOf(command: string): string[] {
  return [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? "");
}

/** What the commands for real data ask of the sample instead. */
function onSample(word: string): string {
  if (word === "us/410") return "sarat-cc/1";
  return word.replace(/^~\/Downloads\/.*$/, join(SAMPLE, "bulk", "Franklin-20231204-xml.zip"));
}

const folder = keptFolder();
let site: Awaited<ReturnType<typeof startStaticSite>>;

function run(args: readonly string[]): Promise<Ended> {
  return runCli(args, {
    folder,
    environment: { HOME: homedir(), CASELAW_SOURCE_URL: site.url },
  });
}

beforeAll(async () => {
  site = await startStaticSite(join(SAMPLE, "static"));
  const bulk = await startBulkService(SAMPLE);
  const place = ["--db", "data/demo.db", "--data-dir", "data/demo"];
  const synced = await run(["sync", "--source", "bulk", "--source-url", bulk.url, ...place]);
  await bulk.close();
  expect(synced).toMatchObject({ code: 0 });
});

afterAll(() => site.close());

const shown = shownIn(README);

test("the README shows some commands, all of this program", () => {
  expect(shown.length).toBeGreaterThan(5);
  expect(shown.filter(({ command }) => !command.startsWith(PROGRAM))).toEqual([]);
});

test.each(shown)("README: $command", async ({ command, output }) => {
  const ended = await run(wordsOf(command.slice(PROGRAM.length)).map(onSample));
  expect(ended).toMatchObject({ code: 0 });
  if (output === "") return;
  const printed = ended.stdout.trimEnd();
  const whole = output.endsWith("\n…") ? printed.startsWith(output.slice(0, -2)) : printed === output;
  expect(whole ? output : printed).toBe(output);
});

test("README: the library example runs as it stands", async () => {
  const [, code = ""] = /```ts\n([\s\S]*?)```/.exec(README) ?? [];
  const file = join(folder, "example.ts");
  writeFileSync(file, code.replace('"caselaw-corpus"', JSON.stringify(join(ROOT, "src", "index.ts"))));
  const ended = await runChild(process.execPath, [file], { folder });
  expect(ended.stderr).toBe("");
  expect(ended.stdout.split("\n")[0]).toMatch(/^\d+ \S/);
});

/** What cron and systemd are told to run, as arguments of the program. */
const NIGHTLY = [
  /^0 3 \* \* \* {2}cd \/srv\/caselaw && npm run -s caselaw -- (.*)$/m,
  /^ExecStart=\/srv\/caselaw\/node_modules\/\.bin\/node src\/cli\/main\.ts (.*)$/m,
].map((line) => line.exec(README)?.[1] ?? "");

test.each(NIGHTLY)("README: every night %s", async (args) => {
  const ended = await run([...wordsOf(args), "--db", "data/nightly.db", "--data-dir", "data/nightly"]);
  expect(ended).toMatchObject({ code: 0 });
  const said = JSON.parse(readFileSync(join(folder, "data", "report.json"), "utf8"));
  expect(said.total.archives).toBe(2);
});

test("README: no command stands there that no test runs", () => {
  const blocks = [...README.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = ""]) =>
    block.trim().split("\n"),
  );
  const inline = [...README.matchAll(/`((?:npm|npx|node|curl) [^`]+)`/g)].map(([, command = ""]) => command);
  expect([...new Set([...blocks, ...inline])].sort()).toEqual(
    [...ELSEWHERE, SERVE, CURL, CONFORMANCE].sort(),
  );
});

describe("README: as a service", () => {
  let program: ServeProgram;

  beforeAll(async () => {
    const [npm = "", ...args] = wordsOf(SERVE.replace("data/demo.db", join(folder, "data", "demo.db")));
    // the port of the README may be another program's
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
      expect(results.length).toBeGreaterThan(3);
      expect(results[0].casebody).toMatchObject({ status: "ok", data: { opinions: expect.any(Array) } });
    },
  );

  test("the reading room is there, and answers a search", async () => {
    const page = await fetch(`${program.url}/?search=${encodeURIComponent('"mill dam"')}`);
    expect(page.headers.get("Content-Type")).toBe("text/html; charset=utf-8");
    expect(await page.text()).toContain("Strong v. Kneeland");
  });

  test("the conformance suite finds no fault", async () => {
    const [npm = "", ...args] = wordsOf(CONFORMANCE.replace("URL", program.url));
    const { code, stdout } = await runChild(npm, args, { folder: ROOT });
    expect(code).toBe(0);
    expect(stdout.split("\n").filter((line) => line.startsWith("FAIL"))).toEqual([]);
    expect(stdout).toMatch(/\n\d+ statements: \d+ ok, 0 FAIL, \d+ skipped\n$/);
  });
});
