/** The change log in the engine: a document a change. */

import type { ChangeLog } from "../../domain/corpus-source.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Change, ChangeKind, ChangeSpan, TouchedCase } from "../../domain/ledger.ts";
import { filtered, type Query } from "../query/query.ts";
import { casesOfReferences } from "./engine-cases.ts";
import type { EngineIndex, Hit, TableCache } from "./engine-index.ts";

/** Changes of one request. */
const PAGE = 10_000;

export class EngineChangeLog implements ChangeLog {
  readonly #index: EngineIndex;
  readonly #tables: TableCache;

  constructor(index: EngineIndex, tables: TableCache) {
    this.#index = index;
    this.#tables = tables;
  }

  last(): number {
    return this.#index.during(() => this.#index.state.change);
  }

  numberBefore(instant: string): number {
    return this.#index.during(() => {
      const query = filtered([{ range: { at: { gte: instant } } }, inSpan({ since: 0, until: this.last() })]);
      const [first] = this.#index.search("changes", { query, sort: [{ number: "asc" }], size: 1 }).hits;
      return first === undefined ? this.last() : changeOf(first).number - 1;
    });
  }

  read(span: ChangeSpan, limit: number): Change[] {
    return this.#index.during(() => {
      const query = filtered([inSpan(span)]);
      return this.#index
        .search("changes", { query, sort: [{ number: "asc" }], size: limit })
        .hits.map(changeOf);
    });
  }

  *net(span: ChangeSpan): Generator<Change> {
    const sort = [{ case_id: "asc" }, { number: "asc" }];
    let first: Change | undefined;
    let last: Change | undefined;
    for (const hit of this.#index.walk("changes", { query: filtered([inSpan(span)]), sort, size: PAGE })) {
      const change = changeOf(hit);
      if (last?.caseId !== change.caseId) {
        yield* netOf(first, last);
        first = change;
      }
      last = change;
    }
    yield* netOf(first, last);
  }

  *touched(span: ChangeSpan): Generator<TouchedCase> {
    const moved = this.#index
      .during(() => this.#tables.get("referenceChanges"))
      .filter(({ number }) => number > span.since && number <= span.until);
    const others = moved.length === 0 ? [] : casesOfReferences(this.#index, moved);
    yield* merged(this.net(span), others);
  }
}

/** @param first change of a case in a span */
function netOf(first: Change | undefined, last: Change | undefined): Change[] {
  if (first === undefined || last === undefined) return [];
  if (last.kind === "removed") return first.kind === "added" ? [] : [last];
  return [{ ...last, kind: first.kind === "added" ? "added" : "changed" }];
}

/** The document of a change. */
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

/** Both ascend by id. */
function* merged(changes: Iterable<Change>, others: Iterable<number>): Generator<TouchedCase> {
  const rest = others[Symbol.iterator]();
  let other = rest.next();
  for (const { caseId, kind } of changes) {
    while (other.done !== true && other.value < caseId) {
      yield { caseId: other.value, gone: 0 };
      other = rest.next();
    }
    if (other.done !== true && other.value === caseId) other = rest.next();
    yield { caseId, gone: kind === "removed" ? 1 : 0 };
  }
  for (; other.done !== true; other = rest.next()) yield { caseId: other.value, gone: 0 };
}
