/** The quotations of a draft, in quotation marks or as blocks, each with the citation that it is taken from. */
import { nameOf } from "../citations/case-name.ts";
import { noteRanges, replaceNotes } from "../citations/footnotes.ts";
import { withoutEnd } from "../domain/citation.ts";
import type { Draft, DraftText, TextRange } from "./draft.ts";
import type { DraftReferences } from "./draft-citations.ts";
import { type QuotationSource, QuotationSources } from "./quotation-sources.ts";
import { isOnlyCitations } from "./quotations/omitted-citations.ts";

export interface DraftQuotation extends TextRange, QuotationSource {
  readonly text: string;
  /** Where it may be from too, and what is quoted if it is. */
  readonly otherwise: (QuotationSource & { readonly text: string }) | null;
}

/** Shorter texts in quotation marks are terms, not quotations; a shorter block is a title. */
const [MIN_WORDS, MIN_BLOCK_WORDS] = [4, 2] as const;
const MAX_TITLE = 200;
const OUTER_MARKS = /^[“"]([^“”"]*)[”"]$/;
/** `(emphasis added)` at the end of a block is not quoted. */
const REMARK_AT_END =
  /\s?[([](?:emphasis|citations?|footnotes?|internal|alterations?)\b[^()[\]]{0,200}[)\]]\.?$/i;

export function draftQuotations(draft: DraftText, references: DraftReferences): DraftQuotation[] {
  const sources = new QuotationSources(draft, references);
  return [...markedQuotations(draft, sources), ...blockQuotations(draft, sources)].sort(
    (a, b) => a.start - b.start,
  );
}

function blockQuotations({ text, blocks }: DraftText, sources: QuotationSources): DraftQuotation[] {
  const runs = runsOf(blocks).flatMap((run) => {
    // each with a citation of its own: several quotations
    const single = Array.from({ length: run.last - run.first + 1 }, (_, nth) => run.first + nth);
    const isEach = single.every((at) => blocks[at] !== undefined && sources.atEndOf(blocks[at]) !== null);
    return isEach ? single.map((at) => ({ first: at, last: at })) : [run];
  });
  return runs.flatMap(({ first, last }) => {
    const start = blocks[first]?.start ?? 0;
    const [main, otherwise = null] = sources.ofBlocks(first, last).map(({ end, ...source }) => {
      const quoted = withoutNotes(text.slice(start, end)).trim().replace(REMARK_AT_END, "");
      return { ...source, start, end, text: quoted.replace(OUTER_MARKS, "$1") };
    });
    return main === undefined || wordsIn(main.text) < MIN_BLOCK_WORDS ? [] : [{ ...main, otherwise }];
  });
}

function runsOf(blocks: Draft["blocks"]): { readonly first: number; readonly last: number }[] {
  const runs: { first: number; last: number }[] = [];
  for (const [at, { kind }] of blocks.entries()) {
    if (kind !== "quotation") continue;
    const run = runs.at(-1);
    if (run?.last === at - 1) run.last = at;
    else runs.push({ first: at, last: at });
  }
  return runs;
}

/** Before the citation with which a block says where it is from: `… — Roe v. Wade, 410 U.S. 113`. */
const MAX_SOURCE = 300;
const DASH_BEFORE_SOURCE = /\s[—–-]{1,2}\s?(?=\p{Lu}[^—–]{0,200}\d[^—–]{0,60}$)/u;

/** What a draft quotes, in marks or as blocks, in order. */
export function quotedRanges(draft: DraftText): TextRange[] {
  const set = draft.blocks.flatMap(({ kind, start, end }) => {
    const written = draft.text.slice(start, end);
    if (kind !== "quotation") return [];
    if (OPENING.test(written)) return rangesIn(written, start).closed;
    const from = Math.max(start, end - MAX_SOURCE);
    const dash = DASH_BEFORE_SOURCE.exec(draft.text.slice(from, end))?.index;
    return [{ start, end: dash === undefined ? end : from + dash }];
  });
  return [...set, ...markedParts(draft).flatMap(({ parts }) => parts)].sort((a, b) => a.start - b.start);
}

function markedQuotations(draft: DraftText, sources: QuotationSources): DraftQuotation[] {
  return markedParts(draft).flatMap(({ parts, region }) => {
    const [first, last] = [parts[0], parts.at(-1)];
    if (first === undefined || last === undefined) return [];
    const [source, otherwise] = sources.ofQuotation({ start: first.start, end: last.end }, region);
    return parts.flatMap(({ start, end }) => {
      const quoted = withoutNotes(draft.text.slice(start, end)).replace(OPENING, "").replace(CLOSING, "");
      if (wordsIn(quoted) < MIN_WORDS || isTitle(quoted)) return [];
      const alternative = otherwise === undefined ? null : { ...otherwise, text: quoted };
      return [{ start, end, text: quoted, ...source, otherwise: alternative }];
    });
  });
}

/** Whether a text is the name of a case, or its citation. */
function isTitle(quoted: string): boolean {
  if (quoted.length > MAX_TITLE) return false;
  return nameOf(withoutEnd(quoted, /[,.\s]/)) !== null || (/\d/.test(quoted) && isOnlyCitations(quoted));
}

/** A quotation in marks: its paragraphs, and the block or note that has the last of them. */
interface MarkedParts {
  readonly parts: readonly TextRange[];
  readonly region: TextRange;
}

function markedParts({ text, blocks }: DraftText): MarkedParts[] {
  const quotes: MarkedParts[] = [];
  /** The paragraphs of a quotation before the one that closes it: each begins with an opening mark. */
  let open: TextRange[] = [];
  const add = (parts: readonly TextRange[], region: TextRange): void => void quotes.push({ parts, region });
  for (const block of blocks) {
    const written = text.slice(block.start, block.end);
    for (const { start, end } of noteRanges(written)) {
      const note = { start: block.start + start, end: block.start + end };
      for (const range of rangesIn(written.slice(start, end), note.start).closed) add([range], note);
    }
    if (block.kind === "quotation") continue;
    const region = replaceNotes(written, (note) => " ".repeat(note.length));
    const { closed, unclosed } = rangesIn(region, block.start);
    const isContinued = OPENING.test(written.trimStart());
    if (!isContinued) open = [];
    const [first] = closed;
    const isFirst = first !== undefined && text.slice(block.start, first.start).trim() === "";
    const closes = open.length > 0 && isFirst;
    for (const range of closed) add(closes && range === first ? [...open, range] : [range], block);
    if (closes) open = [];
    if (unclosed === null) open = [];
    else open.push({ start: unclosed, end: block.end });
  }
  return quotes;
}

const OPENING = /^(?:[“"‘]|''|``)/;
const CLOSING = /(?:[”"’]|'')$/;
const MARKS = /[“”"]|''|``/g;
const BEFORE_OPENING = /[\s([{—–‘'^-]$/;

interface MarkedRanges {
  /** With their marks; none is within another. */
  readonly closed: TextRange[];
  /** The last opening mark without a closing one. */
  readonly unclosed: number | null;
}

/** @param region begins at `start`; notes in it are spaces */
function rangesIn(region: string, start: number): MarkedRanges {
  const openings: number[] = [];
  const ranges = singleQuoted(region);
  for (const { 0: mark, index } of region.matchAll(MARKS)) {
    if (isOpening(mark, region, index)) openings.push(index);
    else {
      const opening = openings.pop();
      if (opening !== undefined) ranges.push({ start: opening, end: index + mark.length });
    }
  }
  const closed: TextRange[] = [];
  for (const range of ranges.sort((a, b) => a.start - b.start || b.end - a.end))
    if (range.start >= (closed.at(-1)?.end ?? 0)) closed.push(range);
  const unclosed = openings.at(-1);
  return {
    closed: closed.map((range) => ({ start: start + range.start, end: start + range.end })),
    unclosed: unclosed === undefined ? null : start + unclosed,
  };
}

/** A straight mark opens after a space or a bracket, before what is not a space: `5" pipe` has none. */
function isOpening(mark: string, text: string, index: number): boolean {
  if (mark === "“" || mark === "``") return true;
  if (mark === "”") return false;
  const isAfterSpace = index === 0 || BEFORE_OPENING.test(text.slice(index - 1, index));
  return isAfterSpace && /^[^\s,;:!?)\]]/.test(text.slice(index + mark.length));
}

const SINGLE = /(?<![^\s([{—–])‘(?!(?:tis|twas|em|til|cause)\b)(?=[\p{L}[(.…])/giu;
/** Not an apostrophe within a word, nor one of owners: `the owners’ mill`. */
const END_OF_SINGLE = /(?<=\S)’(?![\p{L}\p{N}])(?<!s’(?=\s\p{Ll}))/gu;

/** In single quotation marks, as British texts have them. */
function singleQuoted(region: string): TextRange[] {
  const ranges: TextRange[] = [];
  for (const { index } of region.matchAll(SINGLE)) {
    if (index < (ranges.at(-1)?.end ?? 0)) continue;
    END_OF_SINGLE.lastIndex = index;
    const end = END_OF_SINGLE.exec(region)?.index;
    if (end === undefined) break;
    ranges.push({ start: index, end: end + 1 });
  }
  return ranges;
}

function withoutNotes(text: string): string {
  return replaceNotes(text, () => "");
}

function wordsIn(text: string): number {
  return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
}
