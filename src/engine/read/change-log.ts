/** The change log in the engine: one document for each change. */

import type { ChangeLog } from "../../domain/corpus-source.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Change, ChangeKind, ChangeSpan, TouchedCase } from "../../domain/ledger.ts";
import { filtered, type Query } from "../query/query.ts";
import { casesOfReferences } from "./engine-cases.ts";
import type { EngineIndex, Hit, TableCache } from "./engine-index.ts";

const PAGE = 10_000;

export function changeLogOf(index: EngineIndex, tables: TableCache): ChangeLog {
  const search = (filters: readonly Query[], size: number): Change[] =>
    index.search("changes", { query: filtered(filters), sort: [{ number: "asc" }], size }).hits.map(changeOf);
  const last = (): number => index.during(() => index.state.change);
  return {
    last,
    numberBefore: (instant) =>
      index.during(() => {
        const [first] = search([{ range: { at: { gte: instant } } }, inSpan({ since: 0, until: last() })], 1);
        return first === undefined ? last() : first.number - 1;
      }),
    read: (span, limit) => index.during(() => search([inSpan(span)], limit)),
    net: (span) => netIn(index, span),
    *touched(span) {
      const moved = index
        .during(() => tables.get("referenceChanges"))
        .filter(({ number }) => number > span.since && number <= span.until);
      yield* merged(netIn(index, span), moved.length === 0 ? [] : casesOfReferences(index, moved));
    },
  };
}

function* netIn(index: EngineIndex, span: ChangeSpan): Generator<Change> {
  const sort = [{ case_id: "asc" }, { number: "asc" }];
  let first: Change | undefined;
  let last: Change | undefined;
  for (const hit of index.walk("changes", { query: filtered([inSpan(span)]), sort, size: PAGE })) {
    const change = changeOf(hit);
    if (last?.caseId !== change.caseId) {
      yield* netOf(first, last);
      first = change;
    }
    last = change;
  }
  yield* netOf(first, last);
}

function netOf(first: Change | undefined, last: Change | undefined): Change[] {
  if (first === undefined || last === undefined) return [];
  if (last.kind === "removed") return first.kind === "added" ? [] : [last];
  return [{ ...last, kind: first.kind === "added" ? "added" : "changed" }];
}

export function changeDocument({ number, kind, caseId, at, runId }: Change): JsonObject {
  return { number, kind, case_id: caseId, at, run_id: runId };
}

function changeOf({ source }: Hit): Change {
  return {
    number: Number(source.number),
    kind: source.kind as ChangeKind,
    caseId: Number(source.case_id),
    at: String(source.at),
    runId: typeof source.run_id === "number" ? source.run_id : null,
  };
}

function inSpan({ since, until }: ChangeSpan): Query {
  return { range: { number: { gt: since, lte: until } } };
}

/** Merges the changed cases and the moved ones; both ascend by id. */
function* merged(changes: Iterable<Change>, movedIds: Iterable<number>): Generator<TouchedCase> {
  const iterator = movedIds[Symbol.iterator]();
  let moved = iterator.next();
  for (const { caseId, kind } of changes) {
    while (moved.done !== true && moved.value < caseId) {
      yield { caseId: moved.value, gone: 0 };
      moved = iterator.next();
    }
    if (moved.done !== true && moved.value === caseId) moved = iterator.next();
    yield { caseId, gone: kind === "removed" ? 1 : 0 };
  }
  for (; moved.done !== true; moved = iterator.next()) yield { caseId: moved.value, gone: 0 };
}
