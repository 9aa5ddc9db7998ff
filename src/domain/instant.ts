/**
 * Converts ISO 8601 instants to text that sorts chronologically: `last_updated` has any number of fraction digits and any offset
 * (docs/formats.md, "Irregularities of real data").
 */
import { withoutEnd } from "./without-end.ts";

const INSTANT =
  /^(?<date>\d{4}-\d{2}-\d{2})(?:[T ](?<minute>\d{2}:\d{2})(?::(?<second>\d{2})(?:[.,](?<fraction>\d+))?)?\s?(?<zone>Z|z|[+-]\d{2}(?::?\d{2})?)?)?$/;

/**
 * Returns UTC with seconds, then the fraction without trailing zeros: `2023-07-14T19:38:59.743188`. An instant without a zone is in
 * UTC; a date without a time is its first moment. Null if the text is not an instant.
 */
export function instantKey(text: string | null): string | null {
  const groups = INSTANT.exec(text ?? "")?.groups;
  if (groups === undefined) return null;
  const { date, minute = "00:00", second = "00", fraction = "", zone = "Z" } = groups;
  const [direction, hours = "00", minutes = "00"] = [
    zone[0],
    zone.slice(1, 3),
    zone.replace(":", "").slice(3, 5),
  ];
  const offset = direction === "+" || direction === "-" ? `${direction}${hours}:${minutes || "00"}` : "Z";
  const ms = Date.parse(`${date}T${minute}:${second}${offset}`);
  if (Number.isNaN(ms)) return null;
  const seconds = new Date(ms).toISOString().slice(0, -".000Z".length);
  return `${seconds}.${withoutEnd(fraction, /0/)}`;
}
