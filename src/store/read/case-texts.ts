/** The bodies and texts of cases as the index of words contains them. */
import type { Case } from "../../domain/records.ts";
import type { BodyOf } from "../search/find-cases.ts";
import type { TextsOf } from "../words/prefix-texts.ts";
import type { ReadBody } from "../write/case-row-writer.ts";
import type { CaseRows } from "./case-rows.ts";

export function indexedBodies(rows: CaseRows, readBody: ReadBody): BodyOf {
  return (id) => {
    const text = rows.readBodies([id]).get(id)?.text ?? null;
    return text === null ? null : readBody(text.form, text.source);
  };
}

export function indexedTexts(rows: CaseRows, bodyOf: BodyOf): TextsOf {
  return function* (ids) {
    for (const one of rows.read(ids)) {
      const body = bodyOf(one.id);
      const opinions = body?.opinions.flatMap(({ author, text }) => [author ?? "", text]) ?? [];
      yield [one.id, [...metadataOf(one), body?.headMatter ?? "", ...opinions, body?.corrections ?? ""]];
    }
  };
}

function metadataOf({ name, nameAbbreviation, docketNumber, court, citations }: Case): string[] {
  return [name, nameAbbreviation, docketNumber, court?.name ?? "", ...citations.map(({ cite }) => cite)];
}
