/**
 * BibTeX: one `@misc` entry, because BibTeX has no type for cases; for BibLaTeX, one `@jurisdiction` entry, which Zotero reads as a
 * case. UTF-8, as biber and current BibTeX programs read it.
 */
import type { CaseReference } from "./case-reference.ts";

const MONTHS = "jan feb mar apr may jun jul aug sep oct nov dec".split(" ");

export type BibtexType = "misc" | "jurisdiction";

export function bibtexOf(one: CaseReference, type: BibtexType = "misc"): string {
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
