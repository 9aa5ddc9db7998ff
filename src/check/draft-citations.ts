/** The citations of a draft: where they are, and what the draft says of the cited case. */
import type { Dated } from "../citations/around-citation.ts";
import type { NameReading } from "../citations/case-name.ts";
import { CitationReader, type CitedCase } from "../citations/citation-reader.ts";
import type {
  DocketMention,
  FullMention,
  IdOrSupraMention,
  IsReporter,
  ShortMention,
} from "../citations/find-mentions.ts";
import { reporterNames } from "../citations/reporters.ts";
import { normaliseCitation } from "../domain/citation.ts";
import type { TextRange } from "./draft.ts";

/** `docket`: by the docket number, `No. 12-345 (S.D.N.Y. May 5, 2015)`; `short`: `94 Wis. 2d at 401`; `blank`: the page is left blank, `576 U.S. ___`. */
export type CitationForm = "full" | "docket" | "short" | "id" | "supra" | "blank";

export interface DraftCitation extends TextRange, Dated {
  readonly form: CitationForm;
  /** As written, with single spaces: `15 Ill., 284`. */
  readonly cite: string;
  /** The normal forms under which its case may be stored; none if it is not in full. */
  readonly normals: readonly string[];
  readonly volume: string;
  readonly page: string;
  /** Names of the reporter, as written and from the table. */
  readonly reporters: readonly string[];
  /** Whether the table of reporters has it. */
  readonly isKnown: boolean;
  /** Before the first of parallel citations, or before a short form; null if no name is there. */
  readonly reading: NameReading | null;
  /** Before a citation, or in place of one; null without one, empty in `slip op.` */
  readonly docket: string | null;
  readonly pinPages: readonly string[];
  /** Index of the citation in full that a short form, *id.* or *supra* refers to; null if it is not known, or it is in full. */
  readonly refersTo: number | null;
  /** The index of the first of parallel citations in full, itself without others. */
  readonly group: number;
}

/** A statute, a rule, an article of a journal, or a case in a report of another country. */
export interface DraftWork extends TextRange {
  readonly form: "statute" | "journal" | "foreign";
  readonly cite: string;
}

export interface DraftReferences {
  readonly citations: readonly DraftCitation[];
  readonly works: readonly DraftWork[];
  /** These works, and places in the record of the case. */
  readonly otherSources: readonly TextRange[];
}

/** A number in which a scan has `l` or `I` for 1, or `O` for 0: `55l U.S. 193`. */
const MISREAD = /(?<![\p{L}\p{N}])(?=[lIO]{0,6}\d)(?!\d*Ill)[\dlIO]{2,7}(?![\p{L}\p{N}])/gu;

/** @param isReporter of the corpus, for short forms @param quoted what the draft quotes, in order */
export function draftReferences(
  draft: string,
  isReporter: IsReporter = () => false,
  quoted: readonly TextRange[] = [],
): DraftReferences {
  const text = draft.replace(MISREAD, (number) => number.replace(/[lI]/g, "1").replaceAll("O", "0"));
  const citations: DraftCitation[] = [];
  const works: DraftWork[] = [];
  const otherSources: TextRange[] = [];
  const first = new Map<CitedCase, number>();
  for (const mention of new CitationReader({ isReporter, dockets: true }).read(text, quoted)) {
    const { start, end, cited } = mention;
    const earlier = cited === null ? null : (first.get(cited) ?? null);
    switch (mention.form) {
      case "statute":
      case "journal":
      case "foreign":
        otherSources.push({ start, end });
        works.push({ form: mention.form, start, end, cite: singleSpaced(text.slice(start, end)) });
        break;
      case "full":
        if (cited !== null && earlier === null) first.set(cited, citations.length);
        citations.push(
          fullCitation(mention, text, earlier !== null && mention.isParallel ? earlier : citations.length),
        );
        break;
      case "docket":
        if (cited !== null) first.set(cited, citations.length);
        citations.push(docketCitation(mention, text, citations.length));
        break;
      case "record":
        otherSources.push({ start, end });
        break;
      default:
        // no citation of a case
        if (mention.isOfOther) break;
        citations.push(shortCitation(mention, earlier, text, citations.length));
    }
  }
  return { citations, works, otherSources };
}

function fullCitation(
  { citation, reading, year, court, date, docket, pinPages }: FullMention,
  text: string,
  group: number,
): DraftCitation {
  const { start, end, volume, written, reporter, nominative, page } = citation;
  const normalPage = normaliseCitation(page);
  const otherNames = reporterNames(reporter?.name ?? "").map((name) => `${volume}${name}${normalPage}`);
  const reporters = [...new Set([written, reporter?.name ?? written])];
  // some cases are stored as `2 U.S. (Dall.) 419`
  const forms = [
    ...reporters.map((name) => `${volume} ${name} ${page}`),
    ...(nominative === null ? [] : [`${nominative.volume} ${nominative.name} ${page}`]),
    text.slice(start, end).replace(/\*\d{1,6}/g, " "),
  ];
  return {
    ...{ ...NOT_WRITTEN, form: "full", start, end, cite: `${volume} ${written} ${page}`, group },
    ...{ volume, page, reporters, isKnown: reporter !== null },
    normals: [...new Set([...forms.map(normaliseCitation), ...otherNames])],
    ...{ reading, year, court, date, docket, pinPages },
  };
}

/** What a citation in another form need not have. */
const NOT_WRITTEN = {
  ...{ normals: [], volume: "", page: "", reporters: [], isKnown: true, reading: null, year: null },
  ...{ court: null, date: null, docket: null, pinPages: [], refersTo: null },
};

function docketCitation(
  { start, end, docket, reading, year, court, date }: DocketMention,
  text: string,
  group: number,
): DraftCitation {
  return {
    ...{ ...NOT_WRITTEN, form: "docket", start, end, cite: singleSpaced(text.slice(start, end)), group },
    ...{ reading, year, court, date, docket },
  };
}

function shortCitation(
  mention: ShortMention | IdOrSupraMention,
  refersTo: number | null,
  text: string,
  group: number,
): DraftCitation {
  const { form, start, end, pinPages } = mention;
  const at = pinPages.length === 0 ? "" : ` at ${pinPages.join(", ")}`;
  const cite = `${singleSpaced(text.slice(start, end))}${at}`;
  const reading = "reading" in mention ? mention.reading : null;
  const short = { ...NOT_WRITTEN, form, start, end, cite, reading, pinPages, refersTo, group };
  if (!("volume" in mention)) return short;
  const { volume, written, reporter } = mention;
  return { ...short, volume, reporters: [...new Set([written, reporter.name ?? written])] };
}

function singleSpaced(text: string): string {
  return text.replace(/\s+/g, " ");
}

/** Characters between the beginning of a name and its citation; after a citation, with remarks in brackets. */
const [MAX_NAME, MAX_AFTER] = [200, 900] as const;
const AFTER = /^(?:[\s\d,¶&*–-]|\bat\b|\bnn?\.|\((?:[^()]|\([^()]*\)){0,300}\))*/;

/** Where the name before a citation begins; the citation itself if the text does not have it so. */
export function startOfName(text: string, citation: number, reading: NameReading | null): number {
  const before = text.slice(Math.max(0, citation - MAX_NAME), citation);
  const at = reading === null ? -1 : before.lastIndexOf(reading.name);
  return at < 0 ? citation : citation - before.length + at;
}

/** The pages, years and remarks in brackets behind a citation. */
export function textAfterCitation(text: string, end: number): string {
  return AFTER.exec(text.slice(end, end + MAX_AFTER))?.[0] ?? "";
}
