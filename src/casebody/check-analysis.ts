/** Compares a body with the publisher's hash of its text (docs/formats.md, "Text hash"). */
import { hash } from "node:crypto";
import { type CaseBody, flatText } from "../domain/casebody.ts";
import type { JsonObject } from "../domain/json.ts";
import { readXmlBodySpaced } from "./xml/read-xml.ts";

/**
 * Whether the text of a body matches its `analysis`.
 *
 * @param xml the XML of the body, or null. With XML, the text of October 2019 to 2022 is also compared
 * @returns `unchecked` if the analysis has no `sha256`
 * @throws CaselawError as `readXmlBody`
 */
export function checkAnalysis(
  analysis: JsonObject | null,
  body: CaseBody,
  xml: string | null,
): "matches" | "differs" | "unchecked" {
  const sha256 = analysis?.sha256;
  if (analysis === null || typeof sha256 !== "string") return "unchecked";
  const matches = (text: string) =>
    hasCharCount(text, analysis) && hash("sha256", text) === sha256.toLowerCase();
  if (matches(flatText(body))) return "matches";
  return xml !== null && matches(flatText(readXmlBodySpaced(xml))) ? "matches" : "differs";
}

/** `char_count` counts code points. If it is not a number, it is ignored. */
function hasCharCount(text: string, analysis: JsonObject): boolean {
  const count = analysis.char_count;
  return typeof count !== "number" || count === codePointsIn(text);
}

function codePointsIn(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}
