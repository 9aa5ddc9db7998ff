/** An alert: a saved search, and what of its matches was reported (docs/interface.md, "alert"). */
import { createHash } from "node:crypto";

/** Where the change log of a corpus was when the alert last ran. */
export interface Mark {
  /** The id of the corpus. */
  readonly corpus: string;
  /** Number of the newest change. */
  readonly change: number;
  /** The newest row of the change log up to there; null without one. A restored corpus has another one. */
  readonly row: { readonly number: number; readonly caseId: number; readonly at: string } | null;
}

/** An entry of the feed. */
export interface FeedEntry {
  /** Equal for the same case, so that a repeated report replaces the entry. */
  readonly key: string;
  readonly kind: "new" | "changed" | "note";
  readonly title: string;
  readonly summary: string;
  /** Below the base URL, with a slash at the beginning. */
  readonly path: string;
  /** ISO 8601 instant. */
  readonly updated: string;
}

export interface Alert {
  readonly name: string;
  /** A UUID, from which the ids of the feed and of its entries follow. */
  readonly id: string;
  /** Parameters of cases, in the order in which they were given. */
  readonly question: readonly (readonly [name: string, value: string])[];
  /** `new`: each case once; `new and changed`: also cases that change after they were reported. */
  readonly reports: "new" | "new and changed";
  /** An http or https address that gets a POST; null for none. */
  readonly webhook: string | null;
  readonly hasFeed: boolean;
  readonly mark: Mark;
  /** When the mark was set; ISO 8601 instant. */
  readonly markedAt: string;
  /** Ascending ids of all cases that matched when the alert was added, or were reported since. */
  readonly seen: readonly number[];
  /** Of the feed, the newest first. */
  readonly entries: readonly FeedEntry[];
}

/** The name of a file on every system. */
export const ALERT_NAME = /^[a-z0-9][a-z0-9_-]{0,63}$/;

/** A UUID (version 8, RFC 9562) that follows from an alert and a key. */
export function uuidOf(alertId: string, key: string): string {
  const bytes = createHash("sha256").update(`${alertId} ${key}`).digest().subarray(0, 16);
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
