/** Breaks text into lines. */

/** The longest line that is comfortable to read. */
export const MAX_READING_WIDTH = 88;

/**
 * Breaks text at white space into lines of at most `width` characters; a longer word gets its own line.
 * Line ends of the text are kept.
 */
export function wrap(text: string, width: number): string[] {
  return text.split("\n").flatMap((line) => wrapLine(line, width));
}

/** The same with `first` in front of the first line and as many spaces in front of the others. */
export function wrapBehind(first: string, text: string, width: number): string {
  const indent = " ".repeat(first.length);
  const lines = wrap(text, Math.max(width - first.length, 1));
  return lines.map((line, at) => `${at === 0 ? first : indent}${line}`.trimEnd()).join("\n");
}

/** At most `width` characters, the last one `…` where something is left out. */
export function shorten(text: string, width: number): string {
  const letters = [...text];
  return letters.length <= width ? text : `${letters.slice(0, Math.max(width - 1, 0)).join("")}…`;
}

function wrapLine(line: string, width: number): string[] {
  const lines: string[] = [];
  let current = "";
  for (const word of line.split(/\s+/u)) {
    if (word === "") continue;
    const longer = current === "" ? word : `${current} ${word}`;
    if (current === "" || [...longer].length <= width) {
      current = longer;
      continue;
    }
    lines.push(current);
    current = word;
  }
  return [...lines, current];
}
