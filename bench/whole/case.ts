/** One case of the collection as a line of a bulk file: all of it follows from the seed and its spot. */
import { createHash } from "node:crypto";
import { readXmlBody } from "../../src/casebody/read-body.ts";
import { flatText } from "../../src/domain/casebody.ts";
import { asciiJson } from "../../src/export/bulk.ts";
import { caseNames, makeXmlBody } from "../synthetic/body.ts";
import { metadataOf, PAGE_WORDS, printedDate } from "../synthetic/case.ts";
import type { Court } from "../synthetic/places.ts";
import { chooseMatter } from "../synthetic/prose.ts";
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

/** Shares of dates without a day, without a month: before 1920 and 1900, and since. */
const NO_DAY = { early: 0.25, late: 0.03 };
const NO_MONTH = { early: 0.08, late: 0.005 };
const NO_DATE = 0.0002;
/** Share of impossible days, such as February 30. */
const WRONG_DAY = 0.0003;

export function openCaseMaker(layout: Layout, words: number): CaseMaker {
  return { layout, words, drawCited: openCited(layout) };
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
  return asciiJson({
    ...metadataOf({
      ...{ id: print.id, names, date, docketNumber, firstPage: print.page, lastPage },
      citations: citationsOf(layout, spot, print),
      ...{ volume: print.volume, barcode: barcodeOf(print), reporter: print.reporter, court, jurisdiction },
    }),
    cites_to: cited,
    analysis: analysisOf(layout, spot, { words, text: flatText(readXmlBody(xml)) }),
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

function barcodeOf({ reporter, volume }: Print): string {
  return `3204${String(reporter.id).padStart(4, "0")}${String(volume).padStart(6, "0")}`;
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

function jurisdictionAt(j: number): Jurisdiction {
  const jurisdiction = JURISDICTIONS[j];
  if (jurisdiction === undefined) throw new Error(`No jurisdiction ${j}`);
  return jurisdiction;
}
