/** Classes of UTF-16 units, by their codes, for reading citations unit by unit. */

export const STAR = 0x2a;
export const COMMA = 0x2c;
export const STOP = 0x2e;
export const OPEN = 0x28;
export const CLOSE = 0x29;
export const OPEN_SQUARE = 0x5b;
export const CLOSE_SQUARE = 0x5d;
const SOFT_HYPHEN = 0xad;

export function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

/** A hyphen or a dash, as in `2009-WI-75`. */
export function isDash(unit: number): boolean {
  return unit === 0x2d || (unit >= 0x2010 && unit <= 0x2014);
}

export function isCapital(unit: number): boolean {
  return unit >= 0x41 && unit <= 0x5a;
}

export function isLetter(unit: number): boolean {
  return (unit >= 0x61 && unit <= 0x7a) || isCapital(unit) || (unit >= 0xc0 && unit < 0x250);
}

/** Spaces, line ends and invisible characters. */
export function isSpace(unit: number): boolean {
  return (
    unit === 0x20 ||
    (unit >= 0x09 && unit <= 0x0d) ||
    unit === 0xa0 ||
    unit === SOFT_HYPHEN ||
    (unit >= 0x2000 && unit <= 0x200b) ||
    unit === 0x202f ||
    unit === 0xfeff
  );
}

/** Whether a reporter's name may contain the unit, in addition to letters, digits and spaces. */
export function isWithinName(unit: number): boolean {
  return (
    unit === STOP ||
    unit === COMMA ||
    isDash(unit) ||
    unit === 0x26 || // &
    unit === 0x27 || // '
    unit === 0x2019 || // ’
    unit === OPEN ||
    unit === CLOSE ||
    unit === OPEN_SQUARE ||
    unit === CLOSE_SQUARE
  );
}

/** Maximal digits that are read. No citation has longer numbers, and a number could be as long as the text. */
const MAX_DIGITS = 12;

/** End of the digits that begin at `at`, limited to `MAX_DIGITS`; `at` if there is no digit. */
export function endOfDigits(text: string, at: number): number {
  let end = at;
  while (end < at + MAX_DIGITS && isDigit(text.charCodeAt(end))) end++;
  return end;
}

/** End of a gap: spaces, and numbers of pages that begin within a line (`12 *380 Ill.`). */
export function endOfSpaces(text: string, at: number): number {
  let end = at;
  for (const limit = at + MAX_GAP; end < limit; ) {
    if (isSpace(text.charCodeAt(end))) end++;
    else if (text.charCodeAt(end) === STAR && isDigit(text.charCodeAt(end + 1))) {
      end = endOfDigits(text, end + 1);
    } else break;
  }
  return end;
}

/** Maximal gap between two parts of a citation: an indent, or a page number. */
const MAX_GAP = 16;
