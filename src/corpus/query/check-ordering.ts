/** An order by relevance without anything to be relevant to is wrong (docs/interface.md, "Parameters of cases"). */
import { type Messages, noSuchChoice } from "./parameter.ts";

/** What is wrong with the ordering when it needs a search and there is none; nothing otherwise. */
export function orderingFaults(values: ReadonlyMap<string, readonly string[]>): Messages {
  const ordering = values.get("ordering")?.at(-1);
  if (ordering === undefined || !/^-?relevance$/.test(ordering) || values.has("search")) return {};
  return { ordering: [noSuchChoice(ordering).error] };
}
