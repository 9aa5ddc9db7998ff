/**
 * What is new for an alert.
 *
 * The matches of today are compared with the cases that were reported before. So a case is new if it matches now and was never
 * reported, whatever made it match, and a rebuilt corpus repeats nothing. Only changed cases are read from the change log, and
 * only if the log is the one of the last run.
 */

import { isDeepStrictEqual } from "node:util";
import type { CorpusSnapshot } from "../corpus/open-corpus.ts";
import { hasWord } from "../corpus/search-words.ts";
import { CaselawError } from "../domain/errors.ts";
import type { CaseFilter } from "../domain/query.ts";
import { corpusIdOf } from "../store/database/corpus-state.ts";
import { CASE_PARAMETERS, type CaseParameter, readCaseRequest } from "../v1/case-parameters.ts";
import { type Question, valuesOf } from "../v1/parameter.ts";
import type { Alert, Mark } from "./alert.ts";

/** Rows of the change log that are read to find the newest one up to a number: renamed courts take numbers without a row. */
const HISTORY = 1_000;

export interface News {
  readonly mark: Mark;
  /** Ascending ids of the cases that match and were never reported. */
  readonly fresh: readonly number[];
  /** Ascending ids of cases that match, were reported, and changed since the last run; empty unless the alert reports them. */
  readonly changed: readonly number[];
  /** Why the changes since the last run are not known; null if they are. */
  readonly note: string | null;
}

/** The mark of an alert that has reported everything up to now. */
export function markOf(snapshot: CorpusSnapshot): Mark {
  const { state, lastChange } = snapshot.state;
  return { corpus: corpusIdOf(state), change: lastChange, row: newestRow(snapshot, lastChange) };
}

/** Ascending ids of all matches. @throws CaselawError `invalid` with `parameters` */
export function matchesOf(question: Alert["question"], snapshot: CorpusSnapshot): number[] {
  return [...snapshot.ids(filterOf(question, snapshot), "id")];
}

/** @throws CaselawError `invalid` with `parameters`, if the corpus no longer has a jurisdiction, court or reporter of the question */
export function newsOf(alert: Alert, snapshot: CorpusSnapshot): News {
  const mark = markOf(snapshot);
  const note = historyNote(alert.mark, snapshot);
  if (note === null && mark.change === alert.mark.change) return { mark, fresh: [], changed: [], note };
  const seen = new Set(alert.seen);
  const matches = matchesOf(alert.question, snapshot);
  const fresh = matches.filter((id) => !seen.has(id));
  if (note !== null || alert.reports === "new") return { mark, fresh, changed: [], note };
  const known = new Set(matches.filter((id) => seen.has(id)));
  // a case that this corpus lacked at the last run has not changed: it was reported from another corpus, or was removed
  const changed: number[] = [];
  for (const { kind, caseId } of snapshot.netChanges({ since: alert.mark.change, until: mark.change }))
    if (kind === "changed" && known.has(caseId)) changed.push(caseId);
  return { mark, fresh, changed, note };
}

function historyNote(mark: Mark, snapshot: CorpusSnapshot): string | null {
  const { state, lastChange } = snapshot.state;
  const consequence = "cases that were reported before are left out, and which of them changed is unknown";
  if (corpusIdOf(state) !== mark.corpus)
    return `the corpus is not the one of the last run (rebuilt, or another file): ${consequence}`;
  const row = lastChange < mark.change ? null : newestRow(snapshot, mark.change);
  const isSame = lastChange >= mark.change && isDeepStrictEqual(row, mark.row);
  return isSame ? null : `the corpus was restored to a state before the last run: ${consequence}`;
}

function newestRow(snapshot: CorpusSnapshot, until: number): Mark["row"] {
  const last = snapshot.changes({ since: Math.max(0, until - HISTORY), until }, HISTORY).at(-1);
  return last === undefined ? null : { number: last.number, caseId: last.caseId, at: last.at };
}

/**
 * The question of an alert: filters of cases, without the parameters that only arrange an answer, and without `match`, whose best cases say
 * nothing of what is new.
 */
const EXCLUDED = ["match", "ordering", "facet", "count", "preview", "full_case", "body_format", "seed"];

export const ALERT_PARAMETERS: readonly CaseParameter[] = CASE_PARAMETERS.filter(
  ({ name }) => !EXCLUDED.includes(name),
);

/** @throws CaselawError `invalid` with `parameters`: all that are wrong, also a search without a searchable word */
function filterOf(question: Question, snapshot: CorpusSnapshot): CaseFilter {
  const { filter } = readCaseRequest(valuesOf(question), snapshot, ALERT_PARAMETERS);
  if (filter.search !== undefined && !hasWord(filter.search)) {
    const message = "It contains no searchable word.";
    throw new CaselawError("invalid", `Cannot answer: search: ${message}`, {
      parameters: { search: [message] },
    });
  }
  return filter;
}
