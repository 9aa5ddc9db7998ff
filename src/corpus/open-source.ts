/** Opens what a corpus is read from. The only place that knows both kinds. */
import { readJoinedBody } from "../casebody/read-form.ts";
import type { CorpusLocation } from "../domain/corpus-location.ts";
import type { CorpusSource } from "../domain/corpus-source.ts";
import { CorpusReader } from "../store/read/corpus-reader.ts";
import type { MatchLimits } from "../store/search/match-cache.ts";

/** @throws CaselawError as `CorpusReader` */
export function openFile(path: string, limits: MatchLimits = {}): CorpusSource {
  return new CorpusReader(path, { ...limits, readBody: readJoinedBody });
}

/**
 * Prepares to open a corpus, wherever it is: loads what only that kind needs.
 *
 * @returns opens it, again if it is called again; throws CaselawError as `CorpusReader` or `EngineReader`
 */
export async function openerOf(location: CorpusLocation): Promise<() => CorpusSource> {
  if (typeof location === "string") return () => openFile(location);
  const { EngineReader } = await import("../engine/read/engine-reader.ts");
  return () => new EngineReader(location);
}
