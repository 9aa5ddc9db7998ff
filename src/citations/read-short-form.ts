/**
 * Reads a citation that begins at a volume and has no first page: `94 Wis. 2d at 401`, or `576 U.S. ___`, whose page was not known yet.
 */
import { normaliseCitation, withoutEnd } from "../domain/citation.ts";
import { endOfDigits, endOfSpaces, isCapital } from "./character-codes.ts";
import { tidyReporter } from "./reporter-name.ts";
import { type KnownReporter, knownReporter, reporterInFull } from "./reporters.ts";

export interface ShortForm {
  /** `blank`: in place of the page. */
  readonly form: "short" | "blank";
  readonly start: number;
  /** Offset after the reporter, or after the blank. */
  readonly end: number;
  readonly volume: string;
  /** The reporter as written. */
  readonly written: string;
  readonly reporter: KnownReporter;
}

/** Units that the name of a reporter may have, with what follows it. */
const MAX_LENGTH = 60;
const MAX_VOLUME_DIGITS = 4;
/** A reporter, `(2 Dall.)`, then ` at ` a page or ` ___`. */
const AFTER_VOLUME =
  /^([A-Z][^\d;:]{0,40}?(?:\b[2-9]\s?(?:d|th|nd|rd)\b)?[^\d;:]{0,20}?)(?:\s\(\d{0,3}\s?[A-Z][^\d;:()]{0,20}\))?,?\s+(at\s+(?:pp?\.\s?)?[¶*]{0,2}\s?\d|_{2,}|—{1,3}|-{2,6})/;

/** Whether this is the normal form of a reporter's name that is not in the table. */
export type IsReporter = (normal: string) => boolean;

const NOT_IN_TABLE: KnownReporter = { name: null, isNeutral: false };

/** @param at start of a run of digits that `mayBegin` allows */
export function readShortForm(text: string, at: number, isReporter: IsReporter): ShortForm | null {
  const volumeEnd = endOfDigits(text, at);
  const start = endOfSpaces(text, volumeEnd);
  if (volumeEnd - at > MAX_VOLUME_DIGITS || start === volumeEnd || !isCapital(text.charCodeAt(start)))
    return null;
  const [matched = "", found = "", then = ""] =
    AFTER_VOLUME.exec(text.slice(start, start + MAX_LENGTH)) ?? [];
  if (found === "") return null;
  const written = tidyReporter(found);
  const volume = text.slice(at, volumeEnd);
  const normal = normaliseCitation(written);
  const reporter =
    knownReporter(normal, volume) ??
    reporterInFull(written, volume) ??
    (isReporter(normal) ? NOT_IN_TABLE : null);
  if (reporter === null) return null;
  const isShort = then.startsWith("at");
  const end = isShort
    ? withoutEnd(text.slice(0, start + matched.length - then.length), /[\s,]/).length
    : start + matched.length;
  return {
    form: isShort ? "short" : "blank",
    start: at,
    end,
    volume,
    written,
    reporter,
  };
}
