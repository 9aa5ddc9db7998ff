/** Instants as text that sorts as they do: `last_updated` may have any number of fraction digits and any offset. */

/** UTC, always nine fraction digits: `2023-07-14T19:38:59.743188000Z`; null for text that is no instant. */
export function instantKey(instant: string | null): string | null {
  if (instant === null) return null;
  const fraction = /\.(\d+)/.exec(instant)?.[1] ?? "";
  const ms = Date.parse(instant.replace(/\.\d+/, ""));
  if (Number.isNaN(ms)) return null;
  const seconds = new Date(ms).toISOString().slice(0, -".000Z".length);
  return `${seconds}.${fraction.slice(0, 9).padEnd(9, "0")}Z`;
}
