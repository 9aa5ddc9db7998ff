/** Whether the court that a draft names in brackets, `(7th Cir. 1994)`, is the court of the case. */
import type { Case } from "../domain/records.ts";
import { fold } from "../text/analyzer.ts";

/** The court that a draft names, and whether it is that of the case. */
export interface ComparedCourt {
  readonly written: string;
  /** `not decided`: it may be another name of the same court, or no name of a court. */
  readonly verdict: "match" | "differs" | "not decided";
  /** Null if the court of the case is not known. */
  readonly ours: string | null;
}

/** What the name of a court says: a court of a state, of a federal circuit or of a federal district. */
interface NamedCourt {
  readonly kind: "state" | "circuit" | "district" | "old circuit";
  readonly place: string;
}

/** Words of courts, so that `Wash. D.C.` is no court of Washington. */
const COURT_WORDS = new Set(
  "app appeals ch cir city civ com commw county court crim ct ctapp cty dist div err errors fam gen magis mun orphans pl prob sess spec sup super supreme supr surr tax term".split(
    " ",
  ),
);
const CIRCUIT =
  /^(?:\d{1,2}(?:st|th|d)|fed|first|second|third|fourth|fifth|sixth|seventh|eighth|ninth|tenth)$/;
const DISTRICT = /^(c c )?(?:[nsewcm] )?d (.+)$/;

export class Courts {
  readonly #places: Places;

  constructor(jurisdictions: readonly string[]) {
    this.#places = new Places(jurisdictions);
  }

  /** Two names differ only if they name different places, or courts of different levels that have no common name. */
  compare(written: string, { court, jurisdiction }: Pick<Case, "court" | "jurisdiction">): ComparedCourt {
    const names = [court?.nameAbbreviation, court?.name].filter((name) => typeof name === "string");
    const [ours = null] = names;
    const letters = wordsOf(written).join("");
    if (names.some((name) => wordsOf(name).join("") === letters)) return { written, verdict: "match", ours };
    const theirs = /^[\p{Lu}\d]/u.test(written) ? this.#named(written) : null;
    const known = ours === null ? null : (this.#named(ours) ?? this.#ofState(jurisdiction?.name ?? ""));
    const differs = theirs !== null && known !== null && areDifferent(theirs, known);
    return { written, verdict: differs ? "differs" : "not decided", ours };
  }

  /** That a case is of another court of the same place, `Ill. App. Ct.` for `Ill.`, `S.D.N.Y.` for `U.S.`; null if that is not clear. */
  otherOfPlace(written: string, { court }: Pick<Case, "court">): string | null {
    const names = [court?.nameAbbreviation, court?.name].filter((name) => typeof name === "string");
    const [ours = ""] = names;
    const [a, b] = [written, ours].map((name) => this.#named(name));
    if (a == null || b == null || (a.place !== b.place && !areOfUnitedStates(a, b))) return null;
    const levels = [levelOf(a, [written]), levelOf(b, names)];
    const isOther = a.kind === b.kind ? !levels.includes(null) && levels[0] !== levels[1] : true;
    return isOther ? `decided by ${ours}, not ${written}` : null;
  }

  #named(name: string): NamedCourt | null {
    const words = standardWords(wordsOf(name));
    const [first = "", second = ""] = words;
    if (words.join(" ") === "u s") return { kind: "state", place: "u s" };
    if (words.length === 2 && second === "cir" && CIRCUIT.test(first))
      return { kind: "circuit", place: first };
    if (words.join(" ") === "d c cir") return { kind: "circuit", place: "d c" };
    const [, old, rest] = DISTRICT.exec(words.join(" ")) ?? [];
    const district = rest === undefined ? null : this.#places.startOf(rest.split(" "));
    if (district !== null && district.rest.length === 0)
      return { kind: old === undefined ? "district" : "old circuit", place: district.place };
    const state = this.#places.startOf(words);
    const isCourt = state?.rest.every((word, nth) => nth > 0 || COURT_WORDS.has(word)) === true;
    return state !== null && isCourt && state.place !== "u s" ? { kind: "state", place: state.place } : null;
  }

  /** A county court need not have the name of its state. */
  #ofState(jurisdiction: string): NamedCourt | null {
    const place = this.#places.placeOf(jurisdiction);
    return place === null || place === "u s" ? null : { kind: "state", place };
  }
}

/** `Supreme Court of Ohio`, `Calif.`, `9 Cir.`, `CA9` and `SDNY` as `Ohio`, `Cal.`, `9th Cir.` and `S.D.N.Y.` */
function standardWords(words: readonly string[]): readonly string[] {
  const of = words.indexOf("of");
  if (of > 0 && words.slice(0, of).every((word) => COURT_WORDS.has(word)))
    return standardWords(words.slice(of + 1));
  const [first = "", ...rest] = words;
  const circuit = (rest.length === 0 ? /^ca(\d{1,2})$/ : /^(\d{1,2})$/).exec(first)?.[1];
  if (circuit !== undefined && (rest.length === 0 || rest.join() === "cir")) return [ordinal(circuit), "cir"];
  const [, district, y] = /^([nsew])d(ny)$/.exec(first) ?? [];
  if (district !== undefined && y !== undefined && rest.length === 0) return [district, "d", "n", "y"];
  return first === "calif" ? ["cal", ...rest] : words;
}

/** The number as `CIRCUIT` has it. */
function ordinal(number: string): string {
  return `${number}${{ 1: "st", 2: "d", 3: "d" }[number] ?? "th"}`;
}

/** Where the highest court is, or was, a court of appeals, and a supreme court may be a trial court. */
const COURT_OF_APPEALS = new Set(["n y", "md", "d c", "ky", "va", "s c"]);
const INTERMEDIATE =
  /\bapp (?:ct|div|term|dept)\b|\bct app\b|\bappellate\b|\bcourts? of (?:\w+ )?appeals?\b|\bappeals court\b/;
const HIGHEST = /\bsupreme (?:judicial )?court\b|\bsup (?:jud )?ct\b/;

/** The level of a court of a state, as far as its names say it: a bare `Ill.` is the highest court. */
function levelOf({ kind, place }: NamedCourt, names: readonly string[]): "highest" | "intermediate" | null {
  const words = names.map((name) => wordsOf(name).join(" ")).join(" | ");
  if (kind !== "state" || COURT_OF_APPEALS.has(place)) return null;
  if (INTERMEDIATE.test(words)) return HIGHEST.test(words) ? null : "intermediate";
  return HIGHEST.test(words) || words.split(" | ").includes(place) ? "highest" : null;
}

function areDifferent(a: NamedCourt, b: NamedCourt): boolean {
  if (a.place === b.place) return false;
  const kinds = new Set([a.kind, b.kind]);
  if (areOfUnitedStates(a, b)) return false;
  // a circuit court sat in districts until 1911
  return !(kinds.has("old circuit") && kinds.has("circuit"));
}

/** Other federal courts are courts of the United States, as its Supreme Court is, `U.S.` */
function areOfUnitedStates(...courts: readonly NamedCourt[]): boolean {
  return (
    courts.some(({ place }) => place === "u s") &&
    courts.every(({ kind, place }) => place === "u s" || kind !== "state")
  );
}

/** States and territories, as reporters and courts have them: `Ill. App. 3d`, `N.D. Ill.` The corpus may have more jurisdictions. */
const STATES =
  "Ala.|Alaska|Ariz.|Ark.|Cal.|Colo.|Conn.|D.C.|Del.|Fla.|Ga.|Haw.|Idaho|Ill.|Ind.|Iowa|Kan.|Ky.|La.|Mass.|Md.|Me.|Mich.|Minn.|Miss.|Mo.|Mont.|N.C.|N.D.|N.H.|N.J.|N.M.|N.Y.|Neb.|Nev.|Ohio|Okla.|Or.|P.R.|Pa.|R.I.|S.C.|S.D.|Tenn.|Tex.|U.S.|Utah|Va.|Vt.|W. Va.|Wash.|Wis.|Wyo.";

export class Places {
  readonly #names: ReadonlySet<string>;

  constructor(names: readonly string[]) {
    this.#names = new Set([...STATES.split("|"), ...names].map((name) => wordsOf(name).join(" ")));
  }

  /** The place that a name begins with; null if it begins with none. */
  placeOf(name: string): string | null {
    return this.startOf(wordsOf(name))?.place ?? null;
  }

  /** The place that a name begins with, and the words after it; null if it begins with none. */
  startOf(words: readonly string[]): { readonly place: string; readonly rest: readonly string[] } | null {
    for (const count of [3, 2, 1]) {
      const place = words.slice(0, count).join(" ");
      if (words.length >= count && this.#names.has(place)) return { place, rest: words.slice(count) };
    }
    return null;
  }
}

/** `N.D. Ill.` → `n d ill`: words and letters in lower case; `2nd` is `2d`. */
export function wordsOf(name: string): string[] {
  return fold(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .map((word) => (word === "2nd" ? "2d" : word === "3rd" ? "3d" : word));
}
