/** The reporters that are known by name, whatever the corpus holds (reporter-table.ts). */
import { normaliseCitation } from "../domain/citation.ts";
import { REPORTER_TABLE } from "./reporter-table.ts";

export interface KnownReporter {
  /** Short name as it is cited: `Ill. 2d`; null where what is written may mean several, as `Harr.` does. */
  readonly name: string | null;
  /** Whether a volume is the year of the decision: `2009 WI 75`. */
  readonly isNeutral: boolean;
}

interface Names {
  readonly ordinary: ReadonlyMap<string, KnownReporter>;
  /** Some go by the name of an ordinary one: `ME` and `Me.` */
  readonly neutral: ReadonlyMap<string, KnownReporter>;
}

/** Volumes that may be years of neutral citations. */
const YEAR = /^(?:19|20)\d\d$/;

let known: Names | null = null;

/**
 * The reporter of a name or one of its variations; null when the table has none.
 *
 * @param normal normal form of the name
 * @param volume the volume before it: a year makes it a neutral citation, if there is one of the name
 */
export function knownReporter(normal: string, volume: string): KnownReporter | null {
  // made when it is first asked for: most questions never do
  known ??= readTable();
  const neutral = YEAR.test(volume) ? known.neutral.get(normal) : undefined;
  return neutral ?? known.ordinary.get(normal) ?? null;
}

function readTable(): Names {
  const ordinary = new Map<string, KnownReporter>();
  const neutral = new Map<string, KnownReporter>();
  for (const entry of REPORTER_TABLE.split(";")) {
    const [first = "", ...variations] = entry.split("|");
    const isNeutral = first.startsWith("~");
    const name = isNeutral ? first.slice(1) : first;
    const reporter = { name: name === "" ? null : name, isNeutral };
    const names = name === "" ? variations : [normaliseCitation(name), ...variations];
    for (const normal of names) (isNeutral ? neutral : ordinary).set(normal, reporter);
  }
  return { ordinary, neutral };
}
