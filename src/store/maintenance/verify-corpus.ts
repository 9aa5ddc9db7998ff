/**
 * Runs the checks of a corpus on one snapshot, even during an import. The checks change nothing.
 *
 * In a damaged file, each check continues as far as SQLite can read, and reports what stopped it.
 */
import type { Database } from "better-sqlite3";
import { CaselawError, messageOf } from "../../domain/errors.ts";
import type { Share } from "../../domain/share.ts";
import { type Committed, lossOf, readCommitNote } from "../database/commit-note.ts";
import { readState, stateOf } from "../database/corpus-state.ts";
import { logProblems } from "../database/foreign-log.ts";
import { beginHeld } from "../database/held-state.ts";
import { asCorpusError, openForReading } from "../database/open-database.ts";
import type { NotedDownload } from "../ledger/downloads.ts";
import { type CaseChecks, checkCases } from "./check-cases.ts";
import { checkCounts } from "./check-counts.ts";
import { checkNameWords } from "./check-name-words.ts";
import { checkPages, checkReferences } from "./check-pages.ts";
import { type CheckName, type Finding, type Problem, problem } from "./check-problem.ts";
import { IndexSums, type SumsByCase, zeroSumsOf } from "./check-sums.ts";
import { IndexLookup } from "./check-tokens.ts";
import { inChunks } from "./read-chunks.ts";
import { makeVocabularies } from "./vocabulary.ts";

/**
 * Which cases are checked. `sample`: this number of cases, spread evenly over all by date. `share`: by the remainder of the id, so
 * that a case stays in its share after further imports.
 */
export type CaseChoice =
  | { readonly kind: "all" }
  | { readonly kind: "sample"; readonly cases: number }
  | { readonly kind: "share"; readonly share: Share };

/** A check of the tables. */
export type TableCheck = "pages" | "references" | "index rows" | "counts";

const COUNT = "SELECT count(*) FROM court_case";
const SHARE = `
  SELECT id
    FROM court_case
   WHERE id > :after AND id % :of = :part - 1
   ORDER BY id
   LIMIT :size
`;
const ALL: Share = { part: 1, of: 1 };
const SAMPLE = `
  SELECT id
    FROM (SELECT id, row_number() OVER (ORDER BY date_rowid) - 1 AS place FROM court_case)
   WHERE place % :step = 0
   ORDER BY id
`;
const WAITING = "SELECT count(*) FROM index_outdated";
const DOWNLOADS = `
  SELECT source, unit, url, path, bytes, sha256, etag, last_modified AS lastModified, version, downloaded_at AS downloadedAt,
         EXISTS (SELECT 1 FROM import_log AS l WHERE l.sha256 = download.sha256 AND l.complete = 1) AS imported
    FROM download
   ORDER BY path
`;
const IMPORTS_OF = "SELECT count(DISTINCT sha256) FROM import_log WHERE unit_id = :unitId";

/** A download, and whether it was imported, because the file of an imported download may have been pruned. */
export type CheckedDownload = NotedDownload & { readonly imported: number };

export class VerifySnapshot implements Disposable {
  readonly #path: string;
  readonly #note: Committed | null;
  readonly #db: Database;

  /** @throws CaselawError as `openForReading` */
  constructor(path: string) {
    this.#path = path;
    this.#note = readCommitNote(path);
    this.#db = openForReading(path);
    try {
      makeVocabularies(this.#db);
      beginHeld(this.#db);
    } catch (error) {
      this.#db.close();
      throw asCorpusError(path, error);
    }
  }

  /** Number of cases. */
  count(): number {
    return this.#db.prepare<[], number>(COUNT).pluck().get() ?? 0;
  }

  /** Number of cases whose index rows the next import will rebuild. */
  waiting(): number {
    return this.#db.prepare<[], number>(WAITING).pluck().get() ?? 0;
  }

  /** Identifies the state of the corpus that this snapshot sees. */
  get state(): string {
    return stateOf(this.#db);
  }

  /** Runs a check of the tables. */
  table(check: TableCheck): Generator<Finding> {
    return reportingDamage(check, this.#table(check));
  }

  /** Ids of the cases that are checked, ascending, some at a time. Between two chunks no statement is open. */
  *ids(choice: CaseChoice, size: number): Generator<number[]> {
    if (choice.kind === "sample") {
      const step = Math.max(1, Math.ceil(this.count() / choice.cases));
      yield* inChunks(this.#db.prepare<{ step: number }, number>(SAMPLE).pluck().all({ step }), size);
      return;
    }
    const share = choice.kind === "all" ? ALL : choice.share;
    const next = this.#db.prepare<Share & { after: number; size: number }, number>(SHARE).pluck();
    let ids: number[] = [];
    do {
      ids = next.all({ ...share, after: ids.at(-1) ?? Number.MIN_SAFE_INTEGER, size });
      if (ids.length > 0) yield ids;
    } while (ids.length === size);
  }

  /** Reads the complete index of words. Returns null if it is damaged. */
  sums(): Generator<Finding, SumsByCase | null> {
    return reportingDamage("index words", this.#sums(), ["bodies"]);
  }

  /**
   * Runs the checks "index words" and "bodies". Returns null if damage ends them.
   *
   * @param sums null: each case is looked up in the index
   */
  cases(
    ids: Iterable<number>,
    checks: Omit<CaseChecks, "index">,
    sums: SumsByCase | null,
  ): Generator<Finding, true | null> {
    return reportingDamage("index words", this.#cases(ids, checks, sums), ["bodies"]);
  }

  downloads(): CheckedDownload[] {
    return this.#db.prepare<[], CheckedDownload>(DOWNLOADS).all();
  }

  /** Number of different archives that were imported into this unit. */
  importsOf(unitId: number): number {
    return this.#db.prepare<{ unitId: number }, number>(IMPORTS_OF).pluck().get({ unitId }) ?? 0;
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }

  *#table(check: TableCheck): Generator<Finding> {
    if (check === "pages") return yield* checkPages(this.#db);
    if (check === "references") return yield* checkReferences(this.#db);
    const loss = check === "counts" ? lossOf(this.#path, this.#note, readState(this.#db)) : null;
    if (loss !== null) yield problem("counts", loss);
    yield* checkCounts(this.#db, check);
    if (check === "index rows") yield* checkNameWords(this.#db);
  }

  *#cases(
    ids: Iterable<number>,
    checks: Omit<CaseChecks, "index">,
    sums: SumsByCase | null,
  ): Generator<Finding, true> {
    const index = sums === null ? new IndexLookup(this.#db) : new IndexSums(sums);
    yield* checkCases(this.#db, ids, { ...checks, index });
    return true;
  }

  *#sums(): Generator<Finding, SumsByCase> {
    const sums = zeroSumsOf(this.#db);
    const index = new IndexSums(sums);
    yield* index.readIndex(this.#db);
    for (const dateRowid of index.orphans) {
      yield problem("index words", `case_words has tokens at row ${dateRowid}, which belongs to no case`);
    }
    return sums;
  }
}

/** Runs the check "file": whether the log belongs to this corpus. */
export function* checkFile(path: string): Generator<Finding> {
  const problems = function* () {
    for (const message of logProblems(path)) yield problem("file", message);
  };
  yield* reportingDamage("file", problems());
}

/** Reports damage that ends a check as a problem, and returns null then. @param others checks of the same pass */
function* reportingDamage<T>(
  check: CheckName,
  findings: Generator<Finding, T>,
  others: readonly CheckName[] = [],
): Generator<Finding, T | null> {
  try {
    return yield* findings;
  } catch (error) {
    if (!isDamage(error)) throw error;
    yield* unfinished(error, [check, ...others]);
    return null;
  }
}

export function unfinished(error: unknown, checks: readonly CheckName[]): Problem[] {
  return checks.map((check) => problem(check, `the check could not be finished: ${messageOf(error)}`));
}

/** Whether an error means a damaged file or schema. A locked corpus or a full disk does not. */
export function isDamage(error: unknown): boolean {
  if (error instanceof CaselawError) return error.code === "corrupt";
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  return /^SQLITE_(?:CORRUPT|ERROR|NOTADB|IOERR|MISMATCH|TOOBIG|CONSTRAINT)/.test(code);
}
