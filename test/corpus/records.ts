/** Records as a bulk archive holds them, with as little as a test needs. */
import { bodyData } from "../support/records.ts";

/** A record of that id; `more` replaces what is made up. */
export function line(id: number, more: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  return {
    id,
    name: `Case ${id}`,
    name_abbreviation: `Case ${id}`,
    decision_date: "1988-05-20",
    docket_number: "",
    first_page: "1",
    last_page: "2",
    citations: [{ type: "official", cite: `${id} Mass. ${id}` }],
    volume: { volume_number: "7", barcode: "V7" },
    reporter: { id: 70, full_name: "Massachusetts Reports" },
    court: { id: 500, slug: "mass", name: "Supreme Judicial Court", name_abbreviation: "Mass." },
    jurisdiction: { id: 5, slug: "mass", name: "Mass.", name_long: "Massachusetts", whitelisted: true },
    ...more,
  };
}

/** The `casebody` of a text archive. */
export function textBody(...parts: Parameters<typeof bodyData>): unknown {
  return { status: "ok", data: bodyData(...parts) };
}

/** The `casebody` of an xml archive. */
export function xmlBody(xml: string): unknown {
  return { status: "ok", data: xml };
}
