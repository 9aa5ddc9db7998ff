/** Finds the places in a text that cite something: in full, in a short form, or with *id.* or *supra*; and statutes and journals. */
import { nameBefore, shortNameBefore } from "./case-name.ts";
import { findStatutes, isJournal } from "./other-works.ts";
import { type PinCites, readPinCites } from "./pin-cites.ts";
import { type CitationMatch, readCitation } from "./read-citation.ts";
import { type IsReporter, readShortForm, type ShortForm } from "./read-short-form.ts";
import { scanVolumes } from "./scan-citations.ts";

/** Offsets in UTF-16 units, without name and pin cites. */
interface Found {
  readonly start: number;
  readonly end: number;
}

export interface FullMention extends Found {
  readonly form: "full";
  readonly citation: CitationMatch;
  /** As written before the first of parallel citations. */
  readonly name: string | null;
  readonly pinPages: readonly string[];
  readonly year: number | null;
  /** Whether it cites the same case as the full citation before it. */
  readonly isParallel: boolean;
}

export interface ShortMention extends Found, ShortForm {
  /** A name before it, `Roe, 410 U.S. at 153`; one party is enough. */
  readonly name: string | null;
  readonly pinPages: readonly string[];
  /** Whether it cites the same case as the short form before it: `505 U.S. at 1015, 112 S. Ct. at 2893`. */
  readonly isParallel: boolean;
}

/** *Id.*, *ibid.*, and *supra* with a name before it. */
export interface IdOrSupraMention extends Found {
  readonly form: "id" | "supra";
  readonly name: string | null;
  readonly pinPages: readonly string[];
}

export interface OtherMention extends Found {
  readonly form: "statute" | "journal";
}

export type Mention = FullMention | ShortMention | IdOrSupraMention | OtherMention;

/** *Id.* needs its full stop, for `id` is a word too. In old reports it can be a reporter: `5 Id. 302`. */
const ID_OR_SUPRA =
  /(?<![\d*]\s)\b(?:(?:Id|id|ID)\.|[Ii]bid\b\.?|[Ss]upra\b)(?!\s+\d[\d,-]{0,8}(?![\d,-]|\s+[A-Z]))/g;
/** A page follows these only after `at`, `p.` or `¶`. */
const LEADS_TO_PAGE = /^[.,]*\s*(?:at\s+|pp?\.\s*|¶)/;
const MAX_LEAD = 12;
/** A longer list is of several cases. */
export const MAX_PARALLEL = 8;
/** Between *supra* or *id.* and a citation that says more: `supra, 12 Ill. at 45`. */
const BEFORE_CITATION = /^\s?[,(]\s?$/;

/** In order; none overlaps the next. @param isReporter for short forms */
export function findMentions(text: string, isReporter: IsReporter = () => false): Mention[] {
  const reader = new MentionReader(text, isReporter);
  const raw = [...volumesOf(text, isReporter), ...findStatutes(text), ...idsAndSuprasOf(text)].sort(
    (a, b) => a.start - b.start,
  );
  for (const [nth, one] of raw.entries()) {
    const next = raw[nth + 1];
    const hasOwnCitation =
      next !== undefined &&
      isIdOrSupra(one) &&
      !isIdOrSupra(next) &&
      BEFORE_CITATION.test(text.slice(one.end, next.start));
    if (!hasOwnCitation) reader.read(one);
  }
  return reader.end();
}

/** Reads what is before and after each citation. */
class MentionReader {
  readonly #found: Mention[] = [];
  readonly #text: string;
  readonly #isReporter: IsReporter;
  /** Full citations of one case; the year follows the last of them. */
  #parallel: FullMention[] = [];
  /** End of what was read. */
  #last = 0;

  constructor(text: string, isReporter: IsReporter) {
    this.#text = text;
    this.#isReporter = isReporter;
  }

  read(one: Raw): void {
    if (one.start < this.#last) return;
    if (one.form !== "full") this.#endParallel(null);
    switch (one.form) {
      case "full":
        this.#full(one);
        break;
      case "short":
      case "blank":
        this.#short(one);
        break;
      case "id":
      case "supra":
        this.#idOrSupra(one);
        break;
      case "statute":
      case "journal":
        this.#found.push(one);
        this.#last = one.end;
    }
  }

  end(): Mention[] {
    this.#endParallel(null);
    return this.#found;
  }

  #full(one: RawFull): void {
    const [first] = this.#parallel;
    const name = first === undefined ? nameBefore(this.#text, this.#last, one.start) : first.name;
    const { pinPages, year, hasParallel, end } = this.#pins(one);
    const { reporter, volume } = one.citation;
    const own = reporter?.isNeutral === true ? Number(volume) : year;
    this.#parallel.push({ ...one, name, pinPages, year: own, isParallel: first !== undefined });
    this.#last = end;
    if (!hasParallel || this.#parallel.length === MAX_PARALLEL) this.#endParallel(own);
  }

  #endParallel(year: number | null): void {
    for (const one of this.#parallel) this.#found.push({ ...one, year: one.year ?? year });
    this.#parallel = [];
  }

  #short(one: ShortForm): void {
    const before = this.#found.at(-1);
    const isParallel =
      (before?.form === "short" || before?.form === "blank") &&
      /^,\s*$/.test(this.#text.slice(this.#last, one.start));
    const name = isParallel ? before.name : shortNameBefore(this.#text, this.#last, one.start);
    const { pinPages, end } = this.#pins(one);
    this.#found.push({ ...one, name, pinPages, isParallel });
    this.#last = end;
  }

  #idOrSupra(one: RawIdOrSupra): void {
    const hasPage = LEADS_TO_PAGE.test(this.#text.slice(one.end, one.end + MAX_LEAD));
    const { pinPages, end } = hasPage ? this.#pins(one) : { pinPages: [], end: one.end };
    const name = one.form === "supra" ? shortNameBefore(this.#text, this.#last, one.start) : null;
    this.#found.push({ ...one, name, pinPages });
    this.#last = end;
  }

  #pins(one: Found): PinCites {
    const startsCitation = (at: number): boolean =>
      readCitation(this.#text, at) !== null || readShortForm(this.#text, at, this.#isReporter) !== null;
    return readPinCites(this.#text, one, startsCitation);
  }
}

type RawFull = Found & { readonly form: "full"; readonly citation: CitationMatch };
type RawIdOrSupra = Found & { readonly form: "id" | "supra" };
type Raw = RawFull | RawIdOrSupra | ShortForm | OtherMention;

function isIdOrSupra({ form }: Raw): boolean {
  return form === "id" || form === "supra";
}

function volumesOf(text: string, isReporter: IsReporter): Raw[] {
  const found: Raw[] = [];
  scanVolumes(text, (start) => {
    const citation = readCitation(text, start);
    const last = found.at(-1);
    // `6 Cir., 85` of `(6 Cir., 85 F.2d 560)` is no citation
    const isCut = last?.form === "full" && last.citation.reporter === null && last.end > start;
    if (isCut && citation !== null) found.pop();
    if (citation !== null) {
      const { end, reporter, written } = citation;
      if (reporter === null && isJournal(written)) found.push({ form: "journal", start, end });
      else found.push({ form: "full", start, end, citation });
      return reporter === null ? null : end;
    }
    const short = readShortForm(text, start, isReporter);
    if (short !== null) found.push(short);
    return short?.end ?? null;
  });
  return found;
}

function idsAndSuprasOf(text: string): Raw[] {
  return [...text.matchAll(ID_OR_SUPRA)].map(({ 0: matched, index: start }) => ({
    form: /^s/i.test(matched) ? "supra" : "id",
    start,
    end: start + matched.length,
  }));
}
