import crypto from "node:crypto";
import { appendFileSync, chmodSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test, vi } from "vitest";
import { digestOfToken, TokensFile } from "../../src/http/credentials.ts";
import { startService } from "../../src/http/service.ts";
import { makeCorpus } from "../support/corpus.ts";
import { keptFolder, tempFolder } from "../support/temp-folder.ts";
import { ask } from "./checked.ts";
import { CLOSED, oneCase } from "./records.ts";
import { serviceOfFile, serviceOptions } from "./serving.ts";

const GOOD = "0123456789abcdef0123456789abcdef01234567";
const LATER = "fedcba9876543210fedcba9876543210fedcba98";
const folder = keptFolder();
const tokensFile = join(folder, "tokens");
const corpusPath = join(folder, "credentials.db");

const served = serviceOfFile(async () => {
  makeCorpus([oneCase(1), oneCase(2, { jurisdiction: CLOSED })], corpusPath);
  writeFileSync(
    tokensFile,
    `# who may\n\nalice ${digestOfToken(GOOD)}\r\nbob\t${digestOfToken("b").toUpperCase()}\n`,
  );
  return { corpusPath, tokensFile };
});

const PATH = "/v1/cases/?full_case=true";

function statuses({ json }: { json: Record<string, unknown> | null }): unknown[] {
  const results = json?.results;
  return Array.isArray(results) ? results.map((one) => one.casebody.status) : [];
}

test("row 5: a good token shows every body, in each spelling of the scheme", async () => {
  for (const scheme of ["Token", "token", "TOKEN "]) {
    const answer = await ask(served.url + PATH, { headers: { Authorization: `${scheme} ${GOOD}` } });
    expect(statuses(answer)).toEqual(["ok", "ok"]);
  }
});

test.each(["x", GOOD.slice(0, 39), `${GOOD}0`, GOOD.toUpperCase(), `${GOOD} ${GOOD}`, "a".repeat(4000), "é"])(
  "H11: the token %s is wrong, on every path, in the same bytes",
  async (token) => {
    for (const path of [PATH, "/v1/", "/v1/cases", "/v1/bulk/1/download/", "/nope"]) {
      const { status, text, headers } = await ask(served.url + path, {
        headers: { Authorization: `Token ${token}` },
      });
      expect({ status, text }).toEqual({ status: 401, text: '{"detail":"Invalid token."}' });
      expect(headers.get("etag")).toBeNull();
      expect(headers.get("www-authenticate")).toBe("Token");
    }
  },
);

test("H11: nothing behind the scheme is 401 with its own words", async () => {
  const { status, text } = await ask(served.url + PATH, { headers: { Authorization: "Token " } });
  expect({ status, text }).toEqual({
    status: 401,
    text: '{"detail":"Invalid token header. No credentials provided."}',
  });
});

test.each([
  { Authorization: `Bearer ${GOOD}` },
  { Authorization: `Basic ${GOOD}` },
  { Authorization: GOOD },
  {},
])("H11: %j counts as no credentials", async (headers) => {
  const answer = await ask(`${served.url}${PATH}&token=${GOOD}`, { headers: { ...headers } });
  expect(statuses(answer)).toEqual(["ok", "error_auth_required"]);
});

test("H11: of two headers, both must be good", async () => {
  const { request } = await import("node:http");
  const status = (tokens: string[]): Promise<unknown> =>
    new Promise((resolve, reject) => {
      const headers = ["Host", "x", ...tokens.flatMap((token) => ["Authorization", `Token ${token}`])];
      request(served.url + PATH, { headers }, (answer) => resolve(answer.resume().statusCode))
        .on("error", reject)
        .end();
    });
  expect(await status([GOOD, "wrong"])).toBe(401);
  expect(await status(["wrong", GOOD])).toBe(401);
  expect(await status([GOOD, GOOD])).toBe(200);
});

test("H11: answers to callers with credentials have no ETag, are not kept, and never answered by 304", async () => {
  const open = await ask(served.url + PATH);
  const etag = open.headers.get("etag") ?? "";
  const headers = { Authorization: `Token ${GOOD}`, "If-None-Match": `${etag}, *` };
  const closed = await ask(served.url + PATH, { headers });
  expect(closed.status).toBe(200);
  expect(closed.headers.get("etag")).toBeNull();
  expect(closed.headers.get("cache-control")).toBe("private, no-store");
  expect(closed.headers.get("vary")).toContain("Authorization");
  const again = await ask(served.url + PATH);
  expect(again.text).toBe(open.text);
  expect(again.headers.get("cache-control")).toBe("no-cache");
});

test("H11: tokens are compared as SHA-256 digests in constant time, all of them each time", async () => {
  using compare = vi.spyOn(crypto, "timingSafeEqual");
  await ask(served.url + PATH, { headers: { Authorization: `Token ${GOOD}` } });
  await ask(served.url + PATH, { headers: { Authorization: "Token x" } });
  const lengths = compare.mock.calls.map(([a, b]) => [a.byteLength, b.byteLength]);
  expect(lengths).toEqual(Array.from({ length: 4 }, () => [32, 32]));
});

test("H11: a file that changes is read again; a broken one leaves the tokens, an absent one none", async () => {
  const path = join(tempFolder(), "tokens");
  const faults: string[] = [];
  writeFileSync(path, "");
  const tokens = new TokensFile(path, (message) => faults.push(message));
  const check = (token: string): string => tokens.check([`Token ${token}`]);
  expect(check(LATER)).toBe("wrong");
  appendFileSync(path, `carol ${digestOfToken(LATER)}\n`);
  expect(check(LATER)).toBe("good");
  appendFileSync(path, "half a li");
  expect(check(LATER)).toBe("good");
  expect(faults).toEqual([expect.stringMatching(/line 2 is not a name and a SHA-256/)]);
  rmSync(path);
  expect(check(LATER)).toBe("wrong");
  writeFileSync(path, `carol ${digestOfToken(LATER)}\n`);
  expect(check(LATER)).toBe("good");
});

test("K3: the first token is noticed when its file appears, and none is left when it vanishes", async () => {
  const path = join(tempFolder(), "data", "tokens");
  await using service = await startService(serviceOptions(corpusPath, { tokensFile: path }));
  const status = async (): Promise<number> => {
    const headers = { Authorization: `Token ${LATER}` };
    return (await ask(service.url + PATH, { headers })).status;
  };
  expect(await status()).toBe(401);
  mkdirSync(dirname(path));
  expect(await status()).toBe(401);
  writeFileSync(path, `carol ${digestOfToken(LATER)}\n`);
  expect(await status()).toBe(200);
  rmSync(dirname(path), { recursive: true });
  expect(await status()).toBe(401);
});

test.each(["alice", "alice abc", `alice ${GOOD}`, `alice ${digestOfToken("x")} more`, digestOfToken("x")])(
  "H11: the service does not start with the line %s",
  async (line) => {
    const path = join(tempFolder(), "tokens");
    writeFileSync(path, `${line}\n`);
    const starting = startService(serviceOptions(corpusPath, { tokensFile: path }));
    await expect(starting).rejects.toThrow(`Cannot read tokens file "${path}": line 1 is not`);
    await expect(starting).rejects.not.toThrow(GOOD);
  },
);

test("H11: the service does not start with a file that cannot be read", async () => {
  const path = tempFolder();
  chmodSync(path, 0o700);
  const starting = startService(serviceOptions(corpusPath, { tokensFile: path }));
  await expect(starting).rejects.toMatchObject({ code: "unavailable" });
});

test("for everyone, every body is shown without a token; a wrong one is refused all the same", async () => {
  await using service = await startService(serviceOptions(corpusPath, { bodies: "for everyone" }));
  expect(statuses(await ask(service.url + PATH))).toEqual(["ok", "ok"]);
  expect((await ask(service.url + PATH, { headers: { Authorization: "Token x" } })).status).toBe(401);
});
