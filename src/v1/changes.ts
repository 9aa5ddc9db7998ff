/** What was added, changed and removed since a point, in the form that `caselaw changes --format json` prints. */

import type { Corpus } from "../corpus/corpus.ts";
import { instantKey } from "../domain/decision-date.ts";
import { CaselawError } from "../domain/errors.ts";
import type { Change, ChangeSpan } from "../domain/ledger.ts";
import {
  fine,
  mapped,
  merged,
  type ParameterTable,
  parametersIn,
  type Question,
  type Reading,
  readParameters,
  refused,
  truth,
  upTo,
  valuesOf,
} from "./parameter.ts";

/** A case that was added, changed or removed. */
export interface V1Change extends Pick<Change, "number" | "kind" | "at"> {
  readonly case_id: number;
  /** The run, as in `stats`; null if no run had begun. */
  readonly run_id: number | null;
}

/** The changes since a point. */
export interface V1Changes {
  /** The requested change number, or the one before the first change at or after the requested date. */
  readonly since: number;
  /** The newest change of the corpus: the next `since` once all of `results` was read. */
  readonly until: number;
  /** Whether `limit` cut the answer. Without `net`, the last number is then the next `since`. */
  readonly more: boolean;
  /** By number; with `net` by case id. */
  readonly results: readonly V1Change[];
}

interface Part {
  readonly span?: ChangeSpan;
  readonly net?: boolean;
  readonly limit?: number;
}

/** The part of a corpus that spans of changes are read with. */
type ChangeLog = Pick<Corpus, "lastChange" | "changeNumberBefore">;

const SINCE = "Enter a change number, a date (YYYY-MM-DD) or an ISO 8601 time.";
const DEFAULT_LIMIT = 100;
const MAX_LIMIT = 999_999_999;
/** Rows read at a time for all changes. */
const PAGE = 1_000;

const PARAMETERS = {
  since: {
    describes:
      "a change number: what came after it; or a date or ISO 8601 time: what came at or after it, in UTC; default 0, all",
    read: ([text], log) => mapped(spanSince(text, log), (span) => ({ span })),
  },
  net: truth("one line a case, by id: whether it was added, changed or removed in the end", (net) => ({
    net,
  })),
  limit: upTo(MAX_LIMIT, `changes at most; default ${DEFAULT_LIMIT}`, (limit) => ({ limit })),
} satisfies ParameterTable<Part, ChangeLog>;

/** The parameters of `V1.changes`. */
export type ChangesParameterName = keyof typeof PARAMETERS;
export const CHANGES_PARAMETERS = parametersIn<Part, ChangeLog>(PARAMETERS);

/** From a point in the change log to the newest change: digits are a change number, anything else is a date or time. */
function spanSince(text: string, log: ChangeLog): Reading<ChangeSpan> {
  const until = log.lastChange();
  if (/^\d+$/.test(text)) {
    const since = Number(text);
    return since <= until ? fine({ since, until }) : refused(`The newest change of this corpus is ${until}.`);
  }
  const instant = instantKey(text);
  return instant === null ? refused(SINCE) : fine({ since: log.changeNumberBefore(instant), until });
}

/** The same for a caller that has no other parameters. @throws CaselawError `invalid` with `parameters` */
export function readSpan(point: string, log: ChangeLog): ChangeSpan {
  const reading = spanSince(point, log);
  if ("value" in reading) return reading.value;
  throw new CaselawError("invalid", `Cannot use since "${point}": ${reading.error}`, {
    parameters: { since: [reading.error] },
  });
}

/** @throws CaselawError `invalid` with `parameters` */
export function v1Changes(corpus: Corpus, question: Question): V1Changes {
  const { span, net, limit = DEFAULT_LIMIT } = readQuestion(corpus, question);
  const rows = net
    ? Iterator.from(corpus.netChanges(span))
        .take(limit + 1)
        .toArray()
    : corpus.changes(span, limit + 1);
  return { ...span, more: rows.length > limit, results: rows.slice(0, limit).map(changeRecord) };
}

/** All changes of a request, with one page in memory at a time. @throws CaselawError as `v1Changes` */
export function* eachV1Change(corpus: Corpus, question: Question): Generator<V1Change> {
  const { span, net, limit = Number.POSITIVE_INFINITY } = readQuestion(corpus, question);
  let left = limit;
  for (const change of net ? corpus.netChanges(span) : changesOf(corpus, span)) {
    if (left-- <= 0) return;
    yield changeRecord(change);
  }
}

function readQuestion(corpus: Corpus, question: Question): Part & { readonly span: ChangeSpan } {
  const parts = readParameters(CHANGES_PARAMETERS, valuesOf(question), corpus);
  return { span: { since: 0, until: corpus.lastChange() }, ...merged<Part>({}, parts) };
}

function* changesOf(corpus: Corpus, { since, until }: ChangeSpan): Generator<Change> {
  for (let from = since; ; ) {
    const rows = corpus.changes({ since: from, until }, PAGE);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    from = last.number;
  }
}

function changeRecord({ number, kind, caseId, at, runId }: Change): V1Change {
  return { number, kind, case_id: caseId, at, run_id: runId };
}
