import { expect, test } from "vitest";
import type { Context } from "../../src/cli/context.ts";
import { RunLog } from "../../src/cli/run-log.ts";
import { readSettings } from "../../src/cli/settings.ts";
import { type ArchiveReport, NO_COUNTS } from "../../src/pipeline/report.ts";

const REPORT: ArchiveReport = {
  ...NO_COUNTS,
  path: "a\u001b.zip",
  source: "bulk",
  unit: "ill/text",
  status: "imported",
  error: null,
  problems: [],
  rejects: null,
  bytes: 10,
  seconds: 1,
};

async function told(flags: Record<string, unknown>, isTerminal: boolean): Promise<string> {
  const parts: string[] = [];
  const output = { isTerminal, columns: 40, write: async (text: string) => void parts.push(text) };
  const settings = readSettings(flags, {});
  const signal = new AbortController().signal;
  const context: Context = { args: [], environment: {}, settings, signal, stdout: output, stderr: output };
  const log = new RunLog(context, "import");
  log.tell({ kind: "archive", path: "a.zip", read: 5 });
  log.tell({ kind: "downloaded", unit: "ill/text", outcome: "here already" });
  log.tell({ kind: "imported", report: REPORT });
  log.tell({ kind: "imported", report: { ...REPORT, status: "failed", error: "Cannot read it: cut" } });
  await log.finish();
  return parts.join("");
}

const DONE = "ill/text (a␛.zip): imported, 0 read: 0 added, 0 changed, 0 unchanged, 0 removed, 0 rejected\n";
const FAULT = "caselaw: a␛.zip: Cannot read it: cut\n";

test("RunLog draws progress on a terminal only", async () => {
  expect(await told({}, true)).toBe(`\r\u001b[2Ka.zip: 5 cases read\r\u001b[2K${DONE}${FAULT}`);
  expect(await told({}, false)).toBe(DONE + FAULT);
});

test("RunLog leaves what went wrong when it is to be quiet", async () => {
  expect(await told({ quiet: true }, true)).toBe(FAULT);
});

test("RunLog tells one JSON object a line, keys in snake_case", async () => {
  const lines = (await told({ logFormat: "json" }, false)).trimEnd().split("\n");
  const events = lines.map((line) => JSON.parse(line));
  expect(events.map(({ event }) => event)).toEqual(["downloaded", "imported", "imported"]);
  expect(events[1]).toMatchObject({ path: "a\u001b.zip", hash_differences: 0 });
});
