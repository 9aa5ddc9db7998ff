/** The text around the citations of a case. */
import type { TextRange } from "../check/draft.ts";
import { type DraftCitation, draftReferences } from "../check/draft-citations.ts";

/** Characters before and after a citation. */
const AROUND = 300;
const LETTER = /[0-9a-z]/i;

export class CitingPassages {
  readonly #text: string;
  #citations: readonly DraftCitation[] | null = null;
  #letters: { readonly normal: string; readonly places: readonly number[] } | null = null;

  /** @param text of all parts of a case */
  constructor(text: string) {
    this.#text = text;
  }

  /** The first passage with one of these citations. @param normals normal forms @returns null if none is written there */
  of(normals: ReadonlySet<string>): string | null {
    this.#citations ??= draftReferences(this.#text).citations;
    const found =
      this.#citations.find((one) => one.normals.some((normal) => normals.has(normal))) ??
      this.#written(normals);
    return found === null ? null : this.#text.slice(Math.max(0, found.start - AROUND), found.end + AROUND);
  }

  /** Citations of another form than drafts have: `L. R. 3 H. L. 330`, `9 Co. Rep. 57b`. */
  #written(normals: ReadonlySet<string>): TextRange | null {
    this.#letters ??= lettersOf(this.#text);
    const { normal, places } = this.#letters;
    for (const wanted of normals) {
      for (let at = normal.indexOf(wanted); wanted !== "" && at >= 0; at = normal.indexOf(wanted, at + 1)) {
        const [start = 0, last = 0] = [places[at], places[at + wanted.length - 1]];
        const isWord = !LETTER.test(this.#text[start - 1] ?? "") && !LETTER.test(this.#text[last + 1] ?? "");
        if (isWord) return { start, end: last + 1 };
      }
    }
    return null;
  }
}

/** The letters and digits of normal forms (domain/citation), and where they are. */
function lettersOf(text: string): { normal: string; places: number[] } {
  const places: number[] = [];
  let normal = "";
  for (let at = 0; at < text.length; at++) {
    const letter = text[at] ?? "";
    if (!LETTER.test(letter)) continue;
    places.push(at);
    normal += letter.toLowerCase();
  }
  return { normal, places };
}
