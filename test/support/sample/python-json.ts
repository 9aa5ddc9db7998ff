/** JSON as the publisher's tools wrote it: `", "` and `": "` between parts, everything beyond ASCII escaped. */
import type { Json } from "../../../src/domain/json.ts";

/** One line, without its end. */
export function pythonJson(value: Json): string {
  return ascii(spaced(value));
}

/** Indented by two, as the files of the static site are. */
export function indentedJson(value: Json): string {
  return ascii(JSON.stringify(value, null, 2));
}

function spaced(value: Json): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (isList(value)) return `[${value.map(spaced).join(", ")}]`;
  const pairs = Object.entries(value).map(([key, inner]) => `${JSON.stringify(key)}: ${spaced(inner)}`);
  return `{${pairs.join(", ")}}`;
}

function isList(value: Json): value is readonly Json[] {
  return Array.isArray(value);
}

function ascii(json: string): string {
  return json.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
