/**
 * Reads what a text cites, and finds for each short form, *id.* and *supra* the case that it refers to.
 *
 * The rules are those of legal writing: *id.* is the case cited just before, a short form the case of that volume whose pages can
 * contain the page named, *supra* the case whose name is before it. What does not fit refers to nothing: a wrong reference is worse
 * than none.
 */
import { normaliseCitation } from "../domain/citation.ts";
import { type FullMention, findMentions, type Mention } from "./find-mentions.ts";
import type { CitationMatch } from "./read-citation.ts";

/** A case as a text cites it in full. */
export interface CitedCase {
  readonly name: string | null;
  /** Parallel citations; one at least. */
  readonly citations: readonly CitationMatch[];
}

interface NamedCase extends CitedCase {
  /** Words of each party's name. */
  readonly parties: readonly (readonly string[])[];
}

/** A mention with the case that it refers to; null if it is not a case, or not known. */
export type ResolvedMention = Mention & { readonly cited: CitedCase | null };

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
  /** What *id.* refers to. */
  #last: CitedCase | null = null;
  #before = "";

  /** A new opinion: *id.* does not refer to the one before. */
  startOpinion(): void {
    this.#last = null;
    this.#before = "";
  }

  /** The mentions of a text that continues the text before. Offsets are those of `text`. */
  read(text: string): ResolvedMention[] {
    const shift = this.#before.length;
    const joined = this.#before + text;
    this.#before = joined.slice(-MAX_BEFORE);
    const found: ResolvedMention[] = [];
    let end = 0;
    const mentions = findMentions(joined).filter(({ start }) => start >= shift);
    for (const [nth, one] of mentions.entries()) {
      const isQuoted = isWithinBrackets(joined.slice(Math.max(end, one.start - MAX_BRACKETS), one.start));
      const cited = this.#citedBy(one, mentions, nth, found.at(-1)?.cited ?? null);
      if (!isQuoted) {
        if (one.form !== "full" || isSure(one)) this.#last = cited;
        end = one.end;
      }
      found.push({ ...one, start: one.start - shift, end: one.end - shift, cited });
    }
    return found;
  }

  #citedBy(
    one: Mention,
    mentions: readonly Mention[],
    nth: number,
    previous: CitedCase | null,
  ): CitedCase | null {
    switch (one.form) {
      case "full":
        return this.#addFull(one, mentions, nth);
      case "short":
      case "open":
        if (one.isParallel)
          return this.#caseOfVolume(one.volume, one.reporter.name ?? one.written, one) ?? previous;
        return this.#caseOfVolume(one.volume, one.reporter.name ?? one.written, one);
      case "id":
        return this.#last !== null && hasPages(this.#last, one.pinPages) ? this.#last : null;
      case "supra":
        return one.name === null ? null : this.#caseOfName(one.name);
      default:
        return null;
    }
  }

  #addFull(one: FullMention, mentions: readonly Mention[], nth: number): CitedCase {
    const last = this.#cases.at(-1);
    if (one.isParallel && last !== undefined) return last;
    const citations = [one.citation];
    for (let at = nth + 1; at < mentions.length; at++) {
      const next = mentions[at];
      if (next?.form !== "full" || !next.isParallel) break;
      citations.push(next.citation);
    }
    const added = { name: one.name, citations, parties: partiesOf(one.name ?? "") };
    this.#cases.push(added);
    if (this.#cases.length > MAX_CASES) this.#cases.shift();
    return added;
  }

  /** The case of the volume with the page; of several, the one with the name, else the one that begins last. */
  #caseOfVolume(
    volume: string,
    reporter: string,
    { name, pinPages }: { readonly name: string | null; readonly pinPages: readonly string[] },
  ): CitedCase | null {
    const key = normaliseCitation(`${volume} ${reporter}`);
    const fitting = this.#cases.flatMap((one) =>
      one.citations
        .filter((citation) => volumeOf(citation) === key && mayContain(citation, pinPages))
        .map(({ page }) => ({ one, page: Number(page) })),
    );
    const written = partiesOf(name ?? "");
    const named = name === null ? [] : fitting.filter(({ one }) => isNamed(one, written));
    const candidates = named.length > 0 ? named : fitting;
    return candidates.toSorted((a, b) => b.page - a.page)[0]?.one ?? null;
  }

  #caseOfName(name: string): CitedCase | null {
    const written = partiesOf(name);
    return this.#cases.findLast((one) => isNamed(one, written)) ?? null;
  }
}

/** Whether a text leaves a bracket open: the citation after it is of the case that is quoted. */
function isWithinBrackets(text: string): boolean {
  let depth = 0;
  for (const unit of text.slice(text.lastIndexOf("\n") + 1)) {
    if (unit === "(") depth++;
    else if (unit === ")") depth = Math.max(0, depth - 1);
  }
  return depth > 0;
}

/** What only looks like a citation does not come between a case and its *id.* */
function isSure({ citation, name, year }: FullMention): boolean {
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
export function mayContain({ page: firstPage }: CitationMatch, pinPages: readonly string[]): boolean {
  const first = Number(firstPage);
  return pinPages.every((pin) => {
    const page = Number(/^(?:pp?\.\s*)?(\d+)/.exec(pin)?.[1] ?? Number.NaN);
    return Number.isNaN(first) || Number.isNaN(page) || (page >= first && page <= first + MAX_PAGES);
  });
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
    const own = words.filter((word) => !COMMON.has(word));
    return own.length > 0 ? own : words;
  });
}
