/** The envelope of every list (docs/interface.md, "List envelope"), and the paging parameters that all collections share. */
import type { Page, Position, RankingKind } from "../domain/listing.ts";
import { readCursor, writeCursor } from "./cursor.ts";
import type { Facets } from "./facets.ts";
import { NO_NUMBER, type Parameter, readNumber, refused } from "./query/parameter.ts";

/** Where an envelope tells how it was ranked: a key that JSON leaves out, because the interface has no such one. */
export const RANKING = Symbol("ranking");

export interface Envelope<T> {
  readonly count: number | null;
  readonly next: string | null;
  readonly previous: string | null;
  /** Of cases, and only when asked for. */
  readonly facets?: Facets;
  readonly results: readonly T[];
  /** There when not all matches were scored: those that were come first, the others after them by date. */
  readonly [RANKING]?: "bounded";
}

/** Whether an answer is a page by relevance of which not all matches were scored. */
export function isBounded(answer: object): boolean {
  return RANKING in answer;
}

export const DEFAULT_PAGE_SIZE = 100;
export const MAX_PAGE_SIZE = 10_000;

/** `{ pageSize }` or `{ cursor }`; a cursor can be read only once the order is known. */
export interface PagingPart {
  readonly pageSize?: number;
  readonly cursor?: string;
}

export const PAGING_PARAMETERS: readonly Parameter<PagingPart, unknown>[] = [
  {
    name: "page_size",
    describes: `results a page, 1 to ${MAX_PAGE_SIZE}, default ${DEFAULT_PAGE_SIZE}`,
    read: ([text]) => {
      const size = readNumber(text);
      if (size === null) return NO_NUMBER;
      if (size > MAX_PAGE_SIZE)
        return refused(`Ensure this value is less than or equal to ${MAX_PAGE_SIZE}.`);
      return size < 1
        ? refused("Ensure this value is greater than or equal to 1.")
        : { value: { pageSize: size } };
    },
  },
  {
    name: "cursor",
    describes: "the place to go on from, out of next or previous",
    anyLength: true,
    read: ([cursor]) => ({ value: { cursor } }),
  },
];

/** @throws CaselawError `invalid_cursor` */
export function positionOf(cursor: string | undefined, order: string): Position | null {
  return cursor === undefined ? null : readCursor(cursor, order);
}

/** Puts a page into its envelope; `next` and `previous` are the question's own address with another cursor. */
export function envelopeOf<T, A>(
  page: Page<T> & { readonly ranking?: RankingKind | null },
  results: readonly A[],
  question: { readonly address: string; readonly query: URLSearchParams; readonly order: string },
  facets: Facets | null = null,
): Envelope<A> {
  const rest = new URLSearchParams(question.query);
  rest.delete("cursor");
  const start = `${question.address}?${rest}${rest.size === 0 ? "" : "&"}cursor=`;
  // a cursor is base64url, of which nothing must be escaped
  const link = (position: Position | null): string | null =>
    position === null ? null : start + writeCursor(position, question.order);
  return {
    count: page.count,
    next: link(page.next),
    previous: link(page.previous),
    ...(facets === null ? {} : { facets }),
    results,
    ...(page.ranking === "bounded" ? { [RANKING]: "bounded" } : {}),
  };
}
