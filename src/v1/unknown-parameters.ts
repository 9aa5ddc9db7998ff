/**
 * Parameters that a table lacks. The library refuses them. Over HTTP they are ignored, as the service did; but one that looks like a
 * filter is refused: its answer would have cases that nobody asked for.
 */
import { closestName } from "./closest-name.ts";
import {
  type Messages,
  type Parameter,
  type ParameterValues,
  type Question,
  queryOf,
  wrongParameters,
} from "./parameter.ts";

/** What happens to a parameter that a question does not have. */
export type UnknownParameters = "refused" | "ignored";

/** Filters of cases that other collections do not have. */
const OTHER_FILTERS: ReadonlySet<string> = new Set(["author_type", "source"]);

type Names = readonly Pick<Parameter<unknown, never>, "name">[];

/** Messages for names that look like filters: with a suffix, or with a dot. */
export function unknownFilters(values: ParameterValues, table: Names): Messages {
  const messages: Record<string, readonly string[]> = {};
  for (const name of unknownNames(values.keys(), table))
    if (/__|\./.test(name) || OTHER_FILTERS.has(name)) messages[name] = [messageOf("filter", name, table)];
  return messages;
}

/** @throws CaselawError `invalid` with `parameters`: the names that the table lacks, each with the most similar known one */
export function refuseUnknown(question: Question, table: Names): void {
  const unknown = unknownNames(queryOf(question).keys(), table);
  if (unknown.length === 0) return;
  throw wrongParameters(
    Object.fromEntries(unknown.map((name) => [name, [messageOf("parameter", name, table)]])),
  );
}

/** The names that are ignored. */
export function unknownNames(names: Iterable<string>, table: Names): string[] {
  return [...new Set(names)].filter((name) => !table.some((known) => known.name === name));
}

function messageOf(kind: "filter" | "parameter", name: string, table: Names): string {
  const [field] = name.split("__");
  const own = table.filter((one) => one.name.startsWith(`${field}__`));
  const similar = closestName(
    name,
    (own.length > 0 ? own : table).map((one) => [one.name]),
  );
  const [first] = own;
  const plain = table.find((one) => one.name === field);
  const meant = similar ?? first?.name ?? plain?.name;
  return meant === undefined ? `No such ${kind}.` : `No such ${kind}. Did you mean ${meant}?`;
}
