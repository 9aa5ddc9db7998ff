/**
 * What cases cite: by the source's word (`cites_to`), and where the source tells nothing, by the text (citations/extract).
 *
 * The interface's record keeps to the source; these answers are ours. Each says which of the two it is from.
 */
import { readFormBody } from "../casebody/read-form.ts";
import { type ExtractedCitation, extractCitations } from "../citations/extract.ts";
import { partsOfCitation } from "../citations/parts-of-citation.ts";
import { normaliseCitation } from "../domain/citation.ts";
import type { JsonObject } from "../domain/json.ts";
import type { Case } from "../domain/listing.ts";
import type { CorpusReader } from "../store/corpus-reader.ts";

/** A citation in a case. Null is unknown. */
export interface CitedAnswer {
  /** As the source or the text has it: `15 Ill., 284`. */
  readonly cite: string;
  /** With the reporter's usual short name: `15 Ill. 284`. */
  readonly standard_cite: string;
  readonly volume: string | null;
  readonly reporter: string | null;
  readonly page: string | null;
  /** Pages of quotations, as written. */
  readonly pin_pages: readonly string[];
  readonly year: number | null;
  /** How often it is cited in full. */
  readonly times: number;
  /** -1 is the head matter. */
  readonly opinion_index: number | null;
  readonly found_in: "source" | "text";
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

type Unresolved = Omit<CitedAnswer, "case" | "case_ids"> & { readonly ids: readonly number[] };

/** The answers in the cases' order, each in the order of the citations. To be asked within a snapshot. */
export function answerCites(reader: CorpusReader, cases: readonly Case[], baseUrl: string): CitesAnswer[] {
  const silent = cases.filter(({ citesTo }) => (citesTo ?? []).length === 0);
  const bodies = reader.bodies(silent.map(({ id }) => id));
  const named = reporterNames(reader);
  const found = cases.map((one) => {
    if ((one.citesTo ?? []).length > 0)
      return (one.citesTo ?? []).map((entry) => citedByEntry(reader, entry));
    const text = bodies.get(one.id)?.text ?? null;
    return text === null
      ? []
      : citedInText(reader, one, extractCitations(readFormBody(text.form, text.source)), named);
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

/** An entry of `cites_to` in any of its shapes (formats, section 2.3). */
function citedByEntry(reader: CorpusReader, entry: JsonObject): Unresolved {
  const cite = typeof entry.cite === "string" ? entry.cite : "";
  const parts = partsOfCitation(cite);
  return {
    cite,
    standard_cite: parts?.standard ?? cite,
    volume: parts?.volume ?? null,
    reporter: typeof entry.reporter === "string" ? entry.reporter : (parts?.reporter ?? null),
    page: parts?.page ?? null,
    pin_pages: pinPagesOf(entry),
    year: typeof entry.year === "number" ? entry.year : null,
    times: typeof entry.weight === "number" ? entry.weight : 1,
    opinion_index: typeof entry.opinion_index === "number" ? entry.opinion_index : null,
    found_in: "source",
    ids: reader.idsByEntry(entry),
  };
}

function pinPagesOf({ pin_cites: pins }: JsonObject): string[] {
  if (!Array.isArray(pins)) return [];
  return pins.flatMap((pin) =>
    typeof pin === "object" && pin !== null && !Array.isArray(pin) && typeof pin.page === "string"
      ? [pin.page]
      : [],
  );
}

/** Of reporters that no table knows, only those that the corpus knows, and what a held case bears. */
function citedInText(
  reader: CorpusReader,
  { citations }: Case,
  extracted: readonly ExtractedCitation[],
  named: ReadonlySet<string>,
): Unresolved[] {
  const own = new Set(citations.map(({ cite }) => normaliseCitation(cite)));
  return extracted.flatMap((one) => {
    const normals = [...new Set([normaliseCitation(one.standard), normaliseCitation(one.cite)])];
    if (normals.some((normal) => own.has(normal))) return [];
    const ids = [...new Set(normals.flatMap((normal) => reader.idsByCitation(normal)))];
    if (!one.isKnown && ids.length === 0 && !named.has(normaliseCitation(one.reporter))) return [];
    return [{ ...fieldsOf(one), ids }];
  });
}

function fieldsOf(one: ExtractedCitation): Omit<Unresolved, "ids"> {
  const { cite, standard, volume, reporter, page, pinPages, year, times, opinionIndex } = one;
  return {
    cite,
    standard_cite: standard,
    volume,
    reporter,
    page,
    pin_pages: pinPages,
    year,
    times,
    opinion_index: opinionIndex,
    found_in: "text",
  };
}

function reporterNames(reader: CorpusReader): Set<string> {
  const names = reader.reporters().flatMap(({ shortName, fullName }) => [shortName, fullName]);
  return new Set(names.map((name) => normaliseCitation(name ?? "")).filter((normal) => normal !== ""));
}
