/** Parses a stored form into a structured body: XML, sanitised HTML, or a text object as JSON. */
import type { CaseBody } from "../domain/casebody.ts";
import { joinBrokenWords } from "./html/join-words.ts";
import { readHtmlBody } from "./html/read-html.ts";
import { readXmlBody } from "./xml/read-xml.ts";

/** @throws CaselawError `invalid` if XML or HTML cannot be parsed */
export function readFormBody(form: "xml" | "html" | "text", source: string): CaseBody {
  if (form === "xml") return readXmlBody(source);
  // written by the import from a CaseBody
  return form === "html" ? readHtmlBody(source) : (JSON.parse(source) as CaseBody);
}

/**
 * The same as it is searched: words that a page turn breaks are joined (docs/formats.md, "Words broken by a page turn").
 *
 * @throws CaselawError as `readFormBody`
 */
export function readJoinedBody(form: "xml" | "html" | "text", source: string): CaseBody {
  return readFormBody(form, joinedForm(form, source));
}

/** A stored form with joined words; the same string if it has no broken word. */
export function joinedForm(form: "xml" | "html" | "text", source: string): string {
  return form === "html" ? joinBrokenWords(source) : source;
}
