/** CSL-JSON (citationstyles.org): an array of one item of the type `legal_case`. */
import type { CaseReference } from "./case-reference.ts";

export function cslOf(one: CaseReference): string {
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
