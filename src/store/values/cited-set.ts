/** The cases that cite into a set of cases: how large the set may be. */
import { CaselawError } from "../../domain/errors.ts";

/** Cases of the set; each is looked up in the index by its id and its citations. */
export const MAX_CITED_CASES = 20_000;

export function tooManyCited(): CaselawError {
  const message = `More than ${MAX_CITED_CASES} cases are selected as cited cases. Select fewer of them.`;
  return new CaselawError("invalid", `Cannot answer: cites_to__FILTER: ${message}`, {
    parameters: { cites_to__FILTER: [message] },
  });
}
