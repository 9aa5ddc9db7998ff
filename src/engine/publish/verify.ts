/**
 * Compares a published index with its corpus: the id and version of every case, and the digests of documents, of a sample or of all. Cases that changed since the last publication are left out: it is reported how many they are.
 */
import { setImmediate } from "node:timers/promises";
import { readJoinedBody } from "../../casebody/read-body.ts";
import type { EngineLocation } from "../../domain/corpus-source.ts";
import { CaselawError } from "../../domain/errors.ts";
import { corpusIdOf } from "../../store/database/corpus-state.ts";
import { CorpusReader } from "../../store/read/corpus-reader.ts";
import { documentOf } from "../layout/case-document.ts";
import type { IndexState } from "../layout/index-state.ts";
import type { IndexedCase } from "../read/engine-pages.ts";
import { openPublished } from "../read/engine-reader.ts";

interface EngineProblem {
  readonly caseId: number;
  readonly message: string;
}

export interface EngineVerification {
  readonly generation: string;
  /** The number of the last change that the index has, and the corpus. */
  readonly change: number;
  readonly corpusChange: number;
  /** Cases that changed since. */
  readonly behind: number;
  /** Cases whose id and version were compared, and those whose document was. */
  readonly compared: number;
  readonly digests: number;
  readonly problems: readonly EngineProblem[];
}

interface EngineVerifyOptions {
  readonly depth: "sample" | "all";
  readonly signal?: AbortSignal;
}

/** Every which case is in the sample, so that about this many are. */
const SAMPLE = 1_000;
const PAGE = 50;
/** Cases between two moments at which the comparison can be stopped. */
const YIELD_EVERY = 500;

/** @throws CaselawError as `CorpusReader` and `verifyEngine` */
export async function verifyIndex(
  corpusPath: string,
  location: EngineLocation,
  options: EngineVerifyOptions,
): Promise<EngineVerification> {
  using reader = new CorpusReader(corpusPath, { readBody: readJoinedBody });
  using _held = reader.hold();
  return await verifyEngine(reader, location, options);
}

/**
 * @param reader in one state (`hold`)
 * @throws CaselawError `invalid` if the index is of another corpus, and as `openPublished`
 */
export async function verifyEngine(
  reader: CorpusReader,
  location: EngineLocation,
  { depth, signal }: EngineVerifyOptions,
): Promise<EngineVerification> {
  using engine = openPublished(location);
  using _held = engine.hold();
  const { generation, corpus, averageTokens, change } = engine.published();
  const state = reader.state();
  if (corpusIdOf(state.state) !== corpus)
    throw new CaselawError("invalid", `Cannot compare index "${location.index}": it has another corpus`);
  const span = { since: change, until: state.lastChange };
  const changed = new Set([...reader.changes.touched(span)].map(({ caseId }) => caseId));
  const comparison = new Comparison(reader, { depth, averageTokens }, changed);
  for (const count of comparison.run(engine.indexedCases())) {
    if (count % YIELD_EVERY !== 0) continue;
    // signals arrive only between two turns
    await setImmediate();
    signal?.throwIfAborted();
  }
  return {
    ...{ generation, change, corpusChange: state.lastChange, behind: changed.size },
    ...{ compared: comparison.compared, digests: comparison.digests },
    problems: comparison.problems,
  };
}

class Comparison {
  readonly problems: EngineProblem[] = [];
  compared = 0;
  digests = 0;
  readonly #reader: CorpusReader;
  readonly #averageTokens: number;
  readonly #every: number;
  readonly #changed: ReadonlySet<number>;
  #pending: IndexedCase[] = [];

  constructor(
    reader: CorpusReader,
    { depth, averageTokens }: Pick<EngineVerifyOptions, "depth"> & Pick<IndexState, "averageTokens">,
    changed: ReadonlySet<number>,
  ) {
    this.#reader = reader;
    this.#averageTokens = averageTokens;
    this.#changed = changed;
    const { cases } = reader.stats("left out");
    this.#every = depth === "all" ? 1 : Math.max(1, Math.floor(cases / SAMPLE));
  }

  /** Both lists ascend by id. */
  *run(indexed: Iterable<IndexedCase>): Generator<number> {
    const extra = (id: number): void => this.#report(id, "the index has it, the corpus does not");
    let count = 0;
    const rest = indexed[Symbol.iterator]();
    let found = rest.next();
    const { changes } = this.#reader;
    for (const { caseId, number, kind } of changes.net({ since: 0, until: changes.last() })) {
      if (kind === "removed") continue;
      for (; found.done !== true && found.value.id < caseId; found = rest.next()) extra(found.value.id);
      if (found.done !== true && found.value.id === caseId) {
        this.#compare(found.value, number);
        found = rest.next();
      } else this.#report(caseId, "it is not in the index");
      yield ++count;
    }
    for (; found.done !== true; found = rest.next()) extra(found.value.id);
    this.#compareDigests();
  }

  #compare(indexed: IndexedCase, number: number): void {
    this.compared++;
    const { id, version } = indexed;
    const has = `the index has it as of change ${version}`;
    if (version > this.#reader.changes.last()) this.#report(id, `${has}, which the corpus does not have`);
    else if (version < number) this.#report(id, `${has}, but change ${number} is newer`);
    else if (this.compared % this.#every === 0 && !this.#changed.has(id)) this.#pending.push(indexed);
    if (this.#pending.length === PAGE) this.#compareDigests();
  }

  #compareDigests(): void {
    const indexed = new Map(this.#pending.map(({ id, digest }) => [id, digest]));
    this.#pending = [];
    const ids = [...indexed.keys()];
    const bodies = this.#reader.bodies(ids);
    for (const one of this.#reader.casesOf(ids)) {
      this.digests++;
      if (documentOf(one, bodies.get(one.id), this.#averageTokens).digest !== indexed.get(one.id))
        this.#report(one.id, "its document differs");
    }
  }

  #report(caseId: number, message: string): void {
    if (!this.#changed.has(caseId)) this.problems.push({ caseId, message });
  }
}
