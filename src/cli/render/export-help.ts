/** What `caselaw export --help` prints after its options: formats, examples, increments, columns. */
import type { BodyFormat } from "../../corpus/bodies.ts";
import { columnNames } from "../../export/column-choice.ts";
import { EXPORT_FORMATS } from "../../export/export-writer.ts";
import { FORMATS } from "../../export/formats.ts";
import { CITATION_COLUMNS, EDGE_COLUMNS } from "../../export/parquet-columns.ts";
import { INCREMENTAL_FORMATS } from "../../export/since.ts";

export const EXPORT_HELP = `
Formats:
${EXPORT_FORMATS.map((name) => `  ${name.padEnd(9)}${FORMATS[name].describes}`).join("\n")}

Examples:
  caselaw export --format jsonl --to all --full-case
  caselaw export --format parquet --to illinois --jurisdiction ill --full-case --partition
  caselaw export --format csv --to gold --search '"gold letters"'
  caselaw export --format csv --to names --columns id,name_abbreviation,decision_date,court_slug
  caselaw export --format sqlite --to datasette --force
  caselaw export --format files --to reading --reporter 315 --body-format html
  caselaw export --format bulk --to data/release --register

The command creates FOLDER. Its file manifest.json contains the filter, the state of the corpus, and the rows, bytes and SHA-256 of
each file; dictionary.json describes every column. The export is written to FOLDER.ID.part and renamed when it is complete; if it is stopped or fails, nothing remains. --force
replaces a folder that contains an export and nothing else. The export shows the corpus at one moment, also during an import.
Cases are sorted by id; with --partition by jurisdiction, year and id.

--since N accepts a change number or a date, as "caselaw changes" does, and exports the cases that changed after it. removed.jsonl
has the ids of cases that were removed or no longer match the filter; without such cases it is left out. To update an older export: remove these ids, then
replace each case that has the same id, and add the others. The next increment starts at "until" of the manifest (in a
complete export: "last_change"). The targets of edges are as of the export of the citing case: cases that were added or
removed since change it only in a complete export. For ${INCREMENTAL_FORMATS.join(", ")}.

sqlite and files always contain the bodies, sqlite as text. --flat is for jsonl, --partition for parquet. bulk contains each body as
it is stored, XML in one archive and texts in another, unless --full-case with --body-format selects one of them for all cases; it
cannot contain the HTML of the static site. --register is for bulk exports below the data folder.

Columns of csv, jsonl --flat and parquet, from which --columns selects: ${columnsWith(null)}
  --full-case adds ${columnsWith("text")}
  --full-case --body-format html or xml adds ${columnsWith("html")}
parquet has decision_date as a DATE, and also decision_date_text and decision_date_precision (day, month, year).
  citations: ${namesOf(CITATION_COLUMNS)}
  edges: ${namesOf(EDGE_COLUMNS)}; "source" is where the citation was found: the source's list or the case's text.
  A row of edges is a pair of a case and what it cites; with --edges citations each citation as it is listed, by opinion and parallel
  citation. A citation that may mean several cases is one row with target "several" and all of them in target_case_ids.

A case whose body is damaged is left out; "damaged" of the manifest lists it.
Exit codes: 0 done, 3 cases were left out.`;

/** The columns that a body adds; for null, the columns without a body. */
function columnsWith(bodyFormat: BodyFormat | null): string {
  const without = columnNames("csv", {}, null);
  const names = bodyFormat === null ? without : columnNames("csv", {}, bodyFormat).slice(without.length);
  return names.join(", ");
}

function namesOf(columns: readonly { readonly name: string }[]): string {
  return columns.map(({ name }) => name).join(", ");
}
