/** CSV (RFC 4180); null is an empty field. Loads its library late, because other formats do not need it. */

type Value = string | number | boolean | null;

/** @returns a function that writes a record as a line, with its end */
export async function csvWriter(): Promise<(fields: readonly Value[]) => string> {
  const writeRows = await csvRowsWriter();
  return (fields) => writeRows([fields]);
}

/** @returns a function that writes records as lines */
export async function csvRowsWriter(): Promise<(rows: readonly (readonly Value[])[]) => string> {
  const { stringify } = await import("csv-stringify/sync");
  // a field with a lone line end must be quoted too, for readers that take it for the end of the record
  const options = { record_delimiter: "\r\n", quoted_match: /[\r\n]/ };
  // as text, since the library writes true as 1
  return (rows) =>
    stringify(
      rows.map((fields) => fields.map((field) => String(field ?? ""))),
      options,
    );
}
