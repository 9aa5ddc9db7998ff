/** Medians, percentiles, and how they are printed. */

export function median(values: readonly number[]): number {
  return percentile(values, 50);
}

/** The value that `share` percent of the values do not exceed; between two values the mean. NaN of none. */
export function percentile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const place = (share / 100) * (sorted.length - 1);
  const [low, high] = [sorted[Math.floor(place)], sorted[Math.ceil(place)]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}

/** Three digits that matter: `0.0123`, `1.23`, `123`, `12,345`. */
export function digits(value: number | null | undefined): string {
  if (value === null || value === undefined || Number.isNaN(value)) return "–";
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString("en-US");
  return value === 0 ? "0" : value.toPrecision(3);
}

export function megabytes(bytes: number | null | undefined): string {
  return bytes === null || bytes === undefined ? "–" : digits(bytes / 1e6);
}

/** A table of text: a title, columns, the first left-aligned and the others right. */
export function table(
  title: string,
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): string {
  const all = [columns, ...rows];
  const widths = columns.map((_, at) => Math.max(...all.map((row) => (row[at] ?? "").length)));
  const lines = all.map((row) =>
    widths
      .map((width, at) => (at === 0 ? (row[at] ?? "").padEnd(width) : (row[at] ?? "").padStart(width)))
      .join("  ")
      .trimEnd(),
  );
  const rule = widths.map((width) => "-".repeat(width)).join("  ");
  return [title, "", lines[0], rule, ...lines.slice(1), ""].join("\n");
}
