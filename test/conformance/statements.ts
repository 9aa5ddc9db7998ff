/** Every statement of the suite, in the order they are tried. */
import { BODIES } from "./bodies.ts";
import { DOWNLOADS } from "./downloads.ts";
import { CASE_FILTERS, MORE_FILTERS } from "./filters.ts";
import { ORDERS, PAGING } from "./paging.ts";
import { ENDPOINTS, PROTOCOL } from "./protocol.ts";
import { RECORDS } from "./records.ts";
import { SEARCH } from "./search.ts";
import type { Statement } from "./statement.ts";
import { CITING, SOURCE_VALUES, SUFFIXES } from "./suffixes.ts";

export const STATEMENTS: readonly Statement[] = [
  ...PAGING,
  ...RECORDS,
  ...CASE_FILTERS,
  ...MORE_FILTERS,
  ...SUFFIXES,
  ...CITING,
  ...ORDERS,
  ...SOURCE_VALUES,
  ...SEARCH,
  ...ENDPOINTS,
  ...BODIES,
  ...PROTOCOL,
  ...DOWNLOADS,
];
