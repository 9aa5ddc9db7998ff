/** docs/faults.md, "H4": cursors that were tampered with. */
import { hash } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeCorpus } from "../support/corpus.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { ask } from "./checked.ts";
import { sendRaw } from "./raw-request.ts";
import { CLOSED, oneCase } from "./records.ts";
import { serviceOfFile } from "./serving.ts";

const folder = keptFolder();
/** Three of one jurisdiction and one of another, which no filtered page may show. */
const EXCLUDED_ID = 3;

const served = serviceOfFile(async () => {
  const corpusPath = join(folder, "cursors.db");
  const cases = [oneCase(1), oneCase(2), oneCase(EXCLUDED_ID, { jurisdiction: CLOSED }), oneCase(4)];
  makeCorpus(cases, corpusPath);
  return { corpusPath };
});

const FILTERED = "/v1/cases/?page_size=1&jurisdiction=mass";

async function cursorOf(path: string): Promise<string> {
  const { json } = await ask(served.url + path);
  return new URL(String(json?.next)).searchParams.get("cursor") ?? "";
}

/** Refused, or a page without what the filter excludes. */
async function expectHarmless(cursor: string, path = FILTERED): Promise<number> {
  const { status, json } = await ask(`${served.url}${path}&cursor=${encodeURIComponent(cursor)}`);
  expect([200, 404], cursor).toContain(status);
  if (status === 404) expect(json).toEqual({ detail: "Invalid cursor" });
  else expect(JSON.stringify(json?.results)).not.toContain(`"id":${EXCLUDED_ID},`);
  return status;
}

/** A cursor whose check fits, as whoever has read the source can make it. */
function forged(place: string, order = "cases decision_date"): string {
  const check = hash("sha256", `caselaw cursor\n${order}\n${place}`, "base64url").slice(0, 8);
  return Buffer.from(check + place, "utf8").toString("base64url");
}

test("H4: a cursor with any byte flipped is refused", async () => {
  const bytes = Buffer.from(await cursorOf(FILTERED), "base64url");
  expect(bytes.length).toBeGreaterThan(10);
  for (const at of bytes.keys()) {
    for (const mask of [0x01, 0x20, 0x80]) {
      const flipped = Buffer.from(bytes.map((byte, place) => (place === at ? byte ^ mask : byte)));
      expect(await expectHarmless(flipped.toString("base64url")), `byte ${at}`).toBe(404);
    }
  }
});

test("H4: a cursor with one character changed is refused, or shows nothing that the filters exclude", async () => {
  const cursor = await cursorOf(FILTERED);
  for (let at = 0; at < cursor.length; at++) {
    const other = cursor[at] === "A" ? "B" : "A";
    await expectHarmless(cursor.slice(0, at) + other + cursor.slice(at + 1));
  }
});

test("H4: a cursor of another ordering or collection is refused; one of other filters shows no more", async () => {
  expect(await expectHarmless(await cursorOf(`${FILTERED}&ordering=-id`))).toBe(404);
  expect(await expectHarmless(await cursorOf("/v1/citations/?page_size=1"))).toBe(404);
  expect(await expectHarmless(await cursorOf("/v1/cases/?page_size=1"))).toBe(200);
});

test("H4: a cursor of 1 MB is an address that is too long", async () => {
  const request = `GET ${FILTERED}&cursor=${"A".repeat(2 ** 20)} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n`;
  expect(await sendRaw(served.url, request)).toMatch(/^HTTP\/1.1 (414|431) /);
});

/** What a cursor of ours never holds, but would pass the check. */
test.each([
  '["sideways",null,null,1,1]',
  '["after",null,null]',
  '["after",null,null,"1\' OR 1=1 --",";DROP TABLE court_case"]',
  '["after",null,null,null,null]',
  '["after",null,null,1e400,-1e400]',
  '["after",null,null,0.5,0.5]',
  '["after",null,null,99999999999999999999,99999999999999999999]',
  '["before",null,null,1,2,3,4,5]',
  '["after",null,"not a set",1,1]',
  '["after","not a state",null,1,1]',
  "",
  "NaN",
  "[NaN]",
  "{}",
  "[]",
  "null",
  '["after",null,null,[1],{"a":1}]',
  '["after",null,null,true,false]',
  '["after",null,7,1,1]',
  '["after",7,null,1,1]',
])("H4: a forged cursor of %s is refused, or shows nothing that the filters exclude", async (place) => {
  for (const search of ["", "&search=matter"]) {
    const order = search === "" ? "cases decision_date" : "cases relevance";
    await expectHarmless(forged(place, order), FILTERED + search);
  }
});
