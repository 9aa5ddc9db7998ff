/** What a match looks up in a corpus where every lookup finds too many. */
import type { Lookups } from "../../src/store/search/lookups.ts";

export const TOO_MANY: Lookups = {
  findIds: () => null,
  findNameWords: () => null,
  findTokens: () => null,
  isCommonPrefix: () => false,
  columnsOf: () => [],
  placeTest: () => null,
  findCourts: () => [],
};
