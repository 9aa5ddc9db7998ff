/** The reporters that are known by name, whatever the corpus holds (reporter-table.ts). */
import { normaliseCitation } from "../domain/citation.ts";
import { REPORTER_TABLE } from "./reporter-table.ts";

export interface KnownReporter {
  /** Short name as it is cited: `Ill. 2d`. */
  readonly name: string;
  /** Whether a volume is the year of the decision: `2009 WI 75`. */
  readonly isNeutral: boolean;
}

let known: ReadonlyMap<string, KnownReporter> | null = null;

/** The reporter of a name or one of its variations; null when the table has none. @param normal normal form of the name */
export function knownReporter(normal: string): KnownReporter | null {
  // made when it is first asked for: most questions never do
  known ??= readTable();
  return known.get(normal) ?? null;
}

/** How many names and variations are known. */
export function countNames(): number {
  known ??= readTable();
  return known.size;
}

function readTable(): Map<string, KnownReporter> {
  const byName = new Map<string, KnownReporter>();
  for (const entry of REPORTER_TABLE.split(";")) {
    const [first = "", ...variations] = entry.split("|");
    const name = first.replace(/^~/, "");
    const reporter = { name, isNeutral: first !== name };
    for (const normal of [normaliseCitation(name), ...variations]) byName.set(normal, reporter);
  }
  return byName;
}
