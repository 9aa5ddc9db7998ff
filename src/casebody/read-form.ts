/** Parses a stored form into a structured body: XML, sanitised HTML, or a text object as JSON. */
import type { CaseBody } from "../domain/casebody.ts";
import { joinBody } from "./broken-words.ts";
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
 * The same as it is searched, with broken words joined (docs/formats.md, "Words broken by a page turn", "Words broken by a hyphen").
 *
 * @param body what `readFormBody` returns for it; the result is the same object if it has no broken word
 * @throws CaselawError as `readFormBody`
 */
export function readJoinedBody(
  form: "xml" | "html" | "text",
  source: string,
  body: CaseBody = readFormBody(form, source),
): CaseBody {
  const joined = form === "html" ? joinBrokenWords(source) : source;
  return joinBody(joined === source ? body : readFormBody(form, joined));
}
