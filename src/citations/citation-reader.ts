/**
 * Reads what a text cites, and finds for each short form, *id.* and *supra* the case that it refers to.
 *
 * The rules are those of legal writing: *id.* is the case cited just before, in the body without its footnotes, a short form the case of that volume whose pages can
 * contain the page named, *supra* the case whose name is before it. What does not fit refers to nothing: a wrong reference is worse
 * than none.
 */
import type { TextRange } from "../domain/casebody.ts";
import { normaliseCitation } from "../domain/citation.ts";
import {
  type FullMention,
  findMentions,
  MAX_PARALLEL,
  type Mention,
  type MentionOptions,
  type ShortMention,
} from "./find-mentions.ts";
import { noteRanges } from "./footnotes.ts";
import type { CitationMatch } from "./read-citation.ts";
import { volumeForms } from "./reporters.ts";

/** A case as a text cites it in full. */
export interface CitedCase {
  readonly name: string | null;
  /** Parallel citations; none of a decision that is cited by its docket number. */
  readonly citations: readonly CitationMatch[];
}

interface NamedCase extends CitedCase {
  readonly citations: CitationMatch[];
  readonly parties: readonly (readonly string[])[];
}

interface VolumeCitation {
  readonly cited: NamedCase;
  readonly page: number;
}

/** A mention with the case that it refers to; null if it is not a case, or not known. */
export type ResolvedMention = Mention & {
  readonly cited: CitedCase | null;
  /** Whether it is an *id.* of a statute, a journal or the record. */
  readonly isOfOther: boolean;
};

const OTHER: ReadonlySet<Mention["form"]> = new Set(["statute", "journal", "record", "foreign"]);
/** What *id.* refers to. */
type Last = CitedCase | "other work" | null;

/** Cases that a short form or a name can refer to. Real opinions cite some hundreds. */
const MAX_CASES = 500;
/** A page further from the first page of a case is not one of its pages. */
const MAX_PAGES = 400;
/** Characters between a bracket and a citation in it. */
const MAX_BRACKETS = 250;
/** Characters before a text that are read again with it. */
const MAX_BEFORE = 300;
/** Words of names that say little. */
const COMMON = new Set(
  "the of in re ex parte state people commonwealth united states city county matter estate".split(" "),
);

/** Reads the texts of a case, or parts of one, in order. */
export class CitationReader {
  readonly #cases: NamedCase[] = [];
  /** The citations of these cases by the normal form of their volume, in the order of the text. */
  readonly #volumes = new Map<string, VolumeCitation[]>();
  /** What *id.* refers to in a footnote: the last case in the order of the text. */
  #last: Last = null;
  /** What it refers to outside of footnotes. */
  #lastInBody: Last = null;
  #before = "";
  readonly #options: MentionOptions;

  constructor(options: MentionOptions = {}) {
    this.#options = options;
  }

  /** A new opinion: *id.* does not refer to the one before. */
  startOpinion(): void {
    this.#last = null;
    this.#lastInBody = null;
    this.#before = "";
  }

  /**
   * The mentions of a text that continues the text before. Offsets are those of `text`.
   *
   * @param quoted what it quotes, in order: a citation in it is of the case that is quoted, so that *id.* after it does not refer to it
   */
  read(text: string, quoted: readonly TextRange[] = []): ResolvedMention[] {
    const shift = this.#before.length;
    const joined = this.#before + text;
    this.#before = joined.slice(-MAX_BEFORE);
    const mentions: ResolvedMention[] = [];
    let end = 0;
    const notes = noteRanges(joined);
    let [note, nth] = [0, 0];
    let [quotation, lastQuoted]: [TextRange | null, Last] = [null, null];
    for (const mention of findMentions(joined, this.#options).filter(({ start }) => start >= shift)) {
      const { start } = mention;
      while ((notes[note]?.end ?? Number.POSITIVE_INFINITY) <= start) note++;
      const isInNote = start > (notes[note]?.start ?? Number.POSITIVE_INFINITY);
      const isInBrackets = isWithinBrackets(joined.slice(Math.max(end, start - MAX_BRACKETS), start));
      while ((quoted[nth]?.end ?? Number.POSITIVE_INFINITY) <= start - shift) nth++;
      const around = isQuoted(text, quoted[nth], start - shift) ? (quoted[nth] ?? null) : null;
      if (around !== quotation) [quotation, lastQuoted] = [around, null];
      const last: Last = around !== null ? lastQuoted : isInNote ? this.#last : this.#lastInBody;
      const isOfOther: boolean = mention.form === "id" && last === "other work";
      const previous = mentions.at(-1)?.cited ?? null;
      const cited = this.#citedBy(mention, last === "other work" ? null : last, previous);
      if (!isInBrackets) {
        const latest: Last = isOfOther || OTHER.has(mention.form) ? "other work" : cited;
        if (around !== null) lastQuoted = latest;
        else if (mention.form !== "full" || isRecognised(mention)) this.#setLast(latest, isInNote);
        end = mention.end;
      }
      mentions.push({ ...mention, start: start - shift, end: mention.end - shift, cited, isOfOther });
    }
    return mentions;
  }

  #setLast(last: Last, isInNote: boolean): void {
    this.#last = last;
    if (!isInNote) this.#lastInBody = last;
  }

  /** @param last what *id.* refers to @param previous what the mention before refers to */
  #citedBy(mention: Mention, last: CitedCase | null, previous: CitedCase | null): CitedCase | null {
    switch (mention.form) {
      case "full":
        return this.#addFull(mention);
      case "docket":
        return this.#add(mention.name);
      case "short":
      case "blank":
        return this.#caseOfVolume(mention) ?? (mention.isParallel ? previous : null);
      case "id":
        return last !== null && hasPages(last, mention.pinPages) ? last : null;
      case "supra":
        return mention.name === null ? null : this.#caseOfName([mention.name, ...mention.shorter]);
      default:
        return null;
    }
  }

  #addFull({ citation, name, isParallel }: FullMention): CitedCase {
    const last = this.#cases.at(-1);
    if (isParallel && last !== undefined && last.citations.length < MAX_PARALLEL) {
      this.#addCitation(last, citation);
      return last;
    }
    const added = this.#add(name);
    this.#addCitation(added, citation);
    return added;
  }

  #add(name: string | null): NamedCase {
    const added: NamedCase = { name, citations: [], parties: partiesOf(name ?? "") };
    this.#cases.push(added);
    if (this.#cases.length > MAX_CASES) this.#forgetFirst();
    return added;
  }

  #addCitation(cited: NamedCase, citation: CitationMatch): void {
    cited.citations.push(citation);
    const key = volumeOf(citation);
    const known = this.#volumes.get(key) ?? [];
    this.#volumes.set(key, known);
    // a case begins once in a volume
    if (known.at(-1)?.cited !== cited) known.push({ cited, page: Number(citation.page) });
  }

  #forgetFirst(): void {
    const first = this.#cases.shift();
    for (const key of new Set(first?.citations.map(volumeOf))) {
      // the oldest case is the first of each of its volumes
      const known = this.#volumes.get(key) ?? [];
      known.shift();
      if (known.length === 0) this.#volumes.delete(key);
    }
  }

  /** The case of the volume with the page; of several, the one with the name, else the one that begins last. */
  #caseOfVolume({ volume, written: asWritten, reporter, name, pinPages }: ShortMention): CitedCase | null {
    const pages = numbersOf(pinPages);
    const forms = volumeForms(normaliseCitation(`${volume} ${reporter.name ?? asWritten}`));
    const known = forms.flatMap((form) => this.#volumes.get(form) ?? []);
    const fitting = known.filter(({ page }) => canHavePages(page, pages));
    const written = partiesOf(name ?? "");
    const named = name === null ? [] : fitting.filter(({ cited }) => isNamed(cited, written));
    return lastOf(named.length > 0 ? named : fitting);
  }

  /** @param names the first of these readings that is the name of a case counts */
  #caseOfName(names: readonly string[]): CitedCase | null {
    for (const name of names) {
      const written = partiesOf(name);
      const named = this.#cases.findLast((cited) => isNamed(cited, written));
      if (named !== undefined) return named;
    }
    return null;
  }
}

/** Words of a quotation before a citation in it; what begins with a citation may be marked as a name is. */
const MIN_QUOTED = 4;

function isQuoted(text: string, quotation: TextRange | undefined, at: number): boolean {
  if (quotation === undefined || at < quotation.start) return false;
  const before = text.slice(quotation.start, Math.min(at, quotation.start + MAX_BEFORE));
  const words = before.match(/(?<!\p{L})\p{Ll}{2,}/gu) ?? [];
  return words.length >= MIN_QUOTED;
}

/** Whether a text leaves a bracket open: the citation after it is of the case that is quoted. */
function isWithinBrackets(text: string): boolean {
  let [depth, beforeQuotation] = [0, 0];
  for (const unit of text.slice(text.lastIndexOf("\n") + 1)) {
    if (unit === "(") depth++;
    else if (unit === ")") depth = Math.max(0, depth - 1);
    // a quotation can have one bracket of two
    else if (unit === "“") beforeQuotation = depth;
    else if (unit === "”") depth = beforeQuotation;
  }
  return depth > 0;
}

/** What only looks like a citation does not come between a case and its *id.* */
function isRecognised({ citation, name, year }: FullMention): boolean {
  return citation.reporter !== null || name !== null || year !== null;
}

function volumeOf({ volume, written, reporter }: CitationMatch): string {
  return normaliseCitation(`${volume} ${reporter?.name ?? written}`);
}

function hasPages({ citations }: CitedCase, pinPages: readonly string[]): boolean {
  // the number of a neutral citation is not a page
  const paged = citations.filter(({ reporter }) => reporter?.isNeutral !== true);
  return paged.length === 0 || paged.some((citation) => mayContain(citation, pinPages));
}

/** Whether these pages, as far as they are numbers, can be pages of the case. */
export function mayContain({ page }: CitationMatch, pinPages: readonly string[]): boolean {
  return canHavePages(Number(page), numbersOf(pinPages));
}

/** @param first page of the case; NaN if it is not a number */
function canHavePages(first: number, pages: readonly number[]): boolean {
  return Number.isNaN(first) || pages.every((page) => page >= first && page <= first + MAX_PAGES);
}

function lastOf(known: readonly VolumeCitation[]): NamedCase | null {
  const [first] = known;
  return first === undefined ? null : known.reduce((a, b) => (b.page > a.page ? b : a)).cited;
}

/** The first of each pin, of the pages that are numbers. */
function numbersOf(pinPages: readonly string[]): number[] {
  const digits = pinPages.flatMap((pin) => /^(?:pp?\.?\s*|pages?\s)?(\d+)/.exec(pin)?.[1] ?? []);
  return digits.map(Number);
}

/** Whether each party of a short name is the beginning of a party's name: `Roe` of `Roe v. Wade`. */
function isNamed({ parties }: NamedCase, written: readonly (readonly string[])[]): boolean {
  return written.every(
    (words) => words.length > 0 && parties.some((party) => words.every((word, at) => party[at] === word)),
  );
}

function partiesOf(name: string): string[][] {
  return name.split(/\sv(?:s|\.|s\.)?\s/).map((party) => {
    const words = (party.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).filter((word) => word.length > 1);
    const rareWords = words.filter((word) => !COMMON.has(word));
    return rareWords.length > 0 ? rareWords : words;
  });
}
