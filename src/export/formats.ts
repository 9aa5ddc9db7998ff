/** The export formats, and whether the options of a request fit its format. */
import type { BodyFormat } from "../corpus/bodies.ts";
import { CaselawError } from "../domain/errors.ts";
import { CASE_PARAMETERS } from "../v1/case-parameters.ts";
import { closestName } from "../v1/parameter.ts";
import { BULK } from "./bulk.ts";
import { CSV } from "./csv.ts";
import { FILES } from "./files.ts";
import { EDGES_BY, type ExportOptions, type Format } from "./format.ts";
import { JSONL } from "./jsonl.ts";
import { PARQUET } from "./parquet.ts";
import { SQLITE } from "./sqlite.ts";

export const FORMATS = {
  jsonl: JSONL,
  csv: CSV,
  parquet: PARQUET,
  bulk: BULK,
  sqlite: SQLITE,
  files: FILES,
} as const satisfies Readonly<Record<string, Format>>;

/** One of `EXPORT_FORMATS`. */
export type ExportFormat = keyof typeof FORMATS;
/** The formats of `runExport`. */
export const EXPORT_FORMATS: readonly ExportFormat[] = Object.keys(FORMATS).filter(isExportFormat);

/** An export has its own order and form. */
export const EXPORT_PARAMETERS = CASE_PARAMETERS.filter(
  ({ name }) => !["ordering", "seed", "facet", "count", "preview"].includes(name),
);

export function isExportFormat(name: string): name is ExportFormat {
  return Object.hasOwn(FORMATS, name);
}

export function formatsWith(option: Format["accepts"][number]): readonly ExportFormat[] {
  return EXPORT_FORMATS.filter((name) => (FORMATS[name] as Format).accepts.includes(option));
}

/** @throws CaselawError `invalid` for an unknown format, or an option that it does not accept */
export function checkFormat(name: string, options: ExportOptions, isIncrement: boolean): void {
  if (!isExportFormat(name)) {
    const hint = didYouMean(name, EXPORT_FORMATS) ?? undefined;
    const choices = EXPORT_FORMATS.join(", ");
    throw new CaselawError("invalid", `Cannot export "${name}": the formats are ${choices}`, { hint });
  }
  const { flat, partition, splits, edges } = options;
  const requested = {
    since: isIncrement,
    flat: flat === true,
    partition: partition === true,
    splits: splits === true,
    edges: edges !== undefined,
  };
  for (const option of ["since", "flat", "partition", "splits", "edges"] as const) {
    if (!requested[option] || formatsWith(option).includes(name)) continue;
    const message = `Cannot export ${name} with \`${option}\`: it is for ${formatsWith(option).join(", ")}`;
    throw new CaselawError("invalid", message);
  }
  if (requested.since && requested.partition)
    throw new CaselawError("invalid", "Cannot use `since` with `partition`: cases move between files");
  if (requested.splits && requested.partition)
    throw new CaselawError("invalid", "Cannot use `splits` with `partition`: a case is in one file");
  if (edges !== undefined && !EDGES_BY.includes(edges))
    throw new CaselawError("invalid", `Cannot use \`edges\`: "${edges}" is not ${EDGES_BY.join(" or ")}`);
}

function didYouMean(name: string, names: readonly string[]): string | null {
  const similar = closestName(
    name,
    names.map((choice) => [choice]),
  );
  return similar === null ? null : `Did you mean "${similar}"?`;
}

/**
 * @throws CaselawError `invalid` for a format without columns, an empty list, an unknown column, a column listed twice, or an
 *   increment without the column `id`
 */
export function checkColumns(
  name: ExportFormat,
  options: ExportOptions,
  { bodyFormat, isIncrement }: { readonly bodyFormat: BodyFormat | null; readonly isIncrement: boolean },
): void {
  const { columns } = options;
  if (columns === undefined) return;
  const columnsWith = (body: BodyFormat | null): readonly string[] => FORMATS[name].columns(body, options);
  const names = columnsWith(bodyFormat);
  const refuse = (reason: string, hint?: string): never => {
    throw new CaselawError("invalid", `Cannot use \`columns\`: ${reason}`, { hint });
  };
  if (names.length === 0) refuse("it is for csv, parquet and jsonl with `flat`");
  if (columns.length === 0) refuse("no column is listed");
  const wrong = columns.find((column) => !names.includes(column));
  if (wrong !== undefined) {
    const body = (["text", "html"] as const).find((format) => columnsWith(format).includes(wrong));
    const hint =
      body === undefined
        ? (didYouMean(wrong, names) ?? `The columns are ${names.join(", ")}.`)
        : `It requires ${body === "text" ? "`full_case`" : "`full_case` and `body_format` html or xml"}.`;
    refuse(`no column is called "${wrong}"`, hint);
  }
  const twice = columns.find((column, at) => columns.indexOf(column) < at);
  if (twice !== undefined) refuse(`"${twice}" is listed twice`);
  if (isIncrement && !columns.includes("id")) refuse('with `since` the column "id" is required');
}
