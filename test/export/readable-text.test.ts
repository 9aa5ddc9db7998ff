import { expect, test } from "vitest";
import { readablePage, readableText } from "../../src/export/readable-text.ts";
import { exported } from "./exporting.ts";

test("readableText puts facts, head matter and opinions below each other, and leaves out what is not there", async () => {
  const { cases } = await exported({ format: "jsonl", question: { full_case: true } });
  const [first, second] = cases.map(readableText);
  expect(first).toBe(
    'The "Anna", her tackle\r\n& crew\n1 Ill. 1\nIllinois Supreme Court\nDecided 1901-02-03\nNo. 1\n\nHead.\n\nMAJORITY\n\nall word1\n',
  );
  expect(second).toBe(
    "Case 2 v. State\n1 Ill. 1; § 7 / Ünï\nIllinois Supreme Court\nNo. 2\n\nDISSENT: X, J.\n\na\nb,“c”\n",
  );
});

test("readablePage escapes the facts and stands without a body", async () => {
  const { cases } = await exported({ format: "jsonl", question: { full_case: true, body_format: "html" } });
  const [page = ""] = cases.map(readablePage);
  expect(page).toContain('<h1>The "Anna", her tackle\r\n&amp; crew</h1>');
  expect(page).toMatch(/^<!DOCTYPE html>\n<html lang="en">/);
});
