/** Cases by volume and by reference record. */
import type { ReferenceChange } from "../../domain/changes.ts";
import type { ReporterVolumes, VolumeCases } from "../../domain/records.ts";
import type { VolumeCount } from "../../domain/statistics.ts";
import { type CaseInVolume, volumesOf } from "../../store/read/volume-cases.ts";
import { fieldsOf } from "../client/engine-error.ts";
import { readSource } from "../layout/case-document.ts";
import { anyOf, filtered, type Query, termsOf } from "../query/query.ts";
import type { EngineIndex } from "./engine-index.ts";
import { type Hit, valuesOf } from "./hits.ts";

const PAGE = 10_000;
/** Values of one query; the engine allows 65,536. */
const MAX_TERMS = 30_000;
/** Parts of the record that place a case in a volume. */
const PLACE = ["record.id", "record.volume", "record.firstPage"];

export function readVolumes(
  index: EngineIndex,
  { jurisdictionId, reporterId }: ReporterVolumes,
): VolumeCases[] {
  const query = filtered([{ term: { jurisdiction: jurisdictionId } }, { term: { reporter: reporterId } }]);
  return volumesOf([...allHits(index, query, { _source: PLACE, docvalue_fields: ["day"] })].map(placeOf));
}

/** The ids of the cases that changed with these records, ascending. */
export function* casesOfReferences(
  index: EngineIndex,
  changes: readonly ReferenceChange[],
): Generator<number> {
  const idsOf = (wanted: ReferenceChange["kind"]): number[] =>
    changes.flatMap(({ kind, id }) => (kind === wanted ? id : []));
  const referring = [
    termsOf("jurisdiction", idsOf("jurisdiction")),
    termsOf("court_id", idsOf("court")),
    termsOf("reporter", idsOf("reporter")),
  ];
  // the engine refuses a query with too many values: the cases are read range after range
  const moved = [...new Set(idsOf("case"))].sort((a, b) => a - b);
  for (let at = 0, last: number | null = null; at === 0 || at < moved.length; at += MAX_TERMS) {
    const some = moved.slice(at, at + MAX_TERMS);
    const end = at + MAX_TERMS < moved.length ? (some.at(-1) ?? null) : null;
    const range = {
      range: { id: { ...(last === null ? {} : { gt: last }), ...(end === null ? {} : { lte: end }) } },
    };
    const query = filtered([range, anyOf([...referring, termsOf("id", some)])]);
    for (const { sort } of allHits(index, query, { _source: false })) yield Number(sort[0]);
    last = end;
  }
}

/** The number of cases of each volume, by barcode. */
export function countVolumes(index: EngineIndex): VolumeCount[] {
  const counts: VolumeCount[] = [];
  for (let after: Query = {}; ; ) {
    const composite = { size: PAGE, sources: [{ volume: { terms: { field: "volume" } } }], ...after };
    const { aggregations } = index.search("cases", { size: 0, aggs: { volumes: { composite } } });
    const { buckets, after_key: next } = fieldsOf(aggregations.volumes);
    const list: readonly unknown[] = Array.isArray(buckets) ? buckets : [];
    for (const bucket of list) {
      const { key, doc_count: cases } = fieldsOf(bucket);
      counts.push({ barcode: String(fieldsOf(key).volume), cases: Number(cases) });
    }
    if (next === undefined) return counts;
    after = { after: next } as Query;
  }
}

function placeOf({ source, ...hit }: Hit): CaseInVolume {
  const { id, volume, firstPage } = readSource(source.record);
  const [day = null] = valuesOf({ source, ...hit }, "day").map(Number);
  return { id, barcode: volume.barcode, volumeNumber: volume.volumeNumber, firstPage, day };
}

/** Ascending by id. */
function allHits(index: EngineIndex, query: Query, fields: Query): Generator<Hit> {
  return index.walk("cases", { query, sort: [{ id: "asc" }], size: PAGE, ...fields });
}
