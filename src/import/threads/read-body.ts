/**
 * Reads the body of a record: the forms to be stored and the text to be indexed (docs/formats.md, "Forms and formats of a
 * body").
 */
import { joinBody, joinBrokenWords } from "../../casebody/broken-words.ts";
import { sanitiseHtml } from "../../casebody/parse-html.ts";
import { bodyOfHtml, checkAnalysis, readHtmlBody, readXmlBody } from "../../casebody/read-body.ts";
import type { CaseRecord } from "../../domain/case.ts";
import type { CaseBody } from "../../domain/casebody.ts";
import type { BodyReading } from "../../store/write/prepare-case.ts";

/** @throws CaselawError `invalid` when the body cannot be read, with the place in it. */
export function readBody({ body, analysis }: CaseRecord): BodyReading {
  const differs = (text: CaseBody, xml: string | null): boolean =>
    checkAnalysis(analysis, text, xml) === "differs";
  switch (body.form) {
    case "none":
      return { body: null, forms: [], hashDiffers: false };
    case "text":
      return {
        body: joinBody(body.body),
        forms: [{ form: "text", text: JSON.stringify(body.body) }],
        hashDiffers: differs(body.body, null),
      };
    case "xml": {
      const text = readXmlBody(body.xml);
      return {
        body: joinBody(text),
        forms: [{ form: "xml", text: body.xml }],
        hashDiffers: differs(text, body.xml),
      };
    }
    case "static":
      return {
        ...staticForms(body.body, body.html),
        hashDiffers: differs(body.body, null),
      };
  }
}

/** The JSON's own body is stored only where the HTML gives another body. */
function staticForms(text: CaseBody, html: string | null): Pick<BodyReading, "body" | "forms"> {
  const json = JSON.stringify(text);
  if (html === null) return { body: joinBody(text), forms: [{ form: "text", text: json }] };
  const { html: clean, nodes } = sanitiseHtml(html);
  const isSame = JSON.stringify(bodyOfHtml(nodes)) === json;
  const joined = isSame ? joinBrokenWords(clean) : clean;
  return {
    // in most bodies no page turn breaks a word, and they are not parsed again
    body: joinBody(joined === clean ? text : readHtmlBody(joined)),
    forms: [
      { form: "html", text: clean },
      { form: "text", text: isSame ? null : json },
    ],
  };
}
