/** The checks of a corpus on one snapshot, even during an import. They change nothing. */
import type { Database } from "better-sqlite3";
import type { Share } from "../../domain/share.ts";
import { beginHeld } from "../database/corpus-state.ts";
import { logProblem } from "../database/foreign-log.ts";
import { asCorpusError, openForReading } from "../database/open-database.ts";
import { readObjects, readValue, readValues } from "../database/statement-cache.ts";
import type { NotedDownload } from "../ledger/ledger.ts";
import { type CaseChecks, checkCases } from "./check-cases.ts";
import { makeVocabularies, readTokenSums, tokenLookup } from "./check-index.ts";
import { type Finding, problem } from "./check-problem.ts";
import { checkTables, type TableCheck } from "./check-tables.ts";

/**
 * Which cases are checked. `sample`: this number of cases, spread evenly over all by date. `share`: by the remainder of the id, so
 * that a case stays in its share after further imports.
 */
export type CaseChoice =
  | { readonly kind: "sample"; readonly cases: number }
  | { readonly kind: "share"; readonly share: Share };

const COUNT = "SELECT count(*) FROM court_case";
const SHARE = `
  SELECT id
    FROM court_case
   WHERE id > :after AND id % :of = :part - 1
   ORDER BY id
   LIMIT :size
`;
/** Ids read at a time, because other statements run while they are checked. */
const CHUNK_IDS = 4_000;
const SAMPLE = `
  SELECT id
    FROM (SELECT id, row_number() OVER (ORDER BY date_rowid) - 1 AS place FROM court_case)
   WHERE place % :step = 0
   ORDER BY id
`;
const WAITING = "SELECT count(*) FROM index_outdated";
const DOWNLOADS = `
  SELECT source, unit, path, bytes, sha256,
         EXISTS (SELECT 1 FROM import_log AS l WHERE l.sha256 = download.sha256 AND l.complete = 1) AS imported
    FROM download
   ORDER BY path
`;
const IMPORTS_OF = "SELECT count(DISTINCT sha256) FROM import_log WHERE unit_id = :unitId";

/** A download, and whether it was imported, because the file of an imported download may have been pruned. */
export type CheckedDownload = Pick<NotedDownload, "source" | "unit" | "path" | "bytes" | "sha256"> & {
  readonly imported: number;
};

export class VerifySnapshot implements Disposable {
  readonly #db: Database;

  /** @throws CaselawError as `openForReading` */
  constructor(path: string) {
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
    return readValue(this.#db, COUNT) ?? 0;
  }

  /** Number of cases whose index rows the next import will rebuild. */
  waiting(): number {
    return readValue(this.#db, WAITING) ?? 0;
  }

  table(check: TableCheck): Generator<Finding> {
    return checkTables(this.#db, check);
  }

  /** Runs the checks "index words" and "bodies". The cases of a sample are looked up in the index; for others it is read completely. */
  *cases(choice: CaseChoice, checks: CaseChecks): Generator<Finding> {
    const hasTokens = choice.kind === "share" ? yield* readTokenSums(this.#db) : tokenLookup(this.#db);
    yield* checkCases(this.#db, this.#ids(choice), hasTokens, checks);
  }

  *downloads(): Generator<Finding, CheckedDownload[]> {
    yield null;
    return readObjects(this.#db, DOWNLOADS);
  }

  /** Number of different archives that were imported into this unit. */
  importsOf(unitId: number): number {
    return readValue(this.#db, IMPORTS_OF, { unitId }) ?? 0;
  }

  [Symbol.dispose](): void {
    this.#db.close();
  }

  /** Ascending. */
  *#ids(choice: CaseChoice): Generator<number> {
    if (choice.kind === "sample") {
      const step = Math.max(1, Math.ceil(this.count() / choice.cases));
      yield* readValues<number>(this.#db, SAMPLE, { step });
      return;
    }
    let ids: number[] = [];
    do {
      const after = ids.at(-1) ?? Number.MIN_SAFE_INTEGER;
      ids = readValues(this.#db, SHARE, { ...choice.share, after, size: CHUNK_IDS });
      yield* ids;
    } while (ids.length === CHUNK_IDS);
  }
}

/** Runs the check "file": whether the log belongs to this corpus. */
export function* checkFile(path: string): Generator<Finding> {
  const found = logProblem(path);
  if (found !== null) yield problem("file", found);
}
