/** Pages of lists: their parameters, their envelope (docs/interface.md, "List envelope"), and cursors. */
import { CaselawError } from "../domain/errors.ts";
import type { Page, Position, SortKey } from "../domain/query.ts";
import type { Facets } from "./facets.ts";
import { type ParameterTable, parametersIn, upTo } from "./parameter.ts";

/** A page of a list with its count, and the addresses of the pages around it. */
export interface Envelope<T> {
  readonly count: number | null;
  readonly next: string | null;
  readonly previous: string | null;
  /** Of cases, and only if requested. */
  readonly facets?: Facets;
  readonly results: readonly T[];
}

export const DEFAULT_PAGE_SIZE = 100;
export const MAX_PAGE_SIZE = 10_000;

/** A cursor is opaque until the order of the list is known. */
export interface Paging {
  readonly pageSize: number;
  readonly cursor: string;
}

const PAGING = {
  page_size: upTo(
    MAX_PAGE_SIZE,
    `results a page, 1 to ${MAX_PAGE_SIZE}, default ${DEFAULT_PAGE_SIZE}`,
    (pageSize) => ({ pageSize }),
  ),
  cursor: {
    describes: "the place to go on from, out of next or previous",
    anyLength: true,
    read: ([cursor]) => ({ value: { cursor } }),
  },
} satisfies ParameterTable<Partial<Paging>, unknown>;

/** The parameters of every list. */
export type PagingName = keyof typeof PAGING;
export const PAGING_PARAMETERS = parametersIn<Partial<Paging>, unknown>(PAGING);

/** The page of a list in memory around a position. */
export function pageOf<T>(
  records: readonly T[],
  keyOf: (record: T) => SortKey,
  position: Position | null,
  pageSize: number,
): Page<T> {
  const sorted = records.toSorted((a, b) => compareKeys(keyOf(a), keyOf(b)));
  const isBefore = position?.direction === "before";
  const least = isBefore ? 0 : 1;
  const index =
    position === null ? 0 : sorted.findIndex((record) => compareKeys(keyOf(record), position.key) >= least);
  const at = index < 0 ? sorted.length : index;
  const [start, end] = isBefore ? [Math.max(0, at - pageSize), at] : [at, at + pageSize];
  const items = sorted.slice(start, end);
  const [first, last] = [items[0], items.at(-1)];
  return {
    items,
    count: sorted.length,
    next: last !== undefined && end < sorted.length ? { direction: "after", key: keyOf(last) } : null,
    previous: first !== undefined && start > 0 ? { direction: "before", key: keyOf(first) } : null,
  };
}

/** Nulls last. */
function compareKeys(a: SortKey, b: SortKey): number {
  for (const [at, left] of a.entries()) {
    const right = b[at] ?? null;
    if (left === right) continue;
    if (left === null || right === null) return left === null ? 1 : -1;
    return left < right ? -1 : 1;
  }
  return 0;
}

const CHECK_CHARS = 8;
/** Characters of the seen ids: a URL has 8 KiB at most, and contains the question too. */
const MAX_SEEN_CHARS = 3_000;

/**
 * Direction, state or seed, seen ids, then the key. A state is a text and a seed a number: null unless the order is by relevance or
 * random. Seen ids are null unless it is by relevance.
 */
type CursorFields = [Position["direction"], string | number | null, string | null, ...Position["key"]];

/**
 * A position as opaque text. A checksum rejects cursors that were made elsewhere or for another order.
 *
 * @param order identifies the collection and its order: a cursor is valid for no other
 */
export function writeCursor(position: Position, order: string): string {
  const set = position.seen === undefined ? null : writeIdSet(position.seen);
  const seen = set !== null && set.length <= MAX_SEEN_CHARS ? set : null;
  const fields = JSON.stringify([
    position.direction,
    position.state ?? position.seed ?? null,
    seen,
    ...position.key,
  ] satisfies CursorFields);
  return Buffer.from(check(fields, order) + fields, "utf8").toString("base64url");
}

/** @throws CaselawError `invalid_cursor` */
export function readCursor(cursor: string, order: string): Position {
  const text = Buffer.from(cursor, "base64url").toString("utf8");
  const written = text.slice(CHECK_CHARS);
  const fields = text.slice(0, CHECK_CHARS) === check(written, order) ? parsed(written) : null;
  if (!isCursorFields(fields)) throw new CaselawError("invalid_cursor", "Invalid cursor");
  const [direction, pages, seen, ...key] = fields;
  return {
    direction,
    key,
    ...(typeof pages === "string" ? { state: pages } : {}),
    ...(typeof pages === "number" ? { seed: pages } : {}),
    ...(seen === null ? {} : { seen: readIdSet(seen) }),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** The checksum is not secret, so a text with a valid one can still be anything. */
function isCursorFields(value: unknown): value is CursorFields {
  if (!Array.isArray(value)) return false;
  const [direction, pages, seen, ...key]: unknown[] = value;
  return (
    (direction === "after" || direction === "before") &&
    (pages === null || typeof pages === "string" || Number.isSafeInteger(pages)) &&
    (seen === null || typeof seen === "string") &&
    key.length > 0 &&
    key.every((part) => part === null || typeof part === "string" || Number.isFinite(part))
  );
}

function check(fields: string, order: string): string {
  // loaded when it is first needed: a list of one page has no cursor, and this module is slow to load
  const { hash } = process.getBuiltinModule("node:crypto");
  return hash("sha256", `caselaw cursor\n${order}\n${fields}`, "base64url").slice(0, CHECK_CHARS);
}

/**
 * A set of case ids as short text: sorted, the differences as varints, in base64url. An id takes some three characters if a thousand
 * ids are spread over all the publisher's cases.
 */
export function writeIdSet(ids: readonly number[]): string {
  const bytes: number[] = [];
  let last = 0;
  for (const id of [...new Set(ids)].sort((a, b) => a - b)) {
    // ids have up to 53 bits: no bit operators
    let rest = id - last;
    for (; rest > 127; rest = Math.floor(rest / 128)) bytes.push((rest % 128) + 128);
    bytes.push(rest);
    last = id;
  }
  return Buffer.from(bytes).toString("base64url");
}

/** The ids of a text that `writeIdSet` made, ascending. */
export function readIdSet(text: string): number[] {
  const ids: number[] = [];
  let [last, difference, scale] = [0, 0, 1];
  for (const byte of Buffer.from(text, "base64url")) {
    difference += (byte % 128) * scale;
    scale *= 128;
    if (byte > 127) continue;
    last += difference;
    ids.push(last);
    [difference, scale] = [0, 1];
  }
  return ids;
}
