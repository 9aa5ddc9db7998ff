/**
 * Reads `casebody` in all forms that the publisher used (docs/formats.md, "Lines of a bulk file", "Static metadata and
 * case files" and "Irregularities of real data").
 *
 * Bulk files and the interface wrap the body (`{status, data}`), the static site and edited copies do not. Any status but `ok`
 * means metadata only (docs/formats.md, "Errors, headers and access of the publisher").
 */
import * as v from "valibot";
import type { GivenBody } from "../domain/case.ts";
import type { CaseBody, Opinion } from "../domain/casebody.ts";
import { isJsonObject } from "../domain/json.ts";
import type { Reading } from "./bounded-json.ts";
import { anything, listOf, objectOf, readWith, text, textOrNull } from "./fields.ts";

const names = listOf(textOrNull);
const BODY_ENTRIES = {
  parties: names,
  opinions: listOf(objectOf({ type: textOrNull, author: textOrNull, text })),
  head_matter: text,
  attorneys: names,
  judges: names,
  corrections: text,
};
const BODY = objectOf(BODY_ENTRIES);
const WRAPPER = v.nullish(objectOf({ status: textOrNull, data: anything }), null);
const NONE: Reading<GivenBody> = { ok: true, record: { form: "none" } };

/**
 * Reads the value of a record's `casebody`.
 *
 * @param origin `static` for a record of a volume of the static site: a body without status gets the form `static`, and its
 *   HTML is added later
 */
export function readGivenBody(casebody: unknown, origin: "bulk" | "static"): Reading<GivenBody> {
  const wrapping = readWith(WRAPPER, casebody, "casebody");
  if (!wrapping.ok) return wrapping;
  const wrapper = wrapping.record;
  if (wrapper === null || (wrapper.status !== null && wrapper.status !== "ok")) return NONE;
  if (typeof wrapper.data === "string") return { ok: true, record: { form: "xml", xml: wrapper.data } };
  const form = wrapper.status === null && origin === "static" ? "static" : "text";
  if (wrapper.data === undefined) return hasBodyKey(casebody) ? readBody(casebody, "casebody", form) : NONE;
  return wrapper.data === null ? NONE : readBody(wrapper.data, "casebody.data", form);
}

/** Metadata may have an empty `casebody`; a body has at least one of these keys. */
function hasBodyKey(casebody: unknown): boolean {
  return isJsonObject(casebody) && Object.keys(BODY_ENTRIES).some((key) => Object.hasOwn(casebody, key));
}

function readBody(given: unknown, at: string, form: "text" | "static"): Reading<GivenBody> {
  const reading = readWith(BODY, given, at);
  if (!reading.ok) return reading;
  const body = caseBodyOf(reading.record);
  return { ok: true, record: form === "text" ? { form, body } : { form, body, html: null } };
}

function caseBodyOf(given: v.InferOutput<typeof BODY>): CaseBody {
  const { headMatter, opinions } = apart(given.head_matter, given.opinions);
  const { parties, attorneys, judges, corrections } = given;
  return { parties, opinions, headMatter, attorneys, judges, corrections };
}

/** In some bodies of 2019 and later the first opinion is the head matter (docs/formats.md, "Lines of a bulk file"). */
function apart(headMatter: string, opinions: readonly Opinion[]): Pick<CaseBody, "headMatter" | "opinions"> {
  const [first, ...rest] = opinions;
  if (first?.type !== "head_matter") return { headMatter, opinions };
  const parts = headMatter === first.text ? [headMatter] : [headMatter, first.text];
  return { headMatter: parts.filter((part) => part !== "").join("\n"), opinions: rest };
}
