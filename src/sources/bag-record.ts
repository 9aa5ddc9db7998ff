/**
 * Makes a bulk file record for a bag from disk. It depends on the bag alone, so it is the same for any order of imports. A
 * service's own record of the file replaces it.
 */
import { hash } from "node:crypto";
import { type BulkRecord, type FirstRecord, MADE_BULK_ID } from "../domain/bulk-file.ts";

export interface BagFacts {
  /** The bag's name, not that of the file. */
  readonly name: string;
  readonly release: string | null;
  readonly bodyFormat: "text" | "xml";
  /** Whether the bag has the cases of a jurisdiction or of a reporter. */
  readonly filterType: "jurisdiction" | "reporter";
  readonly first: FirstRecord | null;
}

/** Hex digits of the hash in the id. Services do not have ids of 2^40 and more; the sum is exact in every JSON reader. */
const ID_DIGITS = 10;

/** The record is `public` when the bag says that its jurisdiction is whitelisted. */
export function recordOfBag({ name, release, bodyFormat, filterType, first }: BagFacts): BulkRecord {
  const fileName = /\.zip$/i.test(name) ? name : `${name}.zip`;
  const digits = hash("sha256", `${fileName}\n${release ?? ""}`, "hex").slice(0, ID_DIGITS);
  const filterId = filterType === "reporter" ? first?.volume.reporterId : first?.jurisdiction?.id;
  return {
    id: MADE_BULK_ID + Number.parseInt(digits, 16),
    fileName,
    exportDate: release,
    public: first?.jurisdiction?.whitelisted === true,
    filterType,
    filterId: filterId ?? null,
    bodyFormat,
  };
}
