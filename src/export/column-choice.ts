/** The columns of an exported table: all, or the requested ones in the requested order. */

import type { BodyFormat } from "../corpus/bodies.ts";
import { CaselawError } from "../domain/errors.ts";
import type { ExportFormat, ExportOptions } from "./export-writer.ts";
import { flatColumns } from "./flat-columns.ts";
import { caseColumns } from "./parquet-columns.ts";

/** All columns of a format; none if its columns cannot be chosen. */
export function columnNames(
  format: ExportFormat,
  { flat }: ExportOptions,
  bodyFormat: BodyFormat | null,
): readonly string[] {
  if (format === "parquet") return caseColumns(bodyFormat).map(({ name }) => name);
  const isFlat = format === "csv" || (format === "jsonl" && flat === true);
  return isFlat ? flatColumns(bodyFormat).map(({ name }) => name) : [];
}

/** The requested columns. @param names undefined: all */
export function chosenColumns<C extends { readonly name: string }>(
  all: readonly C[],
  names: readonly string[] | undefined,
): readonly C[] {
  return names === undefined
    ? all
    : names.flatMap((name) => all.find((column) => column.name === name) ?? []);
}

/**
 * @param similarTo finds a known name that is similar to an unknown one, for the hint
 * @throws CaselawError `invalid` for a format without columns, an empty list, an unknown column, a column listed twice, or an
 *   increment without the column `id`
 */
export function checkColumns(
  format: ExportFormat,
  options: ExportOptions,
  { bodyFormat, isIncrement }: { readonly bodyFormat: BodyFormat | null; readonly isIncrement: boolean },
  similarTo: (name: string, known: readonly string[]) => string | null = () => null,
): void {
  const { columns } = options;
  if (columns === undefined) return;
  const known = columnNames(format, options, bodyFormat);
  const refuse = (found: string, hint?: string): never => {
    throw new CaselawError("invalid", `Cannot use \`columns\`: ${found}`, { hint });
  };
  if (known.length === 0) refuse("it is for csv, parquet and jsonl with `flat`");
  if (columns.length === 0) refuse("no column is listed");
  const wrong = columns.find((name) => !known.includes(name));
  if (wrong !== undefined) refuse(...unknownColumn(wrong, { format, options, known }, similarTo));
  const twice = columns.find((name, at) => columns.indexOf(name) < at);
  if (twice !== undefined) refuse(`"${twice}" is listed twice`);
  if (isIncrement && !columns.includes("id")) refuse('with `since` the column "id" is required');
}

function unknownColumn(
  name: string,
  request: {
    readonly format: ExportFormat;
    readonly options: ExportOptions;
    readonly known: readonly string[];
  },
  similarTo: (name: string, known: readonly string[]) => string | null,
): [found: string, hint: string] {
  const found = `no column is called "${name}"`;
  const withBody = (["text", "html"] as const).find((body) =>
    columnNames(request.format, request.options, body).includes(name),
  );
  if (withBody !== undefined) {
    const needed = withBody === "text" ? "`full_case`" : "`full_case` and `body_format` html or xml";
    return [found, `It requires ${needed}.`];
  }
  const similar = similarTo(name, request.known);
  return [
    found,
    similar === null ? `The columns are ${request.known.join(", ")}.` : `Did you mean "${similar}"?`,
  ];
}
