import { expect, test } from "vitest";
import { exported, textIn } from "./exporting.ts";

function lines(text: string): Record<string, unknown>[] {
  const read = text.split("\n").filter(Boolean);
  return read.map((line): Record<string, unknown> => JSON.parse(line));
}

test.each(["text", "html", "xml"])("jsonl with bodies as %s holds the interface's bytes", async (body) => {
  const { folder, records } = await exported({
    format: "jsonl",
    question: { full_case: true, body_format: body },
  });
  expect(textIn(folder, "cases.jsonl")).toBe(records.map((one) => `${JSON.stringify(one)}\n`).join(""));
});

test("jsonl without bodies holds the interface's bytes", async () => {
  const { folder, records } = await exported({ format: "jsonl" });
  expect(textIn(folder, "cases.jsonl")).toBe(records.map((one) => `${JSON.stringify(one)}\n`).join(""));
});

test("jsonl --flat has texts, numbers, true, false and null only, the same columns in each line", async () => {
  const { folder, records } = await exported({
    format: "jsonl",
    options: { flat: true },
    question: { full_case: true },
  });
  const rows = lines(textIn(folder, "cases.jsonl"));
  const [first = {}] = rows;
  for (const row of rows) {
    expect(Object.keys(row)).toEqual(Object.keys(first));
    expect(Object.values(row).filter((value) => typeof value === "object" && value !== null)).toEqual([]);
  }
  expect(rows.map(({ citations }) => JSON.parse(String(citations)))).toEqual(
    records.map(({ citations }) => citations),
  );
  expect(rows[1]).toMatchObject({ id: 2, decision_date: null, head_matter: "", casebody_status: "ok" });
});
