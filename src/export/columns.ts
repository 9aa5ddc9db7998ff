/** The columns of an exported table: fields with their meanings, and their values in a row. */
import type { GenericSchema } from "valibot";
import { fieldOf, type RecordField, recordFields } from "../v1/record-definitions.ts";

export interface Column<Row> extends RecordField {
  /** The key in the interface's record, if it is not the name. */
  readonly path?: string;
  readonly value: (row: Row) => unknown;
}

/** A column that the interface's record does not have. */
export function ownColumn<Row>(
  name: string,
  definition: GenericSchema,
  value: Column<Row>["value"],
): Column<Row> {
  return { ...fieldOf(name, definition), value };
}

/** The columns of a table whose rows are records of a definition. */
export function recordColumns<Row extends object>(definition: GenericSchema): readonly Column<Row>[] {
  return recordFields(definition).map((field) => ({
    ...field,
    value: (row) => Reflect.get(row, field.name),
  }));
}

/** The value of a column as a text, a number or a boolean; lists and objects are JSON text. */
export function plainValue<Row>({ value }: Column<Row>, row: Row): string | number | boolean | null {
  const found = value(row) ?? null;
  if (typeof found === "string" || typeof found === "number" || typeof found === "boolean") return found;
  return found === null ? null : JSON.stringify(found);
}

/** A row by column. */
export function plainRow<Row>(
  columns: readonly Column<Row>[],
  row: Row,
): Record<string, string | number | boolean | null> {
  return Object.fromEntries(columns.map((column) => [column.name, plainValue(column, row)]));
}

/** The requested columns, in the requested order. @param names undefined: all */
export function chosenColumns<C extends { readonly name: string }>(
  all: readonly C[],
  names: readonly string[] | undefined,
): readonly C[] {
  return names === undefined
    ? all
    : names.flatMap((name) => all.find((column) => column.name === name) ?? []);
}
