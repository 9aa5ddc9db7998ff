/** The generations of a publication: finds the one to write to, makes new ones, and changes which one is read. */

import { CaselawError } from "../../domain/errors.ts";
import { canonicalJson } from "../../domain/json.ts";
import type { Change } from "../../domain/ledger.ts";
import { corpusIdOf } from "../../store/database/corpus-state.ts";
import { averageTokens } from "../../store/fts5-pages/token-lists.ts";
import type { CorpusFile } from "../../store/read/corpus-reader.ts";
import {
  type EngineClient,
  type EngineRequest,
  type Fields,
  fieldsOf,
  IndexGone,
  readAnswer,
} from "../client/engine-client.ts";
import { type IndexState, metaOf, nameOf, readState, stateRequest } from "../layout/index-state.ts";
import { INDEX_KINDS, type IndexKind, indexOf, MAX_HITS, type Shape } from "../layout/mapping.ts";
import { changeDocument } from "../read/change-log.ts";

/** So far back a row of the change log is looked for: changed reference records take numbers without rows. */
const HISTORY = 1_000;

export interface Target {
  readonly state: IndexState;
  readonly isRead: boolean;
}

export class Generations {
  readonly #client: EngineClient;
  readonly #name: string;

  constructor(client: EngineClient, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /** The generation that readers use; null if nothing was published yet. @throws CaselawError as `readState` */
  async current(): Promise<IndexState | null> {
    const answer = await this.#ask(stateRequest(this.#name, "agreed"));
    return answer === null ? null : readState(answer, this.#name);
  }

  /**
   * The generation to write to.
   *
   * @throws CaselawError `invalid` if the index is of another corpus, or of a newer state of this one; `conflict` as `#create`
   */
  async target(reader: CorpusFile, shape: Shape, mode: "rebuild" | "goes on"): Promise<Target> {
    const corpus = corpusIdOf(reader.state().state);
    const current = await this.current();
    if (current !== null && current.corpus !== corpus) {
      throw new CaselawError("invalid", `Cannot publish to index "${this.#name}": it has another corpus`, {
        hint: "Choose another name with `index`.",
      });
    }
    if (mode !== "rebuild" && current !== null) {
      const { lastChange } = reader.state();
      const newest = newestOf(current);
      if (newest <= lastChange) {
        await this.#deleteBefore(current);
        await this.#checkHistory(reader, current);
        return { state: current, isRead: true };
      }
      const message = `Cannot publish to index "${this.#name}": it has change ${newest}, the corpus only ${lastChange}`;
      throw new CaselawError("invalid", message, {
        hint: 'The corpus is older than what was published. `mode: "rebuild"` publishes it anyway.',
      });
    }
    if (current !== null) await this.#deleteBefore(current);
    const interrupted = await this.#interrupted(corpus, current);
    if (interrupted !== null && newestOf(interrupted) <= reader.state().lastChange)
      return { state: interrupted, isRead: false };
    if (interrupted !== null) await this.delete(interrupted);
    const cases = reader.stats("left out").cases;
    const made = await this.#create(
      { corpus, averageTokens: averageTokens(reader.path) },
      { ...shape, cases },
    );
    return { state: made, isRead: false };
  }

  /** @throws CaselawError `invalid` if the changes up to the published one are not those of the corpus: it was restored */
  async #checkHistory(reader: CorpusFile, current: IndexState): Promise<void> {
    const since = Math.max(0, current.change - HISTORY);
    const [last] = reader.changes.read({ since, until: current.change }, HISTORY).slice(-1);
    if (last === undefined || (await this.#hasChange(current, last))) return;
    throw new CaselawError(
      "invalid",
      `Cannot publish: the changes up to ${current.change} are not those that were published`,
      { hint: 'The corpus was restored and has grown since. `mode: "rebuild"` publishes it anyway.' },
    );
  }

  /** A generation of an interrupted run, newer than the current one; null if there is none. */
  async #interrupted(corpus: string, current: IndexState | null): Promise<IndexState | null> {
    const after = current === null ? 0 : numberOf(current);
    const newer = (await this.#all()).filter(({ generation }) => numberOf({ generation }) > after);
    const states = newer.map(({ index, generation, meta }) => readState({ [index]: meta }, generation));
    return states.findLast((state) => state.corpus === corpus) ?? null;
  }

  async #deleteBefore(current: IndexState): Promise<void> {
    for (const { generation } of await this.#all())
      if (numberOf({ generation }) < numberOf(current)) await this.delete({ generation });
  }

  /** The index of cases last: a generation without it is not found again. */
  async delete({ generation }: Pick<IndexState, "generation">): Promise<void> {
    for (const kind of [...INDEX_KINDS].reverse())
      await this.#ask({ method: "DELETE", path: pathOf(generation, kind) });
  }

  /** All generations of this publication, ascending; other publications may have names that begin with its name. */
  async #all(): Promise<{ index: string; generation: string; meta: unknown }[]> {
    const answer = (await this.#ask(stateRequest(`${this.#name}-*-cases`, "agreed"))) ?? {};
    return Object.entries(answer)
      .map(([index, meta]) => ({ index, generation: index.slice(0, -"-cases".length), meta }))
      .filter(({ generation }) => generation === `${this.#name}-${numberOf({ generation })}`)
      .sort((a, b) => numberOf(a) - numberOf(b));
  }

  /** @throws CaselawError `conflict` if another run has just made it */
  async #create(
    { corpus, averageTokens }: Pick<IndexState, "corpus" | "averageTokens">,
    shape: Shape & { readonly cases: number },
  ): Promise<IndexState> {
    const [newest] = (await this.#all()).slice(-1);
    const last = newest === undefined ? 0 : numberOf(newest);
    const generation = `${this.#name}-${last + 1}`;
    const state = {
      ...{ generation, corpus, averageTokens },
      ...{ change: 0, state: "", textRoot: null, tables: "", unfinished: null },
    };
    // the index of cases last: a generation without it is not there
    for (const kind of [...INDEX_KINDS].reverse()) {
      // a shard without a copy would be lost with its node
      const path = `${pathOf(generation, kind)}?wait_for_active_shards=all`;
      const request = { method: "PUT", path, body: indexOf(kind, shape, metaOf(state)) } as const;
      const sent = await this.#client.send(request);
      const isThere = sent.status === 400 && sent.text.includes("resource_already_exists");
      if (!isThere) readAnswer(request, sent);
      else if (kind === "cases")
        throw new CaselawError(
          "conflict",
          `Cannot publish to "${this.#name}": another run makes a new index`,
        );
    }
    return state;
  }

  async #hasChange(state: IndexState, change: Change): Promise<boolean> {
    const path = `${pathOf(state.generation, "changes")}/_doc/${change.number}`;
    const answer = await this.#ask({ method: "GET", path });
    return answer !== null && canonicalJson(answer._source) === canonicalJson(changeDocument(change));
  }

  async countCases({ generation }: IndexState): Promise<number> {
    const { count } = await this.#must({ method: "GET", path: `${pathOf(generation, "cases")}/_count` });
    return Number(count);
  }

  /** The ids of the documents of tables that no reader uses any more. @param kept versions that are still read */
  async oldTables({ generation }: IndexState, kept: readonly string[]): Promise<string[]> {
    const { hits } = await this.#must({
      method: "POST",
      path: `${pathOf(generation, "tables")}/_search?filter_path=hits.hits._id`,
      body: {
        query: { bool: { must_not: [{ terms: { version: kept } }] } },
        size: MAX_HITS - 1,
        _source: false,
      },
    });
    const list = fieldsOf(hits).hits;
    return Array.isArray(list) ? list.map((hit) => String(fieldsOf(hit)._id)) : [];
  }

  async refresh({ generation }: IndexState): Promise<void> {
    const indices = INDEX_KINDS.map((kind) => encodeURIComponent(nameOf(generation, kind))).join(",");
    await this.#must({ method: "POST", path: `/${indices}/_refresh` });
  }

  async write(state: IndexState): Promise<void> {
    const path = `${pathOf(state.generation, "cases")}/_mapping`;
    await this.#must({ method: "PUT", path, body: { _meta: metaOf(state) } });
  }

  /** From now on readers use this generation; the one before is deleted. */
  async show({ generation }: IndexState, before: IndexState | null): Promise<void> {
    const [next, old] = [
      nameOf(generation, "cases"),
      before === null ? null : nameOf(before.generation, "cases"),
    ];
    const actions = [
      ...(old === null ? [] : [{ remove: { index: old, alias: this.#name } }]),
      { add: { index: next, alias: this.#name } },
    ];
    const isMoved = (await this.#ask({ method: "POST", path: "/_aliases", body: { actions } })) !== null;
    // the alias is not where it was: an answer was lost, and this is the second try
    if (!isMoved && (await this.current())?.generation !== generation)
      throw new CaselawError("unavailable", `Cannot show the new index "${this.#name}": its alias has moved`);
    if (before !== null) await this.delete(before);
  }

  /** @returns null for an index that is not there */
  async #ask(request: EngineRequest): Promise<Fields | null> {
    try {
      return await this.#must(request);
    } catch (error) {
      if (error instanceof IndexGone) return null;
      throw error;
    }
  }

  async #must(request: EngineRequest): Promise<Fields> {
    return readAnswer(request, await this.#client.send(request));
  }
}

function numberOf({ generation }: Pick<IndexState, "generation">): number {
  return Number(/-(?<number>\d+)$/.exec(generation)?.groups?.number ?? 0);
}

function pathOf(generation: string, kind: IndexKind): string {
  return `/${encodeURIComponent(nameOf(generation, kind))}`;
}

function newestOf({ change, unfinished }: IndexState): number {
  return Math.max(change, unfinished?.until ?? 0);
}
