/** Whether the corpus has the volume that a citation names, so that a case which is not there does not exist. */
import type { Corpus } from "../corpus/open-corpus.ts";
import { normaliseCitation } from "../domain/citation.ts";
import type { DraftCitation } from "./draft-citations.ts";

export type CitationVerdict =
  | "found"
  | "ambiguous"
  | "no such case in a volume that is imported"
  | "volume not imported"
  | "not a reporter";

/** Pages of a volume at which cases are sought. */
const PAGES = Array.from({ length: 2_000 }, (_, at) => at + 1);
/** Cases whose citations are read. */
const MAX_CASES = 20;
/** Reporters of several states: a corpus of one state has only a part of each volume. */
const REGIONAL = new Set(
  ["a", "ne", "nw", "p", "se", "sw", "so"].flatMap((name) => [name, `${name}2d`, `${name}3d`]),
);

export class ImportedVolumes {
  readonly #corpus: Corpus;
  readonly #known = new Map<string, boolean>();
  #reporters: ReadonlySet<string> | null = null;

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
  }

  /** Of a citation that no case has. */
  verdictOf({ volume, reporters, isKnown }: DraftCitation): CitationVerdict {
    const normals = reporters.map(normaliseCitation);
    if (normals.some((normal) => this.#hasVolume(volume, normal)))
      return "no such case in a volume that is imported";
    return isKnown || normals.some((normal) => this.#names().has(normal))
      ? "volume not imported"
      : "not a reporter";
  }

  #hasVolume(volume: string, reporter: string): boolean {
    if (REGIONAL.has(reporter)) return false;
    const start = volume + reporter;
    let found = this.#known.get(start);
    if (found === undefined) {
      found = this.#isOfficial(start);
      this.#known.set(start, found);
    }
    return found;
  }

  /** Whether a case has it as its official citation. A parallel one says nothing about the volume. */
  #isOfficial(start: string): boolean {
    const ids = [...this.#corpus.idsByCitations(PAGES.map((page) => start + page)).values()].flat();
    const cases = this.#corpus.casesOf(ids.slice(0, MAX_CASES));
    return cases.some(({ citations }) =>
      citations.some(({ type, cite }) => type === "official" && isOfVolume(normaliseCitation(cite), start)),
    );
  }

  #names(): ReadonlySet<string> {
    this.#reporters ??= new Set(
      this.#corpus
        .reporters()
        .flatMap(({ shortName, fullName }) => [shortName, fullName])
        .map((name) => normaliseCitation(name ?? "")),
    );
    return this.#reporters;
  }
}

function isOfVolume(normal: string, start: string): boolean {
  return normal.startsWith(start) && /^\d+$/.test(normal.slice(start.length));
}
