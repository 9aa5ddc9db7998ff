/** Footnotes in a plain text, written where their numbers were: `the rule is old.^[See Roe v. Wade, 410 U.S. 113.]`, as in Markdown. */
import type { TextRange } from "../domain/casebody.ts";

export const NOTE_START = "^[";
const BRACKET = /\^?\[|\]/g;

/** The footnotes of a text, in order, with their brackets. A note whose bracket is not closed is not read, nor is a note within a note. */
export function noteRanges(text: string): TextRange[] {
  if (!text.includes(NOTE_START)) return [];
  const notes: TextRange[] = [];
  const starts: number[] = [];
  /** How many brackets are open before that of the note. */
  let note: number | null = null;
  for (const { 0: bracket, index } of text.matchAll(BRACKET)) {
    if (bracket === "]") {
      const start = starts.pop();
      if (start === undefined || starts.length !== note) continue;
      notes.push({ start, end: index + 1 });
      note = null;
    } else {
      if (bracket === NOTE_START) note ??= starts.length;
      starts.push(index);
    }
  }
  return notes;
}

/** The text with something else in place of each note. */
export function replaceNotes(text: string, replacement: (note: string) => string): string {
  const notes = noteRanges(text);
  const ends = [0, ...notes.map(({ end }) => end)];
  return ends
    .map((end, at) => {
      const note = notes[at];
      return (
        text.slice(end, note?.start) +
        (note === undefined ? "" : replacement(text.slice(note.start, note.end)))
      );
    })
    .join("");
}
