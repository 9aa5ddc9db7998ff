/** What `caselaw export --help` tells behind its options: formats, examples, increments, columns. */

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

FOLDER is made anew and holds manifest.json: the filter, the state of the corpus, and of each file rows, bytes and SHA-256. It is
written to FOLDER.….part and renamed when it is complete; stopped or failed, nothing is left. --force replaces a folder that
holds an export and no other file. The export is of one moment, and an import may go on beside it. Cases come by ascending id, with --partition by jurisdiction, year and id.

--since N takes a change number or a date, as "caselaw changes" does, and exports the cases that changed after it; the ids of
those that are gone, or that the filter does not leave, are in removed.jsonl. Bring an older export up to date with it:
take out the removed ids, then put each case in the place of the one with its id, or add it. "until" in the manifest
("last_change" of a whole export) is where the next one goes on. Of edges, cited_case_id is as it was when the citing case was
exported: a case that came or went since changes it in a whole export only. For ${INCREMENTAL_FORMATS.join(", ")}.

sqlite and files always have the bodies, sqlite as text. --flat is for jsonl, --partition for parquet. bulk has each body as it is
held, XML in one archive and texts in another, unless --full-case with a --body-format asks for one of them for all cases; it
cannot carry the HTML of the static site. --register is for bulk below the data folder.

Columns of csv, jsonl --flat and parquet, of which --columns takes some: ${columnsWith(null)}
  --full-case adds ${columnsWith("text")}
  --full-case --body-format html or xml adds ${columnsWith("html")}
parquet has decision_date as a DATE, and beside it decision_date_text and decision_date_precision (day, month, year).
  citations: ${namesOf(CITATION_COLUMNS)}
  edges: ${namesOf(EDGE_COLUMNS)}; "source" tells whether the source or the case's text has it`;

/** What a body adds, or without one all that is there. */
function columnsWith(bodyFormat: BodyFormat | null): string {
  const without = columnNames("csv", {}, null);
  const names = bodyFormat === null ? without : columnNames("csv", {}, bodyFormat).slice(without.length);
  return names.join(", ");
}

function namesOf(columns: readonly { readonly name: string }[]): string {
  return columns.map(({ name }) => name).join(", ");
}
