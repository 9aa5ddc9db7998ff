/**
 * Every command of the README is run, and prints what the README shows. `npm run demo` runs in a test of its own; `npm
 * test` is what runs this.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBulkService } from "./support/bulk-service.ts";
import { captureProgram, type Ended } from "./support/run-program.ts";
import { startStaticSite } from "./support/static-site.ts";
import { keptFolder } from "./support/temp-folder.ts";

const ROOT = join(import.meta.dirname, "..");
const SAMPLE = join(ROOT, "data", "sample");
const README = readFileSync(join(ROOT, "README.md"), "utf8");
const PROGRAM = "$ npm run -s caselaw -- ";

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
  return captureProgram(args, {
    cwd: folder,
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
  const { spawnSync } = await import("node:child_process");
  const ended = spawnSync(process.execPath, [file], { cwd: folder, encoding: "utf8" });
  expect(ended.stderr).toBe("");
  expect(ended.stdout.split("\n")[0]).toMatch(/^\d+ \S/);
});
