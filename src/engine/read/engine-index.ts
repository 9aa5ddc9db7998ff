/** A published index, as it answers searches: which generation is read, and the requests to it. */

import type { EngineLocation } from "../../domain/corpus-location.ts";
import type { RequestCount } from "../../domain/corpus-source.ts";
import { CaselawError } from "../../domain/errors.ts";
import type { EngineRequest } from "../client/engine-client.ts";
import { IndexGone } from "../client/engine-error.ts";
import { SyncClient } from "../client/sync-client.ts";
import { found, type IndexState, nameOf, readState, stateRequest } from "../layout/index-state.ts";
import type { IndexKind } from "../layout/mapping.ts";
import type { Query } from "../query/query.ts";
import { type Hit, type Hits, readHits } from "./hits.ts";

/** How long the engine keeps a point in time without a request. */
const KEEP_ALIVE = "10m";
/** Of one node; a service gives up long before (--deadline-ms). */
const SEARCH_TIMEOUT_MS = 60_000;

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

  /** The state that is read now. */
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
      return found(this.#name, work);
    } finally {
      this.#depth--;
    }
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
    const { pit_id: id } = found(this.#name, () => this.#client.one({ method: "POST", path }));
    this.#pit = String(id);
    return {
      [Symbol.dispose]: () => {
        const pit = this.#pit;
        this.#pit = null;
        if (pit === null) return;
        try {
          this.#client.one({ method: "DELETE", path: "/_search/point_in_time", body: { pit_id: [pit] } });
        } catch {
          // the engine forgets it after a while
        }
      },
    };
  }

  /** @throws CaselawError `unavailable` if a shard does not answer */
  search(kind: IndexKind, body: Query): Hits {
    return this.#hitsOf(this.#client.one(this.#searchRequest(kind, body, "plain")));
  }

  /** Several searches at the same time. @param type `scored`: scores are as if the index had one shard */
  searches(kind: IndexKind, bodies: readonly Query[], type: "plain" | "scored" = "plain"): Hits[] {
    if (bodies.length === 0) return [];
    const requests = bodies.map((body) => this.#searchRequest(kind, body, type));
    return this.#client.all(requests).map((one) => this.#hitsOf(one));
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

  #searchRequest(kind: IndexKind, body: Query, type: "plain" | "scored"): EngineRequest {
    const isHeld = kind === "cases" && this.#pit !== null;
    const within: Query = isHeld ? { pit: { id: this.#pit, keep_alive: KEEP_ALIVE } } : {};
    const path = isHeld ? "/_search" : `/${this.#path(kind)}/_search`;
    const how = type === "scored" ? "&search_type=dfs_query_then_fetch" : "";
    return {
      method: "POST",
      timeoutMs: SEARCH_TIMEOUT_MS,
      path: `${path}?allow_partial_search_results=false${how}`,
      body: { ...body, ...within },
    };
  }

  #hitsOf(answer: Parameters<typeof readHits>[0]): Hits {
    const hits = readHits(answer);
    // each answer may have a new id of the same point in time
    if (this.#pit !== null && hits.pit !== null) this.#pit = hits.pit;
    return hits;
  }

  #path(kind: IndexKind): string {
    return encodeURIComponent(nameOf(this.#state.generation, kind));
  }

  #readState(): IndexState {
    return found(this.#name, () =>
      readState(this.#client.one(stateRequest(this.#name, "known")), this.#name),
    );
  }

  [Symbol.dispose](): void {
    this.#client[Symbol.dispose]();
  }
}
