/** What a draft says a case says: the parenthetical after its citation, else the sentence that the citation supports. */
import { endOfSentence } from "../text/sentences.ts";
import { countUpTo, type Draft, type TextRange } from "./draft.ts";
import type { DraftCitation } from "./draft-citations.ts";
import { AFTER_CITATION } from "./quotation-sources.ts";

/** Fewer words state nothing. */
const MIN_WORDS = 4;
/** Before a citation, where its name is, and after it, where its remarks are. */
const [MAX_NAME_GAP, MAX_REMARKS] = [200, 900] as const;
/** Sentences before a citation that may be citations too. */
const MAX_BACK = 3;
const BRACKETS = /\(((?:[^()]|\([^()]*\)){10,600})\)/g;
/** `(holding that …)`, `(“the owner is liable”)`; not `(citing …)`, `(Hale, J., dissenting)`. */
const EXPLAINS =
  /^(?!(?:quoting|citing|dissenting|concurring|collecting|including)\b)(?:\p{Ll}+ing\b(?: that\b)?|(?=[“"]))/u;
const SIGNALS =
  /\b(?:see(?:,?\s+e\.\s?g\.,?|\s+also|\s+generally)?|accord|but\s+see|cf\.|compare|e\.\s?g\.|citing|quoting|contra|id\.)(?=[\s,;]|$)/gi;

/**
 * The statements by the index of their citation. Parallel citations have that of the first.
 *
 * @param text the running text
 */
export function statementsOf(
  { text, blocks }: Pick<Draft, "text" | "blocks">,
  citations: readonly DraftCitation[],
): ReadonlyMap<number, string> {
  const spans = citations.map((one) => spanOf(text, one));
  const masked = mask(text, spans);
  const starts = blocks.map(({ start }) => start);
  const sentences = new Map<TextRange, readonly TextRange[]>();
  const statements = new Map<number, string>();
  for (const [nth, one] of citations.entries()) {
    if (one.group !== nth) continue;
    const last = citations.findLastIndex(({ group }) => group === nth);
    const explained = explanationAfter(text, citations[Math.max(nth, last)]?.end ?? one.end);
    const block = blocks[countUpTo(starts, one.start) - 1];
    if (block === undefined) continue;
    const own = sentences.get(block) ?? sentencesOf(masked, block);
    sentences.set(block, own);
    const statement = explained ?? sentenceFor(masked, own, one.start);
    if (statement !== null) statements.set(nth, statement);
  }
  return statements;
}

/** A citation with its name, pages and brackets. */
function spanOf(text: string, { start, end, reading }: DraftCitation): TextRange {
  const before = text.slice(Math.max(0, start - MAX_NAME_GAP), start);
  const at = reading === null ? -1 : before.lastIndexOf(reading.name);
  const after = AFTER_CITATION.exec(text.slice(end, end + MAX_REMARKS))?.[0].trimEnd().length ?? 0;
  return { start: at < 0 ? start : start - before.length + at, end: end + after };
}

/** In place of a citation, so that sentences are found and offsets stay. It is no word of a text. */
const PLACEHOLDER = "Ⓠ";

function mask(text: string, spans: readonly TextRange[]): string {
  let masked = "";
  for (const { start, end } of spans) {
    const from = Math.max(start, masked.length);
    if (end <= from) continue;
    masked += `${text.slice(masked.length, from)}${PLACEHOLDER}${" ".repeat(end - from - 1)}`;
  }
  return masked + text.slice(masked.length);
}

function sentencesOf(text: string, { start, end }: TextRange): TextRange[] {
  const block = text.slice(start, end).replaceAll(PLACEHOLDER, "Q");
  const sentences: TextRange[] = [];
  let from = 0;
  for (const { index } of block.matchAll(/[.?!]/g)) {
    const to = endOfSentence(block, index);
    if (to === null) continue;
    sentences.push({ start: start + from, end: start + to });
    from = to;
  }
  return [...sentences, { start: start + from, end }];
}

/** The sentence that has a citation, or, if that has no words of its own, the last one before it that has. */
function sentenceFor(masked: string, sentences: readonly TextRange[], at: number): string | null {
  const nth = sentences.findIndex(({ start, end }) => start <= at && at < end);
  for (let back = nth; back >= Math.max(0, nth - MAX_BACK); back--) {
    const { start = 0, end = 0 } = sentences[back] ?? {};
    const words = withoutSignals(masked.slice(start, end));
    if (hasWords(words)) return words;
  }
  return null;
}

function withoutSignals(masked: string): string {
  return masked
    .replaceAll(PLACEHOLDER, " ")
    .replace(SIGNALS, " ")
    .replace(/\s+/g, " ")
    .replace(/ (?=[.,;])/g, "")
    .trim();
}

function hasWords(text: string): boolean {
  return (text.match(/\p{L}{2,}/gu) ?? []).length >= MIN_WORDS;
}

function explanationAfter(text: string, end: number): string | null {
  const after = text.slice(end, end + MAX_REMARKS);
  const remarks = AFTER_CITATION.exec(after)?.[0] ?? "";
  for (const [, content = ""] of remarks.matchAll(BRACKETS)) {
    const words = EXPLAINS.exec(content)?.[0];
    const statement = words === undefined ? "" : content.slice(words.length).trim();
    if (hasWords(statement)) return statement;
  }
  return null;
}
