/** Parses a stored form into a structured body: XML, sanitised HTML, or a text object as JSON. */
import type { CaseBody } from "../domain/casebody.ts";
import { readHtmlBody } from "./html/read-html.ts";
import { readXmlBody } from "./xml/read-xml.ts";

/** @throws CaselawError `invalid` if XML or HTML cannot be parsed */
export function readFormBody(form: "xml" | "html" | "text", source: string): CaseBody {
  if (form === "xml") return readXmlBody(source);
  // written by the import from a CaseBody
  return form === "html" ? readHtmlBody(source) : (JSON.parse(source) as CaseBody);
}
