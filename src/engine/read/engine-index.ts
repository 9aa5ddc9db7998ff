/** A published index, as it answers searches: which generation is read, and the requests to it. */

import type { EngineLocation, RequestCount } from "../../domain/corpus-source.ts";
import { CaselawError } from "../../domain/errors.ts";
import type { Json } from "../../domain/json.ts";
import { byId } from "../../domain/records.ts";
import type { References } from "../../store/references/reference-reader.ts";
import { type Fields, fieldsOf, IndexGone } from "../client/engine-client.ts";
import { SyncClient } from "../client/sync-client.ts";
import {
  type IndexState,
  nameOf,
  readExisting,
  readState,
  readTable,
  stateRequest,
  type TableName,
  type Tables,
} from "../layout/index-state.ts";
import { type IndexKind, MAX_HITS } from "../layout/mapping.ts";
import { filtered, type Query } from "../query/query.ts";

/** How long the engine keeps a point in time without a request. */
const KEEP_ALIVE = "10m";
/** Of one node; a service gives up long before (--deadline-ms). */
const SEARCH_TIMEOUT_MS = 60_000;

/** Cases of one request; a page may have 10,000. */
const CASES_A_PAGE = 10_000;

/** The values of these fields, and nothing of the record. */
export function valuesAlone(fields: readonly string[]): Query {
  return { _source: false, docvalue_fields: [...fields] };
}

export class EngineIndex implements Disposable {
  readonly #client: SyncClient;
  readonly #name: string;
  #state: IndexState;
  /** Of running `during` calls: the state is read by the outermost. */
  #depth = 0;
  /** Id of the point in time that cases are read from; null: as they are now. */
  #pit: string | null = null;

  /** @throws CaselawError `not_found`, `unsupported`, `invalid`, `unreachable`, `unavailable` */
  constructor(location: EngineLocation) {
    this.#name = location.index;
    this.#client = new SyncClient(location);
    try {
      this.#state = this.#readState();
    } catch (error) {
      this.#client[Symbol.dispose]();
      throw error;
    }
  }

  get state(): IndexState {
    return this.#state;
  }

  requests(): RequestCount {
    return this.#client.count;
  }

  /** Answers from one generation of the index. If a rebuilt one replaces it meanwhile, the work is repeated. */
  during<T>(work: () => T): T {
    if (this.#pit !== null) return this.#pinned(work);
    if (this.#depth > 0) return work();
    this.#depth++;
    try {
      this.#state = this.#readState();
      return work();
    } catch (error) {
      if (!(error instanceof IndexGone)) throw error;
      this.#state = this.#readState();
      return readExisting(this.#name, work);
    } finally {
      this.#depth--;
    }
  }

  /** A function each call of which reads one generation of the index. */
  inState<Args extends readonly unknown[], Result>(
    read: (...args: Args) => Result,
  ): (...args: Args) => Result {
    return (...args) => this.during(() => read(...args));
  }

  #pinned<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      if (!(error instanceof IndexGone)) throw error;
      throw new CaselawError("unavailable", `Cannot read index "${this.#name}" any longer: it was rebuilt`);
    }
  }

  /** Reads the cases of this moment until disposed, whatever is published meanwhile. */
  hold(): Disposable {
    this.#state = this.#readState();
    const path = `/${this.#path("cases")}/_search/point_in_time?keep_alive=${KEEP_ALIVE}`;
    const { pit_id: id } = readExisting(this.#name, () => this.#client.send({ method: "POST", path }));
    this.#pit = String(id);
    return {
      [Symbol.dispose]: () => {
        const pit = this.#pit;
        this.#pit = null;
        if (pit === null) return;
        try {
          this.#client.send({ method: "DELETE", path: "/_search/point_in_time", body: { pit_id: [pit] } });
        } catch {
          // the engine forgets it after a while
        }
      },
    };
  }

  /**
   * @param type `scored`: scores are as if the index had one shard
   * @throws CaselawError `unavailable` if a shard does not answer
   */
  search(kind: IndexKind, body: Query, type: "plain" | "scored" = "plain"): Hits {
    const isHeld = kind === "cases" && this.#pit !== null;
    const within: Query = isHeld ? { pit: { id: this.#pit, keep_alive: KEEP_ALIVE } } : {};
    const path = isHeld ? "/_search" : `/${this.#path(kind)}/_search`;
    const searchType = type === "scored" ? "&search_type=dfs_query_then_fetch" : "";
    const hits = readHits(
      this.#client.send({
        method: "POST",
        timeoutMs: SEARCH_TIMEOUT_MS,
        path: `${path}?allow_partial_search_results=false${searchType}`,
        body: { ...body, ...within },
      }),
    );
    // each answer may have a new id of the same point in time
    if (this.#pit !== null && hits.pit !== null) this.#pit = hits.pit;
    return hits;
  }

  /**
   * All hits, page after page.
   *
   * @param body the `size` of a page, and a `sort` that distinguishes all hits
   */
  *walk(kind: IndexKind, body: Query & { readonly size: number }): Generator<Hit> {
    for (let after: Query = {}; ; ) {
      const { hits } = this.during(() => this.search(kind, { ...body, ...after }));
      yield* hits;
      const last = hits.at(-1);
      if (last === undefined || hits.length < body.size) return;
      after = { search_after: last.sort };
    }
  }

  /** All cases that match, ascending by id, which is their sort value. @param fields what is read of each */
  cases(query: Query, fields: Query, size = CASES_A_PAGE): Generator<Hit> {
    return this.walk("cases", { query, sort: [{ id: "asc" }], size, ...fields });
  }

  #path(kind: IndexKind): string {
    return encodeURIComponent(nameOf(this.#state.generation, kind));
  }

  #readState(): IndexState {
    return readExisting(this.#name, () =>
      readState(this.#client.send(stateRequest(this.#name, "known")), this.#name),
    );
  }

  [Symbol.dispose](): void {
    this.#client[Symbol.dispose]();
  }
}

export interface Hit {
  readonly source: Fields;
  readonly fields: Fields;
  readonly sort: readonly Json[];
  readonly version: number;
}

interface Hits {
  readonly count: number;
  readonly hits: readonly Hit[];
  readonly aggregations: Fields;
  readonly pit: string | null;
}

/** @throws CaselawError `unavailable` if a shard did not answer: a part of the matches is no answer */
function readHits(answer: Fields): Hits {
  const shards = fieldsOf(answer._shards);
  if (answer.timed_out === true || shards.failed !== 0)
    throw new CaselawError(
      "unavailable",
      "Cannot read the search engine: not all shards of the index answered",
    );
  const hits = fieldsOf(answer.hits);
  const list: readonly unknown[] = Array.isArray(hits.hits) ? hits.hits : [];
  return {
    count: Number(fieldsOf(hits.total).value ?? 0),
    hits: list.map(hitOf),
    aggregations: fieldsOf(answer.aggregations),
    pit: typeof answer.pit_id === "string" ? answer.pit_id : null,
  };
}

function hitOf(value: unknown): Hit {
  const { _source, fields, sort, _version } = fieldsOf(value);
  return {
    source: fieldsOf(_source),
    fields: fieldsOf(fields),
    sort: Array.isArray(sort) ? sort : [],
    version: Number(_version ?? 0),
  };
}

export function idOf(hit: Hit): number {
  return Number(valuesOf(hit, "id")[0]);
}

export function valuesOf({ fields }: Hit, name: string): readonly unknown[] {
  const values = fields[name];
  return Array.isArray(values) ? values : [];
}

/** The tables of a published index, each read on first use and kept until the index has another version. */
export class TableCache {
  readonly #index: EngineIndex;
  #version = "";
  #tables: Partial<Tables> = {};
  #references: References | null = null;

  constructor(index: EngineIndex) {
    this.#index = index;
  }

  /** @throws CaselawError `unavailable` if the state that is read has been replaced twice */
  get<T extends TableName>(table: T): Tables[T] {
    this.#refresh();
    return this.#tables[table] ?? this.#read(table);
  }

  references(): References {
    this.#refresh();
    this.#references ??= {
      jurisdictions: byId(this.get("jurisdictions")),
      courts: byId(this.get("courts")),
      reporters: byId(this.get("reporters")),
    };
    return this.#references;
  }

  #read<T extends TableName>(table: T): Tables[T] {
    const { hits } = this.#index.search("tables", {
      query: filtered([{ term: { version: this.#index.state.tables } }, { term: { table } }]),
      sort: [{ part: "asc" }],
      size: MAX_HITS - 1,
    });
    // a publication keeps the tables of the one before it
    if (hits.length === 0)
      throw new CaselawError(
        "unavailable",
        "Cannot read the index any longer: it was published twice meanwhile",
      );
    const read = readTable(
      table,
      hits.map(({ source }) => String(source.data)),
    );
    this.#tables = { ...this.#tables, [table]: read };
    return read;
  }

  #refresh(): void {
    const { generation, tables } = this.#index.state;
    const version = `${generation} ${tables}`;
    if (this.#version === version) return;
    this.#version = version;
    this.#tables = {};
    this.#references = null;
  }
}
