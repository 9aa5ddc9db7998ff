import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileScanWords, TARGET } from "../../config/make-wasm.ts";
import { tokenOf } from "../../src/text/analyzer.ts";
import { WordScanner } from "../../src/text/word-scanner.ts";

test("scan-words.wasm.ts is what `npm run wasm` writes", async () => {
  expect(readFileSync(TARGET, "utf8")).toBe(await compileScanWords());
});

test("a scan ends at the first run that is not a word of the table", () => {
  const scanner = new WordScanner();
  const scanned = scanner.scan("Happy, universities café");
  expect(scanned.end).toBe("Happy, universities ".length);
  expect(scanned.tokens.toString()).toBe(`${tokenOf("happy")} ${tokenOf("universities")} `);
  expect(scanned.unstemmed.toString()).toBe("happy universities ");
});

test("an unstemmed token is new once a row", () => {
  const scanner = new WordScanner();
  expect(scanner.scan("happy").unstemmed.toString()).toBe("happy ");
  expect(scanner.scan("happy").unstemmed.toString()).toBe("");
  scanner.beginRow();
  expect(scanner.scan("happy").unstemmed.toString()).toBe("happy ");
});

test("a scan fills the largest text that it may have", () => {
  const scanner = new WordScanner();
  const text = "ion ".repeat(scanner.mostUnits / 4);
  expect(scanner.scan(text)).toMatchObject({ end: text.length });
  expect(scanner.scan("z".repeat(16)).tokens.toString()).toBe(`${"z".repeat(16)} `);
  expect(scanner.scan("z".repeat(17)).end).toBe(0);
});
