/** The text of a draft with its citations and quotations marked. */
import { type Html, markup } from "../markup.ts";
import { type CheckItem, CLASSES, SYMBOLS } from "./check-item.ts";

/** @param items in the order of the text; a citation may lie in a quotation */
export function markedText(text: string, items: readonly CheckItem[]): Html {
  const places = notePlaces(text, items);
  const notes = Map.groupBy(items, (item) => places.get(item) ?? 0);
  const edges = [
    ...new Set([0, text.length, ...items.flatMap(({ of }) => [of.start, of.end]), ...notes.keys()]),
  ];
  edges.sort((a, b) => a - b);
  const parts: Html[] = [];
  let covering: CheckItem[] = [];
  let next = 0;
  for (const [at, from] of edges.entries()) {
    parts.push(...(notes.get(from) ?? []).map(noteOf));
    covering = covering.filter(({ of }) => of.end > from);
    for (let item = items[next]; item !== undefined && item.of.start <= from; item = items[++next]) {
      parts.push(markup`<span id="mark-${item.number}"></span>`);
      covering.push(item);
    }
    const part = text.slice(from, edges[at + 1] ?? from);
    if (part !== "") parts.push(partHtml(part, covering.at(-1)));
  }
  return markup`<div class="check-text">${parts}</div>`;
}

/** Pages, notes and paragraphs after a citation, and the brackets that end it. */
const PIN = /,?\s(?:at\s|¶{1,2}\s?)?\*?\d+(?:[-‐-–]\d+)?(?:\s(?:&\s)?nn?\.\s?\d+)?/y;
const BRACKETS = /\s\([^()]{0,60}\b\d{4}\)/y;

/** The place of the note of each item: behind the complete citation, with pages, parallel citations and year. */
function notePlaces(text: string, items: readonly CheckItem[]): ReadonlyMap<CheckItem, number> {
  const endOf = (pattern: RegExp, at: number): number => {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : at;
  };
  /** From the last one, so that each is followed only to the next. */
  const placesByStart = new Map<number, number>();
  const placeAfter = (end: number): number => {
    for (let at = end; ; ) {
      const parallel = placesByStart.get(endOf(/,\s/y, at));
      if (parallel !== undefined) return parallel;
      const pin = endOf(PIN, at);
      if (pin === at) return endOf(BRACKETS, at);
      at = pin;
    }
  };
  const places = new Map<CheckItem, number>();
  for (const item of items.toReversed()) {
    const place = item.kind === "citation" ? placeAfter(item.of.end) : item.of.end;
    places.set(item, place);
    if (item.kind === "citation") placesByStart.set(item.of.start, place);
  }
  return places;
}

/** Each part is isolated, so that no character of it turns the notes around. */
function partHtml(part: string, item: CheckItem | undefined): Html {
  return item === undefined
    ? markup`<bdi>${part}</bdi>`
    : markup`<mark class="${CLASSES[item.tone]}"><bdi>${part}</bdi></mark>`;
}

function noteOf({ number, tone, words }: CheckItem): Html {
  return markup`<a class="check-note ${CLASSES[tone]}" href="#result-${number}">${number}${NO_BREAK}<span aria-hidden="true">${SYMBOLS[tone]}</span>${NO_BREAK}${words}</a>`;
}

const NO_BREAK = "\u00a0";
