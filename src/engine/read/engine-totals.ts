/** How many decisions of each court a published index has, and up to when. */
import { CLUSTER_IDS } from "../../domain/case-id.ts";
import type { CourtTotal, DayTotal } from "../../domain/ledger.ts";
import { fieldsOf } from "../client/engine-client.ts";
import { MAX_VALUES } from "../layout/mapping.ts";
import { filtered, type Query, termsOf } from "../query/query.ts";
import type { EngineIndex } from "./engine-index.ts";

const COURTLISTENER_ONLY: Query = { filter: { range: { id: { gt: CLUSTER_IDS } } } };

/** As a corpus file counts them. */
export function courtTotals(index: EngineIndex, until: number, without: readonly number[]): CourtTotal[] {
  const dated = { filter: { range: { day: { lte: until } } }, aggs: { last: { max: { field: "day" } } } };
  const buckets = bucketsBy(index, "court_id", filtered([], [termsOf("id", without)]), { dated });
  return buckets.map(({ key, cases, listenerOnly, fields }) => {
    const last = fieldsOf(fieldsOf(fields.dated).last).value;
    return { courtId: key, cases, listenerOnly, lastDay: typeof last === "number" ? last : null };
  });
}

/** As a corpus file counts them. */
export function courtDays(index: EngineIndex, courtId: number, without: readonly number[]): DayTotal[] {
  const query = filtered([{ term: { court_id: courtId } }], [termsOf("id", without)]);
  const buckets = bucketsBy(index, "day", query, {});
  return buckets.map(({ key: day, cases, listenerOnly }) => ({ day, cases, listenerOnly }));
}

/** The cases of each value of a field, ascending. */
function bucketsBy(index: EngineIndex, field: string, query: Query, more: Query) {
  const aggs = {
    values: {
      terms: { field, size: MAX_VALUES, order: { _key: "asc" } },
      aggs: { own: COURTLISTENER_ONLY, ...more },
    },
  };
  const { aggregations } = index.search("cases", { query, size: 0, aggs });
  const { buckets } = fieldsOf(aggregations.values);
  const list: readonly unknown[] = Array.isArray(buckets) ? buckets : [];
  return list.map((bucket) => {
    const fields = fieldsOf(bucket);
    const listenerOnly = Number(fieldsOf(fields.own).doc_count);
    return { key: Number(fields.key), cases: Number(fields.doc_count), listenerOnly, fields };
  });
}
