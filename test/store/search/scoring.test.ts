/** How many matches are scored; test/corpus/bounded-ranking checks the responses. */
import { expect, test } from "vitest";
import { openForReading } from "../../../src/store/database/open-database.ts";
import { countMatches } from "../../../src/store/search/count-matches.ts";
import { planOf } from "../../../src/store/search/plan.ts";
import { planScoring, scoreMatches } from "../../../src/store/search/scoring.ts";
import { line } from "../../corpus/records.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { TOO_MANY } from "../../support/lookups.ts";

const BOUND = 10;

test.each([
  ["too many are of the oldest day: the newer ones", "1950-05-20", 40, 5, 5],
  ["too many are of the newest day: none", "1988-05-20", 40, 5, 0],
  ["enough are newer: the newest", "1950-05-20", 40, 20, BOUND],
  ["each has a day of its own: the newest", "1950-05-20", 0, 20, BOUND],
  ["most have no date: none", null, 40, 5, 0],
])("of too many names, where %s", (_, fullDay, inFullDay, alone, scored) => {
  const records = Array.from({ length: inFullDay + alone }, (_, n) =>
    line(n + 1, {
      name: "Library v. Mill",
      decision_date: n < inFullDay ? fullDay : `19${60 + n - inFullDay}-05-20`,
    }),
  );
  const db = openForReading(makeCorpus(records));
  const plan = planOf({ search: "library" }, TOO_MANY);
  const count = countMatches(db, plan);
  const counted = { plan, count, dateRowids: null, cases: () => records.length };
  expect(scoreMatches(db, planScoring(db, counted, BOUND).scored)).toHaveLength(scored);
  db.close();
});
