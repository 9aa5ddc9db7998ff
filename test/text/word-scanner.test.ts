import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { compileScanWords, TARGET } from "../../config/make-wasm.ts";
import { tokenOf } from "../../src/text/analyzer.ts";
import { type Scanned, WordScanner } from "../../src/text/word-scanner.ts";

function scan(scanner: WordScanner, text: string): Scanned {
  scanner.begin(text);
  return scanner.scan(0);
}

test("scan-words.wasm.ts is what `npm run wasm` writes", async () => {
  expect(readFileSync(TARGET, "utf8")).toBe(await compileScanWords());
});

test("a scan ends at the first run that is not a word of the table", () => {
  const scanner = new WordScanner();
  const scanned = scan(scanner, "Happy, universities café");
  expect(scanned.end).toBe("Happy, universities ".length);
  expect(scanned.tokens.toString()).toBe(`${tokenOf("happy")} ${tokenOf("universities")} `);
  expect(scanned.unstemmed.toString()).toBe("happy universities ");
});

test("an unstemmed token is new once a row", () => {
  const scanner = new WordScanner();
  expect(scan(scanner, "happy").unstemmed.toString()).toBe("happy ");
  expect(scan(scanner, "happy").unstemmed.toString()).toBe("");
  scanner.beginRow();
  expect(scan(scanner, "happy").unstemmed.toString()).toBe("happy ");
});

test("a scan fills the largest text that it may have", () => {
  const scanner = new WordScanner();
  const text = "ion ".repeat(scanner.mostUnits / 4);
  expect(scan(scanner, text)).toMatchObject({ end: text.length });
  expect(scan(scanner, "z".repeat(16)).tokens.toString()).toBe(`${"z".repeat(16)} `);
  expect(scan(scanner, "z".repeat(17)).end).toBe(0);
});

test("a word is scanned while a text remains", () => {
  const scanner = new WordScanner();
  scanner.begin("café law");
  expect(scanner.scan(0).end).toBe(0);
  expect(scanner.scanWord("court").tokens.toString()).toBe("court ");
  expect(scanner.scan("café ".length).tokens.toString()).toBe("law ");
});
