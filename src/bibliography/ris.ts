/** RIS of the type `CASE`, with the tags that Zotero and EndNote read for cases. Lines end with CR LF, as the format asks. */
import type { CaseReference } from "./case-reference.ts";

export function risOf(one: CaseReference): string {
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
