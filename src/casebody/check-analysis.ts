/** Compares a body with the hash that the publisher made of it (docs/formats.md, "Text hash"). */
import { createHash } from "node:crypto";
import { type CaseBody, flatText } from "../domain/casebody.ts";
import type { JsonObject } from "../domain/json.ts";
import { readXmlBodySpaced } from "./xml/read-xml.ts";

/**
 * Whether a body is the one that its `analysis` was made of.
 *
 * @param xml the XML that `body` was made from, or null: then the older form of its text is tried, too
 * @returns `unchecked` when the analysis has no `sha256`
 * @throws CaselawError as `readXmlBody`
 */
export function checkAnalysis(
  analysis: JsonObject | null,
  body: CaseBody,
  xml: string | null,
): "fits" | "differs" | "unchecked" {
  const sha256 = analysis?.sha256;
  if (analysis === null || typeof sha256 !== "string") return "unchecked";
  const fits = (text: string) => sha256Of(text) === sha256.toLowerCase() && hasCharCount(text, analysis);
  if (fits(flatText(body))) return "fits";
  return xml !== null && fits(flatText(readXmlBodySpaced(xml))) ? "fits" : "differs";
}

function sha256Of(text: string): string {
  return createHash("sha256").update(text, "utf8").digest("hex");
}

/** `char_count` counts code points; where it is no number there is nothing to compare. */
function hasCharCount(text: string, analysis: JsonObject): boolean {
  const count = analysis.char_count;
  return typeof count !== "number" || count === codePointsIn(text);
}

function codePointsIn(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}
