/** Looks up reporters by name in a fixed table (reporter-table.ts), independent of the corpus. */
import { normaliseCitation } from "../domain/citation.ts";
import { REPORTER_TABLE } from "./reporter-table.ts";

export interface KnownReporter {
  /** Short name in citations: `Ill. 2d`; null if the written name is ambiguous, as `Harr.`. */
  readonly name: string | null;
  /** Whether a volume is the year of the decision: `2009 WI 75`. */
  readonly isNeutral: boolean;
}

interface Names {
  readonly ordinary: ReadonlyMap<string, KnownReporter>;
  /** Separate, because some have the normal form of an ordinary one: `ME` and `Me.` */
  readonly neutral: ReadonlyMap<string, KnownReporter>;
}

/** Volumes that can be the year of a neutral citation. */
const YEAR = /^(?:19|20)\d\d$/;

let known: Names | null = null;

/**
 * Returns the reporter with a name or a variation of it; null if it is not in the table.
 *
 * @param normal normal form of the name
 * @param volume the volume before the name; with a year, a neutral citation with this name takes precedence
 */
export function knownReporter(normal: string, volume: string): KnownReporter | null {
  // parsed on first use, because most commands do not need it
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
