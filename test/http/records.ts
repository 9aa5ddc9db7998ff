/** Records in the interface's shape, made in few words. */
import { bodyData } from "../support/records.ts";

export const OPEN = { id: 1, slug: "mass", name: "Mass.", name_long: "Massachusetts", whitelisted: true };
export const CLOSED = { id: 2, slug: "neb", name: "Neb.", name_long: "Nebraska", whitelisted: false };
export const COURT = { id: 11, name: "Supreme Judicial Court", name_abbreviation: "Mass.", slug: "mass-1" };

export function textBody(head: string, text = ""): object {
  return { status: "ok", data: bodyData(head, { type: "majority", author: "GRAY, J.", text }) };
}

export function xmlBody(inner: string): object {
  const namespace = "http://nrs.harvard.edu/urn-3:HLS.Libr.US_Case_Law.Schema.Case_Body:v1";
  return {
    status: "ok",
    data: `<casebody firstpage="1" lastpage="2" xmlns="${namespace}">${inner}</casebody>`,
  };
}

/** A case; what is not given is plain. */
export function oneCase(id: number, given: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    id,
    name: `Case ${id} in full`,
    name_abbreviation: `Case ${id}`,
    decision_date: `190${id % 10}-01-02`,
    docket_number: "",
    first_page: "1",
    last_page: "2",
    citations: [{ type: "official", cite: `${id} Mass. 1` }],
    volume: { volume_number: "1", barcode: "A3d_138" },
    reporter: { id: 21, full_name: "Massachusetts Reports" },
    court: COURT,
    jurisdiction: OPEN,
    casebody: textBody(`Head matter of ${id}.`, `Opinion of ${id}.`),
    ...given,
  };
}
