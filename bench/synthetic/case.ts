/**
 * One made case: all of it follows from the corpus's seed and the case's id, so that any part of a corpus can be made
 * alone and again.
 */
import type { JsonObject } from "../../src/domain/json.ts";
import { caseNames, citedCases, makeXmlBody } from "./body.ts";
import { type Court, drawCourt, type Jurisdiction, type Reporter } from "./places.ts";
import { chooseMatter } from "./prose.ts";
import { between, longTailed, mixSeeds, oneOf, type Random, randomFrom } from "./random.ts";

export interface CasePlan {
  readonly seed: number;
  /** Mean words of text a case; single cases differ widely. */
  readonly words: number;
  readonly jurisdiction: Jurisdiction;
  /** The share of cases whose text is another one than in the plan with 0, as in a later release. */
  readonly changed: number;
}

export interface MadeCase {
  readonly id: number;
  /** The record of a bulk file without its body. */
  readonly metadata: JsonObject;
  readonly xml: string;
}

const MONTHS = "January February March April May June July August September October November December".split(
  " ",
);
/** Words a printed page holds. */
export const PAGE_WORDS = 420;

export function makeCase(plan: CasePlan, id: number): MadeCase {
  const random = randomFrom(mixSeeds(plan.seed, id));
  const { jurisdiction } = plan;
  const words = Math.max(20, Math.round(longTailed(random, plan.words)));
  const matter = chooseMatter(random);
  const names = caseNames(random, matter);
  const date = decisionDate(random);
  const place = printedAt(random, jurisdiction, id, words);
  const docketNumber =
    random() < 0.35 ? "" : `No. ${between(random, 1, 99)}—${between(random, 70, 99)}—${id % 10_000}`;
  const body = makeXmlBody(randomFrom(mixSeeds(plan.seed, id, isChanged(plan, id) ? 2 : 1)), {
    ...{ words, matter, docketNumber, ...place },
    parties: names.long,
    court: place.court.name,
    decided: printedDate(date),
  });
  const { volume, reporter, firstPage } = place;
  const barcode = `320440${String(reporter.id * 10_000 + volume).padStart(8, "0")}`;
  const citations = [{ type: "official", cite: `${volume} ${reporter.shortName} ${firstPage}` }];
  const metadata = metadataOf({ ...place, barcode, citations, names, docketNumber, id, date, jurisdiction });
  return { id, xml: body, metadata: { ...metadata, cites_to: citedCases(random, words) } };
}

/** Whether the case's text is another one in this plan's release. */
export function isChanged({ seed, changed }: CasePlan, id: number): boolean {
  return randomFrom(mixSeeds(seed, id, 77))() < changed;
}

function printedAt(random: Random, jurisdiction: Jurisdiction, id: number, words: number) {
  const nth = drawCourt(random);
  const [court, reporter] = [jurisdiction.courts[nth], jurisdiction.reporters[nth]];
  if (court === undefined || reporter === undefined) throw new Error("a court without its reporter");
  const volume = 1 + Math.floor(id / 200);
  const firstPage = between(random, 1, 1_100);
  return { court, reporter, volume, firstPage, lastPage: firstPage + Math.ceil(words / PAGE_WORDS) };
}

interface Line {
  readonly id: number;
  readonly names: { readonly long: string; readonly short: string };
  readonly date: string | null;
  readonly docketNumber: string;
  readonly firstPage: number;
  readonly lastPage: number;
  readonly citations: readonly { readonly type: string; readonly cite: string }[];
  readonly volume: number;
  readonly barcode: string;
  readonly reporter: Pick<Reporter, "id" | "fullName">;
  readonly court: Court;
  readonly jurisdiction: Pick<Jurisdiction, "id" | "slug" | "name" | "nameLong">;
}

/** Keys as in the lines from 2019 on (docs/formats.md, "Lines of a bulk file"). */
export function metadataOf({ id, names, volume, barcode, reporter, court, jurisdiction, ...line }: Line) {
  const url = (path: string): string => `https://api.case.law/v1/${path}/`;
  return {
    ...{ id, url: url(`cases/${id}`), name: names.long, name_abbreviation: names.short },
    ...{ decision_date: line.date, docket_number: line.docketNumber },
    ...{
      first_page: String(line.firstPage),
      last_page: String(line.lastPage),
      citations: [...line.citations],
    },
    volume: { volume_number: String(volume), barcode, url: url(`volumes/${barcode}`) },
    reporter: { id: reporter.id, full_name: reporter.fullName, url: url(`reporters/${reporter.id}`) },
    court: {
      ...{ id: court.id, name: court.name, name_abbreviation: court.nameAbbreviation, slug: court.slug },
      url: url(`courts/${court.slug}`),
    },
    jurisdiction: {
      ...{ id: jurisdiction.id, slug: jurisdiction.slug, name: jurisdiction.name },
      ...{
        name_long: jurisdiction.nameLong,
        whitelisted: true,
        url: url(`jurisdictions/${jurisdiction.slug}`),
      },
    },
  };
}

/** Late years have more cases than early ones, some days of a year many; some dates lack day or month, few are missing. */
function decisionDate(random: Random): string | null {
  const chance = random();
  const year = 2017 - Math.min(Math.floor(-55 * Math.log(1 - random())), 200);
  const [month, day] =
    random() < 0.15 ? oneOf(random, TERM_DAYS) : [between(random, 1, 12), between(random, 1, 28)];
  const full = `${year}-${String(month).padStart(2, "0")}-${String(day).padStart(2, "0")}`;
  if (chance < 0.004) return null;
  if (chance < 0.05) return full.slice(0, 4);
  return chance < 0.2 ? full.slice(0, 7) : full;
}

/** Days on which courts hand down many opinions at once. */
const TERM_DAYS: readonly (readonly [month: number, day: number])[] = [
  [1, 15],
  [4, 21],
  [6, 19],
  [10, 26],
];

/** `September 14, 2005`; as much of it as is known. */
export function printedDate(date: string | null): string {
  const [year, month, day] = (date ?? "").split("-");
  if (year === undefined || month === undefined) return date ?? "";
  return `${MONTHS[Number(month) - 1]} ${day === undefined ? "" : `${Number(day)}, `}${year}`;
}
