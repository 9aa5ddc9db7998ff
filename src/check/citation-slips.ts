/** The slips with which a citation is written for another one: in a digit of the volume or the page, or in the series of the reporter. */
import { partsOfCitation } from "../citations/read-citation.ts";
import { normaliseCitation } from "../domain/citation.ts";
import type { Case } from "../domain/records.ts";
import type { DraftCitation } from "./draft-citations.ts";

/** How two numbers differ, so that one may be written for the other. */
type Slip = "one digit differs" | "two digits are swapped" | "a digit is missing" | "a digit is too many";

/** How a citation of a case agrees with one of a draft. */
interface ComparedCite {
  /** As the source has it. */
  readonly cite: string;
  /** `series`: of another series, or of the supplement; `other`: with the same volume and page. */
  readonly reporter: "same" | "series" | "other";
  readonly volume: "same" | Slip | null;
  /** `within`: a later page of the case. */
  readonly page: "same" | "within" | Slip | null;
}

/** Longer numbers are not volumes or pages. */
const MAX_DIGITS = 8;
const DIGITS = [..."0123456789"];
const SERIES = ["", "2d", "3d", "4th", "5th", "6th"];
/** Reporters next to that of a court's own decisions: `F. Supp.`, `Ill. App.`, `F. App'x`. */
const SECTIONS = ["", "app", "supp", "appx"];
const NAME = /^(.+?)(?:appx|app|supp)?(?:2d|3d|4th|5th|6th)?$/;

/** The normal forms of all citations that could be written so by one slip. */
export function citationsLike({ volume, reporters, page }: DraftCitation): string[] {
  const normals = new Set(reporters.map(normaliseCitation));
  const forms = [...normals].flatMap((reporter) => [
    ...numbersLike(volume).map((number) => number + reporter + page),
    ...numbersLike(page).map((number) => volume + reporter + number),
    ...reportersLike(reporter).map((other) => volume + other + page),
  ]);
  return [...new Set(forms.map(normaliseCitation))];
}

function numbersLike(number: string): string[] {
  if (!/^\d+$/.test(number) || number.length > MAX_DIGITS) return [];
  return [...number, ""].flatMap((digit, at) => {
    const [before, after] = [number.slice(0, at), number.slice(at)];
    const rest = after.slice(1);
    const changed = digit === "" ? [] : DIGITS.map((other) => before + other + rest);
    const swapped = rest === "" ? [] : [before + rest[0] + digit + rest.slice(1)];
    return [...changed, ...swapped, before + rest, ...DIGITS.map((other) => before + other + after)];
  });
}

function reportersLike(reporter: string): string[] {
  const base = baseOf(reporter);
  return SECTIONS.flatMap((section) => SERIES.map((series) => base + section + series));
}

/** `F. Supp. 2d` is of `F.`, as `F.3d` is. */
function baseOf(reporter: string): string {
  return NAME.exec(reporter)?.[1] ?? reporter;
}

/**
 * The citation of a case that agrees most with one of a draft; null if none has the same reporter, another series of it, or the same volume and page.
 *
 * @param isFirstPage whether a case begins at the page, so that it is no later page of this one
 */
export function bestCite(written: DraftCitation, record: Case, isFirstPage: boolean): ComparedCite | null {
  const [best = null] = record.citations
    .flatMap(({ cite }) => compareCite(written, cite, record, isFirstPage) ?? [])
    .sort((a, b) => pointsOfCite(b) - pointsOfCite(a));
  return best;
}

function compareCite(
  { volume, reporters, page }: DraftCitation,
  cite: string,
  { firstPage, lastPage }: Case,
  isFirstPage: boolean,
): ComparedCite | null {
  const parts = partsOfCitation(cite);
  if (parts === null) return null;
  const names = reporters.map(normaliseCitation);
  const reporter = normaliseCitation(parts.reporter);
  const isSame = names.includes(reporter);
  const isSeries = !isSame && names.some((name) => baseOf(name) === baseOf(reporter));
  if (!isSame && !isSeries && (volume !== parts.volume || page !== parts.page)) return null;
  const isWithin =
    !isFirstPage &&
    isSame &&
    parts.volume === volume &&
    parts.page === firstPage &&
    Number(page) > Number(firstPage) &&
    Number(page) <= Number(lastPage);
  return {
    cite,
    reporter: isSame ? "same" : isSeries ? "series" : "other",
    volume: compareNumber(volume, parts.volume),
    page: isWithin ? "within" : compareNumber(page, parts.page),
  };
}

function compareNumber(written: string, ours: string): "same" | Slip | null {
  if (written === ours) return "same";
  let start = 0;
  while (start < written.length && written[start] === ours[start]) start++;
  let end = 0;
  const most = Math.min(written.length, ours.length) - start;
  while (end < most && written.at(-1 - end) === ours.at(-1 - end)) end++;
  const [part, ourPart] = [written.slice(start, written.length - end), ours.slice(start, ours.length - end)];
  if (part.length === 1 && ourPart.length === 1) return "one digit differs";
  if (part.length === 2 && part === [...ourPart].reverse().join("")) return "two digits are swapped";
  if (part === "" && ourPart.length === 1) return "a digit is missing";
  return ourPart === "" && part.length === 1 ? "a digit is too many" : null;
}

const REPORTER_POINTS = { same: 10, series: 5, other: 0 } as const;

/** Points of a citation that agrees (check/candidate-score). A slip in one number counts only if the other number is the same. */
export function pointsOfCite({ reporter, volume, page }: ComparedCite): number {
  return (
    REPORTER_POINTS[reporter] +
    pointsOfNumber(volume, page === "same") +
    (page === "within" ? 40 : pointsOfNumber(page, volume === "same"))
  );
}

function pointsOfNumber(agreement: "same" | "within" | Slip | null, isOtherSame: boolean): number {
  if (agreement === "same") return 10;
  return agreement !== null && isOtherSame ? 5 : 0;
}

/** What differs, in words; empty if it is more than a slip. */
export function slipsInWords({ cite, reporter, volume, page }: ComparedCite, written: string): string[] {
  if (volume === null || page === null || (volume !== "same" && page !== "same")) return [];
  return [
    ...(reporter === "same" ? [] : [`the reporter is that of ${cite}`]),
    ...(volume === "same" ? [] : [inWords("volume", volume)]),
    ...(page === "within"
      ? [`page ${written} is within it`]
      : page === "same"
        ? []
        : [inWords("page", page)]),
  ];
}

/** `one digit of the page differs`. */
function inWords(number: "volume" | "page", slip: Slip): string {
  return slip.replace(/digits?/, `$& of the ${number}`);
}
