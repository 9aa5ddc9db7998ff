/** Reads cases, their bodies and what they cite from the engine. */
import { citationForms, volumeForms } from "../../citations/nominative.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Case } from "../../domain/records.ts";
import type { StoredBody } from "../../domain/stored-body.ts";
import { idsOfEntry, normalOfEntry } from "../../store/write/cited-tokens.ts";
import { readSource, unpackBody } from "../layout/case-document.ts";
import type { CitingCase } from "../query/filter-query.ts";
import { filtered, type Query, termsOf } from "../query/query.ts";
import type { EngineIndex } from "./engine-index.ts";
import { type Hit, idOf, valuesOf } from "./hits.ts";
import type { TableCache } from "./table-cache.ts";

/** Cases of one request by id. */
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

  /** In the order of the ids. */
  read(ids: readonly number[]): Case[] {
    const found = new Map(
      this.#byIds(ids, PAGE, {}).map((hit): [number, Case] => {
        const one = this.caseOf(hit);
        return [one.id, one];
      }),
    );
    return ids.flatMap((id) => found.get(id) ?? []);
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
    return this.#byIds(ids, PAGE, { _source: false, docvalue_fields: fields }).map((hit) => {
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
    return this.#matching({ regexp: { cite: `(${volumeForms(volume).join("|")})[0-9]+` } }, ["id"]).map(idOf);
  }

  /** The stored cases that each entry of `cites_to` names. */
  byEntries(entries: readonly JsonObject[]): number[][] {
    const given = [...new Set(entries.flatMap(idsOfEntry))];
    const stored = new Set(this.#all(given, "id", ["id"]).map(idOf));
    const unnamed = entries.filter((entry) => idsOfEntry(entry).length === 0);
    const byNormal = this.byCitations([...new Set(unnamed.map(normalOfEntry))]);
    return entries.map((entry) => {
      const ids = idsOfEntry(entry);
      return ids.length > 0 ? ids.filter((id) => stored.has(id)) : (byNormal.get(normalOfEntry(entry)) ?? []);
    });
  }

  /** All hits with one of these values, ascending by id. */
  #all(values: readonly (string | number)[], field: string, fields: readonly string[]): Hit[] {
    return values.length === 0 ? [] : this.#matching(termsOf(field, values), fields);
  }

  /** All hits, ascending by id. */
  #matching(query: Query, fields: readonly string[]): Hit[] {
    const hits = this.#index.walk("cases", {
      query: filtered([query]),
      sort: [{ id: "asc" }],
      size: PAGE,
      _source: false,
      docvalue_fields: fields,
    });
    return [...hits];
  }

  #byIds(ids: readonly number[], size: number, fields: JsonObject): Hit[] {
    const distinct = [...new Set(ids)];
    const pages = Array.from({ length: Math.ceil(distinct.length / size) }, (_, at) =>
      distinct.slice(at * size, (at + 1) * size),
    );
    const searches = pages.map((page) => ({
      query: filtered([termsOf("id", page)]),
      size: page.length,
      ...fields,
    }));
    return searches.flatMap((search) => this.#index.search("cases", search).hits);
  }
}
