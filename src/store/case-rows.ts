/** Cases read back by their ids, in the order asked for: metadata, and bodies apart, so that a list reads none. */
import type { Database } from "better-sqlite3";
import type { Citation } from "../domain/citation.ts";
import type { Case } from "../domain/listing.ts";
import type { Stamp } from "../domain/recency.ts";
import { Dictionaries, type Unpack } from "./dictionaries.ts";
import { type Origin, type StoredText, unpackExtras } from "./extras.ts";
import { type HeldForm, htmlForm } from "./merge-case.ts";
import type { BodyForm } from "./prepare-case.ts";
import type { HeldReferences, ReferenceReader } from "./reference-reader.ts";
import type { Unit } from "./units.ts";

interface CaseRow {
  readonly id: number;
  readonly name: string;
  readonly nameAbbreviation: string;
  readonly decisionDate: string | null;
  readonly docketNumber: string;
  readonly firstPage: string;
  readonly lastPage: string;
  readonly jurisdictionId: number | null;
  readonly courtId: number | null;
  readonly volumeNumber: string | null;
  readonly reporterName: string | null;
  readonly barcode: string | null;
  readonly reporterId: number | null;
  readonly lastUpdated: string | null;
  readonly extra: StoredText | null;
}

interface CitationRow extends Citation {
  readonly caseId: number;
}

interface FormRow {
  readonly caseId: number;
  readonly form: BodyForm;
  readonly unitId: number;
  readonly lastUpdated: string | null;
  readonly data: Buffer | null;
  readonly textForm: BodyForm | null;
}

/** What is held of a body, unpacked: each answer is one of these as it is, or made from it. */
export interface HeldBody {
  /** The archive's string. */
  readonly xml: string | null;
  /** The site's own file, where `html` is answered from it. */
  readonly html: string | null;
  /** What `text` is made from: the object itself as JSON, HTML or XML. */
  readonly text: { readonly form: BodyForm; readonly source: string } | null;
}

const READ_CASES = `
  SELECT c.id, c.name, c.name_abbreviation AS nameAbbreviation, c.decision_date AS decisionDate,
         c.docket_number AS docketNumber, c.first_page AS firstPage, c.last_page AS lastPage,
         c.jurisdiction_id AS jurisdictionId, c.court_id AS courtId, c.volume_number AS volumeNumber,
         c.reporter_name AS reporterName, c.volume_barcode AS barcode, c.reporter_id AS reporterId,
         c.last_updated AS lastUpdated, e.data AS extra
    FROM json_each(:ids) AS wanted
    JOIN court_case AS c ON c.id = wanted.value
    LEFT JOIN case_extra AS e ON e.case_id = c.id
   ORDER BY wanted.key
`;
const READ_CITATIONS = `
  SELECT citation.case_id AS caseId, citation.type, citation.cite
    FROM json_each(:ids) AS wanted
    JOIN citation ON citation.case_id = wanted.value
   ORDER BY wanted.key, citation.seq
`;
const READ_FORMS = `
  SELECT b.case_id AS caseId, b.form, b.unit_id AS unitId, b.last_updated AS lastUpdated, b.data,
         c.text_form AS textForm
    FROM json_each(:ids) AS wanted
    JOIN case_body AS b ON b.case_id = wanted.value
    JOIN court_case AS c ON c.id = wanted.value
`;
const UNITS = "SELECT id, source, name, sha256, release, whole FROM unit";

export class CaseRows {
  readonly #statements;
  readonly #references: ReferenceReader;
  readonly #unpack: Unpack;

  constructor(db: Database, references: ReferenceReader) {
    this.#references = references;
    this.#unpack = new Dictionaries(db).unpack;
    this.#statements = {
      cases: db.prepare<{ ids: string }, CaseRow>(READ_CASES),
      citations: db.prepare<{ ids: string }, CitationRow>(READ_CITATIONS),
      forms: db.prepare<{ ids: string }, FormRow>(READ_FORMS),
      units: db.prepare<[], Unit>(UNITS),
    };
  }

  /** The cases of these ids that are held, in the order of the ids. */
  read(ids: readonly number[]): Case[] {
    const wanted = { ids: JSON.stringify(ids) };
    const citations = Map.groupBy(this.#statements.citations.all(wanted), ({ caseId }) => caseId);
    const held = this.#references.held();
    return this.#statements.cases.all(wanted).map((row) => caseOf(row, citations.get(row.id) ?? [], held));
  }

  /** The bodies of these cases; a case without one has no entry. */
  readBodies(ids: readonly number[]): Map<number, HeldBody> {
    const rows = Map.groupBy(
      this.#statements.forms.all({ ids: JSON.stringify(ids) }),
      ({ caseId }) => caseId,
    );
    if (rows.size === 0) return new Map();
    const units = new Map(this.#statements.units.all().map((unit) => [unit.id, unit]));
    const stampOf = ({ unitId, lastUpdated }: Origin): Stamp => {
      const unit = units.get(unitId);
      return { lastUpdated, release: unit?.release ?? null, sha256: unit?.sha256 ?? "" };
    };
    return new Map([...rows].map(([id, forms]) => [id, bodyOf(forms, stampOf, this.#unpack)]));
  }
}

function caseOf(row: CaseRow, citations: readonly CitationRow[], held: HeldReferences): Case {
  const { citesTo, analysis, provenance } = unpackExtras(row.extra).values;
  const { id, name, nameAbbreviation, decisionDate, docketNumber, firstPage, lastPage, lastUpdated } = row;
  const reporter = held.reporters.get(row.reporterId ?? Number.NaN);
  return {
    id,
    name,
    nameAbbreviation,
    decisionDate,
    docketNumber,
    firstPage,
    lastPage,
    citations: citations.map(({ type, cite }) => ({ type, cite })),
    volume: { barcode: row.barcode, volumeNumber: row.volumeNumber },
    reporter: { id: row.reporterId, fullName: reporter?.fullName ?? row.reporterName },
    court: held.courts.get(row.courtId ?? Number.NaN) ?? null,
    jurisdiction: held.jurisdictions.get(row.jurisdictionId ?? Number.NaN) ?? null,
    lastUpdated,
    citesTo,
    analysis,
    provenance,
  };
}

function bodyOf(rows: readonly FormRow[], stampOf: (origin: Origin) => Stamp, unpack: Unpack): HeldBody {
  const forms = new Map(rows.map((row): [BodyForm, HeldForm] => [row.form, { origin: row, data: row.data }]));
  const source = (form: BodyForm | null): string | null => {
    const data = form === null ? null : forms.get(form)?.data;
    return data === null || data === undefined ? null : unpack(data);
  };
  const textForm = rows[0]?.textForm ?? null;
  const text = source(textForm);
  const html = source("html");
  return {
    xml: source("xml"),
    html: htmlForm(forms, stampOf) === "html" ? html : null,
    text:
      textForm !== null && text !== null
        ? { form: textForm, source: text }
        : html !== null
          ? { form: "html", source: html }
          : null,
  };
}
