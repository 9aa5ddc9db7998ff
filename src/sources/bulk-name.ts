/**
 * Names of bulk files (docs/formats.md, "Bulk file names and releases").
 *
 * A name is read from the right, since the jurisdiction's name may have spaces, dots, hyphens and digits.
 */
import { dayOf } from "../domain/decision-date.ts";

export interface BulkFileName {
  /** `New Mexico`, `Ill. App. 2d`; from June 2020 the slug. */
  readonly name: string;
  readonly bodyFormat: "text" | "xml" | "metadata";
  /** Release date, `YYYY-MM-DD`. */
  readonly date: string;
}

/** `<name_long>-<YYYYMMDD>-<format>`, until June 2020. */
const UNTIL_2020 = /^(?<name>.+)-(?<date>\d{8})-(?<format>text|xml)$/s;
/** `<slug>_<format>_<YYYYMMDD>`, from June 2020. */
const FROM_2020 = /^(?<name>.+)_(?<format>text|xml|metadata)_(?<date>\d{8})$/s;

/** Reads the name of a bulk file, with or without `.zip`; null for another name or an invalid date. */
export function readBulkFileName(name: string): BulkFileName | null {
  const bare = name.replace(/\.zip$/i, "");
  const groups = (UNTIL_2020.exec(bare) ?? FROM_2020.exec(bare))?.groups;
  const bodyFormat = groups?.format;
  const date = isoDate(groups?.date ?? "");
  if (groups?.name === undefined || date === null) return null;
  if (bodyFormat !== "text" && bodyFormat !== "xml" && bodyFormat !== "metadata") return null;
  return { name: groups.name, bodyFormat, date };
}

function isoDate(digits: string): string | null {
  const [year, month, day] = [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6, 8)];
  return dayOf(Number(year), Number(month), Number(day)) === null ? null : `${year}-${month}-${day}`;
}
