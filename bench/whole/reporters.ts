/**
 * The 1,200 reporters of the collection: series of the highest courts and of the courts of appeals, which follow one
 * another, special courts, books of one editor, and regional reporters that print the cases of several jurisdictions.
 */
import { mixSeeds, randomFrom } from "../synthetic/random.ts";
import { makeSurnames } from "../synthetic/vocabulary.ts";
import { JURISDICTIONS, type Jurisdiction } from "./jurisdictions.ts";
import { LAST_YEAR, shareExactly } from "./years.ts";

/** Which courts a reporter prints: the highest one, courts of appeals, trial courts, any. */
export type Bench = "supreme" | "appellate" | "trial" | "any";

export interface Reporter {
  readonly id: number;
  readonly shortName: string;
  readonly fullName: string;
  readonly bench: Bench;
  /** Both included. */
  readonly from: number;
  readonly to: number;
  /** Its part of the cases of its jurisdictions, in a year in which it appears. */
  readonly weight: number;
  /** Cases of a full volume. */
  readonly volumeCases: number;
  /** Indexes in `JURISDICTIONS`: one, or those of a region. */
  readonly jurisdictions: readonly number[];
}

const REPORTERS = 1_200;
const LEAST_EACH = 2;
/** Series, kind of court, first and last year, weight; the years are moved by up to ten for each jurisdiction. */
const SERIES = `
|supreme|0|1940|5
 2d|supreme|1941|2020|3.5
 App.|appellate|1890|1955|5
 App. 2d|appellate|1956|1984|7
 App. 3d|appellate|1985|2020|6
 Eq.|trial|1790|1900|1
 Ch.|trial|1800|1880|1
 Ct. Cl.|trial|1889|2020|0.5
 Misc.|trial|1892|1956|1.5
 Misc. 2d|trial|1957|2020|1.5
 Super.|appellate|1895|2020|1.5
 Crim. App.|appellate|1876|1965|1.5
 Law Rep.|any|1840|1930|0.7
 Tax|trial|1930|2020|0.3
 Cir. Dec.|trial|1885|1950|0.6
`;
const FEDERAL = `
U.S.|supreme|0|2020|5
S. Ct.|supreme|1882|2020|0.4
Fed. Cas.|trial|1789|1880|5
F.|any|1880|1924|8
F.2d|appellate|1925|1993|8
F.3d|appellate|1994|2020|9
F. Supp.|trial|1933|1998|7
F. Supp. 2d|trial|1999|2014|7
F. Supp. 3d|trial|2015|2020|7
Fed. Appx.|appellate|2001|2020|8
B.R.|trial|1980|2020|2
Ct. Cl.|trial|1863|1982|1
Cl. Ct.|trial|1983|1992|1
Fed. Cl.|trial|1993|2020|0.7
T.C.|trial|1942|2020|0.7
B.T.A.|trial|1924|1942|2
C.C.P.A.|appellate|1929|1982|1
Cust. Ct.|trial|1938|1980|0.7
M.J.|appellate|1978|2020|0.5
C.M.R.|appellate|1951|1978|1
App. D.C.|appellate|1893|2020|0.7
Vet. App.|appellate|1990|2020|0.4
`;
/** First years of the two or three series of a region. */
const REGION_SERIES = [
  ["", 1885, 1936],
  ["2d", 1937, 2011],
  ["3d", 2012, LAST_YEAR],
] as const;
const REGION_WEIGHT = 1.2;
/** Share of the books of one editor that print a county's courts after 1850; the others are early and print any. */
const COUNTY_SHARE = 0.35;

/** Grouped by jurisdiction; regional reporters are last. */
export const REPORTER_LIST: readonly Reporter[] = makeReporters();

/** Index of the region's series that prints the cases of a year; -1 if there is none. */
export function regionalReporter({ region, name }: Jurisdiction, year: number): number {
  const bases = name === "U.S." ? ["S. Ct."] : region === null ? [] : [region, `${region}2d`, `${region}3d`];
  return REPORTER_LIST.findIndex(
    ({ shortName, from, to }) => year >= from && year <= to && bases.includes(shortName),
  );
}

type Row = Pick<Reporter, "shortName" | "fullName" | "bench" | "from" | "to" | "weight" | "jurisdictions">;

function makeReporters(): Reporter[] {
  const regional = regionalRows();
  const counts = shareExactly(
    REPORTERS - regional.length - LEAST_EACH * JURISDICTIONS.length,
    JURISDICTIONS.map(({ weight }) => weight ** 0.5),
    0.5,
  );
  const editors = makeSurnames(4_500).slice(3_000);
  const rows = JURISDICTIONS.flatMap((_, at) => rowsOf(at, LEAST_EACH + (counts[at] ?? 0), editors));
  return [...rows, ...regional].map((row, at) => ({
    ...row,
    id: 1 + at,
    volumeCases: 130 + ((mixSeeds(at, 21) >>> 0) % 81),
  }));
}

function rowsOf(at: number, count: number, editors: string[]): Row[] {
  const jurisdiction = JURISDICTIONS[at];
  if (jurisdiction === undefined) return [];
  const rows = seriesOf(jurisdiction, at).slice(0, count);
  const random = randomFrom(mixSeeds(at, 22));
  while (rows.length < count) rows.push(bookOf(jurisdiction, at, { editor: editors.pop() ?? "", random }));
  return rows;
}

function seriesOf({ name, nameLong, firstYear }: Jurisdiction, at: number): Row[] {
  const isFederal = name === "U.S.";
  const move = isFederal ? 0 : (mixSeeds(at, 23) >>> 0) % 11;
  return (isFederal ? FEDERAL : SERIES)
    .trim()
    .replace(/^\|/, " |")
    .split("\n")
    .map((line): Row => {
      const [short = "", bench = "", from, to, weight] = line.split("|");
      const shortName = isFederal ? short : `${name} ${short.trim()}`.trim();
      return {
        shortName,
        fullName: `${nameLong} Reports (${shortName})`,
        bench: benchOf(bench),
        from: Math.max(firstYear, Number(from) + (Number(from) === 0 ? 0 : move)),
        to: Math.min(LAST_YEAR, Number(to) + (Number(to) === LAST_YEAR ? 0 : move)),
        weight: Number(weight),
        jurisdictions: [at],
      };
    })
    .filter(({ from, to }) => from <= to);
}

function bookOf(
  { nameLong, firstYear }: Jurisdiction,
  at: number,
  { editor, random }: { readonly editor: string; readonly random: () => number },
): Row {
  const isCounty = random() < COUNTY_SHARE;
  const first = isCounty ? Math.max(1850, firstYear) : firstYear;
  const last = isCounty ? 1_990 : Math.max(firstYear + 60, 1880);
  const from = Math.min(first + Math.floor(random() * Math.max(5, last - first)), LAST_YEAR - 2);
  const to = from + (isCounty ? 8 + Math.floor(random() * 40) : 2 + Math.floor(random() * 14));
  return {
    shortName: isCounty ? `${editor} Co.` : `${editor}`,
    fullName: isCounty
      ? `${editor} County Reports, ${nameLong}`
      : `Reports of Cases by ${editor}, ${nameLong}`,
    bench: isCounty ? "trial" : "any",
    from,
    to: Math.min(to, LAST_YEAR),
    weight: isCounty ? 0.25 : 1,
    jurisdictions: [at],
  };
}

function regionalRows(): Row[] {
  const regions = [...new Set(JURISDICTIONS.flatMap(({ region }) => region ?? []))];
  return regions.flatMap((region) => {
    const jurisdictions = [...JURISDICTIONS.keys()].filter((at) => JURISDICTIONS[at]?.region === region);
    return REGION_SERIES.map(([series, from, to]): Row => {
      const shortName = series === "" ? region : `${region}${series}`;
      return {
        shortName,
        fullName: `Regional Reporter (${shortName})`,
        bench: "any",
        from,
        to,
        weight: REGION_WEIGHT,
        jurisdictions,
      };
    });
  });
}

function benchOf(text: string): Bench {
  return text === "supreme" || text === "appellate" || text === "trial" ? text : "any";
}
