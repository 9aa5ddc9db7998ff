/** The question of an alert: filters of cases, without the parameters that only arrange an answer. */

import type { CorpusSnapshot } from "../corpus/open-corpus.ts";
import { hasWord } from "../corpus/search-words.ts";
import { CaselawError } from "../domain/errors.ts";
import type { CaseFilter } from "../domain/query.ts";
import { CASE_PARAMETERS, readCaseRequest } from "../v1/case-parameters.ts";
import type { CaseParameter } from "../v1/case-request.ts";
import { type Question, valuesOf } from "../v1/parameter.ts";

const NOT_HERE = ["ordering", "facet", "count", "preview", "full_case", "body_format", "seed"];

export const ALERT_PARAMETERS: readonly CaseParameter[] = CASE_PARAMETERS.filter(
  ({ name }) => !NOT_HERE.includes(name),
);

/** @throws CaselawError `invalid` with `parameters`: all that are wrong, also a search without a searchable word */
export function filterOf(question: Question, snapshot: CorpusSnapshot): CaseFilter {
  const { filter } = readCaseRequest(valuesOf(question), snapshot, ALERT_PARAMETERS);
  if (filter.search !== undefined && !hasWord(filter.search)) {
    const message = "It contains no searchable word.";
    throw new CaselawError("invalid", `Cannot answer: search: ${message}`, {
      parameters: { search: [message] },
    });
  }
  return filter;
}
