/**
 * Takes a footnote's label off its text, where the text still begins with it (docs/formats.md, "XML to structured text", rule 2).
 *
 * Archives give the label as an attribute alone; XML cut from the raw volume files has it in the text as well.
 */
import type { DraftElement } from "./body-tree.ts";

/** A text in the tree, by the children it stands among. */
interface Slot {
  readonly siblings: (string | DraftElement)[];
  readonly index: number;
  readonly text: string;
}

/**
 * Removes the label once from the beginning of the footnote's first paragraph, unless the next character would carry
 * it on: `1` stays in `1983 was wet`. Changes the tree.
 */
export function dropRepeatedLabel(footnote: DraftElement): void {
  const label = footnote.attributes.get("label")?.trim() ?? "";
  if (label === "") return;
  const slots: Slot[] = [];
  collectFirstLine(footnote, slots);
  const line = slots.map((slot) => slot.text).join("");
  const start = line.search(/[^\s\u200b]/);
  if (start === -1 || !line.startsWith(label, start)) return;
  if (carriesOn(label, line.slice(start + label.length))) return;
  cutOut(slots, start, start + label.length);
}

function carriesOn(label: string, rest: string): boolean {
  const [last, next] = [[...label].at(-1) ?? "", String.fromCodePoint(rest.codePointAt(0) ?? 0)];
  const areBoth = (kind: RegExp) => kind.test(last) && kind.test(next);
  return last === next || areBoth(/\p{Nd}/u) || areBoth(/\p{L}/u);
}

/** Collects the texts of the first line that is not blank; true when it has ended. */
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

/** At a line mark: whether the line before it was the one; a blank one is forgotten. */
function hasEnded(slots: Slot[]): boolean {
  if (slots.some((slot) => /[^\s\u200b]/.test(slot.text))) return true;
  slots.length = 0;
  return false;
}

function cutOut(slots: readonly Slot[], start: number, end: number): void {
  let offset = 0;
  for (const { siblings, index, text } of slots) {
    const from = Math.max(start - offset, 0);
    const to = Math.max(end - offset, 0);
    siblings[index] = text.slice(0, from) + text.slice(to);
    offset += text.length;
  }
}
