/** CSV (RFC 4180) a record at a time, for what is no collection; null and what is absent are empty. */

type Value = string | number | boolean | null;

/** Loads the library, which a command that prints no CSV can do without. @returns a record's line, with its end */
export async function csvWriter(): Promise<(fields: readonly Value[]) => string> {
  const { stringify } = await import("csv-stringify/sync");
  // a field with a lone line end must be quoted too, for readers that take it for the end of the record
  const options = { record_delimiter: "\r\n", quoted_match: /[\r\n]/ };
  return (fields) => stringify([fields.map((field) => String(field ?? ""))], options);
}
