/**
 * What cases cite: the source's `cites_to`, and for a case without it, what its text cites (corpus/citing).
 */
import type { CorpusSource } from "../domain/corpus-source.ts";
import type { Case } from "../domain/records.ts";
import { type Access, isAllowed } from "./access.ts";
import { textOf } from "./bodies.ts";
import { type CitedFields, citedInTexts, fieldsOfEntry, mentionsIn } from "./citing.ts";

/** A citation in a case. */
export interface Cited extends CitedFields {
  /** The cited case; the first if several have this citation; null if the corpus has none. */
  readonly case: Case | null;
  /** All cases of the corpus that it may be. */
  readonly caseIds: readonly number[];
}

/** A case with what it cites, in the order of the citations. */
export interface CaseCites {
  readonly case: Case;
  readonly cites: readonly Cited[];
}

/** What the cases cite, in their order, without what only closed texts say. Call it within one state of the corpus. */
export function readCites(reader: CorpusSource, cases: readonly Case[], access: Access): CaseCites[] {
  const readable = cases.filter(({ jurisdiction }) => isAllowed(access, jurisdiction?.whitelisted ?? false));
  const bodies = reader.bodies(readable.map(({ id }) => id));
  const readText = citedInTexts(reader);
  const found = cases.map(({ id, citations, citesTo }) => {
    const body = textOf(bodies.get(id));
    if (citesTo !== null && citesTo.length > 0) {
      const named = reader.idsByEntries(citesTo);
      const mentionsOf = mentionsIn(body);
      return citesTo.map((entry, at) => ({ ...fieldsOfEntry(entry, mentionsOf), ids: named[at] ?? [] }));
    }
    return body === null ? [] : readText(citations, body);
  });
  const firstIds = new Set(found.flat().flatMap(({ ids }) => ids.slice(0, 1)));
  const cited = new Map(reader.casesOf([...firstIds]).map((one) => [one.id, one]));
  return cases.map((one, at) => ({
    case: one,
    cites: (found[at] ?? []).map(({ ids: caseIds, ...fields }) => {
      const [first] = caseIds;
      return { ...fields, case: first === undefined ? null : (cited.get(first) ?? null), caseIds };
    }),
  }));
}
