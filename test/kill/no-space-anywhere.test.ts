/**
 * Faults, D2: no space at a certain statement. Which one a true limit hits is up to the pages at hand (no-space.test.ts);
 * here a stand-in of the driver's error hits the one that is meant.
 */
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { expectWholeCases } from "../support/kill-check.ts";
import { openKillPlace } from "../support/kill-place.ts";
import { type CallPoint, watchCalls } from "../support/patch-calls.ts";
import { type RanHere, runHere } from "../support/run-here.ts";

const WHERE: readonly (readonly [string, RegExp])[] = [
  ["a batch", /^INSERT INTO case_body/],
  ["the sizes of the index", /^INSERT INTO case_words_docsize/],
  ["the pages of the index", /^REPLACE INTO case_words_data/],
  ["its list of pages", /^INSERT INTO case_words_idx/],
  ["its merge", /^INSERT INTO case_words \(case_words, rank\) VALUES \('merge'/],
  ["the change log", /^INSERT INTO change_log/],
  ["the removals", /^DELETE FROM court_case/],
  ["the import's log row", /^INSERT INTO import_log/],
  ["the run's own row", /^UPDATE run/],
];

test("D2: import that finds no space in a batch, the index, the logs, the removals undoes that step alone", async () => {
  const place = await openKillPlace("import");
  for (const [what, sql] of WHERE) {
    place.reset();
    const ended = await runFullAt(place.args, sql);
    expect({ what, code: ended.code }, ended.stderr).toEqual({ what, code: 1 });
    expect(ended.stderr, what).toMatch(/(^|\n)caselaw: Cannot use corpus ".*": no space is left\n$/);
    await expectWholeCases(place.corpus, place);
    expect(await place.runChild(), what).toMatchObject({ code: 0 });
    expect(place.endState(), what).toEqual(place.after);
  }
});

async function runFullAt(args: readonly string[], sql: RegExp): Promise<RanHere> {
  let isHit = false;
  const isEnd = ({ kind, what }: CallPoint): boolean => kind === "statement" && !isHit && sql.test(what);
  const end = (): never => {
    isHit = true;
    throw new Database.SqliteError("database or disk is full", "SQLITE_FULL");
  };
  const undo = watchCalls({ isEnd, end });
  try {
    const ended = await runHere(args);
    expect(isHit, String(sql)).toBe(true);
    return ended;
  } finally {
    undo();
  }
}
