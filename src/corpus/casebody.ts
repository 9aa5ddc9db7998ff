/**
 * The body of a case in the format asked for, or why there is none (docs/interface.md, "Access to case bodies";
 * docs/formats.md, "Forms and formats of a body").
 */

import { readFormBody } from "../casebody/read-form.ts";
import { renderXmlBody } from "../casebody/xml/render-xml.ts";
import type { CaseBody } from "../domain/casebody.ts";
import type { CaseFilter } from "../domain/listing.ts";
import type { StoredBody } from "../store/read/case-rows.ts";
import type { BodyFormat } from "./query/case-parameters.ts";
import type { CasebodyAnswer, TextBodyAnswer } from "./records.ts";

/**
 * Who asks. `owner`: the command line and the library; `open`: a service that hides nothing, or a caller with
 * credentials; `anyone`: sees the bodies of whitelisted jurisdictions only; `public`: and searches no others.
 */
export type Access = "owner" | "open" | "anyone" | "public";

const WITHHELD: CasebodyAnswer = { status: "error_auth_required", data: null };
const UNAVAILABLE: CasebodyAnswer = { status: "error_format_unavailable", data: null };

/** Whether a body is shown; `isOpen` is the jurisdiction's `whitelisted`. */
export function isAllowed(access: Access, isOpen: boolean): boolean {
  return isOpen || access === "owner" || access === "open";
}

/** The part of a filter that says whose texts answer a question. */
export function textsFor(access: Access): Pick<CaseFilter, "citedByTexts" | "searchedTexts"> {
  if (isAllowed(access, false)) return {};
  return { citedByTexts: "open", ...(access === "public" ? { searchedTexts: "open" } : {}) };
}

export function withheldBody(): CasebodyAnswer {
  return WITHHELD;
}

export function casebodyAnswer(held: StoredBody | undefined, format: BodyFormat): CasebodyAnswer {
  const data = held === undefined ? null : render(held, format);
  return data === null ? UNAVAILABLE : { status: "ok", data };
}

function render(held: StoredBody, format: BodyFormat): TextBodyAnswer | string | null {
  if (format === "xml") return held.xml;
  if (format === "html") return held.html ?? (held.xml === null ? null : renderXmlBody(held.xml));
  return held.text === null ? null : textAnswer(readFormBody(held.text.form, held.text.source));
}

function textAnswer(body: CaseBody): TextBodyAnswer {
  return {
    parties: body.parties,
    opinions: body.opinions.map(({ type, author, text }) => ({ type, author, text })),
    head_matter: body.headMatter,
    attorneys: body.attorneys,
    judges: body.judges,
    corrections: body.corrections,
  };
}
