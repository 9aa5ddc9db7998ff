/**
 * What cases cite: by the source's word (`cites_to`), and where the source tells nothing, by the text (corpus/citing).
 *
 * The interface's record keeps to the source; these answers are ours. Each says which of the two it is from.
 */
import { readFormBody } from "../casebody/read-form.ts";
import type { Case } from "../domain/listing.ts";
import type { CorpusReader } from "../store/read/corpus-reader.ts";
import { type CitedFields, citedInTexts, fieldsOfEntry } from "./citing.ts";

/** A citation in a case. Null is unknown. */
export interface CitedAnswer extends CitedFields {
  /** The case that is cited, when it is held; the first when several have the citation. */
  readonly case: CitedCase | null;
  /** All held cases that it may be. */
  readonly case_ids: readonly number[];
}

export interface CitedCase {
  readonly id: number;
  readonly url: string;
  readonly name_abbreviation: string;
  readonly decision_date: string | null;
}

/** A case with what it cites. */
export interface CitesAnswer {
  readonly id: number;
  readonly url: string;
  readonly name_abbreviation: string;
  readonly decision_date: string | null;
  readonly cites: readonly CitedAnswer[];
}

/** The answers in the cases' order, each in the order of the citations. To be asked within a snapshot. */
export function answerCites(reader: CorpusReader, cases: readonly Case[], baseUrl: string): CitesAnswer[] {
  const silent = cases.filter(({ citesTo }) => (citesTo ?? []).length === 0);
  const bodies = reader.bodies(silent.map(({ id }) => id));
  const readCited = citedInTexts(reader);
  const found = cases.map(({ id, citations, citesTo }) => {
    if ((citesTo ?? []).length > 0)
      return (citesTo ?? []).map((entry) => ({ ...fieldsOfEntry(entry), ids: reader.idsByEntry(entry) }));
    const text = bodies.get(id)?.text ?? null;
    return text === null ? [] : readCited(citations, readFormBody(text.form, text.source));
  });
  const cited = new Map(
    reader
      .casesOf([...new Set(found.flat().flatMap(({ ids }) => ids.slice(0, 1)))])
      .map((one) => [one.id, one]),
  );
  return cases.map((one, at) => ({
    ...briefly(one, baseUrl),
    cites: (found[at] ?? []).map(({ ids, ...citation }) => {
      const first = cited.get(ids[0] ?? Number.NaN);
      return { ...citation, case: first === undefined ? null : briefly(first, baseUrl), case_ids: ids };
    }),
  }));
}

function briefly(one: Case, baseUrl: string): CitedCase {
  const { id, name, nameAbbreviation, decisionDate } = one;
  return {
    id,
    url: `${baseUrl}/v1/cases/${id}/`,
    name_abbreviation: nameAbbreviation === "" ? name : nameAbbreviation,
    decision_date: decisionDate,
  };
}
