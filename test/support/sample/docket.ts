/** Dates, docket numbers, citations and ids of the sample's cases. */
import type { Citation } from "../../../src/domain/citation.ts";
import { dayOf } from "../../../src/domain/decision-date.ts";
import type { Random } from "./random.ts";
import { eraOf, type Setting } from "./setting.ts";
import type { Volume } from "./volumes.ts";
import type { Court, Jurisdiction } from "./world.ts";

const MS_A_DAY = 86_400_000;
/** Above every id of the publisher's, so that the sample and real cases can share a corpus. */
const FIRST_ID = 91_000_000;
/** A prime: ids below are a permutation, so that the order of ids is not the order of dates. */
const ID_SPAN = 10_007;

/** When the n-th case of a volume was decided; later ones later, in one of three precisions. */
export function caseDate(
  volume: Volume,
  n: number,
  random: Random,
): Pick<Setting, "date" | "year" | "month"> {
  const [from, to] = volume.years;
  const first = dayOf(from, 1, 8) ?? 0;
  const last = dayOf(to, 12, 20) ?? 0;
  const share = (n + random.below(80) / 100) / volume.cases;
  const full = new Date((first + Math.floor(share * (last - first))) * MS_A_DAY).toISOString().slice(0, 10);
  const [year = 0, month = 0] = full.split("-").map(Number);
  const lengths = { old: [4, 7, 7, 7, 10, 10], middle: [7, 10, 10, 10, 10, 10], modern: [10] }[eraOf(year)];
  return { date: full.slice(0, random.pick(lengths)), year, month };
}

export function docketOf({ era, random, year, volume }: Setting): string {
  const draw = random.fork("docket");
  const number = draw.between(101, 1899);
  if (era === "old") return "";
  if (era === "middle") return draw.chance(50) ? "" : `No. ${number.toLocaleString("en-US")}`;
  const short = String(year).slice(2);
  if (draw.chance(12)) return `No. ${short}-${number}; No. ${short}-${number + draw.between(1, 9)}`;
  if (year < 1970) return `No. ${number % 300}—${short}`;
  return volume.number === "388" ? `Docket No. Fra-${short}-${number}` : `No. ${short}-${number}`;
}

/** The citations of a case in the order in which they are published; the official one need not be the first. */
export function citationsOf(setting: Setting, firstPage: string): Citation[] {
  const { volume, year, random } = setting;
  const { reporter, number, nominative } = volume;
  const official = { type: "official", cite: `${number} ${reporter.shortName} ${firstPage}` };
  const draw = random.fork("citations");
  const other = (type: string, cite: string) => ({ type, cite });
  if (nominative !== null)
    return [other("nominative", `${nominative.number} ${nominative.name} ${firstPage}`), official];
  const border = `${year - 1942} Bord. 2d ${draw.between(1, 990)}`;
  switch (volume.barcode) {
    case "99044031120698":
    case "99044031120883":
      return [other("parallel", border), official];
    case "Frankl_388":
      return [
        ...[other("parallel", `${year} FR ${draw.between(2, 260)}`), other("parallel", border), official],
        ...(draw.chance(30) ? [other("vendor", `${year} Hal. ${draw.between(10_000, 99_999)}`)] : []),
      ];
    case "Absar_112":
      return [official, other("parallel", `${year} AB ${draw.between(2, 190)}`)];
    case "99044031121189":
      return draw.chance(25)
        ? [other("parallel", `24 Law Gaz., 117; 2 Qu. Rec., p. ${draw.between(9, 80)}`), official]
        : [official];
    default:
      return [official];
  }
}

export function idOf(volume: Volume, n: number, court: Court): number {
  const within =
    volume.reporter.id * 997 + Number(volume.barcode.replace(/\D/g, "").slice(-4)) * 31 + n * 7919;
  return FIRST_ID + (court.jurisdiction.id - 900) * 20_000 + (within % ID_SPAN);
}

/** An instant before the release, with six digits behind the point as the publisher wrote it, at times seven. */
export function lastUpdatedOf({ release }: Jurisdiction, random: Random): string {
  const day = new Date(Date.parse(release.date) - random.between(20, 320) * MS_A_DAY)
    .toISOString()
    .slice(0, 10);
  const two = (n: number) => String(n).padStart(2, "0");
  const digits = random.chance(10) ? 7 : 6;
  const fraction = Array.from({ length: digits }, () => random.below(10)).join("");
  return `${day}T${two(random.below(24))}:${two(random.below(60))}:${two(random.below(60))}.${fraction}+00:00`;
}
