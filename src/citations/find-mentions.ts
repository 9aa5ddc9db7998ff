/** Finds the places in a text that cite something: in full, in a short form, or with *id.* or *supra*; and statutes and journals. */
import type { TextRange } from "../domain/casebody.ts";
import { normaliseCitation, withoutEnd } from "../domain/citation.ts";
import { type AfterCitation, type Dated, readAfterCitation, readDateAndCourt } from "./around-citation.ts";
import { type NameReading, nameAfter, nameBefore, nameInNextCell, shortNameBefore } from "./case-name.ts";
import { type DocketCitation, docketBefore, findDockets, isDocketNumber } from "./dockets.ts";
import { findOtherWorks, isJournal, type OtherWork } from "./other-works.ts";
import { type CitationMatch, readCitation, scanVolumes } from "./read-citation.ts";
import { DIGITS, endOf, GAP, tidyReporter } from "./reporter-name.ts";
import { type KnownReporter, knownReporter, reporterInFull } from "./reporters.ts";

/** A citation in full. Its year is that of the brackets; without them the volume of a neutral citation. */
export interface FullMention extends TextRange, Dated {
  readonly form: "full";
  readonly citation: CitationMatch;
  /** Before the first of parallel citations; null if no name is there. */
  readonly reading: NameReading | null;
  /** As written; null if the reading may not be a name. */
  readonly name: string | null;
  readonly pinPages: readonly string[];
  /** The docket number before it; null without one. */
  readonly docket: string | null;
  /** Whether it cites the same case as the full citation before it. */
  readonly isParallel: boolean;
}

/** A citation of a decision by its docket number, with a name before it. */
export interface DocketMention extends DocketCitation {
  readonly reading: NameReading;
  readonly name: string;
}

export interface ShortMention extends ShortForm {
  /** A name before it, `Roe, 410 U.S. at 153`; one party is enough. */
  readonly reading: NameReading | null;
  readonly name: string | null;
  readonly pinPages: readonly string[];
  /** Whether it cites the same case as the short form before it: `505 U.S. at 1015, 112 S. Ct. at 2893`. */
  readonly isParallel: boolean;
}

/** *Id.*, *ibid.*, and *supra* with a name before it. */
export interface IdOrSupraMention extends TextRange {
  readonly form: "id" | "supra";
  readonly name: string | null;
  /** Shorter readings of the name: `Roe` of `Later, Roe`. */
  readonly shorter: readonly string[];
  readonly pinPages: readonly string[];
}

export type Mention = FullMention | DocketMention | ShortMention | IdOrSupraMention | OtherWork;

/** *Id.* needs its full stop, for `id` is a word too. In old reports it can be a reporter: `5 Id. 302`. */
const ID_OR_SUPRA =
  /(?<![\d*]\s)\b(?:(?:Id|id|ID)\.|[Ii]bid\b\.?|[Ss]upra\b)(?!\s+\d[\d,-]{0,8}(?![\d,-]|\s+[A-Z]))/g;
/** A page follows these only after `at`, `p.` or `¶`, also behind the note with the citation: `supra note 3, at 12`. */
const LEADS_TO_PAGE = /^[.,]*\s*(?:(?:note|nn?\.)\s?\d{1,3},?\s+)?(?:at\s+|pp?\.\s*|¶)/;
const MAX_LEAD = 24;
const MAX_NAME_AFTER = 110;
/** A longer list is of several cases. */
export const MAX_PARALLEL = 8;
/** Between *supra* or *id.* and a citation that says more: `supra, 12 Ill. at 45`. */
const BEFORE_CITATION = /^\s?[,(]\s?$/;

/** What is found only on request. */
export interface MentionOptions {
  /** For short forms of reporters that the table lacks. */
  readonly isReporter?: IsReporter;
  /** Whether decisions are found that are cited by their docket number. */
  readonly dockets?: boolean;
}

/** The mentions of a text, in order; none overlaps the next. */
export function findMentions(
  text: string,
  { isReporter = () => false, dockets = false }: MentionOptions = {},
): Mention[] {
  const reader = new MentionReader(text, isReporter);
  const volumes = volumesOf(text, isReporter);
  const raw = [
    ...volumes,
    ...findOtherWorks(text),
    ...idsAndSuprasOf(text),
    ...(dockets ? docketsOf(text, volumes) : []),
  ].sort((a, b) => a.start - b.start);
  for (const [nth, mention] of raw.entries()) {
    const next = raw[nth + 1];
    const isLead = isIdOrSupra(mention) && next !== undefined && !isIdOrSupra(next);
    if (!isLead || !BEFORE_CITATION.test(text.slice(mention.end, next.start))) reader.read(mention);
  }
  return reader.end();
}

class MentionReader {
  readonly #mentions: Mention[] = [];
  readonly #text: string;
  readonly #isReporter: IsReporter;
  /** Full citations of one case; the year follows the last of them. */
  #parallel: FullMention[] = [];
  #last = 0;

  constructor(text: string, isReporter: IsReporter) {
    this.#text = text;
    this.#isReporter = isReporter;
  }

  read(mention: Raw): void {
    if (mention.start < this.#last) return;
    if (mention.form !== "full") this.#endParallel();
    switch (mention.form) {
      case "full":
        this.#full(mention);
        break;
      case "docket":
        this.#docket(mention);
        break;
      case "short":
      case "blank":
        this.#short(mention);
        break;
      case "id":
      case "supra":
        this.#idOrSupra(mention);
        break;
      default:
        this.#mentions.push(mention);
        this.#last = mention.end;
    }
  }

  end(): Mention[] {
    this.#endParallel();
    return this.#mentions;
  }

  #full(full: RawFull): void {
    const [first] = this.#parallel;
    const { reading: before, dated } =
      first === undefined ? nameBefore(this.#text, this.#last, full.start) : { ...first, dated: null };
    const dateBefore = dated === null ? null : readDateAndCourt(dated);
    const after = this.#after(full, full.citation.page);
    const following = this.#text.slice(after.end, after.end + MAX_NAME_AFTER);
    const cell = before === null && isAtCellStart(this.#text, full.start) ? nameInNextCell(following) : null;
    const reading = before ?? nameAfter(following) ?? cell?.reading ?? null;
    const { pinPages, end } = after;
    const isNeutral = full.citation.reporter?.isNeutral === true;
    const said: Dated = {
      year: dateBefore?.year ?? after.year ?? (isNeutral ? Number(full.citation.volume) : null),
      court: dateBefore?.court ?? after.court,
      date: dateBefore?.date ?? after.date,
    };
    const docket = docketBefore(this.#text, full.start) ?? first?.docket ?? null;
    const named = { reading, name: nameOf(reading), pinPages, docket };
    this.#parallel.push({ ...full, ...named, ...said, isParallel: first !== undefined });
    // the name in the next cell is not that of the next citation
    this.#last = end + (cell?.length ?? 0);
    // brackets with a date can be between a neutral citation and its parallel one
    const hasParallel =
      after.hasParallel || (isNeutral && after.year !== null && this.#after({ end }, null).hasParallel);
    if (!hasParallel || this.#parallel.length === MAX_PARALLEL) this.#endParallel(said);
  }

  /** A number without a name before it does not cite a decision. */
  #docket(docket: DocketCitation): void {
    const { reading } = nameBefore(this.#text, this.#last, docket.start);
    const name = nameOf(reading);
    if (reading === null || name === null) return;
    this.#mentions.push({ ...docket, reading, name });
    this.#last = docket.end;
  }

  /** The year and the court follow the last of parallel citations, or precede the first. */
  #endParallel(last?: Dated): void {
    const [first] = this.#parallel;
    for (const mention of this.#parallel)
      this.#mentions.push({
        ...mention,
        year: mention.year ?? last?.year ?? first?.year ?? null,
        court: mention.court ?? last?.court ?? first?.court ?? null,
        date: mention.date ?? last?.date ?? first?.date ?? null,
      });
    this.#parallel = [];
  }

  #short(short: ShortForm): void {
    const before = this.#mentions.at(-1);
    const isParallel =
      (before?.form === "short" || before?.form === "blank") &&
      /^,\s*$/.test(this.#text.slice(this.#last, short.start));
    const reading = isParallel ? before.reading : shortNameBefore(this.#text, this.#last, short.start);
    const { pinPages, end } = this.#after(short, null);
    this.#mentions.push({ ...short, reading, name: reading?.name ?? null, pinPages, isParallel });
    this.#last = end;
  }

  #idOrSupra(mention: RawIdOrSupra): void {
    const hasPage = LEADS_TO_PAGE.test(this.#text.slice(mention.end, mention.end + MAX_LEAD));
    const { pinPages, end } = hasPage ? this.#after(mention, null) : { pinPages: [], end: mention.end };
    const reading = mention.form === "supra" ? shortNameBefore(this.#text, this.#last, mention.start) : null;
    this.#mentions.push({
      ...mention,
      name: reading?.name ?? null,
      shorter: reading?.shorter ?? [],
      pinPages,
    });
    this.#last = end;
  }

  #after({ end }: Pick<TextRange, "end">, page: string | null): AfterCitation {
    const startsCitation = (at: number): boolean =>
      readCitation(this.#text, at) !== null || readShortForm(this.#text, at, this.#isReporter) !== null;
    return readAfterCitation(this.#text, { end, page }, startsCitation);
  }
}

type RawFull = TextRange & { readonly form: "full"; readonly citation: CitationMatch };
type RawIdOrSupra = TextRange & { readonly form: "id" | "supra" };
type Raw = RawFull | DocketCitation | RawIdOrSupra | ShortForm | OtherWork;

function isAtCellStart(text: string, start: number): boolean {
  return start === 0 || text.slice(Math.max(0, start - 2), start) === "\n\n";
}

/** The name, if the reading certainly is one; else null. */
function nameOf(reading: NameReading | null): string | null {
  return reading?.form === "parties" || reading?.form === "matter" ? reading.name : null;
}

/** The docket numbers that are not followed by a citation of a known reporter, which says more. */
function docketsOf(text: string, volumes: readonly Raw[]): DocketCitation[] {
  const starts = volumes.flatMap((mention) =>
    mention.form === "full" && mention.citation.reporter === null ? [] : [mention.start],
  );
  return findDockets(text).filter(({ start, end }) => !starts.some((at) => at >= start && at < end));
}

function isIdOrSupra({ form }: Raw): boolean {
  return form === "id" || form === "supra";
}

function volumesOf(text: string, isReporter: IsReporter): Raw[] {
  const mentions: Raw[] = [];
  scanVolumes(text, (start) => {
    const last = mentions.at(-1);
    const citation = readCitation(text, start, last?.form === "full" ? last.citation : undefined);
    // `6 Cir., 85` of `(6 Cir., 85 F.2d 560)` is no citation
    const isCut = last?.form === "full" && last.citation.reporter === null && last.end > start;
    const short = citation === null ? readShortForm(text, start, isReporter) : null;
    if (isCut && (citation !== null || short !== null)) mentions.pop();
    if (citation !== null) {
      const { end, reporter, written } = citation;
      if (reporter === null && isDocketNumber(text, start)) return null;
      if (reporter === null && isJournal(written)) mentions.push({ form: "journal", start, end });
      else mentions.push({ form: "full", start, end, citation });
      return reporter === null ? null : end;
    }
    if (short !== null) mentions.push(short);
    return short?.end ?? null;
  });
  return mentions;
}

function idsAndSuprasOf(text: string): Raw[] {
  return [...text.matchAll(ID_OR_SUPRA)].map(({ 0: matched, index: start }) => ({
    form: /^s/i.test(matched) ? "supra" : "id",
    start,
    end: start + matched.length,
  }));
}

/**
 * A citation that begins at a volume and has no first page: `94 Wis. 2d at 401`, or `576 U.S. ___`, whose page was not known yet.
 */
export interface ShortForm extends TextRange {
  /** `blank`: in place of the page. The range ends after the reporter, or after the blank. */
  readonly form: "short" | "blank";
  readonly volume: string;
  readonly written: string;
  readonly reporter: KnownReporter;
}

/** Units that the name of a reporter may have, with what follows it. */
const MAX_LENGTH = 60;
const MAX_VOLUME_DIGITS = 4;
/** A reporter, `(2 Dall.)`, then ` at ` a page or ` ___`. */
const AFTER_VOLUME =
  /^([A-Z][^\d;:]{0,40}?(?:\b[2-9]\s?(?:d|th|nd|rd)\b)?[^\d;:]{0,20}?)(?:\s\(\d{0,3}\s?[A-Z][^\d;:()]{0,20}\))?,?\s+(at\s+(?:pp?\.\s?)?[¶*]{0,2}\s?\d|_{2,}|—{1,3}|-{2,6})/;

/** Whether this is the normal form of a reporter's name that is not in the table. */
export type IsReporter = (normal: string) => boolean;

const NOT_IN_TABLE: KnownReporter = { name: null, isNeutral: false };

/** @param at start of a run of digits that `mayBegin` allows */
function readShortForm(text: string, at: number, isReporter: IsReporter): ShortForm | null {
  const volumeEnd = endOf(DIGITS, text, at);
  const start = endOf(GAP, text, volumeEnd);
  if (volumeEnd - at > MAX_VOLUME_DIGITS || start === volumeEnd || !/[A-Z]/.test(text.charAt(start)))
    return null;
  const [matched = "", name = "", pageOrBlank = ""] =
    AFTER_VOLUME.exec(text.slice(start, start + MAX_LENGTH)) ?? [];
  if (name === "") return null;
  const written = tidyReporter(name);
  const volume = text.slice(at, volumeEnd);
  const normal = normaliseCitation(written);
  const reporter =
    knownReporter(normal, volume) ??
    reporterInFull(written, volume) ??
    (isReporter(normal) ? NOT_IN_TABLE : null);
  if (reporter === null) return null;
  const isShort = pageOrBlank.startsWith("at");
  const end = isShort
    ? withoutEnd(text.slice(0, start + matched.length - pageOrBlank.length), /[\s,]/).length
    : start + matched.length;
  return { form: isShort ? "short" : "blank", start: at, end, volume, written, reporter };
}
