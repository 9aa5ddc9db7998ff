/** The links of citations in a case's text: to the case if the corpus has it, otherwise to a search. */
import type { CitationLink, CitationLinks } from "../../casebody/reading-markup.ts";
import { CitationReader, type CitedCase, type ResolvedMention } from "../../citations/citation-reader.ts";
import { type CitationMatch, partsOfCitation } from "../../citations/read-citation.ts";
import type { Cited } from "../../corpus/cites.ts";
import type { Corpus } from "../../corpus/corpus.ts";
import { normaliseCitation } from "../../domain/citation.ts";

/** Citations of one text that are looked up; the others lead to a search. Real opinions have some hundreds. */
const MAX_LOOKUPS = 2_000;
/** Characters of a marked citation, with room for broken and indented lines; a longer text is no citation. */
const MAX_MARKED = 1_000;

interface LinkedCase {
  readonly id: number;
  readonly corpus: Corpus;
  readonly root: string;
  /** What the case cites, as far as this reader may see it. The corpus resolves these citations better than their text alone. */
  readonly cites: readonly Cited[];
}

interface CaseLinks extends CitationLinks {
  readonly works: TextWorks;
}

/** A full citation that no case has leads to a search; a short form, *id.* or *supra* leads to what it refers to, or nowhere. */
export function citationLinks({ id, corpus, root, cites }: LinkedCase): CaseLinks {
  const inCorpus = new Map(
    cites.flatMap(({ cite, standardCite, case: work }) =>
      work === null ? [] : [cite, standardCite].map((form) => [normaliseCitation(form), work.id] as const),
    ),
  );
  const known = new Map<string, readonly number[]>();
  const reader = new CitationReader();
  const works = new TextWorks();
  const read = (text: string): readonly ResolvedMention[] => {
    const mentions = reader.read(text);
    for (const mention of mentions) works.add(mention, text);
    return mentions;
  };
  const idsOf = (normal: string): readonly number[] => {
    const first = inCorpus.get(normal);
    const ids = first === undefined ? known.get(normal) : [first];
    if (ids !== undefined || known.size >= MAX_LOOKUPS) return ids ?? [];
    const caseIds = corpus.idsByCitation(normal);
    known.set(normal, caseIds);
    return caseIds;
  };
  const linkOf = (mention: ResolvedMention): CitationLink | null => {
    if (mention.cited === null) return null;
    const citation = mention.form === "full" ? mention.citation : null;
    const citations = citation === null ? mention.cited.citations : [citation];
    const ids = citations.flatMap(formsOf).flatMap((form) => idsOf(normaliseCitation(form)));
    if (ids.includes(id)) return null;
    const [first] = ids;
    if (first !== undefined) return { href: `${root}/cases/${first}/${pageOf(mention)}`, kind: "case" };
    // a text that only has the form of a citation counts if a case has that citation
    return citation === null || citation.reporter === null
      ? null
      : { href: searchFor(formsOf(citation)[0] ?? "", root), kind: "search" };
  };
  return {
    works,
    startPart: () => {
      reader.startOpinion();
    },
    ofCitation: (text) => {
      // marks can be nested, each around the complete text
      if (text.length > MAX_MARKED) return null;
      const [only, ...rest] = read(text);
      return only === undefined || rest.length > 0 ? null : linkOf(only);
    },
    inText: (text) =>
      read(text).flatMap((mention) => {
        const link = linkOf(mention);
        return link === null ? [] : [{ start: mention.start, end: mention.end, link }];
      }),
  };
}

/** With the reporter's name from the table, and as written. */
function formsOf({ volume, written, reporter, page }: CitationMatch): string[] {
  return [...new Set([reporter?.name ?? written, written])].map((name) => `${volume} ${name} ${page}`);
}

/** The anchor of the first page that is named; a case without it is shown from its beginning. */
function pageOf(mention: ResolvedMention): string {
  const [first = ""] = "pinPages" in mention ? mention.pinPages : [];
  const page = /^(?:pp?\.\s*)?(\d+)/.exec(first)?.[1];
  return page === undefined ? "" : `#p${page}`;
}

/**
 * The search for a citation; its page says when no case in the corpus has the citation. Other texts (`3 Mass. at 9`) are
 * searched as a phrase.
 */
export function searchFor(cite: string, root: string): string {
  const search = partsOfCitation(cite) === null ? `"${cite.replaceAll('"', "")}"` : cite;
  return `${root}/?search=${encodeURIComponent(search)}`;
}

interface TextWork {
  readonly form: "statute" | "journal";
  /** As written at the first place, with single spaces. */
  readonly cite: string;
  readonly times: number;
}

/** Works that are remembered. Real opinions cite some hundreds. */
const MAX_WORKS = 2_000;

/** Collects while the text is read. */
export class TextWorks {
  readonly #cases = new Map<string, CitedCase>();
  /** Statutes and articles. */
  readonly #works = new Map<string, TextWork>();

  add(mention: ResolvedMention, text: string): void {
    if (mention.form === "full") this.#addCase(mention.citation, mention.cited);
    else if (mention.form === "statute" || mention.form === "journal")
      this.#addOtherWork(mention.form, text.slice(mention.start, mention.end));
  }

  /** The case that the text cites with this citation; parallel citations give the same object. */
  caseOf(cite: string): CitedCase | null {
    return this.#cases.get(normaliseCitation(cite)) ?? null;
  }

  otherWorks(): readonly TextWork[] {
    return [...this.#works.values()];
  }

  /** The first place with a name counts: later ones can be short. */
  #addCase(citation: CitationMatch, cited: CitedCase | null): void {
    if (cited === null || this.#cases.size >= MAX_WORKS) return;
    const { volume, written, reporter, page } = citation;
    for (const name of new Set([reporter?.name ?? written, written])) {
      const key = normaliseCitation(`${volume} ${name} ${page}`);
      if ((this.#cases.get(key)?.name ?? null) === null) this.#cases.set(key, cited);
    }
  }

  #addOtherWork(form: TextWork["form"], written: string): void {
    const key = normaliseCitation(written);
    const { cite, times } = this.#works.get(key) ?? { cite: written.trim().replace(/\s+/g, " "), times: 0 };
    if (times > 0 || this.#works.size < MAX_WORKS) this.#works.set(key, { form, cite, times: times + 1 });
  }
}
