/**
 * Removes a footnote's label from its text, if the text begins with it (docs/formats.md, "XML to structured text", rule 2).
 *
 * Archives have the label only as an attribute. XML from the raw volume files repeats it in the text.
 */
import type { DraftElement } from "./body-tree.ts";

/** A text in the tree: its siblings and its index among them. */
interface Slot {
  readonly siblings: (string | DraftElement)[];
  readonly index: number;
  readonly text: string;
}

/**
 * Removes the label once from the start of the footnote's first paragraph, unless the next character continues it: `1` stays in
 * `1983 was wet`. Changes the tree.
 */
export function dropRepeatedLabel(footnote: DraftElement): void {
  const label = footnote.attributes.get("label")?.trim() ?? "";
  if (label === "") return;
  const slots: Slot[] = [];
  collectFirstLine(footnote, slots);
  const line = slots.map((slot) => slot.text).join("");
  const start = line.search(/[^\s\u200b]/);
  if (start === -1 || !line.startsWith(label, start)) return;
  if (continuesLabel(label, line.slice(start + label.length))) return;
  removeRange(slots, start, start + label.length);
}

function continuesLabel(label: string, rest: string): boolean {
  const [last, next] = [[...label].at(-1) ?? "", String.fromCodePoint(rest.codePointAt(0) ?? 0)];
  const areBoth = (kind: RegExp) => kind.test(last) && kind.test(next);
  return last === next || areBoth(/\p{Nd}/u) || areBoth(/\p{L}/u);
}

/** Collects the texts of the first line that is not blank. Returns true if that line has ended. */
function collectFirstLine(element: DraftElement, slots: Slot[]): boolean {
  for (const [index, node] of element.children.entries()) {
    if (typeof node === "string") slots.push({ siblings: element.children, index, text: node });
    else if (node.kind === "inline" && collectFirstLine(node, slots)) return true;
    else if (node.kind === "block" || node.kind === "break") {
      if (hasEnded(slots) || collectFirstLine(node, slots) || hasEnded(slots)) return true;
    }
  }
  return false;
}

/** At a line mark: whether a line that is not blank has ended. Discards a blank line. */
function hasEnded(slots: Slot[]): boolean {
  if (slots.some((slot) => /[^\s\u200b]/.test(slot.text))) return true;
  slots.length = 0;
  return false;
}

function removeRange(slots: readonly Slot[], start: number, end: number): void {
  let offset = 0;
  for (const { siblings, index, text } of slots) {
    const from = Math.max(start - offset, 0);
    const to = Math.max(end - offset, 0);
    siblings[index] = text.slice(0, from) + text.slice(to);
    offset += text.length;
  }
}
