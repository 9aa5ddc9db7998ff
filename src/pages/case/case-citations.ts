/** The links of citations in a case's text: to the case if the corpus has it, otherwise to a search. */
import type { CitationLink, CitationLinks } from "../../casebody/reading/reading-markup.ts";
import { partsOfCitation } from "../../citations/read-citation.ts";
import { scanCitations } from "../../citations/scan-citations.ts";
import type { Cited } from "../../corpus/cites.ts";
import type { Corpus } from "../../corpus/open-corpus.ts";
import { normaliseCitation } from "../../domain/citation.ts";

/** Citations of one text that are looked up; the others lead to a search. Real opinions have some hundreds. */
const MAX_LOOKUPS = 2_000;
/** What is longer is no citation. */
const MAX_LENGTH = 120;
/** The same of a text in which lines may be broken and set in. */
const MAX_MARKED = 1_000;

/** What the links of a case's page are made from. */
export interface LinkedCase {
  readonly id: number;
  readonly corpus: Corpus;
  /** As in `PageRequest`. */
  readonly root: string;
  /** What the case cites, as far as this reader may see it: the corpus knows more of it than the citation says. */
  readonly cites: readonly Cited[];
}

export function citationLinks({ id, corpus, root, cites }: LinkedCase): CitationLinks {
  const inCorpus = new Map(
    cites.flatMap(({ cite, standardCite, case: found }) =>
      found === null ? [] : [cite, standardCite].map((one) => [normaliseCitation(one), found.id] as const),
    ),
  );
  const known = new Map<string, readonly number[]>();
  const ofVolumes = Map.groupBy(
    cites.filter(({ page }) => page !== null),
    ({ volume, reporter }) => normaliseCitation(`${volume} ${reporter}`),
  );
  const idsOf = (normal: string): readonly number[] => {
    const first = inCorpus.get(normal);
    const ids = first === undefined ? known.get(normal) : [first];
    if (ids !== undefined || known.size >= MAX_LOOKUPS) return ids ?? [];
    const found = corpus.idsByCitation(normal);
    known.set(normal, found);
    return found;
  };
  const linkOf = (
    written: string,
    standard: string,
    otherwise: "search" | "nowhere",
  ): CitationLink | null => {
    const ids = [standard, written].flatMap((one) => idsOf(normaliseCitation(one)));
    if (ids.includes(id)) return null;
    const [first] = ids;
    if (first !== undefined) return { href: `${root}/cases/${first}/`, kind: "case" };
    return otherwise === "search" ? { href: searchFor(standard, root), kind: "search" } : null;
  };
  return {
    ofCitation: (text) => {
      // marks can be nested, each around the complete text
      const cite = text.length > MAX_MARKED ? "" : text.replace(/\s+/g, " ").trim();
      if (cite === "" || cite.length > MAX_LENGTH) return null;
      const complete = wholeCitation(cite, ofVolumes);
      return linkOf(complete, partsOfCitation(complete)?.standard ?? complete, "search");
    },
    inText: (text) =>
      scanCitations(text).flatMap(({ start, end, volume, written, page, reporter }) => {
        // what is only built like a citation is one if a case bears it
        const otherwise = reporter === null ? "nowhere" : "search";
        const standard = `${volume} ${reporter?.name ?? written} ${page}`;
        const link = linkOf(`${volume} ${written} ${page}`, standard, otherwise);
        return link === null ? [] : [{ start, end, link }];
      }),
  };
}

/**
 * `94 Wis. 2d at 401` is a page of the one case of that volume that is cited in full.
 *
 * @param ofVolumes what the case cites in full, by volume and reporter in their normal form
 */
function wholeCitation(cite: string, ofVolumes: ReadonlyMap<string, readonly Cited[]>): string {
  const [, volume] = /^(.+?),? at \*?\d/.exec(cite) ?? [];
  const [only, ...others] = volume === undefined ? [] : (ofVolumes.get(normaliseCitation(volume)) ?? []);
  return only !== undefined && others.length === 0 ? only.cite : cite;
}

/**
 * The search for a citation; its page says when no case in the corpus has the citation. Other texts (`3 Mass. at 9`) are
 * searched as a phrase.
 */
export function searchFor(cite: string, root: string): string {
  const search = partsOfCitation(cite) === null ? `"${cite.replaceAll('"', "")}"` : cite;
  return `${root}/?search=${encodeURIComponent(search)}`;
}
