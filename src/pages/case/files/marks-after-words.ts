/**
 * Moves the mark of a page that turns within a word behind that word, for files in which the mark is part of the line: `be[*8]fore`
 * becomes `before [*8]`.
 */
import type { BodyElement, BodyNode } from "../../../casebody/body-tree.ts";
import { hasClass } from "../../../casebody/html/html-vocabulary.ts";

const ENDS_WITH_LETTER = /\p{L}$/u;
/** The rest of a word, with what is printed directly behind it. */
const REST_OF_WORD = /^\p{Ll}[\p{L}\p{N}]*[,.;:!?)’”]*/u;

/** The same nodes, with such marks behind their words. A word may be in two italic or bold elements of one kind. */
export function withMarksAfterWords(nodes: readonly BodyNode[]): BodyNode[] {
  const moved: BodyNode[] = [];
  for (const given of nodes) {
    const node = typeof given === "string" ? given : withChildren(given, withMarksAfterWords(given.children));
    const mark = moved.at(-1);
    const before = moved.at(-2);
    const joined = isMark(mark) && before !== undefined ? joinedAt(before, node) : null;
    if (joined === null || mark === undefined) moved.push(node);
    else moved.splice(-2, 2, joined.before, " ", mark, ...(isEmpty(joined.after) ? [] : [joined.after]));
  }
  return moved;
}

function isMark(node: BodyNode | undefined): boolean {
  return node !== undefined && typeof node !== "string" && hasClass(node, "cb-page");
}

/** Two nodes with the rest of the second one's first word in the first one; null if no word goes over both. */
function joinedAt(
  before: BodyNode,
  after: BodyNode,
): { readonly before: BodyNode; readonly after: BodyNode } | null {
  if (typeof before === "string" && typeof after === "string") {
    const [rest = ""] = ENDS_WITH_LETTER.test(before) ? (REST_OF_WORD.exec(after) ?? []) : [];
    return rest === "" ? null : { before: before + rest, after: after.slice(rest.length) };
  }
  if (typeof before === "string" || typeof after === "string" || before.name !== after.name) return null;
  if (!["b", "em", "i", "strong"].includes(before.name)) return null;
  const [last, first] = [before.children.at(-1), after.children[0]];
  if (last === undefined || first === undefined) return null;
  const inside = joinedAt(last, first);
  if (inside === null) return null;
  return {
    before: withChildren(before, [...before.children.slice(0, -1), inside.before]),
    after: withChildren(
      after,
      [inside.after, ...after.children.slice(1)].filter((node) => node !== ""),
    ),
  };
}

function isEmpty(node: BodyNode): boolean {
  return typeof node === "string" ? node === "" : node.children.length === 0;
}

function withChildren(element: BodyElement, children: readonly BodyNode[]): BodyElement {
  return { ...element, children };
}
