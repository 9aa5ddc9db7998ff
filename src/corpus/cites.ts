/**
 * What cases cite: the source's `cites_to`, and for a case without it, what its text cites. `caselaw cites` and the edges of an
 * export both read citations here.
 */
import { type CitableBody, type ExtractedCitation, extractCitations } from "../citations/extract.ts";
import { partsOfCitation } from "../citations/read-citation.ts";
import { citationForms } from "../citations/reporters.ts";
import { type Citation, normaliseCitation } from "../domain/citation.ts";
import type { CorpusSource } from "../domain/corpus-source.ts";
import { isJsonObject, type JsonObject } from "../domain/json.ts";
import { byId, type Case } from "../domain/records.ts";
import { type Access, isAllowed, textOf } from "./bodies.ts";

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
  const cites = cases.map(({ id, citations, citesTo }) => {
    const body = textOf(bodies.get(id));
    if (citesTo !== null && citesTo.length > 0) {
      const named = reader.idsByEntries(citesTo);
      const mentionsOf = mentionsIn(body);
      return citesTo.map((entry, at) => ({ ...fieldsOfEntry(entry, mentionsOf), ids: named[at] ?? [] }));
    }
    return body === null ? [] : readText(citations, body);
  });
  const firstIds = new Set(cites.flat().flatMap(({ ids }) => ids.slice(0, 1)));
  const cited = byId(reader.casesOf([...firstIds]));
  return cases.map((record, at) => ({
    case: record,
    cites: (cites[at] ?? []).map(({ ids: caseIds, ...fields }) => {
      const [first] = caseIds;
      return { ...fields, case: first === undefined ? null : (cited.get(first) ?? null), caseIds };
    }),
  }));
}

/** A field is null if it is not known. */
export interface CitedFields {
  /** As written in the source or the text: `15 Ill., 284`. */
  readonly cite: string;
  /** With the reporter's usual short name: `15 Ill. 284`. */
  readonly standardCite: string;
  readonly volume: string | null;
  readonly reporter: string | null;
  readonly page: string | null;
  /** Pages of quotations, as written. */
  readonly pinPages: readonly string[];
  readonly year: number | null;
  /** How often the text cites it in full; null if the corpus does not have the text, as of `mentions`. */
  readonly times: number | null;
  /** The source's own count (`weight` of an entry); null if it has none. */
  readonly weight: number | null;
  /** How often the text cites the case, with short forms, *id.* and *supra*. */
  readonly mentions: number | null;
  /** Words at these places that can say how the case is treated (citations/extract). */
  readonly treatmentWords: readonly string[];
  /** -1 is the head matter. */
  readonly opinionIndex: number | null;
  readonly foundIn: "source" | "text";
  /** What the source calls it: `reporters:state`, `laws:leg_statute`, `journals:journal`. */
  readonly category: string | null;
}

/** A citation found in a text, with the ids of all cases of the corpus that it names. */
export type CitedInText = CitedFields & { readonly ids: readonly number[] };

/** How often a case cites a work, by the count of the text or of the source, whichever is greater. */
export function countOf({ mentions, weight }: CitedFields): number {
  return Math.max(mentions ?? 1, weight ?? 1);
}

/** Reads what the text of a case cites, without the case's own `citations`. */
export type ReadCited = (citations: readonly Citation[], body: CitableBody) => CitedInText[];

type Reader = Pick<CorpusSource, "reporters" | "idsByCitations">;

/** How a text cites the case with a citation, which it has as written or in its standard form. */
export type MentionsOf = (cite: string) => Pick<CitedFields, "times" | "mentions" | "treatmentWords">;

const UNKNOWN = { times: null, mentions: null, treatmentWords: [] };

/** @param body null if the corpus does not have it */
export function mentionsIn(body: CitableBody | null): MentionsOf {
  const byNormal = new Map(
    (body === null ? [] : extractCitations(body)).flatMap(({ cite, standard, ...fields }) =>
      [cite, standard].map((form) => [normaliseCitation(form), fields] as const),
    ),
  );
  return (cite) => {
    const fields = byNormal.get(normaliseCitation(cite)) ?? UNKNOWN;
    return { times: fields.times, mentions: fields.mentions, treatmentWords: fields.treatmentWords };
  };
}

/** An entry of `cites_to` in any of its shapes (docs/formats.md, "Lines of a bulk file"). */
export function fieldsOfEntry(entry: JsonObject, mentionsOf: MentionsOf): CitedFields {
  const cite = typeof entry.cite === "string" ? entry.cite : "";
  const parts = partsOfCitation(cite);
  return {
    cite,
    standardCite: parts?.standard ?? cite,
    volume: parts?.volume ?? null,
    reporter: typeof entry.reporter === "string" ? entry.reporter : (parts?.reporter ?? null),
    page: parts?.page ?? null,
    pinPages: pinPagesOf(entry),
    year: typeof entry.year === "number" ? entry.year : null,
    weight: typeof entry.weight === "number" ? entry.weight : null,
    ...mentionsOf(parts?.standard ?? cite),
    opinionIndex: typeof entry.opinion_index === "number" ? entry.opinion_index : null,
    foundIn: "source",
    category: typeof entry.category === "string" ? entry.category : null,
  };
}

/**
 * Reads what texts cite. A citation of a reporter that is not in the table counts only if the corpus knows the reporter or
 * has a case with this citation. The reporters are read once, so use it within one state of the corpus.
 */
export function citedInTexts(reader: Reader): ReadCited {
  const named = reporterNames(reader);
  return (citations, body) => {
    const ownForms = new Set(citations.flatMap(({ cite }) => citationForms(normaliseCitation(cite))));
    const extracted = extractCitations(body).map((citation) => ({
      citation,
      normals: [...new Set([normaliseCitation(citation.standard), normaliseCitation(citation.cite)])],
    }));
    const idsByNormal = reader.idsByCitations([...new Set(extracted.flatMap(({ normals }) => normals))]);
    return extracted.flatMap(({ citation, normals }) => {
      if (normals.some((normal) => ownForms.has(normal))) return [];
      const ids = [...new Set(normals.flatMap((normal) => idsByNormal.get(normal) ?? []))];
      if (!citation.isKnown && ids.length === 0 && !named.has(normaliseCitation(citation.reporter)))
        return [];
      return [{ ...fieldsOf(citation), ids }];
    });
  };
}

function fieldsOf({ standard: standardCite, isKnown: _isKnown, ...fields }: ExtractedCitation): CitedFields {
  return { ...fields, standardCite, weight: null, foundIn: "text", category: null };
}

function pinPagesOf({ pin_cites: pins }: JsonObject): string[] {
  if (!Array.isArray(pins)) return [];
  return pins.flatMap((pin) => (isJsonObject(pin) && typeof pin.page === "string" ? [pin.page] : []));
}

function reporterNames(reader: Reader): Set<string> {
  const names = reader.reporters().flatMap(({ shortName, fullName }) => [shortName, fullName]);
  return new Set(names.map((name) => normaliseCitation(name ?? "")).filter((normal) => normal !== ""));
}
