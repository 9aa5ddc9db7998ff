/**
 * The hash tree over the texts of all cases (docs/operations.md, "Proofs"): its root, which each run that ends notes, and proofs that are made
 * from the stored hashes.
 *
 * The leaves are in the order of ids, so that the root does not depend on the order of imports.
 */
import type { Database } from "better-sqlite3";
import { consistencyRanges, HashTree, inclusionRanges, type TreeRange } from "../../domain/hash-tree.ts";
import type { InclusionProof, RootComparison } from "../../domain/ledger.ts";
import { beginSnapshot } from "../database/corpus-state.ts";
import { refuseForeignLog } from "../database/foreign-log.ts";
import { guarded, openForReading } from "../database/open-database.ts";
import { readObject, readValue, run } from "../database/statement-cache.ts";
import { LAST_CHANGE } from "./changes.ts";

const LEAVES = `
  SELECT case_id || ' ' || iif(sha256 IS NULL, '-', lower(hex(sha256)))
    FROM text_hash
   ORDER BY case_id
   LIMIT :limit
`;
const NOTED = "SELECT value FROM corpus WHERE key = 'text_root'";
const FORGET = "DELETE FROM corpus WHERE key = 'text_root'";
const NOTE = "INSERT INTO corpus (key, value) VALUES ('text_root', :root)";
const LOG = `
  INSERT INTO text_root (root, cases, last_change, at)
  VALUES (:root, :cases, (${LAST_CHANGE}), :at)
`;
const EARLIER = `
  SELECT cases, last_change AS lastChange, at
    FROM text_root
   WHERE root = :root
   ORDER BY id DESC
   LIMIT 1
`;
const COUNT = "SELECT count(*) FROM text_hash";
const LEAF = `
  SELECT lower(hex(sha256)) AS textHash, (SELECT count(*) FROM text_hash WHERE case_id < :caseId) AS leafIndex
    FROM text_hash
   WHERE case_id = :caseId
`;

const ALL = -1;

/** The tree of the stored hashes. @param proof the ranges whose hashes are kept @param leaves how many, the first by id */
function treeOf(db: Database, proof: readonly TreeRange[] = [], leaves: number = ALL): HashTree {
  const tree = new HashTree(proof);
  for (const leaf of db.prepare<object, string>(LEAVES).pluck().iterate({ limit: leaves })) tree.add(leaf);
  return tree;
}

/** Notes the root, unless no hash has changed since it was noted. */
export function noteTextRoot(db: Database): void {
  if (readValue(db, NOTED) !== undefined) return;
  const tree = treeOf(db);
  const root = tree.root().toString("hex");
  run(db, NOTE, { root });
  run(db, LOG, { root, cases: tree.size, at: new Date().toISOString() });
}

/** Deletes the noted root. Call this after a hash has changed. */
export function forgetTextRoot(db: Database): void {
  run(db, FORGET);
}

/** Whether the noted root, if there is one, is that of the stored hashes. */
export function isTextRootRight(db: Database): boolean {
  const noted = readValue<string>(db, NOTED);
  return noted === undefined || noted === treeOf(db).root().toString("hex");
}

/** A proof that the text of a case is in the corpus; null for an unknown id. @throws CaselawError as `openForReading` */
export function proveInclusion(path: string, caseId: number): InclusionProof | null {
  return inSnapshot(path, (db) => {
    const leaf = readObject<{ textHash: string; leafIndex: number }>(db, LEAF, { caseId });
    if (leaf === undefined) return null;
    const treeSize = readValue<number>(db, COUNT) ?? 0;
    const tree = treeOf(db, inclusionRanges(leaf.leafIndex, treeSize));
    const root = tree.root().toString("hex");
    const { leafIndex, textHash } = leaf;
    return { caseId, textHash: textHash || null, leafIndex, treeSize, root, path: hexOf(tree.proof()) };
  });
}

/** Compares the root of the corpus, made from the stored hashes, with a known root. @throws CaselawError as `openForReading` */
export function compareRoot(path: string, known: string): RootComparison {
  return inSnapshot(path, (db) => {
    const tree = treeOf(db);
    const [root, treeSize] = [tree.root().toString("hex"), tree.size];
    const isEqual = root === known;
    const earlier = isEqual
      ? undefined
      : readObject<NonNullable<RootComparison["earlier"]>>(db, EARLIER, { root: known });
    const consistency = earlier === undefined ? null : proveConsistency(db, known, earlier.cases, treeSize);
    return { root, treeSize, isEqual, earlier: earlier ?? null, consistency };
  });
}

/** Null if the first leaves have another root now. */
function proveConsistency(db: Database, root: string, first: number, size: number): string[] | null {
  // every tree begins with the empty tree
  if (first === 0) return [];
  if (first > size || treeOf(db, [], first).root().toString("hex") !== root) return null;
  const tree = treeOf(db, consistencyRanges(first, size));
  tree.root();
  return hexOf(tree.proof());
}

function hexOf(hashes: readonly Buffer[]): string[] {
  return hashes.map((hash) => hash.toString("hex"));
}

function inSnapshot<T>(path: string, work: (db: Database) => T): T {
  return guarded(path, () => {
    refuseForeignLog(path);
    const db = openForReading(path);
    try {
      beginSnapshot(db);
      return work(db);
    } finally {
      db.close();
    }
  });
}
