/** How a corpus is opened for queries. */
import type { MatchLimits } from "../search/match-cache.ts";
import type { ReadBody } from "../write/case-row-writer.ts";

export interface ReaderOptions extends MatchLimits {
  /** Parses a stored body: for the citations in its text, and for searches that read texts. Without it, no text is read. */
  readonly readBody?: ReadBody | undefined;
}
