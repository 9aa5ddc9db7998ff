/** From which citation of a draft a quotation is taken. */
import { NOTE_START } from "../citations/footnotes.ts";
import { withoutEnd } from "../domain/citation.ts";
import { sentenceEnds } from "../text/sentences.ts";
import { countUpTo, type Draft, type DraftText, lastFrom, type TextRange } from "./draft.ts";
import {
  type DraftCitation,
  type DraftReferences,
  startOfName,
  textAfterCitation,
} from "./draft-citations.ts";
import { NamedCases } from "./named-cases.ts";

/** Between a quotation and a citation before or after it. */
const MAX_GAP = 300;
/** Before a quotation, where the name of its case is looked for. */
const MAX_LEAD = 600;
/** A full stop and marks that close a quotation. */
const MAX_CLOSING = 4;
/** Characters between parallel citations, and before a citation at the end of a block. */
const [MAX_PARALLEL_GAP, MAX_BEFORE] = [40, 200] as const;
/** What can be between a citation and the end of its sentence: pages, the year, remarks in brackets. */
const REST = /^(?:[\s\d.,;¶§&*–—-]|\bat\b|\bnn?\.|\((?:[^()]|\([^()]*\)){0,300}\))*$/;
/** A word after a citation with which its sentence goes on, unless it begins the history of the case, or a note. */
const RUNS_ON =
  /^(?!(?:aff|rev|cert|over|quot|cit|vacat|modif|reh|and|or|nn?|notes?|fn|et|passim|ff?)\b|(?:aff|rev|cert)['’.])\p{Ll}+/u;

/** Brackets that are still open, after a citation. */
const OPEN_REMARK = /^\((?:[^()]|\([^()]*\))*$/;
/** Between a quotation and the statute, the article or the page of the record that it is taken from: names and a title at most. */
const TITLE = /^[\s.,;(]*(?:[Ss]ee\s)?(?:(?:\p{Lu}[\p{L}.'’:-]*|&|an?|and|for|in|of|on|the|to),?\s){0,20}$/u;
/** Between a statute and a quotation of what a court said of it. */
const OF_COURT = /\b(?:courts?|justices?|judges?|holding|opinion|majority|dissent|panel)\b/i;

/** A sentence that may be of the case cited before it. */
const OF_CASE = /\b(?:it|there|courts?|justices?|judges?|opinion|majority|dissent|panel)\b/i;
/** A sentence that may quote something else. */
const OF_OTHER_TEXT =
  /\b(?:lease|contract|agreement|policy|complaint|answer|affidavit|deposition|testified|testimony|witness|letter|e-?mail|deed|will|memorandum|report|instruction|indictment|clause|statute|act|ordinance|regulation)\b/i;

/** Where a quotation is taken from. */
export interface QuotationSource {
  /** Index of the citation; null if the draft names none. */
  readonly citation: number | null;
  /**
   * `by name`: only the name of its case is near, so that the pages of the citation are not those of the quotation; `next`: the citation is
   * only the next or the last one, and a quotation that it has not may be of something else; `other work`: a statute, an article or the record is nearer.
   */
  readonly basis: "cited" | "by name" | "next" | "other work";
}

/** A block of an outline or a cell of a row: only a citation, only a quotation, a few words or what has a label, or more. */
interface OutlineBlock {
  readonly kind: "source" | "quotation" | "short" | "other";
  readonly first: "source" | "quotation" | null;
  readonly source: number | null;
}

const [MAX_LABELLED, MAX_SHORT] = [60, 3] as const;
/** `3. `, `— `, `Key quote: `. */
const LABEL_ONLY = /^[^\p{L}]{0,8}(?:\p{Lu}[\p{L} ]{0,30}:\s?)?$/u;
const LABEL = /^[^\p{L}]{0,8}\p{Lu}[\p{L} ]{0,30}:\s/u;
const QUOTED_ALONE = /^[^\p{L}“"]{0,8}(?:\p{Lu}[\p{L} ]{0,30}:\s?)?[“"][^“”"]+[”"][^\p{L}\p{N}]{0,4}$/u;

/** A source of a block, and where the quotation ends if it is that. */
export interface BlockSource extends QuotationSource {
  readonly end: number;
}

export class QuotationSources {
  readonly #text: string;
  readonly #blocks: Draft["blocks"];
  readonly #citations: readonly DraftCitation[];
  readonly #works: readonly TextRange[];
  readonly #names: NamedCases;
  #outline: readonly OutlineBlock[] | null = null;

  constructor({ text, blocks }: DraftText, { citations, otherSources }: DraftReferences) {
    this.#text = text;
    this.#blocks = blocks;
    this.#citations = citations;
    this.#works = otherSources;
    this.#names = new NamedCases(text, citations);
  }

  /**
   * The citation whose remarks in brackets have it; else the one that follows, if nothing but its name and a signal is in between; else the
   * case that the words before name; else the last citation before, as in `In Roe v. Wade, 410 U.S. 113, it was said that "…"`; else the
   * next one, or that of a neighbouring block. None, if a statute, an article or the record is nearer.
   *
   * @param region the block or note that has it
   */
  ofQuotation(
    { start, end }: TextRange,
    region: TextRange,
  ): readonly [QuotationSource, ...QuotationSource[]] {
    if (this.#citations.length === 0) return [cited(null)];
    const next = this.#nextAfter(end);
    const following = this.#citations[next];
    const isNext = following !== undefined && this.#isClose(end, following.start);
    const leads = isNext && leadsTo(following, this.#text.slice(end, following.start));
    const last = this.#lastBefore(start);
    const sentence = this.#sentenceStart(region.start, start);
    const before = this.#citations[last];
    if (before !== undefined && this.#isInRemark(before.end, { start, end }, following)) return [cited(last)];
    const lead = { start: Math.max(region.start, before?.end ?? 0, start - MAX_LEAD), end: start };
    const rest = { start: end, end: Math.min(region.end, following?.start ?? region.end) };
    const named = this.#names.before(lead, sentence, last) ?? this.#names.after(rest, last);
    const isBefore = before !== undefined && this.#isClose(before.end, start);
    const introducing = named ?? (isBefore && before.end > sentence ? last : null);
    const isQuoted = leads && /\b(?:quot|cit)ing\b/i.test(this.#text.slice(end, following.start));
    if (leads && (introducing === null || !(isQuoted || this.#runsOn(following)))) return [cited(next)];
    if (named !== null) return [cited(named, "by name")];
    const isSaid = introducing !== null && before !== undefined;
    if (this.#followsOther(start, isSaid ? Math.max(sentence, before.end) : sentence)) return [OF_OTHER];
    if (introducing === null && this.#precedesOther(end)) return [OF_OTHER];
    const said = this.#text.slice(sentence, start);
    const basis = OF_OTHER_TEXT.test(said) ? "next" : "cited";
    if (isBefore && introducing === null) {
      const isOfCase = OF_CASE.test(said);
      if (isNext && this.#citesSentence(end, following))
        return isOfCase ? [cited(last, basis), cited(next, basis)] : [cited(next, basis)];
      // in a sentence of its own that does not speak of a case it may be of anything
      if (isOfCase || said.trim() === "") return [cited(last, basis)];
      return isNext ? [cited(last, "next"), cited(next, "next")] : [cited(last, "next")];
    }
    if (isBefore) return [cited(last)];
    if (!isNext) return [cited(this.#ofNeighbour(region))];
    return [cited(next, this.#isOfNextSentence(end, following) ? "next" : basis)];
  }

  /**
   * Of a quotation that is alone in its block: the citation that is alone in a block before it, or in one after it if these blocks begin with a
   * quotation. Null if neither block is only a citation.
   */
  #ofNeighbour(region: TextRange): number | null {
    const at = countUpTo(this.#blocks, region.start, ({ start }) => start) - 1;
    this.#outline ??= this.#outlined();
    const outline = this.#outline;
    const block = outline[at];
    if (this.#blocks[at]?.start !== region.start || block?.kind !== "quotation") return null;
    if (block.first === "source") return block.source;
    let next = at + 1;
    while (next < at + MAX_SHORT && outline[next]?.kind === "short") next++;
    return outline[next]?.kind === "source" ? this.#lastBefore(this.#blocks[next]?.end ?? 0) : null;
  }

  /** What each block is, and what precedes it since the last block of another kind: which kind was first, and the last source. */
  #outlined(): OutlineBlock[] {
    let [first, source]: [OutlineBlock["first"], number | null] = [null, null];
    return this.#blocks.map((block) => {
      const ending = this.atEndOf(block);
      const written = this.#text.slice(block.start, block.end);
      const isSource = ending !== null && LABEL_ONLY.test(written.slice(0, ending.start - block.start));
      const isShort = written.length <= MAX_LABELLED || LABEL.test(written);
      const kind = isSource
        ? "source"
        : QUOTED_ALONE.test(written)
          ? "quotation"
          : isShort
            ? "short"
            : "other";
      const item: OutlineBlock = { kind, first, source };
      if (kind === "other") [first, source] = [null, null];
      else if (kind !== "short") first ??= kind;
      if (isSource) source = ending.citation;
      return item;
    });
  }

  /**
   * Of blocks of one quotation: the citation directly after them, before them (`Feist, 499 U.S. at 345:`) or at their end; else as of
   * other quotations. A citation at their end may be quoted too, or be that of the draft: the likelier source is first. `end` is before a
   * citation that is not quoted.
   */
  ofBlocks(first: number, last: number): readonly [BlockSource, ...BlockSource[]] {
    const [start, end] = [this.#blocks[first]?.start ?? 0, this.#blocks[last]?.end ?? 0];
    const [lead, following] = [this.#blocks[first - 1], this.#blocks[last + 1]];
    const next = this.#nextAfter(end);
    const after = this.#citations[next];
    const isNext = after !== undefined && after.start < (following?.end ?? 0) && after.start - end <= MAX_GAP;
    const leads = isNext && leadsTo(after, this.#text.slice(end, after.start));
    const within = this.#blocks[last] === undefined ? null : this.atEndOf(this.#blocks[last]);
    const endSources = within === null ? [] : [{ ...cited(within.citation), end: within.start }];
    if (leads && !this.#runsOn(after)) return [{ ...cited(next), end }, ...endSources];
    const nth = this.#lastBefore(start);
    const before = this.#citations[nth];
    const introduction =
      lead === undefined || before === undefined || before.end < lead.start
        ? ""
        : this.#text.slice(before.end, lead.end).trim();
    if (/[:,]$/.test(introduction) && REST.test(introduction.slice(0, -1))) return [{ ...cited(nth), end }];
    const region = { start: Math.max(lead?.start ?? 0, before?.end ?? 0), end: lead?.end ?? 0 };
    const named = this.#names.before(region, this.#sentenceStart(region.start, region.end), nth);
    const introduced: BlockSource[] = named === null ? [] : [{ ...cited(named, "by name"), end }];
    if (introduced.length === 0 && introduction.endsWith(":")) introduced.push({ ...cited(nth), end });
    const [likeliest, ...rest] = [...endSources, ...introduced];
    if (likeliest !== undefined && (endSources.length > 0 || named !== null)) return [likeliest, ...rest];
    if (this.#precedesOther(end)) return [{ ...OF_OTHER, end }];
    const isBefore =
      before !== undefined && (start - before.end <= MAX_GAP || before.start >= (lead?.start ?? start));
    if (isBefore || !isNext) return [{ ...cited(isBefore ? nth : null), end }];
    return [{ ...cited(next, this.#isOfNextSentence(end, after) ? "next" : "cited"), end }];
  }

  /** The citation with which a block ends, and where its name begins. */
  atEndOf({ start, end }: TextRange): { readonly citation: number; readonly start: number } | null {
    let first = this.#lastBefore(end);
    const citation = first;
    const last = this.#citations[citation];
    if (last === undefined || last.start < start || !REST.test(this.#text.slice(last.end, end))) return null;
    const isParallel = (nth: number): boolean => {
      const [left, right] = [this.#citations[nth - 1], this.#citations[nth]];
      return (
        left !== undefined &&
        right !== undefined &&
        left.start >= start &&
        right.start - left.end <= MAX_PARALLEL_GAP
      );
    };
    while (isParallel(first)) first--;
    const at = this.#citations[first]?.start ?? last.start;
    const from = Math.max(start, at - MAX_BEFORE);
    const name = startOfName(this.#text, at, last.reading);
    const before = this.#text.slice(from, name < from ? at : name);
    const beforeSignal = withoutEnd(before, /[\s([—–-]/).replace(/\bSee$/, "");
    return { citation, start: from + withoutName(withoutEnd(beforeSignal, /[\s([—–-]/)).length };
  }

  /** `Roe v. Wade, 410 U.S. 113 (1973) (holding that "…"); Doe v. Poe, 3 Ill. 3`. @param from where the citation before ends */
  #isInRemark(from: number, { start, end }: TextRange, following: DraftCitation | undefined): boolean {
    if (start - from > MAX_LEAD) return false;
    const between = this.#text.slice(from, start);
    const remark = between.slice(textAfterCitation(between, 0).length);
    const rest = this.#text.slice(end, Math.min(following?.start ?? this.#text.length, end + MAX_LEAD));
    return OPEN_REMARK.test(remark) && rest.includes(")");
  }

  /** `Under 42 U.S.C. § 1983, "…"`: in the sentence of a quotation. */
  #followsOther(start: number, sentence: number): boolean {
    const work = lastFrom(this.#works, start - 1);
    return work !== undefined && work.end > sentence && !OF_COURT.test(this.#text.slice(work.end, start));
  }

  /** `"…" 42 U.S.C. § 1983`. */
  #precedesOther(end: number): boolean {
    const work = this.#works[firstFrom(this.#works, end)];
    return work !== undefined && work.start - end <= MAX_GAP && TITLE.test(this.#text.slice(end, work.start));
  }

  /** Whether a citation is in a later sentence than a quotation which ends here, and has more to say in it than where the quotation is from. */
  #isOfNextSentence(end: number, following: DraftCitation): boolean {
    // the full stop may be within the marks
    const start = [...sentenceEnds(this.#text, Math.max(0, end - MAX_CLOSING), following.start)].at(-1);
    return start !== undefined && !leadsTo(following, this.#text.slice(start, following.start));
  }

  /** Whether the sentence of a quotation goes on after it, and a citation comes next: `It is “…” for all. Roe v. Wade, 410 U.S. 113`. */
  #citesSentence(end: number, following: DraftCitation): boolean {
    const note = this.#text.slice(end, following.start).lastIndexOf(NOTE_START);
    const to = note < 0 ? following.start : end + note;
    const ends = [...sentenceEnds(this.#text, end, to)];
    const from = note < 0 ? (ends[0] ?? end) : to + NOTE_START.length;
    const isOne = ends.length === (note < 0 ? 1 : 0);
    return isOne && leadsTo(following, this.#text.slice(from, following.start)) && !this.#runsOn(following);
  }

  #nextAfter(offset: number): number {
    return firstFrom(this.#citations, offset);
  }

  /** Index of the last citation that ends before an offset; -1 without one. */
  #lastBefore(offset: number): number {
    let last = this.#nextAfter(offset) - 1;
    while ((this.#citations[last]?.end ?? 0) > offset) last--;
    return last;
  }

  #isClose(from: number, to: number): boolean {
    return to - from <= MAX_GAP && !/\n[^\S\n]*\n/.test(this.#text.slice(from, to));
  }

  /** Where the sentence begins that has an offset. */
  #sentenceStart(from: number, offset: number): number {
    const first = Math.max(from, offset - MAX_GAP);
    return [...sentenceEnds(this.#text, first, offset)].findLast((end) => end <= offset) ?? first;
  }

  /** `Roe v. Wade, 410 U.S. 113 (1973), disagreed`: it is not where the quotation before is taken from, if that has another source. */
  #runsOn({ end }: TextRange): boolean {
    const from = end + textAfterCitation(this.#text, end).length;
    return RUNS_ON.test(this.#text.slice(from, from + MAX_GAP));
  }
}

/** Index of the first range that begins at an offset or after it. */
function firstFrom(ascending: readonly TextRange[], offset: number): number {
  return countUpTo(ascending, offset - 1, ({ start }) => start);
}

function cited(citation: number | null, basis: QuotationSource["basis"] = "cited"): QuotationSource {
  return { citation, basis };
}

const OF_OTHER = cited(null, "other work");

/** Without what is left of a name after the last sentence: `People ex rel.` */
function withoutName(text: string): string {
  if (/[.?!…]["”’)\]]*$/.test(text) && !/\brel\.$/.test(text)) return text;
  return text.slice(0, [...sentenceEnds(text)].at(-1));
}

/** Words between a quotation and the citation that it is taken from. */
const SIGNALS = new Set(["see", "quoting", "citing", "eg", "id"]);
/** Words before a citation of another opinion, or of one that only agrees: `In Roe, 410 U.S. 113, it was said that "…". See also Doe`. */
const CONTRASTS = new Set(["also", "accord", "but", "cf", "contra", "compare"]);
/** A name without its other party: `White, 348 Mont. 196`. */
const MAX_OTHERS = 3;

function leadsTo({ reading }: DraftCitation, between: string): boolean {
  const spaced = between.replace(/\s+/g, " ");
  const name = reading?.name ?? null;
  const at = name === null ? -1 : spaced.lastIndexOf(name.split(" v. ")[0] ?? name);
  const words = (at < 0 ? spaced : spaced.slice(0, at)).match(/[\p{L}\p{N}.']+/gu) ?? [];
  const plain = words.map((word) => word.toLowerCase().replace(/[.']/g, ""));
  const named = words.filter((word, nth) => /\p{L}/u.test(word) && !SIGNALS.has(plain[nth] ?? ""));
  if (plain.some((word) => CONTRASTS.has(word))) return false;
  return named.length <= (at < 0 ? MAX_OTHERS : 0) && named.every((word) => /^\p{Lu}/u.test(word));
}
