/**
 * Publishes a corpus to a search engine: brings the index up to date with the change log.
 *
 * 1. The cases that changed since the last publication are written, those that are gone are deleted. Now and then the index is
 *    marked with how far the writing has come, so that a run that was killed goes on from there.
 * 2. The changes and the tables are written.
 * 3. The index is marked with the number of the last change. Only then does a reader see the new tables and the number.
 *
 * Every write can be repeated, so a run can end at any point.
 */

import { readJoinedBody } from "../../casebody/read-body.ts";
import { CaselawError } from "../../domain/errors.ts";
import { realName } from "../../store/database/corpus-file.ts";
import { corpusIdOf } from "../../store/database/corpus-state.ts";
import { RunLock } from "../../store/database/lock.ts";
import { averageTokens } from "../../store/fts5-pages/token-lists.ts";
import { CorpusReader } from "../../store/read/corpus-reader.ts";
import { EngineClient } from "../client/engine-client.ts";
import type { IndexState } from "../layout/index-state.ts";
import { Generations, type Target } from "./generations.ts";
import { Publication, type Published, type PublishOptions } from "./publication.ts";

/** Changes before the published one of which one must be a row: changed reference records take numbers without rows. */
const HISTORY = 1_000;

/**
 * @throws CaselawError as `CorpusReader`; `conflict` if another run publishes the corpus; `invalid` if the index is of another
 *   corpus, or of a newer state of this one; `unreachable`; `unavailable`; the signal's reason
 */
export async function publishCorpus(corpusPath: string, options: PublishOptions): Promise<Published> {
  using lock = new RunLock(
    `${realName(corpusPath)}.publish.lock`,
    `the publication of "${corpusPath}"`,
    "publish",
  );
  options.onLocked?.(lock);
  using reader = new CorpusReader(corpusPath, { readBody: readJoinedBody });
  using _held = reader.hold();
  await using client = new EngineClient(options.engine);
  const generations = new Generations(client, options.engine.index);
  const target = await targetOf(reader, generations, options);
  return await new Publication(reader, { client, generations, target, options }).run();
}

async function targetOf(
  reader: CorpusReader,
  generations: Generations,
  { engine, mode, shape }: PublishOptions,
): Promise<Target> {
  const corpus = corpusIdOf(reader.state().state);
  const current = await generations.current();
  if (current !== null && current.corpus !== corpus) {
    throw new CaselawError("invalid", `Cannot publish to index "${engine.index}": it has another corpus`, {
      hint: "Choose another name with `index`.",
    });
  }
  if (mode !== "rebuild" && current !== null) {
    const { lastChange } = reader.state();
    const newest = newestOf(current);
    if (newest <= lastChange) {
      await generations.deleteBefore(current);
      await checkHistory(reader, generations, current);
      return { state: current, isRead: true };
    }
    const message = `Cannot publish to index "${engine.index}": it has change ${newest}, the corpus only ${lastChange}`;
    throw new CaselawError("invalid", message, {
      hint: 'The corpus is older than what was published. `mode: "rebuild"` publishes it anyway.',
    });
  }
  if (current !== null) await generations.deleteBefore(current);
  const interrupted = await generations.interrupted(corpus, current);
  if (interrupted !== null && newestOf(interrupted) <= reader.state().lastChange)
    return { state: interrupted, isRead: false };
  if (interrupted !== null) await generations.delete(interrupted);
  const cases = reader.stats("left out").cases;
  const made = await generations.create(
    { corpus, averageTokens: averageTokens(reader.path) },
    { ...shape, cases },
  );
  return { state: made, isRead: false };
}

/** The newest change that may be in an index. */
function newestOf({ change, unfinished }: IndexState): number {
  return Math.max(change, unfinished?.until ?? 0);
}

/** @throws CaselawError `invalid` if the changes up to the published one are not those of the corpus: it was restored */
async function checkHistory(
  reader: CorpusReader,
  generations: Generations,
  current: IndexState,
): Promise<void> {
  const since = Math.max(0, current.change - HISTORY);
  const [last] = reader.changes.read({ since, until: current.change }, HISTORY).slice(-1);
  if (last === undefined || (await generations.hasChange(current, last))) return;
  throw new CaselawError(
    "invalid",
    `Cannot publish: the changes up to ${current.change} are not those that were published`,
    { hint: 'The corpus was restored and has grown since. `mode: "rebuild"` publishes it anyway.' },
  );
}
