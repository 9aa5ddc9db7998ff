/** The structured body of a stored form: XML, sanitised HTML, or a text object as JSON. */
import type { CaseBody } from "../domain/casebody.ts";
import { readHtmlBody } from "./html/read-html.ts";
import { readXmlBody } from "./xml/read-xml.ts";

/** @throws CaselawError `invalid` when XML or HTML cannot be read */
export function readFormBody(form: "xml" | "html" | "text", source: string): CaseBody {
  if (form === "xml") return readXmlBody(source);
  // our own JSON: a CaseBody written by the import
  return form === "html" ? readHtmlBody(source) : (JSON.parse(source) as CaseBody);
}
