/** The table of counts agrees with the cases after additions, changes, removals and rollbacks; verify reports a difference. */

import fc from "fast-check";
import { expect, test } from "vitest";
import { verifyCorpus } from "../../../src/maintenance/verify.ts";
import { openForReading } from "../../../src/store/database/open-database.ts";
import { countFacet, countMatches } from "../../../src/store/search/count-matches.ts";
import { planOf } from "../../../src/store/search/plan.ts";
import { openV1 } from "../../../src/v1/v1.ts";
import { line } from "../../corpus/records.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { TOO_MANY } from "../../support/lookups.ts";
import { runSql } from "../../support/sql.ts";
import { problemsIn } from "../../support/verify.ts";

const other = { id: 6, slug: "ill", name: "Ill.", name_long: "Illinois", whitelisted: true };
const dates = [null, "1988", "1988-05-20", "1989-12-31", "1990-01-01", "1990-07", "2001-02-03"];
const records = dates.map((decision_date, n) =>
  line(n + 1, { decision_date, ...(n % 2 === 0 ? { jurisdiction: other, court: null } : {}) }),
);

test("verify reports a count that the cases do not have", async () => {
  const path = makeCorpus(records);
  runSql(
    path,
    "UPDATE case_count SET cases = cases + 1 WHERE year = 1990 AND court_id = '*' AND reporter_id = '*'",
  );
  const found = await verifyCorpus(path, { depth: "all", dataFolder: null });
  expect(problemsIn(found)[0]).toMatch(
    /^index rows: the table of counts and the cases differ, .* year 1990: 2 cases$/,
  );
});

test("stored counts and rows give the same counts for every range of dates", () => {
  const path = makeCorpus(records);
  const db = openForReading(path);
  const days = [null, 6574, 6575, 7304, 7305, 7486, 11_356, 20_000];
  fc.assert(
    fc.property(
      fc.constantFrom(...days),
      fc.constantFrom(...days),
      fc.constantFrom(
        {},
        { jurisdictions: [6] },
        { jurisdictions: [5], courts: [500] },
        { reporters: [70] },
        { reporters: [70], courts: [500] },
      ),
      (decidedFrom, decidedTo, filter) => {
        const plan = { ...planOf(filter, TOO_MANY), decidedFrom, decidedTo };
        // without the columns, the table is not used
        const rows = { ...plan, columns: null };
        for (const facet of ["jurisdiction", "court", "reporter", "decision_date"] as const) {
          const [stored, counted] = [plan, rows].map((one) =>
            countFacet(db, { plan: one, dateRowids: null }, facet),
          );
          expect(stored).toEqual(counted);
        }
        expect(countMatches(db, plan)).toBe(countMatches(db, rows));
      },
    ),
    { seed: 3, numRuns: 80 },
  );
  db.close();
  using corpus = openV1(path);
  expect(corpus.list("cases", { decision_date_min: "1989", decision_date_max: "1990-03" }).count).toBe(2);
});
