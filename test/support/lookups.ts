/** What a plan looks up in a corpus where every lookup finds too many. */
import type { Lookups } from "../../src/store/search/plan.ts";

export const TOO_MANY: Lookups = {
  find: { byCitation: () => null, byCondition: () => null, citedBy: () => null },
  findNameWords: () => null,
  findTokens: () => null,
  findFitting: () => null,
  canListTokens: () => false,
  isCommonPrefix: () => false,
  findCourts: () => [],
  openTexts: () => ({ cases: "", citingInText: () => [] }),
  findCiting: () => [],
  findBest: () => [],
  findWithOpinions: () => [],
  findBlocked: () => [],
};

/** Every lookup finds nothing. */
export const NO_LOOKUPS: Lookups = {
  ...TOO_MANY,
  find: { byCitation: () => [], byCondition: () => [], citedBy: () => [] },
  findNameWords: () => [],
  findTokens: () => [],
};
