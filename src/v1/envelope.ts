/** The envelope of every list (docs/interface.md, "List envelope"), and the paging parameters that all collections share. */
import type { Facets } from "./facets.ts";
import { NO_NUMBER, type Parameter, readNumber, refused } from "./parameter.ts";

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

export const PAGING_PARAMETERS: readonly Parameter<Partial<Paging>, unknown>[] = [
  {
    name: "page_size",
    describes: `results a page, 1 to ${MAX_PAGE_SIZE}, default ${DEFAULT_PAGE_SIZE}`,
    number: { type: "integer", minimum: 1, maximum: MAX_PAGE_SIZE },
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

/** The URL of a list, the parameters of the request, and the order that its cursors are valid for. */
export interface ListAddress {
  readonly url: string;
  readonly query: URLSearchParams;
  readonly order: string;
}

/** The count of a list, and the cursors of the pages around this one; null at either end. */
export interface PageEnds {
  readonly count: number | null;
  readonly next: string | null;
  readonly previous: string | null;
}

/** Puts a page into its envelope; `next` and `previous` are the URL of the request with another cursor. */
export function envelopeOf<A>(
  { count, next, previous }: PageEnds,
  results: readonly A[],
  { url, query }: ListAddress,
  facets: Facets | null = null,
): Envelope<A> {
  const rest = new URLSearchParams(query);
  rest.delete("cursor");
  const start = `${url}?${rest}${rest.size === 0 ? "" : "&"}cursor=`;
  // a cursor is base64url and needs no escaping
  const link = (cursor: string | null): string | null => (cursor === null ? null : start + cursor);
  return {
    count,
    next: link(next),
    previous: link(previous),
    ...(facets === null ? {} : { facets }),
    results,
  };
}
