/** Reads cases, their bodies and what they cite from the engine. */
import { citationForms, volumeForms } from "../../citations/reporters.ts";
import { CLUSTER_IDS } from "../../domain/case-id.ts";
import type { StoredBody } from "../../domain/casebody.ts";
import { normaliseCitation } from "../../domain/citation.ts";
import { decisionDay } from "../../domain/decision-date.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { ReferenceChange, VolumeCount } from "../../domain/ledger.ts";
import type { CitationQuery, Page } from "../../domain/query.ts";
import {
  byId,
  type Case,
  type CitationOfCase,
  type ReporterVolumes,
  type SharedCitation,
  type SharedCitations,
  type VolumeCases,
} from "../../domain/records.ts";
import { type CaseInVolume, volumesOf } from "../../store/read/volume-cases.ts";
import { citationPage, type PlacedCitation } from "../../store/search/citation-pages.ts";
import { idsOfEntry, normalOfEntry } from "../../store/write/index-row.ts";
import { fieldsOf } from "../client/engine-client.ts";
import { readSource, unpackBody } from "../layout/case-document.ts";
import type { CitingCase } from "../query/filter-query.ts";
import { anyOf, filtered, type Query, termsOf } from "../query/query.ts";
import { type EngineIndex, type Hit, idOf, type TableCache, valuesAlone, valuesOf } from "./engine-index.ts";

const PAGE = 1_000;
/** Bodies of one request: some are megabytes. */
const BODIES = 50;

export class EngineCases {
  readonly #index: EngineIndex;
  readonly #tables: TableCache;

  constructor(index: EngineIndex, tables: TableCache) {
    this.#index = index;
    this.#tables = tables;
  }

  read(ids: readonly number[]): Case[] {
    const cases = byId(this.#byIds(ids, PAGE, {}).map((hit) => this.caseOf(hit)));
    return ids.flatMap((id) => cases.get(id) ?? []);
  }

  bodies(ids: readonly number[]): Map<number, StoredBody> {
    const hits = this.#byIds(ids, BODIES, {
      _source: false,
      stored_fields: ["body"],
      docvalue_fields: ["id"],
    });
    return new Map(
      hits.flatMap((hit): [number, StoredBody][] => {
        const [packed] = valuesOf(hit, "body");
        return typeof packed === "string" ? [[idOf(hit), unpackBody(packed)]] : [];
      }),
    );
  }

  /** The case of a hit, with the records that it refers to. */
  caseOf({ source }: Hit): Case {
    const { courtId, jurisdictionId, reporter, ...rest } = readSource(source.record);
    const { jurisdictions, courts, reporters } = this.#tables.references();
    const fullName = reporters.get(reporter.id ?? Number.NaN)?.fullName ?? reporter.fullName;
    return {
      ...rest,
      reporter: { id: reporter.id, fullName },
      court: courts.get(courtId ?? Number.NaN) ?? null,
      jurisdiction: jurisdictions.get(jurisdictionId ?? Number.NaN) ?? null,
    };
  }

  /** What these cases cite; unknown ids are left out. */
  citing(ids: readonly number[]): CitingCase[] {
    const fields = ["cites_ids", "cites_normals", "cites_from_text", "jurisdiction"];
    return this.#byIds(ids, PAGE, valuesAlone(fields)).map((hit) => {
      const [jurisdictionId = null] = valuesOf(hit, "jurisdiction").map(Number);
      return {
        ids: valuesOf(hit, "cites_ids").map(Number),
        normals: valuesOf(hit, "cites_normals").map(String),
        isFromText: valuesOf(hit, "cites_from_text")[0] === true,
        jurisdictionId,
      };
    });
  }

  /** Ids of the cases with each of these citations, in any of its forms, ascending. */
  byCitations(normals: readonly string[]): Map<string, number[]> {
    const forms = new Map(normals.filter(Boolean).map((normal) => [normal, citationForms(normal)]));
    const hits = this.#all([...new Set([...forms.values()].flat())], "cite", ["id", "cite"]);
    const withForm = new Map<string, Hit[]>();
    for (const hit of hits) {
      for (const form of valuesOf(hit, "cite").map(String))
        withForm.set(form, [...(withForm.get(form) ?? []), hit]);
    }
    return new Map(
      [...forms].map(([normal, all]) => {
        const ids = new Set(all.flatMap((form) => (withForm.get(form) ?? []).map(idOf)));
        return [normal, [...ids].sort((a, b) => a - b)];
      }),
    );
  }

  /** Ids of the cases with a citation of a volume, ascending. @param volume letters and digits */
  byVolume(volume: string): number[] {
    const cited: Query = { regexp: { cite: `(${volumeForms(volume).join("|")})[0-9]+` } };
    return [...this.#index.cases(filtered([cited]), valuesAlone(["id"]))].map(idOf);
  }

  /** The stored cases that each entry of `cites_to` names. */
  byEntries(entries: readonly JsonObject[]): number[][] {
    const namedIds = [...new Set(entries.flatMap(idsOfEntry))];
    const stored = new Set(this.#all(namedIds, "id", ["id"]).map(idOf));
    const unnamed = entries.filter((entry) => idsOfEntry(entry).length === 0);
    const byNormal = this.byCitations([...new Set(unnamed.map(normalOfEntry))]);
    return entries.map((entry) => {
      const ids = idsOfEntry(entry);
      return ids.length > 0 ? ids.filter((id) => stored.has(id)) : (byNormal.get(normalOfEntry(entry)) ?? []);
    });
  }

  /** All hits with any of these values, ascending by id. */
  #all(values: readonly (string | number)[], field: string, fields: readonly string[]): Hit[] {
    if (values.length === 0) return [];
    return [...this.#index.cases(filtered([termsOf(field, values)]), valuesAlone(fields))];
  }

  #byIds(ids: readonly number[], size: number, fields: JsonObject): Hit[] {
    const distinct = [...new Set(ids)];
    const pages = Array.from({ length: Math.ceil(distinct.length / size) }, (_, at) =>
      distinct.slice(at * size, (at + 1) * size),
    );
    return pages.flatMap((page) => {
      const query = filtered([termsOf("id", page)]);
      return this.#index.search("cases", { query, size: page.length, ...fields }).hits;
    });
  }
}

type Filter = CitationQuery["filter"];

/** A page of the citations collection: by case id, then by position within the case. */
export function readCitations(index: EngineIndex, query: CitationQuery): Page<CitationOfCase> {
  const citations = citationsFrom(index, query, query.pageSize + 1);
  return citationPage(citations, query, countOf(index, query.filter));
}

/** In reading direction, behind the position. */
function citationsFrom(
  index: EngineIndex,
  { filter, position }: CitationQuery,
  limit: number,
): PlacedCitation[] {
  const backwards = position?.direction === "before";
  const [caseId = null, seq = null] = (position?.key ?? []).map(Number);
  const isBeyond = (citation: PlacedCitation): boolean => {
    if (caseId === null || seq === null) return true;
    const order = citation.caseId - caseId || citation.seq - seq;
    return backwards ? order < 0 : order > 0;
  };
  const start = caseId === null ? [] : [{ range: { id: { [backwards ? "lte" : "gte"]: caseId } } }];
  const query = filtered([...caseFilters(filter), ...start]);
  const sort = [{ id: backwards ? "desc" : "asc" }];
  const page: PlacedCitation[] = [];
  for (const { source } of index.walk("cases", { query, sort, size: limit })) {
    const { id, citations } = readSource(source.record);
    const placed = citations.map((citation, at) => ({ ...citation, caseId: id, seq: at }));
    if (backwards) placed.reverse();
    page.push(...placed.filter((citation) => isBeyond(citation) && matches(citation, filter)));
    if (page.length >= limit) break;
  }
  return page.slice(0, limit);
}

function matches({ type, cite }: PlacedCitation, filter: Filter): boolean {
  return (
    (filter.type === undefined || filter.type === type) &&
    (filter.cite === undefined ||
      (filter.cite !== "" && citationForms(filter.cite).includes(normaliseCitation(cite))))
  );
}

function caseFilters(filter: Filter): Query[] {
  const { caseId, without } = filter;
  return [
    ...(without === undefined ? [] : [{ bool: { must_not: [termsOf("id", without)] } }]),
    ...(caseId === undefined ? [] : [{ term: { id: caseId } }]),
    { nested: { path: "citations", query: citationFilter(filter) } },
  ];
}

function citationFilter({ cite, type }: Filter): Query {
  const terms: Query[] = [];
  if (cite !== undefined)
    terms.push(cite === "" ? { match_none: {} } : termsOf("citations.normal", citationForms(cite)));
  if (type !== undefined) terms.push({ term: { "citations.type": type } });
  return terms.length === 0 ? { match_all: {} } : filtered(terms);
}

function countOf(index: EngineIndex, filter: Filter): number {
  const { aggregations } = index.search("cases", {
    query: filtered(caseFilters(filter)),
    size: 0,
    aggs: { all: { nested: { path: "citations" }, aggs: { matching: { filter: citationFilter(filter) } } } },
  });
  return Number(fieldsOf(fieldsOf(aggregations.all).matching).doc_count ?? 0);
}

const VOLUMES = 10_000;
/** Values of one query; the engine allows 65,536. */
const MAX_TERMS = 30_000;
/** Parts of the record that place a case in a volume. */
const PLACE = ["record.id", "record.volume", "record.firstPage"];

export function readVolumes(
  index: EngineIndex,
  { jurisdictionId, reporterId }: ReporterVolumes,
): VolumeCases[] {
  const query = filtered([{ term: { jurisdiction: jurisdictionId } }, { term: { reporter: reporterId } }]);
  return volumesOf([...index.cases(query, { _source: PLACE, docvalue_fields: ["day"] })].map(placeOf));
}

/** The ids of the cases that changed with these records, ascending. */
export function* casesOfReferences(
  index: EngineIndex,
  changes: readonly ReferenceChange[],
): Generator<number> {
  const idsOf = (recordKind: ReferenceChange["kind"]): number[] =>
    changes.flatMap(({ kind, id }) => (kind === recordKind ? id : []));
  const referring = [
    termsOf("jurisdiction", idsOf("jurisdiction")),
    termsOf("court_id", idsOf("court")),
    termsOf("reporter", idsOf("reporter")),
  ];
  // the engine refuses a query with too many values: the cases are read range after range
  const moved = [...new Set(idsOf("case"))].sort((a, b) => a - b);
  for (let at = 0, last: number | null = null; at === 0 || at < moved.length; at += MAX_TERMS) {
    const batch = moved.slice(at, at + MAX_TERMS);
    const end = at + MAX_TERMS < moved.length ? (batch.at(-1) ?? null) : null;
    const range = {
      range: { id: { ...(last === null ? {} : { gt: last }), ...(end === null ? {} : { lte: end }) } },
    };
    const query = filtered([range, anyOf([...referring, termsOf("id", batch)])]);
    for (const { sort } of index.cases(query, { _source: false })) yield Number(sort[0]);
    last = end;
  }
}

/** The pairs that a corpus file finds: the citations of CourtListener's decisions are looked up, a batch at a time. */
export function sharedCitations(index: EngineIndex, cases: EngineCases, most: number): SharedCitations {
  const pairs: SharedCitation[] = [];
  let count = 0;
  const clusters = filtered([{ range: { id: { gt: CLUSTER_IDS } } }]);
  for (const hit of index.cases(clusters, valuesAlone(["id", "cite", "day"]), PAGE)) {
    const cites = valuesOf(hit, "cite").map(String).sort();
    const [id, day] = [idOf(hit), valuesOf(hit, "day")[0]];
    const otherCites = new Map<number, string>();
    for (const [cite, ids] of cases.byCitations(cites))
      for (const otherId of ids) if (otherId < id && !otherCites.has(otherId)) otherCites.set(otherId, cite);
    const days = new Map(
      cases.read([...otherCites.keys()]).map((record) => [record.id, decisionDay(record.decisionDate)]),
    );
    for (const [otherId, normal] of otherCites) {
      if (otherId > CLUSTER_IDS && (day === undefined || days.get(otherId) !== Number(day))) continue;
      count++;
      if (pairs.length < most) pairs.push({ id, otherId, normal });
    }
  }
  return { count, pairs };
}

/** The number of cases of each volume, by barcode. */
export function countVolumes(index: EngineIndex): VolumeCount[] {
  const counts: VolumeCount[] = [];
  for (let after: Query = {}; ; ) {
    const composite = { size: VOLUMES, sources: [{ volume: { terms: { field: "volume" } } }], ...after };
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

function placeOf(hit: Hit): CaseInVolume {
  const { id, volume, firstPage } = readSource(hit.source.record);
  const [day = null] = valuesOf(hit, "day").map(Number);
  return { id, barcode: volume.barcode, volumeNumber: volume.volumeNumber, firstPage, day };
}
