/** The late indexes: the first import writes them at its end, also when an earlier one was killed. */
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { line } from "../../corpus/records.ts";
import { importRecords, openTestWriter } from "../../support/corpus.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const DONE = {
  outcome: "done",
  error: null,
  archives: 1,
  read: 1,
  added: 1,
  changed: 0,
  unchanged: 0,
  removed: 0,
  rejected: 0,
} as const;

const LATE = [
  "court_case_length",
  "court_case_name",
  "court_case_pagerank",
  "court_case_rank",
  "court_case_updated",
];
const EARLY = ["court_case_early_rank"];

function hasIndex(path: string): boolean {
  const db = new Database(path, { readonly: true });
  const found = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'index' ORDER BY name").pluck().all();
  db.close();
  const these = found.filter((name) => [...EARLY, ...LATE].includes(String(name)));
  expect([EARLY, LATE]).toContainEqual(these);
  return these.length === LATE.length;
}

test("a first run drops the index and writes it at its end; later runs keep it", () => {
  const path = join(tempFolder(), "test.db");
  const during: boolean[] = [];
  for (const id of [1, 2]) {
    using writer = openTestWriter(path);
    writer.beginRun("import");
    importRecords(writer, { records: [line(id)], unit: `unit ${id}` });
    during.push(hasIndex(path));
    writer.endRun(DONE);
    expect(hasIndex(path)).toBe(true);
  }
  expect(during).toEqual([false, true]);
});

test.each(["killed", "stopped"])("the run after a %s first run writes the index", (how) => {
  const path = join(tempFolder(), "test.db");
  {
    using writer = openTestWriter(path);
    writer.beginRun("import");
    importRecords(writer, { records: [line(1)] });
    if (how === "stopped") writer.endRun({ ...DONE, outcome: how });
  }
  expect(hasIndex(path)).toBe(false);
  using writer = openTestWriter(path);
  writer.beginRun("sync");
  writer.endRun(DONE);
  expect(hasIndex(path)).toBe(true);
});
