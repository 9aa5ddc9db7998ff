/** What was added, changed and removed since a point, in the form that `caselaw changes --format json` prints. */
import { instantKey } from "../domain/instant.ts";
import type { Change, ChangeKind, ChangeSpan } from "../store/ledger/changes.ts";
import type { CorpusReader } from "../store/read/corpus-reader.ts";
import {
  fine,
  type Parameter,
  type Parameters,
  queryOf,
  readParameters,
  refused,
  valuesOf,
} from "./query/parameter.ts";

export interface ChangeAnswer {
  /** Growing; with gaps where a transaction was undone. */
  readonly number: number;
  readonly kind: ChangeKind;
  readonly case_id: number;
  /** ISO 8601 instant. */
  readonly at: string;
  /** As `runs` of the stats tell it; null before runs were kept. */
  readonly run_id: number | null;
}

export interface ChangesAnswer {
  /** The number that the question came to: its own, or that before the first change at or after its date. */
  readonly since: number;
  /** The newest change of the corpus: what to go on from once all of `results` was read. */
  readonly until: number;
  /** Whether `limit` cut the answer. Without `net` its last number is what to go on from. */
  readonly more: boolean;
  /** By number; with `net` by case id. */
  readonly results: readonly ChangeAnswer[];
}

interface Part {
  readonly span?: ChangeSpan;
  readonly net?: boolean;
  readonly limit?: number;
}

type Reader = Pick<CorpusReader, "changes">;

const SINCE = "Enter a change number, a date (YYYY-MM-DD) or an ISO 8601 time.";
const DEFAULT_LIMIT = 100;
/** Rows read at a time by those who want all. */
const PAGE = 1_000;

/** Of a question for changes: `since`, `net`, `limit`. */
export const CHANGES_PARAMETERS: readonly Parameter<Part, Reader>[] = [
  {
    name: "since",
    describes:
      "a change number: what came after it; or a date or ISO 8601 time: what came at or after it, in UTC; default 0, all",
    read: ([text], reader) => spanSince(text, reader),
  },
  {
    name: "net",
    describes: "one line a case, by id: whether it was added, changed or removed in the end",
    choices: ["true", "false"],
    read: ([text]) =>
      text === "true" || text === "false" ? fine({ net: text === "true" }) : refused("Enter true or false."),
  },
  {
    name: "limit",
    describes: `changes at most; default ${DEFAULT_LIMIT}`,
    read: ([text]) =>
      /^[1-9]\d{0,8}$/.test(text) ? fine({ limit: Number(text) }) : refused("Enter a number from 1."),
  },
];

/**
 * Reads a point in the change log: digits are a change number, all else a date or time.
 *
 * @returns the span from there to the newest change, or what is wrong: no such number yet, no date
 */
export function spanSince(
  text: string,
  reader: Reader,
): { readonly value: Part & { readonly span: ChangeSpan } } | { readonly error: string } {
  const until = reader.changes.last();
  if (/^\d+$/.test(text)) {
    const since = Number(text);
    return since <= until
      ? { value: { span: { since, until } } }
      : refused(`The newest change of this corpus is ${until}.`);
  }
  const instant = instantKey(text);
  return instant === null
    ? refused(SINCE)
    : { value: { span: { since: reader.changes.numberBefore(instant), until } } };
}

/** @throws CaselawError `invalid` with `parameters` */
export function answerChanges(reader: CorpusReader, question: Parameters | URLSearchParams): ChangesAnswer {
  const { span, net, limit = DEFAULT_LIMIT } = readQuestion(reader, question);
  const rows = net ? firstOf(reader.changes.net(span), limit + 1) : reader.changes.read(span, limit + 1);
  return { ...span, more: rows.length > limit, results: rows.slice(0, limit).map(changeAnswer) };
}

/** All changes that a question asks for, a page in memory at a time. @throws CaselawError as `answerChanges` */
export function* eachChange(
  reader: CorpusReader,
  question: Parameters | URLSearchParams,
): Generator<ChangeAnswer> {
  const { span, net, limit = Number.POSITIVE_INFINITY } = readQuestion(reader, question);
  let left = limit;
  for (const change of net ? reader.changes.net(span) : rowsOf(reader, span)) {
    if (left-- <= 0) return;
    yield changeAnswer(change);
  }
}

function readQuestion(
  reader: CorpusReader,
  question: Parameters | URLSearchParams,
): Part & { readonly span: ChangeSpan } {
  const query = question instanceof URLSearchParams ? question : queryOf(question);
  const parts = readParameters(CHANGES_PARAMETERS, valuesOf(query), reader);
  return Object.assign({ span: { since: 0, until: reader.changes.last() } }, ...parts);
}

function* rowsOf(reader: CorpusReader, { since, until }: ChangeSpan): Generator<Change> {
  for (let from = since; ; ) {
    const rows = reader.changes.read({ since: from, until }, PAGE);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < PAGE) return;
    from = last.number;
  }
}

function firstOf(changes: Iterable<Change>, limit: number): Change[] {
  const first: Change[] = [];
  for (const change of changes) {
    first.push(change);
    if (first.length >= limit) break;
  }
  return first;
}

function changeAnswer({ number, kind, caseId, at, runId }: Change): ChangeAnswer {
  return { number, kind, case_id: caseId, at, run_id: runId };
}
