/** Counts over all cases: with the index where it has a token for the value, otherwise in one scan. */
import type { Database } from "better-sqlite3";
import { filterToken } from "../write/index-row.ts";

const BY_TOKEN = "SELECT count(*) FROM case_words WHERE case_words MATCH :expression";

/** Number of cases of each jurisdiction or reporter. */
export function countByToken(
  db: Database,
  kind: "jurisdiction" | "reporter",
  ids: readonly number[],
): Map<number, number> {
  const count = db.prepare<{ expression: string }, number>(BY_TOKEN).pluck();
  return new Map(ids.map((id) => [id, count.get({ expression: `"${filterToken(kind, id)}"` }) ?? 0]));
}

/** Counts of all cases. */
export interface CaseTotals {
  readonly cases: number;
  /** Cases with a body without text. */
  readonly emptyBodies: number;
  /** Cases without a body from any source. */
  readonly withoutBody: number;
  /** Cases whose decision date is not a date. */
  readonly undated: number;
  /** Cases whose text does not match `analysis.sha256`. */
  readonly hashDifferences: number;
  /** Stored bodies of each form. */
  readonly xml: number;
  readonly html: number;
  readonly text: number;
}

/** One scan of the rows. Bodies are in another table. */
const CASES = `
  SELECT count(*) AS cases, total(body_chars = 0) AS emptyBodies, total(body_chars IS NULL) AS withoutBody,
         total(day IS NULL) AS undated, total(hash_differs) AS hashDifferences
    FROM court_case
`;
/** The primary key of the bodies answers this. */
export const FORMS = `
  SELECT total(form = 'xml') AS xml, total(form = 'html') AS html, total(form = 'text') AS text
    FROM case_body
`;

export function countCases(db: Database): CaseTotals {
  const none = { cases: 0, emptyBodies: 0, withoutBody: 0, undated: 0, hashDifferences: 0 };
  const forms = db.prepare<[], Pick<CaseTotals, "xml" | "html" | "text">>(FORMS).get();
  return {
    ...(db.prepare<[], typeof none>(CASES).get() ?? none),
    ...(forms ?? { xml: 0, html: 0, text: 0 }),
  };
}

export interface VolumeCount {
  readonly barcode: string;
  readonly cases: number;
}

const VOLUMES = `
  SELECT volume_barcode AS barcode, count(*) AS cases
    FROM court_case
   WHERE volume_barcode IS NOT NULL
   GROUP BY volume_barcode
   ORDER BY volume_barcode
`;

/** Number of cases of each volume with cases, by barcode. Sorts all cases, so only on request. */
export function countVolumes(db: Database): VolumeCount[] {
  return db.prepare<[], VolumeCount>(VOLUMES).all();
}
