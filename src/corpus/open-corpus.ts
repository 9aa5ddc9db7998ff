/** Opens a corpus for questions. */
import type { CorpusSource } from "../domain/corpus-source.ts";
import type { MatchLimits } from "../store/search/match-cache.ts";
import type { Access } from "./access.ts";
import { Corpus } from "./corpus.ts";
import { openFile } from "./open-source.ts";

export type { MatchLimits } from "../store/search/match-cache.ts";

/** How a corpus is read: for whom, and how many matches relevance scores. */
export interface CorpusOptions extends MatchLimits {
  /** The reader's rights; `owner` by default. */
  readonly access?: Access;
}

/**
 * Opens a corpus for reading; close it with `using` or `[Symbol.dispose]()`.
 *
 * @param from the path of a corpus file, or what `openEngine` returns
 * @throws CaselawError `not_found`, `corrupt` or `unsupported` (another version)
 */
export function openCorpus(
  from: string | CorpusSource,
  { access = "owner", ...options }: CorpusOptions = {},
): Corpus {
  return new Corpus(typeof from === "string" ? openFile(from, options) : from, access);
}
