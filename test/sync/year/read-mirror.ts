/** What a mirror has on disk and in its corpus, read without the code that wrote it where that is possible. */
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import type { RunOptions } from "../../../src/import/run.ts";
import { openV1 } from "../../../src/v1/v1.ts";
import { listing } from "../../support/run.ts";

/** SHA-256 of the archives in the data folder, by unit. */
export function readArchives({ dataFolder }: RunOptions): Map<string, string> {
  const folder = join(dataFolder, "static");
  const zips = listing(folder).filter((name) => name.endsWith(".zip"));
  return new Map(zips.map((name) => [name.slice(0, -".zip".length), sha256Of(join(folder, name))]));
}

/** Unfinished downloads. */
export function readParts({ dataFolder }: RunOptions): string[] {
  return listing(dataFolder).filter((name) => name.includes(".part"));
}

/** Barcodes of volumes with rejected records. */
export function readRejected({ dataFolder }: RunOptions): string[] {
  return listing(join(dataFolder, "rejects", "static")).map((name) => name.replace(/\.jsonl$/, ""));
}

/** Names of all cases by id. */
export function readNames({ corpusPath }: RunOptions): Map<number, string | null> {
  using corpus = openV1(corpusPath);
  return new Map([...corpus.all("cases", { page_size: "1000" })].map(({ id, name }) => [id, name]));
}

export interface NotedByRun {
  /** The download of each unit: hash, version, whether it is confirmed, name of the file. */
  readonly downloads: ReadonlyMap<string, string>;
  readonly outcomes: ReadonlyMap<string, string>;
  /** `barcode hash` of each imported archive. */
  readonly imports: ReadonlySet<string>;
}

/** What runs noted, for a run that was stopped: nothing else shows how far it came. */
export function readNoted({ corpusPath }: RunOptions): NotedByRun {
  const db = new Database(corpusPath, { readonly: true });
  const rows = (sql: string): string[][] => db.prepare<[], string[]>(sql).raw().all();
  const pairs = (sql: string) => new Map(rows(sql).map(([unit = "", value = ""]) => [unit, value]));
  try {
    return {
      downloads: pairs(
        `SELECT unit, sha256 || ' ' || coalesce(version, 'null') || ' ' || confirmed || ' ' || substr(path, instr(path, '/static/') + 8)
           FROM download`,
      ),
      outcomes: pairs("SELECT unit, outcome FROM ledger"),
      imports: new Set(
        rows(
          "SELECT u.name || ' ' || i.sha256 FROM import_log AS i JOIN unit AS u ON u.id = i.unit_id",
        ).flat(),
      ),
    };
  } finally {
    db.close();
  }
}

function sha256Of(path: string): string {
  return createHash("sha256").update(readFileSync(path)).digest("hex");
}
