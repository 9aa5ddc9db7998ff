/**
 * Parameters that a table lacks. They are ignored, as the service did; but one that looks like a filter is refused: its answer would
 * have cases that nobody asked for.
 */
import { closestName } from "./closest-name.ts";
import type { Messages, Parameter, ParameterValues } from "./parameter.ts";

/** Filters of cases that other collections do not have. */
const OTHER_FILTERS: ReadonlySet<string> = new Set(["author_type", "source"]);

type Names = readonly Pick<Parameter<unknown, never>, "name">[];

/** Messages for names that look like filters: with a suffix, or with a dot. */
export function unknownFilters(values: ParameterValues, table: Names): Messages {
  const messages: Record<string, readonly string[]> = {};
  for (const name of unknownNames(values.keys(), table))
    if (/__|\./.test(name) || OTHER_FILTERS.has(name)) messages[name] = [messageOf(name, table)];
  return messages;
}

/** The names that are ignored. */
export function unknownNames(names: Iterable<string>, table: Names): string[] {
  const known = new Set(table.map(({ name }) => name));
  return [...new Set(names)].filter((name) => !known.has(name));
}

function messageOf(name: string, table: Names): string {
  const [field] = name.split("__");
  const own = table.filter((one) => one.name.startsWith(`${field}__`));
  const similar = closestName(
    name,
    (own.length > 0 ? own : table).map((one) => [one.name]),
  );
  const [first] = own;
  const meant = similar ?? first?.name;
  return meant === undefined ? "No such filter." : `No such filter. Did you mean ${meant}?`;
}
