/** A citation of a case as one line, to paste into a text. */
import type { CaseReference } from "./case-reference.ts";

/**
 * As in the Bluebook: `Wentworth v. Sawtelle, 1 Absar. 67, 69 (Ct. App. 1891)`. Of the court, what the reporter's name has already is left
 * out. @param page the page that is quoted; empty or the first page: none
 */
export function bluebookLine(one: CaseReference, page = ""): string {
  const year = one.date[0] === undefined ? "" : String(one.date[0]);
  const behind = [courtWords(one), year].filter(Boolean).join(" ");
  return `${[one.name, ...placeOf(one, page)].join(", ")}${behind === "" ? "" : ` (${behind})`}`;
}

/** All that is known, in words: `Edwin Strong v. Luther Kneeland, 61 Frankl. 33 (Franklin Supreme Court, 1877)`. */
export function plainLine(one: CaseReference, page = ""): string {
  const cites = [...placeOf(one, ""), ...one.otherCites];
  const pin = page === "" || page === one.firstPage ? [] : [`at ${page}`];
  const behind = [one.court, one.date[0] ?? ""].filter(Boolean).join(", ");
  return `${[one.name, ...cites, ...pin].join(", ")}${behind === "" ? "" : ` (${behind})`}`;
}

function placeOf({ cite, docketNumber, firstPage }: CaseReference, page: string): string[] {
  if (cite === "") return docketNumber === "" ? [] : [docketNumber];
  return page === "" || page === firstPage ? [cite] : [cite, page];
}

/** `Wis. Ct. App.` in `Wis. 2d` is `Ct. App.`; `Wis.` in `Wis. 2d` is empty. */
function courtWords({ shortCourt, shortJurisdiction, cite, reporter }: CaseReference): string {
  const isConveyed =
    cite !== "" && shortJurisdiction !== "" && `${reporter} `.startsWith(`${shortJurisdiction} `);
  if (!isConveyed || !`${shortCourt} `.startsWith(`${shortJurisdiction} `)) return shortCourt;
  return shortCourt.slice(shortJurisdiction.length).trim();
}
