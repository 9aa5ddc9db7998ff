/** The bodies and texts of cases as the index of words contains them. */
import type { Case } from "../../domain/records.ts";
import type { BodyOf } from "../search/find-cases.ts";
import type { TextsOf } from "../words/prefix-texts.ts";
import type { ColumnsOf } from "../words/text-test.ts";
import type { ReadBody } from "../write/case-row-writer.ts";
import type { CaseRows } from "./case-rows.ts";

export function indexedBodies(rows: CaseRows, readBody: ReadBody): BodyOf {
  return (id) => {
    const text = rows.readBodies([id]).get(id)?.text ?? null;
    return text === null ? null : readBody(text.form, text.source);
  };
}

/** The texts of cases as a list, and by column of the index of words. */
export function indexedCases(
  rows: CaseRows,
  bodyOf: BodyOf,
): { readonly textsOf: TextsOf; readonly columnsOf: ColumnsOf } {
  return { textsOf: indexedTexts(rows, bodyOf), columnsOf: indexedColumns(rows, bodyOf) };
}

function indexedTexts(rows: CaseRows, bodyOf: BodyOf): TextsOf {
  return function* (ids) {
    for (const one of rows.read(ids)) {
      const body = bodyOf(one.id);
      const opinions = body?.opinions.flatMap(({ author, text }) => [author ?? "", text]) ?? [];
      yield [one.id, [...metadataOf(one), body?.headMatter ?? "", ...opinions, body?.corrections ?? ""]];
    }
  };
}

/** As the columns of store/write/index-row. */
function indexedColumns(rows: CaseRows, bodyOf: BodyOf): ColumnsOf {
  return function* (ids) {
    for (const one of rows.read(ids)) {
      const body = bodyOf(one.id);
      const opinions = body?.opinions ?? [];
      yield {
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
  };
}

function metadataOf({ name, nameAbbreviation, docketNumber, court, citations }: Case): string[] {
  return [name, nameAbbreviation, docketNumber, court?.name ?? "", ...citations.map(({ cite }) => cite)];
}
