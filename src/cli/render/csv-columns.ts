/**
 * The columns of CSV: those of a record's definition, with lists joined by `; ` and unknown values empty.
 *
 * A case has columns of its own: `reporter` is the full name, `court` and `jurisdiction` the names. With `full_case` a last
 * column `casebody` follows: the markup, or head matter, opinions and corrections as one text.
 */

import { flatText } from "../../domain/casebody.ts";
import { printedCites } from "../../domain/citation.ts";
import type { Collection, V1Records } from "../../v1/collections.ts";
import { BULK_FILE, CITATION, COURT, JURISDICTION, REPORTER, VOLUME } from "../../v1/record-definitions.ts";
import type { V1Casebody, V1TextBody } from "../../v1/records.ts";
import { type Columns, columnsOf } from "./columns.ts";

export const CSV_COLUMNS: { readonly [C in Collection]: Columns<V1Records[C]> } = {
  cases: {
    ...columnsOf(["id", "name", "name_abbreviation", "decision_date", "docket_number"]),
    ...columnsOf(["first_page", "last_page"]),
    citations: ({ citations }) => printedCites(citations).join("; "),
    volume_number: ({ volume }) => volume.volume_number,
    reporter: ({ reporter }) => reporter.full_name,
    court: ({ court }) => court.name,
    jurisdiction: ({ jurisdiction }) => jurisdiction.name,
    ...columnsOf(["url"]),
  },
  courts: columnsOf(Object.keys(COURT.entries)),
  jurisdictions: columnsOf(Object.keys(JURISDICTION.entries)),
  reporters: columnsOf(Object.keys(REPORTER.entries)),
  volumes: columnsOf(Object.keys(VOLUME.entries)),
  citations: columnsOf(Object.keys(CITATION.entries)),
  bulk: columnsOf(Object.keys(BULK_FILE.entries)),
};

export const CASEBODY_COLUMN: Columns<object> = {
  casebody: (record) => {
    const data = hasCasebody(record) ? record.casebody.data : null;
    return data === null || typeof data === "string" ? data : flatTextOf(data);
  },
};

/** The flat text of a body as it is answered (domain/casebody, `flatText`). */
function flatTextOf({ head_matter, ...body }: V1TextBody): string {
  return flatText({ ...body, headMatter: head_matter });
}

function hasCasebody(record: object): record is { readonly casebody: V1Casebody } {
  return "casebody" in record;
}
