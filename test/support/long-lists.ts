/** Replaces store/words/list-lengths, so that a list of more than 3 cases is long. For `vi.mock`. */
import type * as ListLengths from "../../src/store/words/list-lengths.ts";

const LONG = 3;

export function withLongLists(original: typeof ListLengths): Partial<typeof ListLengths> {
  return {
    ...original,
    LONG_LIST: LONG as never,
    MAX_FIELDS_READ: LONG as never,
    listLengthsOf: (db) => {
      const lengthOf = original.listLengthsOf(db);
      return (token) => (lengthOf(token) > LONG ? Number.POSITIVE_INFINITY : lengthOf(token));
    },
  };
}
