import { expect, test } from "vitest";
import { noteRanges, replaceNotes } from "../../src/citations/footnotes.ts";

test.each([
  ["a^[b]c", ["^[b]"], "ac"],
  ["a^[b [c] d]e^[f]", ["^[b [c] d]", "^[f]"], "ae"],
  ["[a ^[b] c]", ["^[b]"], "[a  c]"],
  ["^[a ^[b] c]", ["^[a ^[b] c]"], ""],
  ["] a^[b", [], "] a^[b"],
  ["2 ^ [b]", [], "2 ^ [b]"],
])("the notes of %j are %j", (text, notes, rest) => {
  expect(noteRanges(text).map(({ start, end }) => text.slice(start, end))).toEqual(notes);
  expect(replaceNotes(text, () => "")).toBe(rest);
});
