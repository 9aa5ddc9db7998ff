/** The bodies and texts of cases as the index of words contains them. */
import type { Database } from "better-sqlite3";
import type { CaseBody } from "../../domain/casebody.ts";
import type { Case } from "../../domain/records.ts";
import type { BodyOf } from "../search/find-cases.ts";
import { idByDateRowid } from "../search/matched-date-rowids.ts";
import type { CaseColumns, ColumnsOf } from "../words/text-test.ts";
import type { ReadBody } from "../write/case-row-writer.ts";
import type { CaseRows } from "./case-rows.ts";

/** Cases whose stored bodies are in memory at the same time. One by one, each would take two statements. */
const CHUNK = 100;

export function indexedBodies(rows: CaseRows, readBody: ReadBody): BodyOf {
  return (id) => {
    const text = rows.readBodies([id]).get(id)?.text ?? null;
    return text === null ? null : readBody(text.form, text.source);
  };
}

/** @param readBody undefined: the texts of bodies count as empty */
export function indexedColumns(db: Database, rows: CaseRows, readBody: ReadBody | undefined): ColumnsOf {
  return function* (dateRowids) {
    for (let from = 0; from < dateRowids.length; from += CHUNK) {
      const cases = idByDateRowid(db, dateRowids.slice(from, from + CHUNK));
      const dateRowidOf = new Map([...cases].map(([dateRowid, id]) => [id, dateRowid]));
      const ids = [...dateRowidOf.keys()];
      const bodies = readBody === undefined ? null : rows.readBodies(ids);
      for (const one of rows.read(ids)) {
        const text = bodies?.get(one.id)?.text ?? null;
        const body = text === null ? null : (readBody?.(text.form, text.source) ?? null);
        yield { dateRowid: dateRowidOf.get(one.id) ?? 0, ...columnsOf(one, body) };
      }
    }
  };
}

/** As the columns of store/write/index-row. */
function columnsOf(one: Case, body: CaseBody | null): Omit<CaseColumns, "dateRowid"> {
  const opinions = body?.opinions ?? [];
  return {
    name: one.name,
    courtId: one.court?.id ?? null,
    isOpen: one.jurisdiction?.whitelisted ?? false,
    metadata: [
      [one.name, one.nameAbbreviation],
      [one.docketNumber, ...one.citations.map(({ cite }) => cite)],
      [one.court?.name ?? ""],
    ],
    authors: opinions.map(({ author }) => author ?? ""),
    texts: [[body?.headMatter ?? ""], opinions.map(({ text }) => text), [body?.corrections ?? ""]],
  };
}
