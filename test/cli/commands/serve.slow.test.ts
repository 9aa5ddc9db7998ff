import { once } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { digestOfToken } from "../../../src/http/credentials.ts";
import { childrenOf, serveSource } from "../../http/serve-program.ts";
import { isAlive } from "../../support/children.ts";
import { runHere } from "../../support/run-here.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { runCli } from "../run-cli.ts";
import { smallCorpus } from "../small-corpus.ts";

const corpus = smallCorpus();

const serve = (...args: readonly string[]) => serveSource(["--readers", "1", ...corpus.flags, ...args]);

test("serve says where it listens, answers as list does, and ends by SIGTERM with 143", async () => {
  const running = await serve();
  const answer = await fetch(`${running.url}/v1/cases/?page_size=2&full_case=true`);
  const listed = await runHere(
    ["list", "cases", "--page-size", "2", "--full-case", "--format", "json", ...corpus.flags],
    { environment: { CASELAW_BASE_URL: running.url } },
  );
  expect(`${await answer.text()}\n`).toBe(listed.stdout);
  const ended = await running.stop("SIGTERM");
  expect(ended.code).toBe(143);
  expect(ended.stderr).toMatch(/^GET \/v1\/cases\/\?page_size=2&full_case=true 200 \d+ ms 127\.0\.0\.1\n$/);
});

test("P3: serve listens itself where Node allows no thread to; --quiet tells no request, --base-url is what links begin with, and SIGINT ends it with 130", async () => {
  // without --allow-worker
  const allowed = ["fs-read=*", "fs-write=*", "addons", "child-process"].map((one) => `--allow-${one}`);
  const given = ["--readers", "1", ...corpus.flags, "--quiet", "--base-url", "https://cap.example.org/"];
  const running = await serveSource(given, { nodeFlags: ["--permission", ...allowed] });
  expect(await (await fetch(`${running.url}/v1/`)).text()).toContain('"https://cap.example.org/v1/cases/"');
  const { code, stderr } = await running.stop("SIGINT");
  expect([code, stderr]).toEqual([130, expect.not.stringContaining("GET ")]);
});

test("K3: serve notices the first token, made where token puts it while serve runs; --log-format json tells each request as an object, without it", async () => {
  const running = await serve("--log-format", "json");
  const { stdout, code } = await runHere(["token", "alice", ...corpus.flags]);
  expect(code).toBe(0);
  const token = stdout.trim();
  const headers = { Authorization: `Token ${token}` };
  expect((await fetch(`${running.url}/v1/cases/?x=${token}`, { headers })).status).toBe(200);
  const { stderr } = await running.stop("SIGTERM");
  const told = { event: "request", method: "GET", status: 200, url: "/v1/cases/?x=…" };
  expect(JSON.parse(stderr)).toMatchObject(told);
  expect(stderr).not.toContain(token);
});

test("a service that is killed leaves no reader behind", async () => {
  const running = await serve("--readers", "2");
  const { child } = running;
  const ended = once(child, "exit");
  const children = childrenOf(child.pid ?? 0);
  expect(children.length).toBe(2);
  // alone: `stop` would kill its readers too
  child.kill("SIGKILL");
  await ended;
  await expect.poll(() => children.filter(isAlive)).toEqual([]);
});

test.each([
  [["--port", "65536"], 'Cannot use --port "65536": not a number from 0 to 65535'],
  [["--readers", "0"], 'Cannot use --readers "0": not a number from 1 to 64'],
  [["--base-url", "x"], 'Cannot use --base-url "x": not an http or https URL'],
  [["extra"], "too many arguments"],
])("serve refuses %j with 2", async (args, message) => {
  const { code, stdout, stderr } = await runHere(["serve", "--port", "0", ...corpus.flags, ...args]);
  expect(stderr).toContain(message);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
});

test("serve does not start with a tokens file that is not there", async () => {
  // in a process of its own: serve sets flags of V8
  const args = ["serve", "--port", "0", ...corpus.flags, "--tokens", "no-such-file"];
  const { code, stdout, stderr } = await runCli(args, { folder: tempFolder() });
  expect(stderr).toContain('Cannot read tokens file "no-such-file"');
  expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
});

test("token prints 40 hex digits once and keeps their SHA-256 by name", async () => {
  const folder = tempFolder();
  const first = await runHere(["token", "alice"], { folder });
  const second = await runHere(["token", "bob"], { folder });
  expect(first.stdout).toMatch(/^[0-9a-f]{40}\n$/);
  const path = join(folder, "data", "tokens");
  expect(readFileSync(path, "utf8")).toBe(
    `alice ${digestOfToken(first.stdout.trim())}\nbob ${digestOfToken(second.stdout.trim())}\n`,
  );
  expect(statSync(path).mode & 0o777).toBe(0o600);
});

test.each([["#a"], ["a b"], [""], ["a\nb"]])("token refuses the name %j", async (name) => {
  const { code, stdout } = await runHere(["token", name], { folder: tempFolder() });
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
});

test("token adds nothing to a file that holds other things", async () => {
  const path = join(tempFolder(), "tokens");
  writeFileSync(path, "not a tokens file\n");
  const { code, stderr } = await runHere(["token", "alice", "--tokens", path]);
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: `caselaw: Cannot write tokens file "${path}": its line 1 is not a name and a SHA-256 in hex; choose another name\n`,
  });
  expect(readFileSync(path, "utf8")).toBe("not a tokens file\n");
});
