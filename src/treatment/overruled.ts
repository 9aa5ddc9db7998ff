/** Finds in the table of overruled decisions of the Supreme Court what it says of a case. */
import { citationForms } from "../citations/reporters.ts";
import { normaliseCitation } from "../domain/citation.ts";
import { OVERRULED_TABLE } from "./overruled-table.ts";

/** A decision that overruled another one, by the table. */
export interface Overruling {
  readonly name: string;
  /** `551 U.S. 877`, or docket number and day: `No. 18-5924 (U.S. Apr. 20, 2020)`. */
  readonly cite: string;
  readonly year: number;
  /** `in part`, `plurality opinion`; null without. */
  readonly qualifier: string | null;
}

interface Row extends Overruling {
  readonly overruled: string;
}

let rows: ReadonlyMap<string, readonly Row[]> | null = null;

/** @param normals normal forms of the case's citations @param name of the case: several decisions can begin on one page */
export function overrulingsOf(normals: readonly string[], name: string): readonly Overruling[] {
  rows ??= readTable();
  const entries = new Set(normals.flatMap(citationForms).flatMap((form) => rows?.get(form) ?? []));
  return [...entries].flatMap(({ overruled, ...overruling }) =>
    havePartyInCommon(overruled, name) ? [overruling] : [],
  );
}

/** By the citation without the reporter's own volume in brackets: `10 U.S. (6 Cr.) 281` is `10us281`. */
function readTable(): Map<string, Row[]> {
  const read = new Map<string, Row[]>();
  for (const line of OVERRULED_TABLE) {
    const [name = "", cite = "", year, overruled = "", overruledCite = "", , qualifier = ""] =
      line.split("|");
    const normal = normaliseCitation(overruledCite.replace(/ \([^()]*\)/, ""));
    const row = { name, cite, year: Number(year), qualifier: qualifier === "" ? null : qualifier, overruled };
    read.set(normal, [...(read.get(normal) ?? []), row]);
  }
  return read;
}

/** Words that the names of many parties have. */
const COMMON = new Set(
  "the and company railroad railway united states state people county city board commissioner corp inc lessee others".split(
    " ",
  ),
);

/** Whether two names of cases have a word of a party in common. */
export function havePartyInCommon(name: string, otherName: string): boolean {
  const words = wordsOf(otherName);
  return wordsOf(name).some((word) => words.includes(word));
}

function wordsOf(name: string): string[] {
  return (name.toLowerCase().match(/[\p{L}]{3,}/gu) ?? []).filter((word) => !COMMON.has(word));
}
