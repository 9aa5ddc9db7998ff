/** States and territories by the names that reporters and courts have: `Ill. App. 3d`, `N.D. Ill.` */
import { fold } from "../text/analyzer.ts";

/** Abbreviations in legal citations. The corpus may have more jurisdictions. */
const STATES =
  "Ala.|Alaska|Ariz.|Ark.|Cal.|Colo.|Conn.|D.C.|Del.|Fla.|Ga.|Haw.|Idaho|Ill.|Ind.|Iowa|Kan.|Ky.|La.|Mass.|Md.|Me.|Mich.|Minn.|Miss.|Mo.|Mont.|N.C.|N.D.|N.H.|N.J.|N.M.|N.Y.|Neb.|Nev.|Ohio|Okla.|Or.|P.R.|Pa.|R.I.|S.C.|S.D.|Tenn.|Tex.|U.S.|Utah|Va.|Vt.|W. Va.|Wash.|Wis.|Wyo.";

export class Places {
  readonly #names: ReadonlySet<string>;

  /** @param names of more jurisdictions */
  constructor(names: readonly string[]) {
    this.#names = new Set([...STATES.split("|"), ...names].map((name) => wordsOf(name).join(" ")));
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
