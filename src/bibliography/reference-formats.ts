/** A case in the formats that bibliography programs read, and as one line to paste into a text. */
import { docketWords } from "../domain/records.ts";
import { type CaseReference, saysItsCourt } from "./case-reference.ts";

export const REFERENCE_FORMATS = ["bibtex", "biblatex", "ris", "csl"] as const;
export type ReferenceFormat = (typeof REFERENCE_FORMATS)[number];

const WRITERS: Readonly<Record<ReferenceFormat, (one: CaseReference) => string>> = {
  bibtex: (one) => bibtexOf(one, "misc"),
  biblatex: (one) => bibtexOf(one, "jurisdiction"),
  ris: risOf,
  csl: cslOf,
};

export function writeReference(format: ReferenceFormat, one: CaseReference): string {
  return WRITERS[format](one);
}

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

/**
 * BibTeX: one `@misc` entry, because BibTeX has no type for cases; for BibLaTeX, one `@jurisdiction` entry, which Zotero reads as a
 * case. UTF-8, as biber and current BibTeX programs read it.
 */
function bibtexOf(one: CaseReference, type: "misc" | "jurisdiction"): string {
  const [year, month] = one.date;
  const place = [one.cite, ...one.otherCites].filter(Boolean).join(", ");
  const parts = [
    ["journaltitle", quoted(one.reporter)],
    ["volume", quoted(one.volume)],
    ["pages", quoted([one.firstPage, one.lastPage].filter(Boolean).join("--"))],
  ] as const;
  const fields: (readonly [string, string])[] = [
    // the inner braces keep the capitals
    ["title", `{{${escaped(one.name)}}}`],
    ["howpublished", quoted(place)],
    ...(type === "misc" ? [] : parts),
    ["organization", quoted(one.court)],
    ["number", quoted(one.docketNumber)],
    ["year", year === undefined ? "" : `{${String(year).padStart(4, "0")}}`],
    ["month", month === undefined ? "" : (MONTHS[month - 1] ?? "")],
    ["url", `{${urlText(one.url)}}`],
  ];
  const lines = fields.filter(([, value]) => value !== "").map(([name, value]) => `  ${name} = ${value},\n`);
  return `@${type}{case${one.id},\n${lines.join("")}}\n`;
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
  return text.replace(/[{}\\~^&%$#_]/g, (one) => COMMANDS.get(one) ?? `\\${one}`);
}

/** What would end the field or begin a command is percent-encoded. */
function urlText(url: string): string {
  return url.replace(/[{}\\\s]/g, encodeURIComponent);
}

/** CSL-JSON (citationstyles.org): an array of one item of the type `legal_case`. */
function cslOf(one: CaseReference): string {
  const texts: Record<string, string> = {
    title: one.name,
    "container-title": one.reporter,
    volume: one.volume,
    page: one.firstPage,
    authority: one.court,
    number: one.docketNumber,
    references: one.otherCites.join("; "),
    URL: one.url,
  };
  const known = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ""));
  const issued = one.date.length === 0 ? {} : { issued: { "date-parts": [one.date] } };
  return `${JSON.stringify([{ id: String(one.id), type: "legal_case", ...known, ...issued }], null, 2)}\n`;
}

/** RIS of the type `CASE`, with the tags that Zotero and EndNote read for cases. Lines end with CR LF, as the format asks. */
function risOf(one: CaseReference): string {
  const [year, month, day] = one.date;
  const number = (value: number | undefined, digits: number): string =>
    value === undefined ? "" : String(value).padStart(digits, "0");
  const tags: readonly (readonly [string, string])[] = [
    ["TY", "CASE"],
    ["ID", String(one.id)],
    ["TI", one.name],
    ["A2", one.reporter],
    ["VL", one.volume],
    ["SP", one.firstPage],
    ["EP", one.lastPage],
    ["DA", year === undefined ? "" : `${number(year, 4)}/${number(month, 2)}/${number(day, 2)}/`],
    ["PY", number(year, 4)],
    ["PB", one.court],
    ["SV", one.docketNumber],
    ...one.otherCites.map((cite) => ["N1", `Parallel citation: ${cite}`] as const),
    ["UR", one.url],
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
export function bluebookLine(one: CaseReference, page = ""): string {
  const { name, neutralCite, cite, otherCites } = one;
  if (neutralCite !== "") {
    const printed = otherCites.filter((other) => other !== neutralCite && !DATABASE.test(other));
    const first = neutralCite === cite ? [] : [neutralCite];
    return [name, ...first, ...placeOf(one, page), ...printed].join(", ");
  }
  return [name, ...placeOf(one, page)].join(", ") + inBrackets([courtWords(one), yearOf(one)], " ");
}

/** All that is known, in words: `Edwin Strong v. Luther Kneeland, 61 Frankl. 33 (Franklin Supreme Court, 1877)`. */
export function plainLine(one: CaseReference, page = ""): string {
  const cites = new Set([one.neutralCite, ...placeOf(one, ""), ...one.otherCites]);
  const pin = page === "" || page === one.firstPage ? [] : [`at ${page}`];
  return [one.name, ...cites, ...pin].filter(Boolean).join(", ") + inBrackets([one.court, yearOf(one)], ", ");
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
