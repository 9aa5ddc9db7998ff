/** The bodies and texts of cases as the index of words contains them. */
import type { CaseBody } from "../../domain/casebody.ts";
import type { Case } from "../../domain/records.ts";
import type { BodyOf } from "../search/find-cases.ts";
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
export function indexedColumns(rows: CaseRows, readBody: ReadBody | undefined): ColumnsOf {
  return function* (ids) {
    for (let from = 0; from < ids.length; from += CHUNK) {
      const chunk = ids.slice(from, from + CHUNK);
      const bodies = readBody === undefined ? null : rows.readBodies(chunk);
      for (const one of rows.read(chunk)) {
        const text = bodies?.get(one.id)?.text ?? null;
        yield columnsOf(one, text === null ? null : (readBody?.(text.form, text.source) ?? null));
      }
    }
  };
}

/** As the columns of store/write/index-row. */
function columnsOf(one: Case, body: CaseBody | null): CaseColumns {
  const opinions = body?.opinions ?? [];
  return {
    id: one.id,
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
