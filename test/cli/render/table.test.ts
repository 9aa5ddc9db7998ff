import { expect, test } from "vitest";
import { tableOf } from "../../../src/cli/render/table.ts";

const CITATION = { type: "official", cite: "1 Charlton 42", case_id: 1, case_url: "http://h/v1/cases/1/" };

test("tableOf prints titles, a line a record, and the count", () => {
  const page = { count: 1, next: null, previous: null, results: [CITATION] };
  expect(tableOf("citations", page, 80)).toBe(
    "type      cite           case id\nofficial  1 Charlton 42  1\n1 of 1\n",
  );
});

test("tableOf names the cursor of the next page", () => {
  const page = {
    count: 5,
    next: "http://h/v1/citations/?page_size=1&cursor=abc",
    previous: null,
    results: [CITATION],
  };
  expect(tableOf("citations", page, 80)).toMatch(/\n1 of 5; next page: --cursor abc\n$/);
});

test("tableOf shortens what does not fit into the width", () => {
  const long = { ...CITATION, cite: "x".repeat(200) };
  const page = { count: 1, next: null, previous: null, results: [long] };
  const lines = tableOf("citations", page, 40).split("\n");
  expect(lines[1]).toMatch(/^official {2}x+… {2}1$/);
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(40);
});

test("tableOf prints no control character", () => {
  const page = { count: 1, next: null, previous: null, results: [{ ...CITATION, cite: "\u001b[2J\u202e" }] };
  expect(tableOf("citations", page, 80)).toContain("␛[2J\ufffd");
});

test("tableOf of no record is the count alone", () => {
  expect(tableOf("courts", { count: 0, next: null, previous: null, results: [] }, 80)).toBe("0 of 0\n");
});
