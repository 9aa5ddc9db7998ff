/** docs/faults.md, "H3": searches that are made to cost, each below and above the limit of an address. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { makeCorpus } from "../support/corpus.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { ask } from "./checked.ts";
import { oneCase, textBody } from "./records.ts";
import { serviceOfFile } from "./serving.ts";

const folder = keptFolder();
const CASES = 400;
const WORDS = ["a", "able", "b", "at", "court", "mill", "dam", "horse"];
/** Room for `/v1/cases/?search=` below 8 KiB. */
const ROOM = 8 * 1024 - 40;

const served = serviceOfFile(async () => {
  const corpusPath = join(folder, "costly.db");
  const records = Array.from({ length: CASES }, (_, at) => {
    // many words that begin with a, each in a case of its own, so that a prefix has much to gather
    const own = Array.from({ length: 20 }, (_, n) => `a${at}x${n}`);
    const text = Array.from({ length: 200 }, (_, n) => WORDS[(at * 7 + n * n) % WORDS.length]);
    return oneCase(at + 1, { casebody: textBody(own.join(" "), text.join(" ")) });
  });
  makeCorpus(records, corpusPath);
  return { corpusPath, readers: 2 };
});

test.each([
  ["1,000 times |", Array.from({ length: 1_001 }, (_, at) => WORDS[at % WORDS.length]).join("|")],
  ["1,000 other words with |", Array.from({ length: 1_001 }, (_, at) => `a${at % 400}`).join("|")],
  ["a prefix of one letter", "a*"],
  ["many of them", Array.from({ length: 500 }, () => "a*").join(" | ")],
  ["8 KiB of one word", "a".repeat(8 * 1024)],
  ["one word as long as fits", "a".repeat(ROOM)],
  ["one word again and again", "a ".repeat(ROOM / 2).trim()],
  ["10,000 brackets", "(".repeat(10_000)],
  ["as many brackets as fit", "(".repeat(ROOM)],
  ["as many pairs of brackets as fit", `${"(".repeat(ROOM / 2 - 1)}a${")".repeat(ROOM / 2 - 1)}`],
  ["as many negations as fit", `a ${"-b ".repeat(ROOM / 3 - 1)}`.trim()],
  ["a wide neighbourhood", '"a b"~99999'],
  ["a wider one than a number holds", '"a b"~99999999999999999999'],
  ["neighbourhoods of common words", Array.from({ length: 100 }, () => '"a b at court"~99999').join(" | ")],
])("H3: %s is answered or refused, and others are answered meanwhile", async (_what, text) => {
  // spaces, quotes and bars must be escaped; brackets count for one byte each as they are
  const search = encodeURIComponent(text).replaceAll("%20", "+");
  const costly = ask(`${served.url}/v1/cases/?search=${search}`);
  const others = await Promise.all([1, 2, 3].map((id) => ask(`${served.url}/v1/cases/${id}/`)));
  expect(others.map(({ status }) => status)).toEqual([200, 200, 200]);
  expect([200, 400, 414]).toContain((await costly).status);
});

test("H3: no reader was lost, and no fault told", () => {
  expect(served.events.filter(({ kind }) => kind === "fault")).toEqual([]);
});
