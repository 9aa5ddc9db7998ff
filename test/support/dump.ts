/**
 * The logical dump of a corpus (docs/faults.md, "I6"): all that it answers, and the words that find each case, as values
 * that are equal for equal corpora, whatever the runs that made them.
 */
import { deepStrictEqual } from "node:assert";
import { createHash } from "node:crypto";
import Database from "better-sqlite3";
import { COLLECTIONS, type Collection } from "../../src/v1/collections.ts";
import type { V1Case, V1Casebody } from "../../src/v1/records.ts";
import { openV1 } from "../../src/v1/v1.ts";

export interface Dump {
  /** Records by collection, in the interface's shape; those of cases without bodies. */
  readonly records: Readonly<Record<Collection, readonly unknown[]>>;
  /** The `casebody` of each case in each format, by `id format`. */
  readonly bodies: Readonly<Record<string, unknown>>;
  /** For each case a hash of its words with their columns and places, in the index. */
  readonly words: Readonly<Record<string, string>>;
  /** The hash of each case's text, which is that of the text as it is shown. */
  readonly hashes: Readonly<Record<string, string>>;
  /** `added 12`, each once, in order of text. */
  readonly changes: readonly string[];
}

const FORMATS = ["text", "html", "xml"] as const;

/** Reads a corpus that no one holds; nothing of it is changed. */
export function dumpCorpus(path: string): Dump {
  const answers = dumpAnswers(path);
  const hashes = readHashes(path);
  deepStrictEqual(hashes, shownHashes(answers));
  const changes = [...new Set(readChanges(path))].sort();
  return { ...answers, hashes, words: dumpWords(path), changes };
}

/** The stored hashes of texts, by case id; `-` without a text. */
export function readHashes(path: string): Record<string, string> {
  using db = openPlain(path);
  const rows = db.prepare<[], [number, string]>(
    "SELECT case_id, iif(sha256 IS NULL, '-', lower(hex(sha256))) FROM text_hash ORDER BY case_id",
  );
  return Object.fromEntries(rows.raw().all());
}

/** The same from the answers, as docs/formats.md, "Text hash" says. */
function shownHashes({ records, bodies }: Pick<Dump, "records" | "bodies">): Record<string, string> {
  const ids = (records.cases as readonly V1Case[]).map(({ id }) => id);
  return Object.fromEntries(
    ids.map((id) => {
      const { data } = bodies[`${id} text`] as V1Casebody<"text">;
      if (data === null) return [id, "-"];
      const texts = [data.head_matter, ...data.opinions.map(({ text }) => text), data.corrections];
      return [id, createHash("sha256").update(texts.join("\n")).digest("hex")];
    }),
  );
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
