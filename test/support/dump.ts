/**
 * The logical dump of a corpus (docs/faults.md, "I6"): all that it answers, and the words that find each case, as values
 * that are equal for equal corpora, whatever the runs that made them.
 */
import { createHash } from "node:crypto";
import Database from "better-sqlite3";
import { COLLECTIONS, type Collection } from "../../src/v1/collections.ts";
import { openV1 } from "../../src/v1/v1.ts";

export interface Dump {
  /** Records by collection, in the interface's shape; those of cases without bodies. */
  readonly records: Readonly<Record<Collection, readonly unknown[]>>;
  /** The `casebody` of each case in each format, by `id format`. */
  readonly bodies: Readonly<Record<string, unknown>>;
  /** For each case a hash of its words with their columns and places, in the index. */
  readonly words: Readonly<Record<string, string>>;
  /** `added 12`, each once, in order of text. */
  readonly changes: readonly string[];
}

const FORMATS = ["text", "html", "xml"] as const;

/** Reads a corpus that no one holds; nothing of it is changed. */
export function dumpCorpus(path: string): Dump {
  return { ...dumpAnswers(path), words: dumpWords(path), changes: [...new Set(readChanges(path))].sort() };
}

/** The rows of the change log, oldest first: `added 12`. */
export function readChanges(path: string): string[] {
  using db = openPlain(path);
  return db.prepare<[], string>("SELECT kind || ' ' || case_id FROM change_log ORDER BY seq").pluck().all();
}

/** The ids of the cases held, ascending. */
export function contributedIds(path: string): number[] {
  using db = openPlain(path);
  return db.prepare<[], number>("SELECT id FROM court_case ORDER BY id").pluck().all();
}

function dumpAnswers(path: string): Pick<Dump, "records" | "bodies"> {
  using corpus = openV1(path);
  const recordsOf = (collection: Collection): readonly unknown[] => [
    ...corpus.all(collection, { page_size: "1000" }),
  ];
  const records = Object.fromEntries(
    COLLECTIONS.map((collection) => [collection, recordsOf(collection)]),
  ) as Dump["records"];
  const bodies: Record<string, unknown> = {};
  for (const format of FORMATS) {
    for (const one of corpus.all("cases", { full_case: "true", body_format: format, page_size: "1000" })) {
      bodies[`${one.id} ${format}`] = one.casebody;
    }
  }
  return { records, bodies };
}

/** What the index of words holds of each case, told by the index itself: it keeps no text. */
function dumpWords(path: string): Record<string, string> {
  using db = openPlain(path);
  const words: Record<string, string> = {};
  db.exec("CREATE VIRTUAL TABLE temp.held USING fts5vocab (main, case_words, instance)");
  const rows = db
    .prepare<[], { id: number; word: string }>(
      `SELECT c.id, v.term || ' ' || v.col || ' ' || v.offset AS word
         FROM temp.held AS v
         LEFT JOIN court_case AS c ON c.date_rowid = v.doc
        ORDER BY c.id, word`,
    )
    .all();
  for (const [id, own] of Map.groupBy(rows, (row) => row.id)) {
    const hash = createHash("sha256");
    for (const { word } of own) hash.update(`${word}\n`);
    words[String(id)] = hash.digest("hex").slice(0, 16);
  }
  return words;
}

export function openPlain(path: string): Database.Database & Disposable {
  const db = new Database(path, { fileMustExist: true });
  return Object.assign(db, { [Symbol.dispose]: () => void db.close() });
}
