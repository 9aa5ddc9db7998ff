/** The index of version 13 has the ends of sentences and paragraphs; rows that an earlier version wrote get them in the next run. */
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { CorpusSnapshot } from "../../../src/corpus/open-corpus.ts";
import { documentOf } from "../../../src/engine/layout/case-document.ts";
import { PARAGRAPH_END, SENTENCE_END } from "../../../src/text/analyzer.ts";
import { openV1 } from "../../../src/v1/v1.ts";
import { line, textBody } from "../../corpus/records.ts";
import { makeCorpus, openTestWriter } from "../../support/corpus.ts";
import { makeVersion } from "../../support/old-corpus.ts";
import { expectWhole } from "../../support/verify.ts";

const TEXTS = [
  "The mill of the dam.",
  "A mill. The dam",
  "A mill.\nThe dam",
  "The dam. A mill race and its dam",
];
const LINES = TEXTS.map((text, n) => line(n + 1, { casebody: textBody("", text) }));

function foundIn(path: string, search: string): (number | null)[] {
  using v1 = openV1(path);
  const { results, count } = v1.list("cases", { search, ordering: "decision_date" });
  return [count, ...results.map(({ id }) => id)];
}

/** Whether rows of the index have the ends. */
function hasEnds(path: string): boolean {
  const db = new Database(path, { readonly: true });
  const rows = db.prepare<[string], number>("SELECT rowid FROM case_words WHERE case_words MATCH ?").pluck();
  const found = rows.all(`"${SENTENCE_END}" OR "${PARAGRAPH_END}"`);
  db.close();
  return found.length > 0;
}

/** Leaves rows that match the same words, without ends. */
function removeEnds(path: string): void {
  const db = new Database(path);
  const rowids = db.prepare<[], number>("SELECT rank FROM court_case ORDER BY rank").pluck().all();
  const remove = db.prepare("DELETE FROM case_words WHERE rowid = ?");
  const insert = db.prepare("INSERT INTO case_words (rowid, opinions) VALUES (?, 'mill dam race')");
  for (const rowid of rowids) {
    remove.run(rowid);
    insert.run(rowid);
  }
  db.close();
}

test("a corpus of version 12 is searched by its texts until a run has rebuilt the index rows", async () => {
  const today = makeCorpus(LINES);
  expect(hasEnds(today)).toBe(true);
  const old = `${today}.version-12`;
  makeVersion(12, today, old);
  removeEnds(old);
  expect(hasEnds(old)).toBe(false);
  using writer = openTestWriter(old);
  for (const isRebuilt of [false, true]) {
    if (isRebuilt) writer.reindexOutdatedCases();
    for (const search of ["mill /s dam", "mill /p dam", "mill +4 dam"])
      expect([isRebuilt, search, foundIn(old, search)]).toEqual([isRebuilt, search, foundIn(today, search)]);
    expect(hasEnds(old)).toBe(isRebuilt);
  }
  await expectWhole(old);
});

test("an engine gets the words without the ends", () => {
  using corpus = new CorpusSnapshot(makeCorpus(LINES));
  const [one] = corpus.casesOf([3]);
  if (one === undefined) throw new Error("no case");
  const { opinions } = documentOf(one, corpus.storedBodies([3]).get(3), 10);
  expect(opinions).toContain("mill ");
  expect(opinions).not.toMatch(/[\ue004\ue005]/);
});
