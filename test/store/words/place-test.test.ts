/** Which searches the places in the index decide; test/corpus/near-words compares their answers with an oracle. */
import { expect, test } from "vitest";
import { caseTestOf, passing } from "../../../src/store/words/place-test.ts";
import { searchNodeOf } from "../../../src/text/read-search.ts";
import { openIndex, write } from "../../support/index-steps.ts";

/** The texts, where they are read, are those of another case. */
const TEXTS = {
  ...{ dateRowid: 990, name: "", docketNumber: "", cites: [], courtId: null, isOpen: true },
  ...{ metadata: [], authors: [], texts: [["mill dam"]] },
};

test("texts decide if the index is stored in another version of the format, or if a page is damaged", () => {
  for (const damage of [
    "UPDATE case_words_config SET v = 5 WHERE k = 'version'",
    "UPDATE case_words_data SET block = zeroblob(1) WHERE id >= (1 << 37)",
  ]) {
    using db = openIndex(4_050, 4);
    write(db, [[10, "mill the dam"]]);
    db.unsafeMode();
    db.exec(damage);
    const test = caseTestOf(searchNodeOf("mill /s dam"), "all");
    const found = passing({ db, columnsOf: () => [TEXTS] }, { prefixes: [], test }, [10]);
    expect([...found]).toEqual([TEXTS.dateRowid]);
  }
});
