/**
 * The record that the bulk collection would have of a bag which came from disk, made of the bag alone: so it is the same
 * whatever else is known, and in whatever order archives come. A service's own record of the file takes its place.
 */
import { hash } from "node:crypto";
import type { FirstRecord } from "../domain/archive-contents.ts";
import { type BulkRecord, MADE_BULK_ID } from "../domain/bulk-file.ts";

export interface BagFacts {
  /** The bag's own name, not that of the file. */
  readonly name: string;
  readonly release: string | null;
  readonly bodyFormat: "text" | "xml";
  /** What the bag is a part of the collection by. */
  readonly filterType: "jurisdiction" | "reporter";
  /** The first record that names its jurisdiction; null when none does. */
  readonly first: FirstRecord | null;
}

/** Hex digits of the hash that become the id: 2^40 is out of any service's reach, the sum is exact in every JSON reader. */
const ID_DIGITS = 10;

/** `public` when the bag itself says that its jurisdiction is open; unknown is not public. */
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
