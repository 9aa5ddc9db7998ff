/**
 * The published package, installed elsewhere: runs an import with its worker thread and a service with its reader process,
 * and its types hold. Then the commands of docs/upgrade.md, "Install", with its packages from the registry, and `npm run demo`.
 */
import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { storeVersions } from "../../src/maintenance/upkeep.ts";
import { ASSETS } from "../../src/pages/assets.ts";
import { COLLECTIONS, parametersOf } from "../../src/v1/collections.ts";
import { childrenOf, serveWith } from "../http/serve-program.ts";
import { makeBagZip } from "../support/archives.ts";
import { startBulkService } from "../support/bulk-service.ts";
import { childEnvironment } from "../support/child-environment.ts";
import { type Ended, runChild } from "../support/children.ts";
import { wordsOf } from "../support/markdown.ts";
import { keptFolder } from "../support/temp-folder.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const MODULES = join(ROOT, "node_modules");
const TSC_OPTIONS = [
  "--noEmit",
  "--strict",
  "--module",
  "nodenext",
  "--target",
  "es2024",
  "--lib",
  "es2024,esnext.disposable",
  "--skipLibCheck",
  "false",
];

/** What an installation needs of the registry is its packages. */
const OF_NPM = { npm_config_audit: "false", npm_config_prefer_offline: "true" };

/** Runs a command, which must end well. */
async function run([command = "", ...args]: readonly string[], folder: string): Promise<Ended> {
  const ended = await runChild(command, args, { folder });
  expect(ended.code, ended.stdout + ended.stderr).toBe(0);
  return ended;
}

/** Puts what `npm pack` would publish under `node_modules`, with the packages it depends on next to it. */
async function install(folder: string): Promise<{ main: string; archive: string }> {
  // what packing would build is built once for all tests
  await run(["npm", "run", "-s", "setup"], ROOT);
  const packed = await run(["npm", "pack", "--ignore-scripts", "--json", "--pack-destination", folder], ROOT);
  const answer: unknown = JSON.parse(packed.stdout);
  // npm answers with a list, or since version 11 with an object by package name
  const [first] = Object.values(answer as Record<string, { filename: string; files: { path: string }[] }>);
  const target = join(folder, "node_modules", "caselaw-corpus");
  for (const { path } of first?.files ?? [])
    cpSync(join(ROOT, path), join(target, path), { recursive: true });
  for (const path of dependencies()) {
    const link = join(folder, path);
    mkdirSync(dirname(link), { recursive: true });
    if (existsSync(join(ROOT, path)) && !existsSync(link)) symlinkSync(join(ROOT, path), link);
  }
  return { main: join(target, "dist", "cli", "main.js"), archive: join(folder, first?.filename ?? "") };
}

/** The packages that npm installs with this one, without those for its development, as the lock file lists them. */
function dependencies(): string[] {
  const lock: unknown = JSON.parse(readFileSync(join(ROOT, "package-lock.json"), "utf8"));
  const { packages } = lock as { packages: Record<string, { dev?: boolean }> };
  const isTop = (path: string): boolean => path.lastIndexOf("node_modules/") === 0;
  return Object.entries(packages).flatMap(([path, { dev }]) => (isTop(path) && dev !== true ? path : []));
}

/** Every name of every collection's parameters, and no other, is a key of its type. */
const NAMES = COLLECTIONS.map((collection) => {
  const names = parametersOf(collection).map(({ name }) => `${JSON.stringify(name)}: true`);
  return `const ${collection}: Record<ParameterNames["${collection}"], true> = { ${names.join(", ")} };`;
}).join("\n");

const CONSUMER = `
import { openV1, runExport, type ParameterNames } from "caselaw-corpus";
${NAMES}
console.log([${COLLECTIONS.join(", ")}].length);
using v1 = openV1("data/caselaw.db");
const page = v1.list("cases", { search: "mill" });
const count: number | null = page.count;
const name: string | undefined = page.results[0]?.name_abbreviation;
console.log(count, name);
for await (const one of v1.each("cases", { search: "mill" }, { signal: AbortSignal.timeout(60_000) })) {
  console.log(one.name satisfies string);
}
try {
  // @ts-expect-error: a misspelt parameter
  v1.list("cases", { jurisdicton: "ill" });
} catch (error) {
  console.log(String(error));
}
// @ts-expect-error: an export has its own order
export const exportOrdered = () => runExport("x", { format: "csv", target: "y", question: { ordering: "id" } });
`;

const folder = keptFolder();
let [main, archive] = ["", ""];

beforeAll(async () => {
  mkdirSync(join(folder, "node_modules"));
  ({ main, archive } = await install(folder));
  const bag = join(folder, "Somewhere-20200101-text.zip");
  const body = {
    opinions: [{ type: "majority", author: null, text: "The mill was flooded." }],
    head_matter: "Head",
  };
  const line = { id: 7, name: "A v. B", name_abbreviation: "A v. B", casebody: { status: "ok", data: body } };
  await makeBagZip(bag, { lines: [JSON.stringify(line)] });
  const imported = await run([process.execPath, main, "import", bag], folder);
  expect(imported.stderr).not.toContain("rror");
});

test("./caselaw of a checkout runs the built program from any folder", async () => {
  const launcher = join(ROOT, "caselaw");
  expect((await run([launcher, "--version"], folder)).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  const link = join(folder, "caselaw-link");
  symlinkSync(launcher, link);
  expect((await run([link, "--version"], folder)).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test("the package has the sample, and its demo imports and searches it", async () => {
  const shown = await run([process.execPath, main, "demo", "--data-dir", "demo"], folder);
  expect(shown.stdout).toContain('2 cases match "citizens of another state"');
});

test("the package serves with its compiled reader process, and ends by SIGTERM", async () => {
  await using program = await serveWith(process.execPath, [main, "serve", "--port", "0", "--readers", "1"], {
    folder,
  });
  const readers = existsSync("/proc/self/task") ? childrenOf(program.child.pid ?? 0) : [];
  const commands = readers.map((pid) => readFileSync(`/proc/${pid}/cmdline`, "utf8"));
  for (const command of commands) expect(command).toContain(join("dist", "cli", "reader-process.js"));
  const answer = await fetch(`${program.url}/v1/cases/?search=flooded`);
  expect(JSON.parse(await answer.text())).toMatchObject({ count: 1, results: [{ id: 7, name: "A v. B" }] });
  expect(await program.stop("SIGTERM")).toEqual({
    code: 143,
    stderr: expect.stringMatching(/^GET \/v1\/cases\/\?search=flooded 200 /),
  });
  expect(readers.filter((pid) => existsSync(`/proc/${pid}`))).toEqual([]);
});

test("the package serves pages with the stylesheet and the script that they name", async () => {
  await using program = await serveWith(process.execPath, [main, "serve", "--port", "0", "--open"], {
    folder,
  });
  const html = await (await fetch(`${program.url}/?search=flooded`)).text();
  expect(html).toContain("The mill was <mark>flooded</mark>.");
  const files = [...html.matchAll(/"(\/assets\/[^"]+)"/g)].map(([, path = ""]) => path);
  expect(files).toHaveLength(3);
  for (const file of files) {
    const answer = await fetch(program.url + file);
    expect(answer.status).toBe(200);
    const asset = ASSETS.find(({ path }) => path === file);
    expect(await answer.text()).toBe(asset?.bytes.toString());
  }
});

test("the package fetches from a source, and prints tables and CSV with the packages it brings", async () => {
  const service = await startBulkService(join(ROOT, "data", "sample"));
  const ask = (...args: readonly string[]) =>
    run([process.execPath, main, ...args, "--db", "fetched.db"], folder);
  const source = ["--source", "bulk", "--source-url", service.url, "--jurisdiction", "absar"];
  const synced = await ask("sync", ...source, "--body-format", "text", "--data-dir", "fetched");
  await service.close();
  expect(synced.stdout).toMatch(/^Units: 1 downloaded\nArchives: 1 imported\n/);
  expect((await ask("list", "courts", "--format", "table")).stdout).toMatch(/^id +slug +name/);
  expect((await ask("list", "cases", "--format", "csv")).stdout).toMatch(/^id,name,/);
});

test("the package runs where its compile cache cannot be written, and with none", async () => {
  const packageFolder = join(main, "..", "..", "..");
  rmSync(join(packageFolder, "node_modules"), { recursive: true, force: true });
  writeFileSync(join(packageFolder, "node_modules"), "a file where a folder would have to be made");
  for (const environment of [{}, { NODE_DISABLE_COMPILE_CACHE: "1" }]) {
    const { PATH = "" } = childEnvironment();
    const asked = await runChild(process.execPath, [main, "list", "courts"], {
      folder,
      environment: { PATH, ...environment },
    });
    expect(asked).toMatchObject({ code: 0, stderr: "" });
  }
});

test("the package is a library that type-checks and answers where it is installed", async () => {
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  writeFileSync(join(folder, "consumer.ts"), CONSUMER);
  const tsc = join(MODULES, "typescript", "bin", "tsc");
  const checked = await run([process.execPath, tsc, ...TSC_OPTIONS, "consumer.ts"], folder);
  expect(checked.stdout).toBe("");
  const asked = await run([process.execPath, "consumer.ts"], folder);
  expect(asked.stdout).toBe(
    "7\n1 A v. B\nA v. B\nCaselawError: Cannot answer: jurisdicton: No such parameter. Did you mean jurisdiction?\n",
  );
});

/** A folder with what npm needs. */
function programs(): string {
  const bin = join(folder, "bin");
  mkdirSync(bin);
  const [npm = "", sh = "", env = ""] = ["npm", "sh", "env"].map((name) =>
    spawnSync("which", [name], { encoding: "utf8" }).stdout.trim(),
  );
  for (const [name, path] of Object.entries({ npm, sh, env, node: process.execPath }))
    symlinkSync(path, join(bin, name));
  return bin;
}

const isReachable = spawnSync("npm", ["ping", "--fetch-retries=0"], { stdio: "ignore" }).status === 0;

describe.skipIf(!isReachable)("the package (skipped where npm cannot reach its registry)", () => {
  test("npm install -g without a compiler gives a caselaw with the native decoder, and its manual page", async () => {
    const prefix = join(folder, "prefix");
    // the command runs the Node of the PATH, on which are no compiler, make and Python
    const environment = { ...process.env, ...OF_NPM, PATH: programs(), CC: "/bin/false", CXX: "/bin/false" };
    const options = { folder, environment };
    const installed = await runChild("npm", ["install", "-g", "--prefix", prefix, archive], options);
    expect(installed.code, installed.stderr).toBe(0);
    const shown = await runChild(join(prefix, "bin", "caselaw"), ["version", "--json"], options);
    expect(shown.code, shown.stderr).toBe(0);
    expect(JSON.parse(shown.stdout)).toMatchObject({ interface: "v1", ...storeVersions() });
    expect(readdirSync(join(prefix, "share", "man", "man1"))).toEqual(["caselaw.1"]);
  });

  test("npx runs the program, with a Node 24 of its own", async () => {
    const args = ["--yes", "--package=node@24", `--package=${archive}`, "caselaw", "version", "--json"];
    const options = { folder, environment: { ...process.env, ...OF_NPM } };
    const { code, stdout, stderr } = await runChild("npx", args, options);
    expect(code, stderr).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ interface: "v1" });
  });
});

test("npm run demo ends with search results and says what to type next", async () => {
  const { stdout } = await run(["npm", "run", "-s", "demo"], ROOT);
  expect(stdout).toContain("Chisholm v. Georgia, 2 U.S. (Dall.) 419");
  expect(stdout).toContain("in a browser: ./caselaw serve --db data/demo.db\n");
  const toTry = [...stdout.matchAll(/^ {2}(\.\/caselaw .*)$/gm)].map(([, command = ""]) => wordsOf(command));
  expect(toTry).toHaveLength(3);
  for (const command of toTry) await run(command, ROOT);
});
