/** The text of a draft with its citations and quotations marked. */
import { type Html, markup } from "../markup.ts";
import { type CheckItem, CLASSES, SYMBOLS } from "./check-item.ts";

/** @param items in the order of the text; a citation may lie in a quotation */
export function markedText(text: string, items: readonly CheckItem[]): Html {
  const edges = [...new Set([0, text.length, ...items.flatMap(({ of }) => [of.start, of.end])])];
  edges.sort((a, b) => a - b);
  const parts: Html[] = [];
  let covering: CheckItem[] = [];
  let next = 0;
  for (const [at, from] of edges.entries()) {
    for (const item of covering.filter(({ of }) => of.end <= from)) parts.push(noteOf(item));
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
