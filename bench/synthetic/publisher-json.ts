/** JSON as the publisher wrote it: ASCII escapes, `", "` and `": "` between (docs/formats.md, "Layout of a bulk archive"). */
const BEYOND_ASCII = /[\u0080-\uffff]/g;

/** One record on one line, without its line end. */
export function publisherLine(value: unknown): string {
  if (typeof value !== "object" || value === null) return escapeAll(JSON.stringify(value));
  // loops: making a case's line by `map` and `join` took as long as all of its metadata
  let text = "";
  if (Array.isArray(value)) {
    for (const inner of value) text += text === "" ? publisherLine(inner) : `, ${publisherLine(inner)}`;
    return `[${text}]`;
  }
  for (const [key, inner] of Object.entries(value)) {
    text += `${text === "" ? "" : ", "}"${key}": ${publisherLine(inner)}`;
  }
  return `{${text}}`;
}

function escapeAll(json: string): string {
  return json.replace(BEYOND_ASCII, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
