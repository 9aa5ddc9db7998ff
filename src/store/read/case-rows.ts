/** Reads cases by id, in the order of the ids. Bodies are read separately, because lists do not need them. */

import type { Database } from "better-sqlite3";
import type { BodyForm, CaseBody, StoredBody } from "../../domain/casebody.ts";
import type { Stamp } from "../../domain/decision-date.ts";
import { CaselawError, messageOf } from "../../domain/errors.ts";
import type { Case } from "../../domain/records.ts";
import { type Unpack, unpackerOf } from "../codec/codec.ts";
import { readObjects, readRows } from "../database/statement-cache.ts";
import { ALL_UNITS, type Origin, precedenceOf, type Unit } from "../ledger/units.ts";
import type { ReferenceReader, References } from "../references/reference-reader.ts";
import type { BodyOf } from "../search/find-cases.ts";
import { idByDateRowid } from "../search/matched-date-rowids.ts";
import type { CaseColumns, ColumnsOf } from "../words/text-test.ts";
import { allCitations, type StoredText, unpackExtras } from "../write/extras.ts";
import { htmlForm, type StoredForm } from "../write/merge-case.ts";
import type { ReadBody } from "../write/prepare-case.ts";

/** The columns of `READ_CASES` in its order. A tuple, because rows as objects take the driver three times as long. */
type CaseRow = readonly [
  id: number,
  name: string,
  nameAbbreviation: string,
  decisionDate: string | null,
  docketNumber: string,
  firstPage: string,
  lastPage: string,
  jurisdictionId: number | null,
  courtId: number | null,
  volumeNumber: string | null,
  reporterName: string | null,
  barcode: string | null,
  reporterId: number | null,
  lastUpdated: string | null,
  extra: StoredText,
];

interface FormRow {
  readonly caseId: number;
  readonly form: BodyForm;
  readonly unitId: number;
  readonly lastUpdated: string | null;
  readonly data: Buffer | null;
  readonly textForm: BodyForm | null;
}

/** The nested loops fix the order: ids as requested. */
export const READ_CASES = `
  SELECT c.id, c.name, c.name_abbreviation, c.decision_date, c.docket_number, c.first_page, c.last_page,
         c.jurisdiction_id, c.court_id, c.volume_number, c.reporter_name, c.volume_barcode, c.reporter_id, c.last_updated,
         c.extra
    FROM json_each(:ids) AS requested
   CROSS JOIN court_case AS c ON c.id = requested.value
`;
const READ_FORMS = `
  SELECT b.case_id AS caseId, b.form, b.unit_id AS unitId, b.last_updated AS lastUpdated, b.data,
         c.text_form AS textForm
    FROM json_each(:ids) AS requested
    JOIN case_body AS b ON b.case_id = requested.value
    JOIN court_case AS c ON c.id = requested.value
`;

const UNITS = `${ALL_UNITS} WHERE id IN (SELECT value FROM json_each(:ids))`;

export class CaseRows {
  readonly #db: Database;
  readonly #references: ReferenceReader;
  readonly #unpack: Unpack;
  readonly #path: string;

  constructor(db: Database, references: ReferenceReader) {
    this.#references = references;
    this.#unpack = unpackerOf(db);
    this.#path = db.name;
    this.#db = db;
  }

  read(ids: readonly number[]): Case[] {
    const references = this.#references.current();
    const rows = readRows<CaseRow>(this.#db, READ_CASES, { ids: JSON.stringify(ids) });
    return rows.map((row) => caseOf(row, references));
  }

  /** Returns the bodies of these cases. A case without a body has no entry. */
  readBodies(ids: readonly number[]): Map<number, StoredBody> {
    const forms = readObjects<FormRow>(this.#db, READ_FORMS, { ids: JSON.stringify(ids) });
    const rows = Map.groupBy(forms, ({ caseId }) => caseId);
    if (rows.size === 0) return new Map();
    const unitIds = JSON.stringify(forms.map(({ unitId }) => unitId));
    const units = new Map(
      readObjects<Unit>(this.#db, UNITS, { ids: unitIds }).map((unit) => [unit.id, unit]),
    );
    const stampOf = ({ unitId, lastUpdated }: Origin): Stamp => {
      const unit = units.get(unitId);
      const precedence = precedenceOf(unit ?? { source: "" });
      return { precedence, lastUpdated, release: unit?.release ?? null, sha256: unit?.sha256 ?? "" };
    };
    return new Map([...rows].map(([id, forms]) => [id, bodyOf(forms, stampOf, (row) => this.#textOf(row))]));
  }

  /** @throws CaselawError `corrupt` that names the case of a damaged body */
  #textOf({ caseId, form, data }: FormRow): string | null {
    try {
      return data === null ? null : this.#unpack(data);
    } catch (error) {
      const reason = `its ${form} is damaged (${messageOf(error)})`;
      throw new CaselawError(
        "corrupt",
        `Cannot read the body of case ${caseId} in corpus "${this.#path}": ${reason}`,
        { cause: error, hint: "`caselaw verify --repair` removes it; then import its archive again." },
      );
    }
  }
}

function caseOf(row: CaseRow, references: References): Case {
  const [id, name, nameAbbreviation, decisionDate, docketNumber, firstPage, lastPage] = row;
  const [jurisdictionId, courtId, volumeNumber, reporterName] = [row[7], row[8], row[9], row[10]];
  const [barcode, reporterId, lastUpdated, extra] = [row[11], row[12], row[13], row[14]];
  const reporter = references.reporters.get(reporterId ?? Number.NaN);
  const extras = unpackExtras(extra);
  return {
    id,
    name,
    nameAbbreviation,
    decisionDate,
    docketNumber,
    firstPage,
    lastPage,
    citations: allCitations({ ...extras.values, citations: extras.citations }),
    volume: { barcode, volumeNumber },
    reporter: { id: reporterId, fullName: reporter?.fullName ?? reporterName },
    court: references.courts.get(courtId ?? Number.NaN) ?? null,
    jurisdiction: references.jurisdictions.get(jurisdictionId ?? Number.NaN) ?? null,
    lastUpdated,
    ...extras.values,
  };
}

function bodyOf(
  rows: readonly FormRow[],
  stampOf: (origin: Origin) => Stamp,
  textOf: (row: FormRow) => string | null,
): StoredBody {
  const forms = new Map(
    rows.map((row): [BodyForm, StoredForm] => [row.form, { origin: row, data: row.data }]),
  );
  const unpacked = new Map<BodyForm, string | null>();
  const source = (form: BodyForm): string | null => {
    const known = unpacked.get(form);
    if (known !== undefined) return known;
    const row = rows.find((formRow) => formRow.form === form);
    const text = row === undefined ? null : textOf(row);
    unpacked.set(form, text);
    return text;
  };
  const textForm = rows[0]?.textForm ?? null;
  return {
    get xml() {
      return source("xml");
    },
    get html() {
      return htmlForm(forms, stampOf) === "html" ? source("html") : null;
    },
    get text() {
      const form = textForm !== null && source(textForm) !== null ? textForm : "html";
      const text = source(form);
      const stored = forms.get(form);
      if (text === null || stored === undefined) return null;
      return { form, source: text, release: stampOf(stored.origin).release };
    },
  };
}

/** Cases whose stored bodies are in memory at the same time. One by one, each would take two statements. */
const CHUNK = 100;

/** The body of a case as the index of words contains it. */
export function indexedBodies(rows: CaseRows, readBody: ReadBody): BodyOf {
  return (id) => {
    const text = rows.readBodies([id]).get(id)?.text ?? null;
    return text === null ? null : readBody(text.form, text.source);
  };
}

/** The texts of cases as the columns of the index of words. @param readBody undefined: the texts of bodies count as empty */
export function indexedColumns(db: Database, rows: CaseRows, readBody: ReadBody | undefined): ColumnsOf {
  return function* (dateRowids) {
    for (let from = 0; from < dateRowids.length; from += CHUNK) {
      const cases = idByDateRowid(db, dateRowids.slice(from, from + CHUNK));
      const dateRowidOf = new Map([...cases].map(([dateRowid, id]) => [id, dateRowid]));
      const ids = [...dateRowidOf.keys()];
      const bodies = readBody === undefined ? null : rows.readBodies(ids);
      for (const record of rows.read(ids)) {
        const text = bodies?.get(record.id)?.text ?? null;
        const body = text === null ? null : (readBody?.(text.form, text.source) ?? null);
        yield { dateRowid: dateRowidOf.get(record.id) ?? 0, ...columnsOf(record, body) };
      }
    }
  };
}

/** As the columns of store/write/index-row. */
function columnsOf(record: Case, body: CaseBody | null): Omit<CaseColumns, "dateRowid"> {
  const opinions = body?.opinions ?? [];
  return {
    name: record.name,
    docketNumber: record.docketNumber,
    cites: record.citations.map(({ cite }) => cite),
    courtId: record.court?.id ?? null,
    isOpen: record.jurisdiction?.whitelisted ?? false,
    metadata: [
      [record.name, record.nameAbbreviation],
      [record.docketNumber, ...record.citations.map(({ cite }) => cite)],
      [record.court?.name ?? ""],
    ],
    authors: opinions.map(({ author }) => author ?? ""),
    texts: [[body?.headMatter ?? ""], opinions.map(({ text }) => text), [body?.corrections ?? ""]],
  };
}
