/** Candidates for a sentence whose words are all in too many cases to read their lists. */
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { bestPassages } from "../../../src/store/search/best-passages.ts";
import { idByDateRowid } from "../../../src/store/search/matched-date-rowids.ts";
import { type Lookups, planOf } from "../../../src/store/search/plan.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { bulkCase, textBody } from "../../support/records.ts";

test.each([
  ["mill dam flood", [4, 3, 2]],
  ["mill", [1, 2, 4, 5, 6]],
  ["mill ferry", [7]],
])(
  "of %j the cases with two of the rarest words are first, and without such cases those with the rarest",
  (sentence, ids) => {
    const texts = [
      "the mill",
      "the mill and a dam",
      "a dam and a flood",
      "mill, dam, flood",
      "mill once",
      "mill twice",
      "ferry",
    ];
    const path = makeCorpus(
      texts.map((text, nth) =>
        bulkCase(nth + 1, { decision_date: `19${nth}1-01-01`, casebody: textBody(text) }),
      ),
    );
    const db = new Database(path, { readonly: true });
    onTestFinished(() => void db.close());
    const plan = planOf({}, {} as Lookups);
    const found = bestPassages(db, { sentence, plan, open: null, maxList: 0 }).map(
      ({ dateRowid }) => dateRowid,
    );
    const idOf = idByDateRowid(db, found);
    expect(found.map((dateRowid) => idOf.get(dateRowid))).toEqual(ids);
  },
);
