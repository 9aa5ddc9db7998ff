import { expect, test } from "vitest";
import { tokenOf } from "../../src/text/analyzer.ts";
import { WordScanner } from "../../src/text/word-scanner.ts";

interface Read {
  readonly end: number;
  readonly tokens: string;
  readonly unstemmed: string;
}

function scan(scanner: WordScanner, text: string): Read {
  scanner.begin(text);
  return { end: scanner.scan(0), ...taken(scanner) };
}

function taken(scanner: WordScanner): Omit<Read, "end"> {
  const { tokens, unstemmed } = scanner.take();
  return { tokens: tokens.toString(), unstemmed: unstemmed.toString() };
}

test("a scan ends at the first run that is not a word of the table", () => {
  const scanner = new WordScanner();
  expect(scan(scanner, "Happy, universities café")).toEqual({
    end: "Happy, universities ".length,
    tokens: `${tokenOf("happy")} ${tokenOf("universities")} `,
    unstemmed: "happy universities ",
  });
});

test("an unstemmed token is new once a row", () => {
  const scanner = new WordScanner();
  expect(scan(scanner, "happy").unstemmed).toBe("happy ");
  expect(scan(scanner, "happy").unstemmed).toBe("");
  scanner.beginRow();
  expect(scan(scanner, "happy").unstemmed).toBe("happy ");
});

test("a scan fills the largest text that it may have", () => {
  const scanner = new WordScanner();
  const text = "ion ".repeat(scanner.mostUnits / 4);
  expect(scan(scanner, text)).toMatchObject({ end: text.length });
  expect(scan(scanner, "z".repeat(16)).tokens).toBe(`${"z".repeat(16)} `);
  expect(scan(scanner, "z".repeat(17)).end).toBe(0);
});

test("a word is scanned, and tokens are written, while a text remains", () => {
  const scanner = new WordScanner();
  scanner.begin("café law");
  expect(scanner.scan(0)).toBe(0);
  expect(scanner.scanWord("court")).toBe(true);
  expect(scanner.scanWord("日本")).toBe(false);
  scanner.writeToken("日本");
  scanner.writeUnstemmed("other");
  expect(scanner.scan("café ".length)).toBe("café law".length);
  expect(taken(scanner)).toEqual({ tokens: "court 日本 law ", unstemmed: "other " });
  expect(taken(scanner)).toEqual({ tokens: "", unstemmed: "" });
});

test("words can be written until the scanner is full, and a text of the largest size after them", () => {
  const scanner = new WordScanner();
  const word = "日".repeat(40);
  let words = 0;
  for (; !scanner.isFull; words++) scanner.writeToken(word);
  scanner.writeToken(word);
  const text = "ion ".repeat(scanner.mostUnits / 4);
  scanner.begin(text);
  expect(scanner.scan(0)).toBe(text.length);
  expect(taken(scanner)).toEqual({ tokens: `${`${word} `.repeat(words + 1)}${text}`, unstemmed: "" });
});
