import { expect, test } from "vitest";
import { jsonLines } from "../support/json-lines.ts";
import { exported, textIn } from "./exporting.ts";

test.each(["text", "html", "xml", null])(
  "jsonl with bodies as %s has the interface's bytes",
  async (body) => {
    const question = body === null ? {} : { full_case: true, body_format: body };
    const { folder, records } = await exported({ format: "jsonl", question });
    expect(textIn(folder, "cases.jsonl")).toBe(records.map((one) => `${JSON.stringify(one)}\n`).join(""));
  },
);

test("jsonl --flat has texts, numbers, true, false and null only, the same columns in each line", async () => {
  const { folder, records } = await exported({
    format: "jsonl",
    options: { flat: true },
    question: { full_case: true },
  });
  const rows = jsonLines(textIn(folder, "cases.jsonl"));
  const [first = {}] = rows;
  for (const row of rows) {
    expect(Object.keys(row)).toEqual(Object.keys(first));
    expect(Object.values(row).filter((value) => typeof value === "object" && value !== null)).toEqual([]);
  }
  expect(rows.map(({ citations }) => JSON.parse(String(citations)))).toEqual(
    records.map(({ citations }) => citations),
  );
  expect(rows[1]).toMatchObject({ id: 2, decision_date: null, head_matter: "", casebody_status: "ok" });
  expect(rows[1]).toMatchObject({ jurisdiction_whitelisted: true, analysis: null });
  expect(rows[3]).toMatchObject({ jurisdiction_whitelisted: false, jurisdiction_slug: "ind" });
});
