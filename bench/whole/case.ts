/** One case of the collection as a line of a bulk file: all of it follows from the seed and its spot. */
import { createHash } from "node:crypto";
import { readXmlBody } from "../../src/casebody/read-body.ts";
import { flatText } from "../../src/domain/casebody.ts";
import { caseNames, makeXmlBody } from "../synthetic/body.ts";
import type { Court } from "../synthetic/places.ts";
import { chooseMatter } from "../synthetic/prose.ts";
import { publisherLine } from "../synthetic/publisher-json.ts";
import { between, longTailed, mixSeeds, type Random, randomFrom } from "../synthetic/random.ts";
import { type Cited, type DrawCited, openCited } from "./cited.ts";
import { dayAt } from "./days.ts";
import { JURISDICTIONS, type Jurisdiction } from "./jurisdictions.ts";
import { type Layout, type Spot, shareOf } from "./layout.ts";
import { chanceOf, citeOf, type Print, parallelOf, placeInYear, printOf } from "./print.ts";
import type { Reporter } from "./reporters.ts";

/** Makes the cases of a collection. */
export interface CaseMaker {
  readonly layout: Layout;
  readonly words: number;
  readonly drawCited: DrawCited;
}

const SITE = "https://api.case.law/v1";
const PAGE_WORDS = 420;
const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
/** Shares of dates without a day, without a month: before 1920 and 1900, and since. */
const NO_DAY = { early: 0.25, late: 0.03 };
const NO_MONTH = { early: 0.08, late: 0.005 };
const NO_DATE = 0.0002;
/** Share of impossible days, such as February 30. */
const WRONG_DAY = 0.0003;

export function openCaseMaker(layout: Layout, words: number): CaseMaker {
  return { layout, words, drawCited: openCited(layout, words) };
}

/** The case's line, without its line end. */
export function lineOf({ layout, words: mean, drawCited }: CaseMaker, spot: Spot, j: number): string {
  const print = printOf(layout, spot);
  const jurisdiction = jurisdictionAt(j);
  const random = randomFrom(mixSeeds(layout.seed, print.id));
  const words = Math.max(20, Math.round(longTailed(random, mean)));
  const court = courtOf(random, jurisdiction, print.reporter, spot.year);
  const cited = drawCited(random, spot, j);
  const matter = { ...chooseMatter(random), cite: citing(cited) };
  const names = caseNames(random, matter);
  const date = dateOf(layout, spot);
  const docketNumber =
    random() < 0.35 ? "" : `No. ${between(random, 1, 99)}—${spot.year % 100}—${print.id % 10_000}`;
  const lastPage = print.page + Math.ceil(words / PAGE_WORDS) - 1;
  const xml = makeXmlBody(random, {
    ...{ words, matter, docketNumber, firstPage: print.page, lastPage },
    parties: names.long,
    court: court.name,
    decided: printedDate(date),
  });
  return publisherLine({
    ...{ id: print.id, url: `${SITE}/cases/${print.id}/`, name: names.long, name_abbreviation: names.short },
    ...{ decision_date: date, docket_number: docketNumber },
    ...{ first_page: String(print.page), last_page: String(lastPage) },
    citations: citationsOf(layout, spot, print),
    ...{ volume: volumeOf(print), reporter: reporterOf(print.reporter) },
    ...{ court: { ...withoutName(court), url: `${SITE}/courts/${court.slug}/` } },
    ...{
      jurisdiction: jurisdictionOf(jurisdiction),
      cites_to: cited,
      analysis: analysisOf(layout, spot, { words, text: flatText(readXmlBody(xml)) }),
    },
    casebody: { status: "ok", data: xml },
  });
}

/** Which of a reporter's jurisdictions decided a case. */
export function jurisdictionAtSpot({ seed }: Layout, { jurisdictions }: Reporter, spot: Spot): number {
  const [only, ...others] = jurisdictions;
  if (others.length === 0) return only ?? 0;
  const shares = jurisdictions.map((j) => shareOf(j, spot.year));
  let left = chanceOf(seed, spot.reporter * 512 + (spot.year - 1600), spot.nth, 61);
  left *= shares.reduce((sum, share) => sum + share, 0);
  const chosen = shares.findIndex((share) => {
    left -= share;
    return left < 0;
  });
  return jurisdictions[chosen] ?? only ?? 0;
}

/** The text's citations: those of `cites_to` in turn; a book that the collection lacks where there are none. */
function citing(cited: readonly Cited[]): (random: Random) => string {
  let next = 0;
  return (random) =>
    cited[next++ % cited.length]?.cite ?? `${between(random, 1, 12)} Coke ${between(random, 1, 300)}`;
}

function citationsOf(layout: Layout, spot: Spot, print: Print): { type: string; cite: string }[] {
  const official = { type: "official", cite: citeOf(print) };
  const again = parallelOf(layout, spot);
  return again === null ? [official] : [official, { type: "parallel", cite: again }];
}

/** As the publisher computed it, except for the simhash, which is drawn. Code points are counted as units: the texts have no others. */
function analysisOf(
  { seed }: Layout,
  { reporter, year, nth }: Spot,
  { words, text }: { readonly words: number; readonly text: string },
): Record<string, unknown> {
  const drawn = (salt: number): number => chanceOf(seed, reporter * 512 + (year - 1600), nth, salt);
  const hex = (salt: number, length: number): string =>
    Array.from({ length: length / 8 }, (_, at) =>
      Math.floor(drawn(salt + at) * 2 ** 32)
        .toString(16)
        .padStart(8, "0"),
    ).join("");
  const percentile = drawn(63);
  return {
    ...{ cardinality: Math.round(5 * words ** 0.7), char_count: text.length },
    ...{ ocr_confidence: Number((0.4 + 0.4 * drawn(64)).toFixed(3)), word_count: words },
    // one in three is never cited
    ...(percentile < 0.33 ? {} : { pagerank: { raw: 3e-8 * (1 - percentile) ** -1.2, percentile } }),
    ...{ sha256: createHash("sha256").update(text).digest("hex"), simhash: `1:${hex(80, 16)}` },
  };
}

function volumeOf({ reporter, volume }: Print): Readonly<Record<string, string>> {
  const barcode = `3204${String(reporter.id).padStart(4, "0")}${String(volume).padStart(6, "0")}`;
  return { volume_number: String(volume), barcode, url: `${SITE}/volumes/${barcode}/` };
}

function reporterOf({ id, fullName }: Reporter): Readonly<Record<string, unknown>> {
  return { id, full_name: fullName, url: `${SITE}/reporters/${id}/` };
}

function jurisdictionOf({ id, slug, name, nameLong }: Jurisdiction): Readonly<Record<string, unknown>> {
  return { id, slug, name, name_long: nameLong, whitelisted: true, url: `${SITE}/jurisdictions/${slug}/` };
}

function withoutName({ id, name, nameAbbreviation, slug }: Court): Readonly<Record<string, unknown>> {
  return { id, name, name_abbreviation: nameAbbreviation, slug };
}

/** Busy courts come first in a list, and which ones they are changes over the decades. */
function courtOf(random: Random, { courts }: Jurisdiction, { bench }: Reporter, year: number): Court {
  const chance = random();
  const kind = bench === "any" ? (["supreme", "appellate", "trial"] as const)[Math.floor(3 * chance)] : bench;
  if (kind === "supreme" && random() < 0.97) return courts.supreme;
  const list = kind === "trial" ? courts.trial : courts.appellate;
  const nth = Math.floor(list.length * random() ** 2) + 3 * Math.floor((year - 1650) / 30);
  return list[nth % list.length] ?? courts.supreme;
}

function dateOf(layout: Layout, spot: Spot): string | null {
  const { year } = spot;
  const { month, day } = dayAt(year, placeInYear(layout, spot));
  const chance = chanceOf(layout.seed, spot.reporter * 512 + (year - 1600), spot.nth, 62);
  const noMonth = NO_DATE + (year < 1900 ? NO_MONTH.early : NO_MONTH.late);
  const noDay = noMonth + (year < 1920 ? NO_DAY.early : NO_DAY.late);
  if (chance < NO_DATE) return null;
  if (chance < noMonth) return String(year);
  const written = `${year}-${String(month).padStart(2, "0")}`;
  if (chance < noDay) return written;
  if (chance > 1 - WRONG_DAY) return `${year}-02-30`;
  return `${written}-${String(day).padStart(2, "0")}`;
}

function printedDate(date: string | null): string {
  const [year, month, day] = (date ?? "").split("-");
  if (year === undefined || month === undefined) return date ?? "";
  return `${MONTHS[Number(month) - 1]} ${day === undefined ? "" : `${Number(day)}, `}${year}`;
}

function jurisdictionAt(j: number): Jurisdiction {
  const jurisdiction = JURISDICTIONS[j];
  if (jurisdiction === undefined) throw new Error(`No jurisdiction ${j}`);
  return jurisdiction;
}
