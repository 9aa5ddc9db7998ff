/**
 * Converts a tree from XML or HTML to text (docs/formats.md, "The text rule").
 *
 * Only line marks break lines; the indentation of the source has no effect.
 */
import type { BodyNode } from "./body-tree.ts";

/** Runs of these become one space. U+00A0 is not included: it is kept inside a line. */
const SPACES = /[ \t\n\f\r\u200b]+/g;
/** Most runs need no replacement, and this test is cheaper. */
const NEEDS_COLLAPSING = /[\t\n\f\r\u200b]| {2}/;
const WHITE_SPACE = /\p{White_Space}/u;

/** Replaces a dropped element that is directly followed by text: today nothing, in older releases a space. */
export type Gap = "" | " ";

interface Writer {
  text: string;
  /** The text since the last mark. */
  run: string;
  /** Line breaks before the next run. Adjacent line marks count once. */
  breaks: number;
  lastMark: "line" | "hard" | "none";
}

/**
 * The text of adjacent nodes.
 *
 * @param gap replaces a dropped element before text; `" "` reproduces the texts of October 2019 to 2022
 */
export function textOf(nodes: readonly BodyNode[], gap: Gap = ""): string {
  const writer: Writer = { text: "", run: "", breaks: 0, lastMark: "none" };
  writeNodes(writer, nodes, gap);
  endRun(writer);
  return writer.text;
}

/** Replaces every run of white space by one space. */
export function collapseSpaces(text: string): string {
  return NEEDS_COLLAPSING.test(text) ? text.replace(SPACES, " ") : text;
}

/** Removes Unicode white space from both ends. `String.trim` has another set of characters (U+FEFF, not U+0085). */
export function trimWhiteSpace(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && WHITE_SPACE.test(text.charAt(start))) start++;
  while (end > start && WHITE_SPACE.test(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}

function writeNodes(writer: Writer, nodes: readonly BodyNode[], gap: Gap): void {
  for (const [index, node] of nodes.entries()) {
    if (typeof node === "string") {
      writer.run += node;
    } else if (node.kind === "inline") {
      writeNodes(writer, node.children, gap);
    } else if (node.kind === "dropped") {
      if (typeof nodes[index + 1] === "string") writer.run += gap;
    } else if (node.kind === "break") {
      mark(writer, "hard");
      writeNodes(writer, node.children, gap);
    } else {
      mark(writer, "line");
      writeNodes(writer, node.children, gap);
      mark(writer, "line");
    }
  }
}

function mark(writer: Writer, kind: "line" | "hard"): void {
  endRun(writer);
  if (kind === "hard" || writer.lastMark !== "line") writer.breaks++;
  writer.lastMark = kind;
}

function endRun(writer: Writer): void {
  if (writer.run === "") return;
  const run = trimWhiteSpace(collapseSpaces(writer.run));
  writer.run = "";
  if (run === "") return;
  if (writer.text !== "") writer.text += "\n".repeat(writer.breaks);
  writer.text += run;
  writer.breaks = 0;
  writer.lastMark = "none";
}
