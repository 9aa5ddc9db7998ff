/** The values of JSON lines. */
export function jsonLines(text: string): ReturnType<typeof JSON.parse>[] {
  const lines = text.split("\n").filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}
