/** Whether the corpus has the complete volume that a citation names, so that a case which is not there does not exist. */

import { partsOfCitation } from "../citations/read-citation.ts";
import { volumeForms } from "../citations/reporters.ts";
import type { Corpus } from "../corpus/corpus.ts";
import { normaliseCitation } from "../domain/citation.ts";
import type { CoveredUnit } from "../domain/ledger.ts";
import { OLDEST } from "../domain/query.ts";
import type { Case } from "../domain/records.ts";
import { hasLetters } from "./case-name.ts";
import type { DraftCitation } from "./draft-citations.ts";
import { Places, wordsOf } from "./written-court.ts";

/** What the corpus shows of a citation (docs/interface.md, "check"). */
export type CitationVerdict =
  | "found"
  | "ambiguous"
  | "parallel differs"
  | "no such case in a volume that is imported"
  | "volume not known to be complete"
  | "volume not imported"
  | "not a reporter"
  | "cannot be looked up"
  | "refers to no citation before it";

type Extent = "complete" | "not known" | "nothing";

/** Reporters of several jurisdictions: the file of one of them has only a part of each volume. */
const SHARED = new Set(
  ["a", "ne", "nw", "p", "se", "sw", "so"].flatMap((name) => [name, `${name}2d`, `${name}3d`]),
);
/** The first four volumes of the United States Reports, by Dallas, have cases of Pennsylvania too. */
const DALLAS = new Set(["us", "dall"]);
const DALLAS_VOLUMES = 4;

/** The pages of a case, as numbers; not a number if it has none. */
interface CasePages {
  readonly id: number;
  readonly first: number;
  readonly last: number;
}

/** Cases of a reporter whose citations are looked at for its short name. */
const MAX_ASKED = 20;

export class ImportedVolumes {
  readonly #corpus: Corpus;
  readonly #known = new Map<string, Extent>();
  readonly #pages = new Map<string, readonly CasePages[]>();
  /** By normal form of the name. */
  readonly #reporters = new Map<string, boolean>();
  #isComplete: VolumeTest | null = null;

  constructor(corpus: Corpus) {
    this.#corpus = corpus;
  }

  /** The verdict on a citation that no case has. */
  verdictOf({ volume, reporters, isKnown }: DraftCitation): CitationVerdict {
    const extents = reporters.map((reporter) => this.#extentOf(volume, reporter));
    if (extents.includes("complete")) return "no such case in a volume that is imported";
    if (extents.includes("not known")) return "volume not known to be complete";
    return isKnown || reporters.some((name) => this.isReporter(normaliseCitation(name)))
      ? "volume not imported"
      : "not a reporter";
  }

  #extentOf(volume: string, reporter: string): Extent {
    const start = volume + normaliseCitation(reporter);
    return remembered(this.#known, start, () => {
      const cases = this.#casesOf(start);
      if (cases.length === 0) return "nothing";
      this.#isComplete ??= completeVolumes(this.#corpus);
      return this.#isComplete(volume, reporter, cases) ? "complete" : "not known";
    });
  }

  /** The pages of the cases whose official citation is of a volume. @param start normal form of volume and reporter */
  pagesIn(start: string): readonly CasePages[] {
    if (!this.#pages.has(start)) this.#casesOf(start);
    return this.#pages.get(start) ?? [];
  }

  /** The cases whose official citation is of this volume. A parallel one says nothing about the volume. */
  #casesOf(start: string): Case[] {
    const forms = volumeForms(start);
    const isOfOne = (normal: string): boolean => forms.some((form) => isOfVolume(normal, form));
    const cases = this.#corpus
      .casesOf(this.#corpus.idsByVolume(start))
      .filter(({ citations }) =>
        citations.some(({ type, cite }) => type === "official" && isOfOne(normaliseCitation(cite))),
      );
    this.#pages.set(
      start,
      cases.map(({ id, firstPage, lastPage }) => ({ id, first: Number(firstPage), last: Number(lastPage) })),
    );
    return cases;
  }

  /** Whether a reporter of the corpus has a name with this normal form, or its cases are cited so: bulk files have only full names. */
  isReporter(normal: string): boolean {
    return remembered(this.#reporters, normal, () =>
      this.#corpus.reporters().some(({ id, shortName, fullName }) => {
        const full = normaliseCitation(fullName ?? "");
        if (full === normal || normaliseCitation(shortName ?? "") === normal) return true;
        return shortName === null && hasLetters(full, normal) && this.#isCitedAs(id, normal);
      }),
    );
  }

  #isCitedAs(reporterId: number, normal: string): boolean {
    const filter = { reporters: [reporterId] };
    const { items } = this.#corpus.cases({ filter, ...OLDEST, pageSize: MAX_ASKED });
    const cites = items.flatMap(({ citations }) => citations);
    return cites.some(({ cite }) => normaliseCitation(partsOfCitation(cite)?.reporter ?? "") === normal);
  }
}

type VolumeTest = (volume: string, reporter: string, cases: readonly Case[]) => boolean;

/** A test whether a volume was imported with all its cases: from the static site, or from the bulk files of its jurisdictions. */
function completeVolumes(corpus: Corpus): VolumeTest {
  const units = corpus.coverage().units.filter(isComplete);
  const ofSource = (source: string): string[] =>
    units.filter((unit) => unit.source === source).map(({ corpusUnit }) => corpusUnit);
  const barcodes = new Set(ofSource("static"));
  const slugs = new Set(ofSource("bulk").map((unit) => unit.replace(/\/(?:text|xml)$/, "")));
  const jurisdictions = corpus.jurisdictions();
  const complete = new Set(
    jurisdictions.filter(({ slug }) => slugs.has(slug)).map(({ name }) => placeOf(name)),
  );
  const homes = new Map(
    corpus.reporters().map(({ id, jurisdictions }) => [id, jurisdictions.map(({ name }) => placeOf(name))]),
  );
  const places = new Places(jurisdictions.map(({ name }) => name ?? ""));
  return (volume, reporter, cases) => {
    if (cases.every(({ volume: { barcode } }) => barcode !== null && barcodes.has(barcode))) return true;
    const normal = normaliseCitation(reporter);
    if (SHARED.has(normal)) return false;
    // a reporter may have cases of other jurisdictions than its own, as `1 Va. 5` of a federal court
    const home = places.placeOf(reporter);
    const needed = [
      ...cases.map(({ jurisdiction }) => placeOf(jurisdiction?.name ?? null)),
      ...cases.flatMap(({ reporter: { id } }) => homes.get(id ?? Number.NaN) ?? []),
      ...(home === null ? [] : [home]),
      ...(DALLAS.has(normal) && Number(volume) <= DALLAS_VOLUMES ? ["pa"] : []),
    ];
    return needed.every((place) => complete.has(place));
  };
}

/** A version that the source has replaced was complete too. */
function isComplete({ state, casesImported, mismatches }: CoveredUnit): boolean {
  const isImported = state === "imported" || state === "local" || state === "outdated";
  return isImported && casesImported > 0 && mismatches.length === 0;
}

function placeOf(name: string | null): string {
  return wordsOf(name ?? "").join(" ");
}

function isOfVolume(normal: string, start: string): boolean {
  return normal.startsWith(start) && /^\d+$/.test(normal.slice(start.length));
}

/** What a map has under a key; made on first use. */
export function remembered<K, V>(known: Map<K, V>, key: K, make: () => V): V {
  const value = known.get(key);
  if (value !== undefined) return value;
  const made = make();
  known.set(key, made);
  return made;
}
