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

/** Words of reporters' names, and their abbreviations in normal form. */
const SHORT_WORDS = new Map(
  [
    "alabama ala|alaska alaska|arizona ariz|arkansas ark|california cal|colorado colo|connecticut conn|delaware del|florida fla|georgia ga",
    "hawaii haw|hawaii's haw|idaho idaho|illinois ill|indiana ind|iowa iowa|kansas kan|kentucky ky|louisiana la|maine me|maryland md",
    "massachusetts mass|michigan mich|minnesota minn|mississippi miss|missouri mo|montana mont|nebraska neb|nevada nev|ohio ohio",
    "oklahoma okla|oregon or|pennsylvania pa|tennessee tenn|texas tex|utah utah|vermont vt|virginia va|washington wash|wisconsin wis",
    "wyoming wyo|new n|york y|jersey j|hampshire h|mexico m|north n|south s|west w|carolina c|dakota d|rhode r|island i|united u|states s",
    "federal f|fed f|atlantic a|atl a|pacific p|pac p|northeastern ne|northwestern nw|southeastern se|southwestern sw|southern so|eastern e",
    "western w|supplement supp|supreme s|court ct|appellate app|appeals app|second 2d|third 3d|fourth 4th|fifth 5th",
    "cases cas|wisc wis|reports |report |reps |rep |reporter |series |ser ",
  ]
    .flatMap((line) => line.split("|"))
    .map((pair) => pair.split(" ") as [string, string]),
);
/** Their own reporters are not these: `California Reporter` is no `Cal.` */
const WITH_OWN_REPORTER = /^(?:California|New York)\b.*\bReporter\b/;

/** A reporter whose name is in full, or shortened in another way: `Montana Reports`, `Fed. Supp. 3d`, `Federal Reporter, Second Series`. */
export function reporterInFull(written: string, volume: string): KnownReporter | null {
  if (WITH_OWN_REPORTER.test(written)) return null;
  const words =
    written
      .toLowerCase()
      .replace("appellate court", "appellate")
      .match(/[\p{L}\p{N}']+/gu) ?? [];
  if (!words.some((word) => SHORT_WORDS.has(word))) return null;
  return knownReporter(
    words.map((word) => SHORT_WORDS.get(word) ?? normaliseCitation(word)).join(""),
    volume,
  );
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
