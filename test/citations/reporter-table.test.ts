/** The table of reporters equals the output of its generator. */
import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { entriesOf, type ReporterGroup, reporterTable, TABLE } from "../support/make-reporter-table.ts";

const PYTHON = process.env.CASELAW_TEST_PYTHON ?? "python3";
const FIND = `
import importlib.metadata, os, reporters_db
print(importlib.metadata.version("reporters-db"))
print(os.path.join(os.path.dirname(reporters_db.__file__), "data", "reporters.json"))
`;
const [version = "", path = ""] =
  spawnSync(PYTHON, ["-c", FIND], { encoding: "utf8" }).stdout?.split("\n") ?? [];
const table = readFileSync(TABLE, "utf8");
const isSame = path !== "" && table.includes(`reporters-db ${version} `);

function group(names: readonly string[], variations: Record<string, string>, type = "state"): ReporterGroup {
  return { cite_type: type, editions: Object.fromEntries(names.map((name) => [name, {}])), variations };
}

test("entriesOf has names with their variations, what may mean several, and neutral ones", () => {
  expect(
    entriesOf({
      "Ill.": [
        group(["Ill.", "Ill. 2d"], {
          "Ill. Rep.": "Ill.",
          "Ill.R.": "Ill.",
          "Ill. 2d.": "Ill. 2d",
          "H.": "Ill.",
        }),
      ],
      Hill: [group(["Hill"], { "H.": "Hill", Ill: "Hill" }), group(["hill"], {})],
      IL: [group(["IL"], { Ill: "IL" }, "neutral")],
    }),
  ).toEqual(["Ill.|illr|illrep", "Ill. 2d", "Hill", "|h", "~IL|ill"]);
});

test("reporterTable keeps the head, names the version, and fills lines with complete entries", () => {
  const names = Array.from({ length: 60 }, (_, at) => `Rep. ${at}`);
  const made = reporterTable({ "Rep.": [group(names, {})] }, "9.9.9", table);
  expect(made.slice(0, 40)).toBe(table.slice(0, 40));
  expect(made).toContain("reporters-db 9.9.9 (https");
  const lines = made.match(/^ {2}"(.*)",$/gm) ?? [];
  expect(lines.length).toBeGreaterThan(2);
  expect(lines.map((line) => JSON.parse(line.trim().slice(0, -1))).join(";")).toBe(names.join(";"));
});

test.skipIf(!isSame)(
  "the table is what reporters-db of its version gives, byte for byte (skipped where Python has not that version)",
  () => {
    expect(reporterTable(JSON.parse(readFileSync(path, "utf8")), version, table)).toBe(table);
  },
);
