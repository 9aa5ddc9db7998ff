import { once } from "node:events";
import { readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { digestOfToken } from "../../../src/http/credentials.ts";
import { serveSource } from "../../http/serve-program.ts";
import { isAlive } from "../../support/children.ts";
import { runHere } from "../../support/run-here.ts";
import { startService } from "../../support/service.ts";
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

test("P3: serve listens itself where Node allows no thread to listen", async () => {
  // without --allow-worker
  const flags = [
    "--permission",
    "--allow-fs-read=*",
    "--allow-fs-write=*",
    "--allow-addons",
    "--allow-child-process",
  ];
  const running = await serveSource(["--readers", "1", ...corpus.flags], {
    nodeFlags: [...flags, "--no-warnings"],
  });
  const { code } = await running.stop("SIGTERM");
  expect(code).toBe(143);
});

test("serve --log-format json tells each request as an object; no token is in it", async () => {
  const tokens = join(tempFolder(), "tokens");
  const made = await runHere(["token", "alice", "--tokens", tokens]);
  const token = made.stdout.trim();
  const running = await serve("--log-format", "json", "--tokens", tokens);
  const answer = await fetch(`${running.url}/v1/cases/?x=${token}`, {
    headers: { Authorization: `Token ${token}` },
  });
  expect(answer.status).toBe(200);
  const { stderr } = await running.stop("SIGTERM");
  expect(JSON.parse(stderr)).toMatchObject({
    event: "request",
    method: "GET",
    status: 200,
    url: "/v1/cases/?x=…",
  });
  expect(stderr).not.toContain(token);
});

test("serve --quiet tells no request and ends by SIGINT with 130; --base-url is what links begin with", async () => {
  const running = await serve("--quiet", "--base-url", "https://cap.example.org/");
  expect(await (await fetch(`${running.url}/v1/`)).text()).toContain('"https://cap.example.org/v1/cases/"');
  expect(await running.stop("SIGINT")).toEqual({ code: 130, stderr: "" });
});

test("a service that is killed leaves no reader behind", async () => {
  const running = await serve("--readers", "2");
  const { child } = running;
  const ended = once(child, "exit");
  const children = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8")
    .trim()
    .split(" ")
    .map(Number);
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

// in processes of their own: serve sets flags of V8

test.each([
  [["--tokens", "no-such-file"], 'Cannot read tokens file "no-such-file"'],
  [["--db", "no.db"], 'Cannot open corpus "no.db": no such file'],
])("serve %j does not start", async (args, message) => {
  const ended = await runCli(["serve", "--port", "0", ...corpus.flags, ...args], { folder: tempFolder() });
  expect(ended.stderr).toContain(message);
  expect({ code: ended.code, stdout: ended.stdout }).toEqual({ code: 1, stdout: "" });
});

test("serve does not start on a port that is taken, nor with a malformed tokens file", async () => {
  const other = await startService(() => {}, 0);
  onTestFinished(() => other.close());
  const taken = await runCli(["serve", ...corpus.flags, "--port", new URL(other.url).port]);
  expect(taken.code).toBe(1);
  expect(taken.stderr).toMatch(
    /^caselaw: Cannot listen on 127\.0\.0\.1:\d+: another program listens there\n/,
  );
  const tokens = join(tempFolder(), "tokens");
  writeFileSync(tokens, "alice secret\n");
  const malformed = await runCli(["serve", "--port", "0", ...corpus.flags, "--tokens", tokens]);
  expect(malformed.code).toBe(1);
  expect(malformed.stderr).toContain("line 1 is not a name and a SHA-256 in hex");
  expect(malformed.stderr).not.toContain("secret");
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

test("K3: serve notices the first token, made where token puts it while serve runs", async () => {
  const running = await serve("--quiet");
  const { stdout, code } = await runHere(["token", "alice", ...corpus.flags]);
  expect(code).toBe(0);
  const headers = { Authorization: `Token ${stdout.trim()}` };
  expect((await fetch(`${running.url}/v1/`, { headers })).status).toBe(200);
  expect((await running.stop("SIGTERM")).stderr).toBe("");
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
