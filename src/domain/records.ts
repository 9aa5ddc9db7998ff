/** Records as a corpus answers them. Null is unknown. */
import type { BulkRecord } from "./bulk-file.ts";
import type { CaseValues, ReporterValues, VolumeValues } from "./case.ts";
import { mainCite } from "./citation.ts";

/** A jurisdiction; null is unknown. */
export interface Jurisdiction {
  readonly id: number;
  readonly slug: string;
  readonly name: string | null;
  readonly nameLong: string | null;
  readonly whitelisted: boolean;
}

/** A court; null is unknown. */
export interface Court {
  readonly id: number;
  readonly slug: string;
  readonly name: string | null;
  readonly nameAbbreviation: string | null;
  readonly jurisdiction: Jurisdiction | null;
}

/** A reporter; null is unknown. */
export interface Reporter extends ReporterValues {
  readonly jurisdictions: readonly Jurisdiction[];
}

/** A volume of a reporter; null is unknown. */
export interface Volume extends VolumeValues {
  readonly jurisdictions: readonly Jurisdiction[];
}

/** The cases of a jurisdiction in one reporter. */
export interface ReporterVolumes {
  readonly jurisdictionId: number;
  readonly reporterId: number;
}

/** A volume by its barcode. */
export interface VolumeOfReporter {
  readonly reporterId: number;
  readonly barcode: string;
}

/** A volume, as its cases name it. */
export interface VolumeCases {
  readonly barcode: string | null;
  readonly volumeNumber: string | null;
  /** By first page, then id. */
  readonly caseIds: readonly number[];
  /** Decision days, of those dated; null when none is. */
  readonly firstDay: number | null;
  readonly lastDay: number | null;
}

/** A citation and the case that has it. */
export interface CitationOfCase {
  readonly type: string;
  readonly cite: string;
  readonly caseId: number;
}

/** A bulk archive that the corpus knows; `path` is below the data folder, null if it is not stored. */
export interface KnownBulkFile extends BulkRecord {
  readonly path: string | null;
}

/** A case without its body; the records that it refers to are resolved. */
export interface Case extends CaseValues {
  readonly court: Court | null;
  readonly jurisdiction: Jurisdiction | null;
  readonly volume: { readonly barcode: string | null; readonly volumeNumber: string | null };
  readonly reporter: { readonly id: number | null; readonly fullName: string | null };
}

export function byId<T extends { readonly id: number }>(records: readonly T[]): ReadonlyMap<number, T> {
  return new Map(records.map((record) => [record.id, record]));
}

/** Each case once, in the order of their first places. */
export function distinctCases(cases: readonly Case[]): Case[] {
  return [...byId(cases).values()];
}

/** How a case is cited: by its main citation, else by docket number and court, `No. 23-1 (9th Cir.)`; empty if it has neither. */
export function citeOrDocket(record: Pick<Case, "citations" | "docketNumber" | "court">): string {
  const cite = mainCite(record.citations);
  if (cite !== undefined) return cite;
  const docket = docketWords(record.docketNumber);
  const court = record.court?.nameAbbreviation || record.court?.name;
  return docket === "" || !court ? docket : `${docket} (${court})`;
}

/** `No. 23-1` for the docket number `23-1`; one that begins with a word is unchanged. */
export function docketWords(docketNumber: string): string {
  const number = docketNumber.trim();
  return /^\d/.test(number) ? `No. ${number}` : number;
}

/** The short name of a case, or its full name where the source has no short one. */
export function briefName({ name, nameAbbreviation }: Pick<Case, "name" | "nameAbbreviation">): string {
  return nameAbbreviation === "" ? name : nameAbbreviation;
}

/** A citation that a decision of CourtListener shares with another case. */
export interface SharedCitation {
  /** The first citation that both have, in normal form. */
  readonly normal: string;
  /** The id of a decision that only CourtListener has. */
  readonly id: number;
  readonly otherId: number;
}

/** All pairs are counted; the first ones by id are listed. */
export interface SharedCitations {
  readonly count: number;
  readonly pairs: readonly SharedCitation[];
}
