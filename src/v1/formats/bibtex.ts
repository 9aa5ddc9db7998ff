/**
 * Cases as entries of BibTeX. It has no type for decisions, so each is `@misc`: name, official citation, court, date and the
 * address of the case.
 */
import type { V1Case } from "../records.ts";

export type BibtexCase = Pick<
  V1Case,
  | "id"
  | "name"
  | "name_abbreviation"
  | "citations"
  | "court"
  | "decision_date"
  | "docket_number"
  | "frontend_url"
>;

/** What TeX reads as a command or a group. */
const SPECIAL: Readonly<Record<string, string>> = {
  "\\": "\\textbackslash{}",
  "{": "\\{",
  "}": "\\}",
  "~": "\\textasciitilde{}",
  "^": "\\textasciicircum{}",
  ...Object.fromEntries(["&", "%", "$", "#", "_"].map((one) => [one, `\\${one}`])),
};

/** One entry for each case, each with its end. */
export function* bibtexEntries(cases: Iterable<BibtexCase>): Generator<string> {
  for (const one of cases) yield entryOf(one);
}

function entryOf(one: BibtexCase): string {
  const { citations, court, decision_date: date, docket_number: docket } = one;
  const official = citations.find(({ type }) => type === "official") ?? citations[0];
  const year = /^\d{4}/.exec(date ?? "")?.[0];
  const fields: (readonly [string, string | null | undefined])[] = [
    ["title", escaped(one.name_abbreviation || one.name || `Case ${one.id}`)],
    ["howpublished", escaped(official?.cite ?? "")],
    ["organization", escaped(court?.name ?? "")],
    ["number", escaped(docket ?? "")],
    ["date", year === undefined ? "" : date],
    ["year", year],
    // an address is not escaped: styles set it as it is
    ["url", one.frontend_url],
  ];
  const lines = fields.flatMap(([name, value]) =>
    value ? [`  ${name} = {${name === "title" ? `{${value}}` : value}},\n`] : [],
  );
  return `@misc{case${one.id},\n${lines.join("")}}\n\n`;
}

function escaped(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .trim()
    .replace(/[\\{}~^&%$#_]/g, (one) => SPECIAL[one] ?? one);
}
