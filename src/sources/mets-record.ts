/**
 * Converts a CaseMETS document to a record of the interface, as a line of a bulk file has it, so that one function reads both.
 *
 * The documents are older than the interface and have no ids. The id of a case is made of its `caseid`, that of a court of its
 * names: always the same, and greater than all ids of the publisher. So a decision that another archive has under the
 * publisher's id is a second case, because nothing shows that both are the same. The jurisdiction is found by its name, the
 * volume by its barcode, which is the `caseid` without the serial number; the reporter is unknown.
 */
import { hash } from "node:crypto";
import type { MetsCase, MetsCourt } from "../domain/case.ts";
import { jurisdictionNamed } from "./jurisdiction-names.ts";

/** Lowest of 2^52 made ids: of seven million cases, two have one id with a probability of one in two hundred. */
export const MADE_CASE_ID = 2 ** 52;

/** Hex digits of the hash in an id: 52 bits, so that the sum is exact in every JSON reader. */
const ID_DIGITS = 13;

/** The id of a case by its `caseid`, or of a court by its names. */
export function madeId(name: string): number {
  return MADE_CASE_ID + Number.parseInt(hash("sha256", name, "hex").slice(0, ID_DIGITS), 16);
}

/** For `readCaseRecord`. */
export function rawOfMets(mets: MetsCase): Readonly<Record<string, unknown>> {
  const { caseId, court, body } = mets;
  return {
    id: madeId(caseId),
    name: mets.name,
    name_abbreviation: mets.nameAbbreviation,
    decision_date: mets.decisionDate,
    docket_number: mets.docketNumber,
    first_page: body?.firstPage ?? "",
    last_page: body?.lastPage ?? "",
    citations: mets.citations.map(({ category, cite }) => ({ type: category, cite })),
    volume: { barcode: /^(?<barcode>.+)_\d+$/.exec(caseId)?.groups?.barcode ?? null },
    court: court === null ? null : rawOfCourt(court),
    jurisdiction: court === null ? null : jurisdictionNamed(court.jurisdiction),
    casebody: body === null ? null : { status: "ok", data: body.xml },
  };
}

function rawOfCourt({ name, abbreviation, jurisdiction }: MetsCourt): Readonly<Record<string, unknown>> {
  return {
    id: madeId(JSON.stringify([jurisdiction, abbreviation, name])),
    name,
    name_abbreviation: abbreviation,
  };
}
