/** The words of names against the index of their trigrams (docs/faults.md, "F3"). */
import type { Database } from "better-sqlite3";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openForWriting } from "../../../src/store/database/open-database.ts";
import { checkNameWords } from "../../../src/store/maintenance/check-name-words.ts";
import { makeVocabularies } from "../../../src/store/maintenance/vocabulary.ts";
import { NameWordWriter } from "../../../src/store/write/name-words.ts";
import { wordsOf } from "../../../src/text/analyzer.ts";
import { tempFolder } from "../../support/temp-folder.ts";

function openWith(words: readonly string[]): Database & Disposable {
  const db = openForWriting(`${tempFolder()}/corpus.db`);
  makeVocabularies(db);
  const writer = new NameWordWriter(db);
  db.transaction(() => {
    for (const word of words) writer.add(word);
  })();
  return Object.assign(db, { [Symbol.dispose]: () => void db.close() });
}

function problemsIn(db: Database): string[] {
  return [...checkNameWords(db)].flatMap((one) => (one === null ? [] : [one.message]));
}

test("checkNameWords finds words of any letters sound", () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: "binary", maxLength: 40 }), { maxLength: 60 }), (texts) => {
      using db = openWith([...texts, "aaaaaaaa", "ab", "a", "𝒳𝒳𝒳𝒳", "字字字字"].flatMap(wordsOf));
      expect(problemsIn(db)).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

test("checkNameWords names the words whose trigrams are lost, incomplete or of another word", () => {
  using db = openWith(["miller", "smith", "wood", "stone", "garcia"]);
  // an external content table deletes the tokens of the values that it is given
  const forget = db.prepare("INSERT INTO name_trigrams (name_trigrams, rowid, word) VALUES ('delete', ?, ?)");
  forget.run(1, "miller");
  forget.run(2, "smi");
  db.prepare("INSERT INTO name_trigrams (rowid, word) VALUES (2, 'smi'), (6, 'orphan')").run();
  forget.run(3, "ood");
  db.prepare("INSERT INTO name_trigrams (rowid, word) VALUES (3, 'wo')").run();
  db.prepare("UPDATE name_word SET word = 'stones' WHERE id = 4").run();
  expect(problemsIn(db)).toEqual(
    ["miller", "wood", "stones"].map((word) => `the word "${word}" of a name is not in name_trigrams`),
  );
});
