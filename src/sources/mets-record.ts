/**
 * The record of a CaseMETS document in the interface's shape, as a line of a bulk file gives it, so that one reader judges
 * both.
 *
 * The documents were made before any interface and know no ids. A case gets one out of its `caseid`, a court out of its
 * names: the same wherever and whenever they are read, and above all that the publisher gave. So a decision that another
 * archive holds under its own id stands beside it: nothing in either says for certain that they are one. The jurisdiction is known
 * by its name; the volume by its barcode, which is the `caseid` without the serial; the reporter is not told.
 */
import { hash } from "node:crypto";
import type { MetsCase, MetsCourt } from "../domain/mets-case.ts";
import { jurisdictionNamed } from "./jurisdiction-names.ts";

/** Made ids begin here. 2^52 of them: among seven million cases two meet by a chance of one in two hundred. */
export const MADE_CASE_ID = 2 ** 52;

/** Hex digits of the hash that become an id: 52 bits, so that the sum is exact in every JSON reader. */
const ID_DIGITS = 13;

/** The id of the case whose `caseid` this is; also that of a court, by its names. */
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
