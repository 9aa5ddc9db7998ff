/**
 * The volumes of a reporter with the cases of one jurisdiction, each with its cases by page.
 *
 * No index has the volume, so this reads the rows of all these cases: 60,000 take some 0.2 s. The results for the last few reporters
 * are cached for one state of the corpus.
 */
import type { Database } from "better-sqlite3";
import type { ReporterVolumes, VolumeCases, VolumeOfReporter } from "../../domain/records.ts";
import { stateOf } from "../database/corpus-state.ts";
import { readObjects, readValue, SnapshotCache } from "../database/statement-cache.ts";
import { filterToken } from "../write/index-row.ts";

/** The part of a case by which it has its place in a volume. */
export interface CaseInVolume {
  readonly id: number;
  readonly barcode: string | null;
  readonly volumeNumber: string | null;
  readonly firstPage: string;
  readonly day: number | null;
}

export const CASES_OF_REPORTER = `
  SELECT c.id, c.volume_barcode AS barcode, c.volume_number AS volumeNumber, c.first_page AS firstPage, c.day
    FROM case_words
   CROSS JOIN court_case AS c ON c.date_rowid = case_words.rowid
   WHERE case_words MATCH :tokens
`;
/** The units of a reporter's volumes are a range of the key. */
const ADDRESS = `
  SELECT l.url
    FROM reporter AS r
    JOIN unit AS u ON u.source = 'static' AND u.name = :barcode AND u.complete = 1 AND u.missing = 0
    JOIN ledger AS l ON l.source = 'static' AND l.unit >= r.slug || '/' AND l.unit < r.slug || '0'
   WHERE r.id = :reporterId AND l.corpus_unit = :barcode
`;
/** Cached results: enough for a person who browses one or two reporters. */
const CACHED_REPORTERS = 4;

/** Where the static site has the zip of a volume; null if it was not listed, or not all of its cases were imported. */
export function volumeAddress(db: Database, volume: VolumeOfReporter): string | null {
  return readValue(db, ADDRESS, volume) ?? null;
}

/** Call it once for a connection. */
export function openVolumes(db: Database): (reporter: ReporterVolumes) => readonly VolumeCases[] {
  const cache = new SnapshotCache<readonly VolumeCases[]>(CACHED_REPORTERS);
  return ({ jurisdictionId, reporterId }) => {
    const [jurisdiction, ofReporter] = [
      filterToken("jurisdiction", jurisdictionId),
      filterToken("reporter", reporterId),
    ];
    const tokens = `"${jurisdiction}" AND "${ofReporter}"`;
    return cache.get(stateOf(db), tokens, () => volumesOf(readObjects(db, CASES_OF_REPORTER, { tokens })));
  };
}

/** Ordered by volume number, compared as numbers, then as text. Cases without a volume come last. */
export function volumesOf(rows: readonly CaseInVolume[]): VolumeCases[] {
  const groups = Map.groupBy(rows, ({ barcode, volumeNumber }) => barcode ?? `n ${volumeNumber}`);
  const volumes = [...groups.values()].map((cases) => {
    const days = cases.flatMap(({ day }) => day ?? []);
    return {
      barcode: cases[0]?.barcode ?? null,
      volumeNumber: cases.find(({ volumeNumber }) => volumeNumber !== null)?.volumeNumber ?? null,
      caseIds: cases.toSorted(byPage).map(({ id }) => id),
      firstDay: days.length === 0 ? null : days.reduce((a, b) => Math.min(a, b)),
      lastDay: days.length === 0 ? null : days.reduce((a, b) => Math.max(a, b)),
    };
  });
  return volumes.sort(
    (a, b) =>
      compareNumbers(a.volumeNumber, b.volumeNumber) || ((a.barcode ?? "") < (b.barcode ?? "") ? -1 : 1),
  );
}

function byPage(a: CaseInVolume, b: CaseInVolume): number {
  return compareNumbers(a.firstPage, b.firstPage) || a.id - b.id;
}

/** Compares by leading number: 9 before 10. Text without a leading number comes after, and null last. */
function compareNumbers(a: string | null, b: string | null): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  const [numberA, numberB] = [Number.parseInt(a, 10), Number.parseInt(b, 10)];
  if (Number.isNaN(numberA) !== Number.isNaN(numberB)) return Number.isNaN(numberA) ? 1 : -1;
  if (numberA !== numberB && !Number.isNaN(numberA)) return numberA - numberB;
  return a === b ? 0 : a < b ? -1 : 1;
}
