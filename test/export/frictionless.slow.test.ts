/**
 * The dictionary and the files of an export, validated by Frictionless, a reader of Data Packages. Skipped where Python lacks it:
 * CASELAW_TEST_PYTHON names an interpreter with `frictionless[json]`.
 */
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DICTIONARY } from "../../src/export/dictionary.ts";
import { runChild } from "../support/children.ts";
import { exported } from "./exporting.ts";

const PYTHON = process.env.CASELAW_TEST_PYTHON ?? "python3";
const hasFrictionless = spawnSync(PYTHON, ["-c", "import frictionless, jsonlines"]).status === 0;

const VALIDATE = `
import sys, frictionless
report = frictionless.validate(sys.argv[1])
for error in report.flatten(["type", "message"]):
    print(error)
print(report.valid, [task.stats["rows"] for task in report.tasks])
`;

test.skipIf(!hasFrictionless).each([
  ["csv", { format: "csv", question: { full_case: true } }],
  ["jsonl", { format: "jsonl", question: { full_case: true } }],
  ["jsonl --flat", { format: "jsonl", question: { full_case: true }, options: { flat: true } }],
  ["files", { format: "files" }],
] as const)(
  "Frictionless finds %s as its dictionary describes it (skipped without it)",
  async (_name, request) => {
    const { folder } = await exported(request);
    const ran = await runChild(PYTHON, ["-c", VALIDATE, join(folder, DICTIONARY)], { folder });
    expect(ran.stderr).toBe("");
    expect(ran.stdout).toBe("True [5]\n");
  },
);
