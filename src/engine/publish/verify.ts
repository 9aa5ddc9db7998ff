/**
 * Compares a published index with its corpus: the id and version of every case, and the digests of documents, of a sample or of all.
 * Cases that changed since the last publication are only counted.
 */
import { setImmediate } from "node:timers/promises";
import { readJoinedBody } from "../../casebody/read-body.ts";
import type { EngineLocation } from "../../domain/corpus-source.ts";
import { CaselawError } from "../../domain/errors.ts";
import { corpusIdOf } from "../../store/database/corpus-state.ts";
import { type CorpusFile, openCorpusFile } from "../../store/read/corpus-reader.ts";
import { documentOf } from "../layout/case-document.ts";
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
  /** Cases that changed since the last publication. */
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

/** About how many documents a sample has. */
const SAMPLE = 1_000;
const PAGE = 50;
/** Cases between two moments at which the comparison can be stopped. */
const YIELD_EVERY = 500;

/** @throws CaselawError as `openCorpusFile` and `verifyEngine` */
export async function verifyIndex(
  corpusPath: string,
  location: EngineLocation,
  options: EngineVerifyOptions,
): Promise<EngineVerification> {
  using reader = openCorpusFile(corpusPath, { readBody: readJoinedBody });
  using _held = reader.hold();
  return await verifyEngine(reader, location, options);
}

/**
 * @param reader in one state (`hold`)
 * @throws CaselawError `invalid` if the index is of another corpus, and as `openPublished`
 */
export async function verifyEngine(
  reader: CorpusFile,
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
  const { cases } = reader.stats("left out");
  const every = depth === "all" ? 1 : Math.max(1, Math.floor(cases / SAMPLE));
  const problems: EngineProblem[] = [];
  let [compared, digests, seen] = [0, 0, 0];
  let pending: IndexedCase[] = [];
  const report = (caseId: number, message: string): void => {
    if (!changed.has(caseId)) problems.push({ caseId, message });
  };
  const compareDocuments = (): void => {
    const digestOf = new Map(pending.map(({ id, digest }) => [id, digest]));
    pending = [];
    const ids = [...digestOf.keys()];
    const bodies = reader.bodies(ids);
    for (const record of reader.casesOf(ids)) {
      digests++;
      const { digest } = documentOf(record, bodies.get(record.id), averageTokens);
      if (digest !== digestOf.get(record.id)) report(record.id, "its document differs");
    }
  };
  const compareVersions = (entry: IndexedCase, number: number): void => {
    compared++;
    const has = `the index has it as of change ${entry.version}`;
    if (entry.version > state.lastChange) report(entry.id, `${has}, which the corpus does not have`);
    else if (entry.version < number) report(entry.id, `${has}, but change ${number} is newer`);
    else if (compared % every === 0 && !changed.has(entry.id)) pending.push(entry);
    if (pending.length === PAGE) compareDocuments();
  };
  // both ascend by id
  const indexed = engine.indexedCases()[Symbol.iterator]();
  let next = indexed.next();
  const reportUpTo = (caseId: number): void => {
    for (; next.done !== true && next.value.id < caseId; next = indexed.next())
      report(next.value.id, "the index has it, the corpus does not");
  };
  for (const { caseId, number, kind } of reader.changes.net({ since: 0, until: state.lastChange })) {
    if (kind === "removed") continue;
    reportUpTo(caseId);
    if (next.done !== true && next.value.id === caseId) {
      compareVersions(next.value, number);
      next = indexed.next();
    } else report(caseId, "it is not in the index");
    if (++seen % YIELD_EVERY !== 0) continue;
    // signals arrive only between two turns
    await setImmediate();
    signal?.throwIfAborted();
  }
  reportUpTo(Number.POSITIVE_INFINITY);
  compareDocuments();
  const behind = changed.size;
  return { generation, change, corpusChange: state.lastChange, behind, compared, digests, problems };
}
