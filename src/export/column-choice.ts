/** Which columns of its cases a table has: all of them, or those that were asked for, in that order. */

import type { BodyFormat } from "../corpus/bodies.ts";
import { CaselawError } from "../domain/errors.ts";
import type { ExportFormat, ExportOptions } from "./export-writer.ts";
import { flatColumns } from "./flat-columns.ts";
import { caseColumns } from "./parquet-columns.ts";

/** The columns that a format has in all; none when it has no table of columns to choose from. */
export function columnNames(
  format: ExportFormat,
  { flat }: ExportOptions,
  bodyFormat: BodyFormat | null,
): readonly string[] {
  if (format === "parquet") return caseColumns(bodyFormat).map(({ name }) => name);
  const isFlat = format === "csv" || (format === "jsonl" && flat === true);
  return isFlat ? flatColumns(bodyFormat).map(({ name }) => name) : [];
}

/**
 * Of all columns those asked for.
 *
 * @param asked undefined for all
 */
export function chosenColumns<C extends { readonly name: string }>(
  all: readonly C[],
  asked: readonly string[] | undefined,
): readonly C[] {
  return asked === undefined
    ? all
    : asked.flatMap((name) => all.find((column) => column.name === name) ?? []);
}

/**
 * @param nearest finds the column that somebody meant, for the hint
 * @throws CaselawError `invalid` for a format without columns, no column, one that is none, one that is named twice; and of
 *   an increment, which is applied by `id`, when this is not among them
 */
export function checkColumns(
  format: ExportFormat,
  options: ExportOptions,
  { bodyFormat, isIncrement }: { readonly bodyFormat: BodyFormat | null; readonly isIncrement: boolean },
  nearest: (name: string, known: readonly string[]) => string | null = () => null,
): void {
  const { columns } = options;
  if (columns === undefined) return;
  const known = columnNames(format, options, bodyFormat);
  const refuse = (found: string, hint?: string): never => {
    throw new CaselawError("invalid", `Cannot use --columns: ${found}`, { hint });
  };
  if (known.length === 0) refuse("it is for csv, parquet and jsonl --flat");
  if (columns.length === 0) refuse("it names none");
  const wrong = columns.find((name) => !known.includes(name));
  if (wrong !== undefined) refuse(...unknownColumn(wrong, { format, options, known }, nearest));
  const twice = columns.find((name, at) => columns.indexOf(name) < at);
  if (twice !== undefined) refuse(`"${twice}" stands there twice`);
  if (isIncrement && !columns.includes("id")) refuse('with --since "id" must be among them');
}

function unknownColumn(
  name: string,
  of: { readonly format: ExportFormat; readonly options: ExportOptions; readonly known: readonly string[] },
  nearest: (name: string, known: readonly string[]) => string | null,
): [found: string, hint: string] {
  const found = `no column is called "${name}"`;
  const withBody = (["text", "html"] as const).find((body) =>
    columnNames(of.format, of.options, body).includes(name),
  );
  if (withBody !== undefined) {
    const flags = withBody === "text" ? "--full-case" : "--full-case --body-format html or xml";
    return [found, `It comes with ${flags}.`];
  }
  const meant = nearest(name, of.known);
  const all = "`caselaw export --help` lists them all";
  return [found, meant === null ? `${all}.` : `Did you mean "${meant}"? ${all}.`];
}
