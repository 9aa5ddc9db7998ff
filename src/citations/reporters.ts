/** Looks up reporters by name in a fixed table (reporter-table.ts), and volumes by their two names, independent of the corpus. */
import { normaliseCitation } from "../domain/citation.ts";
import { REPORTER_TABLE } from "./reporter-table.ts";

export interface KnownReporter {
  /** Short name in citations: `Ill. 2d`; null if the written name is ambiguous, as `Harr.`. */
  readonly name: string | null;
  /** Whether a volume is the year of the decision: `2009 WI 75`. */
  readonly isNeutral: boolean;
}

/** Volumes that can be the year of a neutral citation. */
const YEAR = /^(?:19|20)\d\d$/;

let known: ReturnType<typeof readTable> | null = null;

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

/** The normal forms of all names of a reporter, its own among them: sources name `Ill. Cir. Ct.` also `Ill. Cir. Ct. Rep.` @param name from the table */
export function reporterNames(name: string): readonly string[] {
  known ??= readTable();
  const { ordinary } = known;
  const reporter = ordinary.get(normaliseCitation(name));
  return (reporter === undefined ? [] : (known.names.get(name) ?? [])).filter(
    (form) => ordinary.get(form) === reporter,
  );
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

function readTable() {
  const ordinary = new Map<string, KnownReporter>();
  // separate, because some have the normal form of an ordinary one: `ME` and `Me.`
  const neutral = new Map<string, KnownReporter>();
  const byName = new Map<string, readonly string[]>();
  for (const entry of REPORTER_TABLE.split(";")) {
    const [first = "", ...variations] = entry.split("|");
    const isNeutral = first.startsWith("~");
    const name = isNeutral ? first.slice(1) : first;
    const reporter = { name: name === "" ? null : name, isNeutral };
    const names = name === "" ? variations : [normaliseCitation(name), ...variations];
    if (!isNeutral) byName.set(name, names);
    for (const normal of names) (isNeutral ? neutral : ordinary).set(normal, reporter);
  }
  return { ordinary, neutral, names: byName };
}

/**
 * Volumes with two names: `2 U.S.` is `2 Dall.`, `5 U.S.` is `1 Cranch`. Early reports were named after their reporter, and numbered
 * into the series of their state later. Sources and texts use either name, or both, so a citation is looked up in all its forms.
 * The series are those whose nominative reporters reporters-db knows; the volumes are public facts (each state's reports).
 *
 * By reporter of the state: nominative reporters and their volumes in its series; the first of these is volume 1 of the nominative
 * reporter, or the number after `=`. After `*`: other series have this name too, so it means this one only next to the state's.
 */
const SERIES: Readonly<Record<string, string>> = {
  "U.S.": "Dall. 1-4, Cranch 5-13, Wheat. 14-25, Pet. 26-41, How. 42-65, Black 66-67, Wall. 68-90",
  "D.C.": "*Cranch 1-5, Cranch C.C. 1-5, MacArth. 8-10, MacArth. & M. 11-11, Mackey 12-20, Tuck. & Cl. 21-21",
  "Del.": "*Harr. 1-5, Houst. 6-14, Marv. 15-16, Penne. 17-23, Boyce 24-30",
  "Ill.": "Breese 1-1, Scam. 2-5, Gilm. 6-10",
  "Ky.":
    "*Hughes 1-1, *Sneed 2-2, Hard. 3-3, Bibb 4-7, A.K. Marsh. 8-10, Litt. 11-15, Litt. Sel. Cas. 16-16, T.B. Mon. 17-23, " +
    "J.J. Marsh. 24-30, Dana 31-39, B. Mon. 40-57, *Met. 58-61, Duv. 62-63, Bush 64-77",
  "Mass.": "Will. 1-1, Tyng 2-17, Pick. 18-41, *Met. 42-54, Cush. 55-66, Gray 67-82, Allen 83-96",
  "Miss.": "*Walker 1-1, *Howard 2-8, *How. 2-8, S. & M. 9-22",
  "N.C.":
    "*Mart. 1-1, *Tay. 1-1, Cam. & Nor. 1-1, Hayw. 2-3, *Taylor 4-4, Car. L. Rep. 4-4, Car. L. Rep. 4-4=2, Mur. 5-7, Hawks 8-11, " +
    "Dev. 12-15, Dev. Eq. 16-17, Dev. & Bat. 18-20, Dev. & Bat. 20-20=4, Dev. & Bat. 20-20=34, Dev. & Bat. Eq. 21-22, Ired. 23-35, " +
    "Ired. Eq. 36-43, Busb. 44-44, Busb. Eq. 45-45, *Jones 46-53, Jones Eq. 54-59, Win. 60-60, *Phil. 61-61, Phil. Eq. 62-62",
  "S.C.L.":
    "Bay 1-2, Brev. 3-5, Tread. 6-7, Mill 8-9, Nott & McC. 10-11, McCord 12-15, Harp. 16-16, Bail. 17-18, *Hill 19-21, Ril. 22-22, " +
    "*Dud. 23-23, Rice 24-24, Chev. 25-25, McMul. 26-27, Speers 28-29, Rich. 30-31, Strob. 32-36, Rich. 37-49=3",
  "S.C. Eq.":
    "Des. Eq. 1-4, Harp. Eq. 5-5, McCord Eq. 6-7, Bail. Eq. 8-8, Rich. Cas. 9-9, Hill Eq. 10-11, Ril. Eq. 12-12, Dud. Eq. 13-13, " +
    "Rice Eq. 14-14, Chev. Eq. 15-15, McMul. Eq. 16-16, Speers Eq. 17-17, Rich. Eq. 18-19, Strob. Eq. 20-23, Rich. Eq. 24-35=3",
  "Tenn.":
    "Overt. 1-2, Cooke 3-3, Hayw. 4-6=3, Peck 7-7, Mart. & Yer. 8-8, Yer. 9-18, Meigs 19-19, Hum. 20-30, Swan 31-32, *Sneed 33-37, " +
    "Head 38-40, Cold. 41-47, Heisk. 48-59, Baxt. 60-68, Lea 69-84",
  "Va.":
    "*Wash. 1-2, Va. Cas. 3-4, Call 5-10, Hen. & M. 11-14, Munf. 15-20, Gilmer 21-21, Rand. 22-27, Leigh 28-39, *Rob. 40-41, " +
    "Gratt. 42-74",
};
const ENTRY = /^(\*?)(.+) (\d+)-(\d+)(?:=(\d+))?$/;

const VOLUME_AND_PAGE = /^(.*[a-z])(\d+)$/;

let series: ReturnType<typeof readSeries> | null = null;

/**
 * Returns the normal forms under which the case with a citation may be stored, the citation itself first: of `2us419` also
 * `2dall419`, `2us2dall419`, `2usdall419`. Most citations have one form.
 *
 * @param normal normal form (domain/citation)
 */
export function citationForms(normal: string): readonly string[] {
  const [, volume, page = ""] = VOLUME_AND_PAGE.exec(normal) ?? [];
  return volume === undefined ? [normal] : volumeForms(volume).map((form) => form + page);
}

/**
 * Returns the normal forms of a volume's names, the given one first: of `5us` also `1cranch`, `5us1cranch`, `1uscranch`.
 *
 * @param volume normal form of volume and reporter, or of both reporters: `5us1cranch`
 */
export function volumeForms(volume: string): readonly string[] {
  series ??= readSeries();
  const { forms, names } = series;
  // the `d` of a second series, `U.S. 2d`, is not Dallas
  const inTable = volume.replace(/(?<![a-z][23](?=d(?![a-z])))[a-z]+/g, (name) =>
    names.has(name) ? name : tableName(name) || name,
  );
  return [...new Set([volume, ...(forms.get(inTable) ?? []).flat()])];
}

/** The name of the reporter of which this is a variation: `dallas` is `dall`; empty if it is a variation of no name. */
function tableName(name: string): string {
  return normaliseCitation(knownReporter(name, "")?.name ?? "");
}

/**
 * `forms`: of each name of a volume, the forms of the volumes that it can mean; `names`: those in them, of states, of reporters, and of
 * both.
 */
function readSeries() {
  const formsByName = new Map<string, string[][]>();
  const known = new Set<string>();
  for (const [state, entries] of Object.entries(SERIES)) {
    const official = normaliseCitation(state);
    for (const entry of entries.split(", ")) {
      const [, shared = "", written = "", from = 0, to = 0, first = 1] = ENTRY.exec(entry) ?? [];
      const name = normaliseCitation(written);
      // `Houst.` is `Houston` in the table
      const inTable = shared === "" ? tableName(name) : "";
      const names = [...new Set([name, inTable || name])];
      for (const key of [official, ...names, ...names.map((each) => official + each)]) known.add(key);
      const isSingle = from === to && Number(first) === 1;
      for (let volume = Number(from); volume <= Number(to); volume++) {
        const number = volume - Number(from) + Number(first);
        // a number that both reporters have is the nominative one: a source has `6 Va. (Call) 241` for `10 Va. (6 Call) 241`
        const isInBoth = volume >= Number(first) && volume <= Number(first) + Number(to) - Number(from);
        const ofBoth = names.flatMap((reporter) => [
          ...(shared === "" ? [`${number}${reporter}`] : []),
          ...(shared === "" && isSingle ? [reporter] : []),
          `${volume}${official}${number}${reporter}`,
          `${number}${reporter}${volume}${official}`,
          `${number}${official}${reporter}`,
          ...(isInBoth ? [] : [`${volume}${official}${reporter}`]),
        ]);
        const forms = [`${volume}${official}`, ...ofBoth];
        for (const form of new Set([...forms, ...names.map((reporter) => `${volume}${official}${reporter}`)]))
          if (formsByName.get(form)?.push(forms) === undefined) formsByName.set(form, [forms]);
      }
    }
  }
  return { forms: formsByName, names: known };
}
