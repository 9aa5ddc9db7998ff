/** How much a ranking scores where days are full; test/corpus/bounded-ranking holds what it answers. */
import { expect, test, vi } from "vitest";
import { openForReading } from "../../../src/store/database/open-database.ts";
import { matchOf } from "../../../src/store/search/case-match.ts";
import { countMatches } from "../../../src/store/search/count-matches.ts";
import { rankingOf } from "../../../src/store/search/ranking.ts";
import { scoreMatches } from "../../../src/store/search/scored-matches.ts";
import { line } from "../../corpus/records.ts";
import { makeCorpus } from "../../support/corpus.ts";

vi.mock("../../../src/store/dates/date-rowid-sizes.ts", () => ({
  DAY_RANKS: 1,
  MONTH_START_RANKS: 2,
  YEAR_START_RANKS: 3,
  BLOCK_RANKS: 2,
  BLOCKS_ALONE: 2,
  BLOCK_MATCHES: 7,
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
  const ranking = rankingOf(db, { match, count: countMatches(db, match), ranks: null }, BOUND);
  expect(scoreMatches(db, ranking.scored).ranks).toHaveLength(scored);
  db.close();
});
