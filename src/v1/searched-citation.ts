/** Reads a search text that is a citation: it identifies one case, while many cases may contain its words. */

import { type DraftCitation, draftReferences } from "../check/draft-citations.ts";
import { type CitationVerdict, ImportedVolumes } from "../check/imported-volumes.ts";
import { type PastedCitation, pastedCitation } from "../citations/pasted-citation.ts";
import { knownReporter } from "../citations/reporters.ts";
import type { Corpus } from "../corpus/corpus.ts";
import { pageInVolume } from "../corpus/page-in-volume.ts";
import { normaliseCitation } from "../domain/citation.ts";
import type { Case } from "../domain/records.ts";
import { slugify } from "../domain/slug.ts";

export interface SearchedCitation {
  /** Without the text around it. */
  readonly cite: string;
  /** The cases that begin there. If none does, or it is a short form, also those that have the page. */
  readonly cases: readonly Case[];
  /** Whether it is a short form: its page can be any page of a case. */
  readonly isShort: boolean;
  /** Whether the cases only have the page. */
  readonly isWithin: boolean;
  /** Null if there is a case. */
  readonly absence: Absence | null;
}

/** Why no case has a citation, and what the reader can do. */
export interface Absence {
  readonly verdict: CitationVerdict;
  /** The cases of the corpus that cite it; null if counting takes long. */
  readonly citing: number | null;
  /** The command that gets its volume; null if the volume is here, or no source of volumes can have it. */
  readonly command: string | null;
}

/** `410 us 113`: names of reporters in lower case are read here only, because nothing else is in the text. */
const LOWER_CASE = /^(\d{1,4})\s+([a-z][a-z\d. ]*?)\s+(\d{1,5})$/;
/** "2 or 3" is not of Oregon. */
const WORDS: ReadonlySet<string> = new Set(["or"]);

/** Null when the text is not a citation; also if it only has the form of one, with a reporter that nothing knows. */
export function searchedCitation(corpus: Corpus, search: string): SearchedCitation | null {
  const pasted = pastedCitation(search);
  if (pasted === null) return null;
  const { isShort } = pasted;
  const cite = pasted.forms.find((form) => corpus.idsByCitation(form).length > 0);
  const first = cite === undefined ? [] : corpus.casesOf(corpus.idsByCitation(cite));
  const within = cite === undefined || isShort ? (pageInVolume(corpus, pasted.cite)?.cases ?? []) : [];
  const cases = [...within.map(({ found }) => found), ...first];
  if (cases.length > 0)
    return { cite: cite ?? pasted.cite, isShort, cases, isWithin: first.length === 0, absence: null };
  const citation = citationIn(pasted);
  const absence = citation === null ? null : absenceOf(corpus, citation);
  return citation === null || absence === null
    ? null
    : { cite: citation.cite, isShort, cases, isWithin: false, absence };
}

function citationIn({ cite }: PastedCitation): DraftCitation | null {
  const [, volume = "", reporter = "", page = ""] = LOWER_CASE.exec(cite) ?? [];
  const known = WORDS.has(reporter) ? null : knownReporter(normaliseCitation(reporter), volume);
  const { citations } = draftReferences(
    known === null ? cite : `${volume} ${known.name ?? reporter} ${page}`,
  );
  const [only] = citations.length === 1 ? citations : [];
  return only?.form === "full" ? only : null;
}

/** Null if it is the citation of no reporter. */
function absenceOf(corpus: Corpus, citation: DraftCitation): Absence | null {
  const verdict = new ImportedVolumes(corpus).verdictOf(citation);
  if (verdict === "not a reporter") return null;
  const isComplete = verdict === "no such case in a volume that is imported";
  const { count } = corpus.cases({
    ...{ filter: { citesTo: { ids: [], cites: citation.normals } }, position: null, pageSize: 1 },
    ordering: { by: "decision_date", descending: false },
  });
  return { verdict, citing: count, command: isComplete ? null : commandFor(corpus, citation) };
}

/** By the names that the static source gives to volumes (docs/formats.md, "Slugs"). */
function commandFor(corpus: Corpus, { volume, reporters }: DraftCitation): string | null {
  const [known] = reporters.flatMap((name) => knownReporter(normaliseCitation(name), volume) ?? []);
  const slug = slugify(reporters.at(-1) ?? "");
  // a citation in neutral form is of no printed volume
  if (known?.isNeutral === true || !/^\d+$/.test(volume) || slug === "") return null;
  const listed = corpus
    .coverage()
    .units.filter(
      ({ source, unit, listedAt }) => source === "static" && listedAt !== null && unit.startsWith(`${slug}/`),
    );
  const isUnlisted = listed.length > 0 && !listed.some(({ unit }) => unit === `${slug}/${volume}`);
  return `caselaw sync ${isUnlisted ? `--reporter ${slug}` : `--volume ${slug}/${volume}`}`;
}
