/**
 * Joins the words that a page turn breaks, where the source has spaces around the mark of the page: CourtListener indents the XML of the
 * Caselaw Access Project, so `in*363formation` became `in *363 formation`, which is wrong, but `district court *1322 finding` is right.
 *
 * Only the decision itself shows the difference: two parts are one word if the decision has this word elsewhere, and not both parts.
 */

const MARK_CLASS = 'class="page-label"';
/** Longer marks and words are not read. */
const MAX_CHARS = 300;
const WORD_BEFORE = /(?<![A-Za-z])([A-Za-z]{1,30}) $/;
const WORD_AFTER = /^([a-z]{1,30})(?![A-Za-z])/;

interface Turn {
  /** Offset of the space before the mark. */
  readonly space: number;
  readonly parts: readonly [string, string];
}

/** The HTML of a decision with its broken words joined. @param html a space next to a mark of a page is before it */
export function joinPageTurns(html: string): string {
  const turns = turnsIn(html);
  if (turns.length === 0) return html;
  const counts = countWords(
    turns.flatMap(({ parts: [before, after] }) => [before, after, before + after]),
    html,
  );
  const times = (word: string) => counts.get(word.toLowerCase()) ?? 0;
  const atTurns = new Map<string, number>();
  for (const part of turns.flatMap(({ parts }) => parts)) {
    atTurns.set(part.toLowerCase(), (atTurns.get(part.toLowerCase()) ?? 0) + 1);
  }
  const isWord = (part: string) => times(part) > (atTurns.get(part.toLowerCase()) ?? 0);
  let joined = "";
  let copiedTo = 0;
  for (const { space, parts } of turns) {
    const [before, after] = parts;
    if (times(before + after) === 0 || (isWord(before) && isWord(after))) continue;
    joined += html.slice(copiedTo, space);
    copiedTo = space + 1;
  }
  return joined + html.slice(copiedTo);
}

function turnsIn(html: string): readonly Turn[] {
  const turns: Turn[] = [];
  for (let at = html.indexOf(MARK_CLASS); at !== -1; at = html.indexOf(MARK_CLASS, at + 1)) {
    const mark = html.lastIndexOf("<", at);
    const end = html.indexOf("</a>", at) + "</a>".length;
    const before = WORD_BEFORE.exec(html.slice(Math.max(0, mark - MAX_CHARS), mark))?.[1];
    const after = WORD_AFTER.exec(html.slice(end, end + MAX_CHARS))?.[1];
    if (before !== undefined && after !== undefined) turns.push({ space: mark - 1, parts: [before, after] });
  }
  return turns;
}

/** How often the text of HTML has each of these words, ignoring letter case. */
function countWords(words: readonly string[], html: string): ReadonlyMap<string, number> {
  const counts = new Map(words.map((word) => [word.toLowerCase(), 0]));
  for (const [word] of html.matchAll(/<[^<>]*>|[A-Za-z]+/g)) {
    if (word.startsWith("<")) continue;
    const count = counts.get(word) ?? counts.get(word.toLowerCase());
    if (count !== undefined) counts.set(word.toLowerCase(), count + 1);
  }
  return counts;
}
