/** How many matches are scored with full days; test/corpus/bounded-ranking checks the responses. */
import { expect, test, vi } from "vitest";
import { openForReading } from "../../../src/store/database/open-database.ts";
import { matchOf } from "../../../src/store/search/case-match.ts";
import { countMatches } from "../../../src/store/search/count-matches.ts";
import { scoreMatches } from "../../../src/store/search/scored-matches.ts";
import { planScoring } from "../../../src/store/search/scoring-plan.ts";
import { line } from "../../corpus/records.ts";
import { makeCorpus } from "../../support/corpus.ts";

vi.mock("../../../src/store/dates/date-rowid-sizes.ts", () => ({
  ROWIDS_PER_DAY: 1,
  ROWIDS_PER_MONTH_START: 2,
  ROWIDS_PER_YEAR_START: 3,
  ROWIDS_PER_BLOCK: 2,
  MAX_SINGLE_BLOCK_READS: 2,
  MAX_BLOCK_MATCHES: 7,
  WALK_CHUNK: 4,
}));

const BOUND = 10;

test.each([
  ["most stand in the blocks of a full day: none", "1950-05-20", 40, 5, 0],
  ["most stand in those of a full day after all others: none", "1988-05-20", 40, 5, 0],
  ["enough stand in days of their own: the newest of these", "1950-05-20", 40, 20, BOUND],
  ["no day is full: the newest", "1950-05-20", 0, 20, BOUND],
])("of too many names, where %s is scored", (_, fullDay, inFullDay, alone, scored) => {
  const records = Array.from({ length: inFullDay + alone }, (_, n) =>
    line(n + 1, {
      name: "Library v. Mill",
      decision_date: n < inFullDay ? fullDay : `19${60 + n - inFullDay}-05-20`,
    }),
  );
  const db = openForReading(makeCorpus(records));
  const match = matchOf({ search: "library" }, () => null);
  const plan = planScoring(db, { match, count: countMatches(db, match), dateRowids: null }, BOUND);
  expect(scoreMatches(db, plan.scored).dateRowids).toHaveLength(scored);
  db.close();
});
