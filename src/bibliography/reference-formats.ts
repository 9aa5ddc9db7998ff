/** A case in the formats that bibliography programs read, and as one line to paste into a text. */
import { docketWords } from "../domain/records.ts";
import { type CaseReference, saysItsCourt } from "./case-reference.ts";

export const REFERENCE_FORMATS = ["bibtex", "biblatex", "ris", "csl"] as const;
export type ReferenceFormat = (typeof REFERENCE_FORMATS)[number];

const WRITERS: Readonly<Record<ReferenceFormat, (reference: CaseReference) => string>> = {
  bibtex: (reference) => bibtexOf(reference, "misc"),
  biblatex: (reference) => bibtexOf(reference, "jurisdiction"),
  ris: risOf,
  csl: cslOf,
};

export function writeReference(format: ReferenceFormat, reference: CaseReference): string {
  return WRITERS[format](reference);
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/**
 * BibTeX: one `@misc` entry, because BibTeX has no type for cases; for BibLaTeX, one `@jurisdiction` entry, which Zotero reads as a
 * case. UTF-8, as biber and current BibTeX programs read it.
 */
function bibtexOf(reference: CaseReference, type: "misc" | "jurisdiction"): string {
  const [year, month] = reference.date;
  const place = [reference.cite, ...reference.otherCites].filter(Boolean).join(", ");
  const parts = [
    ["journaltitle", quoted(reference.reporter)],
    ["volume", quoted(reference.volume)],
    ["pages", quoted([reference.firstPage, reference.lastPage].filter(Boolean).join("--"))],
  ] as const;
  const fields: (readonly [string, string])[] = [
    // the inner braces keep the capitals
    ["title", `{{${escaped(reference.name)}}}`],
    ["howpublished", quoted(place)],
    ...(type === "misc" ? [] : parts),
    ["organization", quoted(reference.court)],
    ["number", quoted(reference.docketNumber)],
    ["year", year === undefined ? "" : `{${String(year).padStart(4, "0")}}`],
    ["month", month === undefined ? "" : (MONTHS[month - 1] ?? "")],
    ["url", `{${urlText(reference.url)}}`],
  ];
  const lines = fields.filter(([, value]) => value !== "").map(([name, value]) => `  ${name} = ${value},\n`);
  return `@${type}{case${reference.id},\n${lines.join("")}}\n`;
}

function quoted(text: string): string {
  return text === "" ? "" : `{${escaped(text)}}`;
}

/** Braces must be balanced even where a backslash precedes them, so they are written as commands. */
const COMMANDS: ReadonlyMap<string, string> = new Map([
  ["{", "\\textbraceleft{}"],
  ["}", "\\textbraceright{}"],
  ["\\", "\\textbackslash{}"],
  ["~", "\\textasciitilde{}"],
  ["^", "\\textasciicircum{}"],
]);

function escaped(text: string): string {
  return text.replace(/[{}\\~^&%$#_]/g, (char) => COMMANDS.get(char) ?? `\\${char}`);
}

/** What would end the field or begin a command is percent-encoded. */
function urlText(url: string): string {
  return url.replace(/[{}\\\s]/g, encodeURIComponent);
}

/** CSL-JSON (citationstyles.org): an array of one item of the type `legal_case`. */
function cslOf(reference: CaseReference): string {
  const texts: Record<string, string> = {
    title: reference.name,
    "container-title": reference.reporter,
    volume: reference.volume,
    page: reference.firstPage,
    authority: reference.court,
    number: reference.docketNumber,
    references: reference.otherCites.join("; "),
    URL: reference.url,
  };
  const known = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
  const issued = reference.date.length === 0 ? {} : { issued: { "date-parts": [reference.date] } };
  return `${JSON.stringify([{ id: String(reference.id), type: "legal_case", ...known, ...issued }], null, 2)}\n`;
}

/** RIS of the type `CASE`, with the tags that Zotero and EndNote read for cases. Lines end with CR LF, as the format asks. */
function risOf(reference: CaseReference): string {
  const [year, month, day] = reference.date;
  const number = (value: number | undefined, digits: number): string =>
    value === undefined ? "" : String(value).padStart(digits, "0");
  const tags: readonly (readonly [string, string])[] = [
    ["TY", "CASE"],
    ["ID", String(reference.id)],
    ["TI", reference.name],
    ["A2", reference.reporter],
    ["VL", reference.volume],
    ["SP", reference.firstPage],
    ["EP", reference.lastPage],
    ["DA", year === undefined ? "" : `${number(year, 4)}/${number(month, 2)}/${number(day, 2)}/`],
    ["PY", number(year, 4)],
    ["PB", reference.court],
    ["SV", reference.docketNumber],
    ...reference.otherCites.map((cite) => ["N1", `Parallel citation: ${cite}`] as const),
    ["UR", reference.url],
  ];
  const lines = tags.filter(([, value]) => value !== "").map(([tag, value]) => `${tag}  - ${value}\r\n`);
  return `${lines.join("")}ER  - \r\n`;
}

/** `2009 WL 1234` and `2009 Wisc. LEXIS 300` name a database. */
const DATABASE = /\b(?:WL|LEXIS)\b/;

/**
 * As in the Bluebook: `Wentworth v. Sawtelle, 1 Absar. 67, 69 (Ct. App. 1891)`. Of the court, what the reporter's name has already is
 * left out. A citation in the public domain comes first; it says court and year: `Tatera v. FMC Corp., 2009 WI App 80, 319 Wis. 2d 688`.
 * @param page the page that is quoted; empty or the first page: none
 */
export function bluebookLine(reference: CaseReference, page = ""): string {
  const { name, neutralCite, cite, otherCites } = reference;
  if (neutralCite !== "") {
    const printed = otherCites.filter((parallel) => parallel !== neutralCite && !DATABASE.test(parallel));
    const first = neutralCite === cite ? [] : [neutralCite];
    return [name, ...first, ...placeOf(reference, page), ...printed].join(", ");
  }
  const courtAndYear = inBrackets([courtWords(reference), yearOf(reference)], " ");
  return [name, ...placeOf(reference, page)].join(", ") + courtAndYear;
}

/** All that is known, in words: `Edwin Strong v. Luther Kneeland, 61 Frankl. 33 (Franklin Supreme Court, 1877)`. */
export function plainLine(reference: CaseReference, page = ""): string {
  const cites = new Set([reference.neutralCite, ...placeOf(reference, ""), ...reference.otherCites]);
  const pin = page === "" || page === reference.firstPage ? [] : [`at ${page}`];
  const courtAndYear = inBrackets([reference.court, yearOf(reference)], ", ");
  return [reference.name, ...cites, ...pin].filter(Boolean).join(", ") + courtAndYear;
}

function yearOf({ date: [year] }: CaseReference): string {
  return year === undefined ? "" : String(year);
}

function inBrackets(parts: readonly string[], separator: string): string {
  const known = parts.filter(Boolean).join(separator);
  return known === "" ? "" : ` (${known})`;
}

function placeOf({ cite, docketNumber, firstPage }: CaseReference, page: string): string[] {
  if (cite === "") return docketNumber === "" ? [] : [docketWords(docketNumber)];
  return page === "" || page === firstPage ? [cite] : [cite, page];
}

/** `Wis. Ct. App.` in `Wis. 2d` is `Ct. App.`; `Wis.` in `Wis. 2d`, and `Va. Ct. App.` in `Va. App.`, are empty. */
function courtWords({ shortCourt, shortJurisdiction, cite, reporter }: CaseReference): string {
  if (cite !== "" && saysItsCourt(reporter)) return "";
  const isConveyed =
    cite !== "" && shortJurisdiction !== "" && `${reporter} `.startsWith(`${shortJurisdiction} `);
  if (!isConveyed || !`${shortCourt} `.startsWith(`${shortJurisdiction} `)) return shortCourt;
  return shortCourt.slice(shortJurisdiction.length).trim();
}
