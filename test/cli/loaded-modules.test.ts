/** What a small question loads: its time is that of its modules. */
import { expect, test } from "vitest";
import { runCli } from "./run-cli.ts";
import { smallCorpus } from "./small-corpus.ts";

/** Prints each loaded module on stderr. */
const PRINT_LOADED = `
  import { registerHooks } from "node:module";
  import { writeSync } from "node:fs";
  // a pipe that is full for a moment refuses the line
  const print = (line) => {
    for (;;) try { return writeSync(2, line); } catch (error) { if (error.code !== "EAGAIN") throw error; }
  };
  registerHooks({ load: (url, context, next) => { print("loaded " + url + "\\n"); return next(url, context); } });
`;
const NODE_OPTIONS = `--import data:text/javascript,${encodeURIComponent(PRINT_LOADED)}`;

const corpus = smallCorpus();

async function loadedBy(...args: readonly string[]): Promise<{ packages: string[]; builtIn: string[] }> {
  const { code, stderr } = await runCli(args, { environment: { NODE_OPTIONS } });
  expect(code, stderr).toBe(0);
  const urls = [...stderr.matchAll(/^loaded (.*)$/gm)].map(([, url = ""]) => url);
  const packages = urls.flatMap((url) => /node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url)?.[1] ?? []);
  const builtIn = urls.filter((url) => url.startsWith("node:"));
  return { packages: [...new Set(packages)].sort(), builtIn };
}

test("list courts loads neither parsers nor compression, network or service", async () => {
  const { packages, builtIn } = await loadedBy("list", "courts", ...corpus.flags);
  expect(packages).toEqual(["better-sqlite3", "commander", "fastest-levenshtein", "stemmer"]);
  expect(builtIn).not.toContain("node:zlib");
  expect(builtIn).not.toContain("node:crypto");
});

test("--version and --help load nothing but the command line", async () => {
  expect((await loadedBy("--version")).packages).toEqual(["commander"]);
  expect((await loadedBy("--help")).packages).toEqual(["commander"]);
});
