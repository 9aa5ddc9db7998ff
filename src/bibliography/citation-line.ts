/** A citation of a case as one line, to paste into a text. It begins with the name. */
import type { CaseReference } from "./case-reference.ts";
import { saysItsCourt } from "./court-facts.ts";

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
  if (cite === "") return docketNumber === "" ? [] : [docketNumber];
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
