/** The 60 jurisdictions of the collection and their 2,500 courts. */
import type { Court } from "../synthetic/places.ts";
import { makeSurnames } from "../synthetic/vocabulary.ts";
import { FIRST_YEAR, LAST_YEAR, shareExactly } from "./years.ts";

/** The regional reporters' names begin with it; null for those that have none. */
export type Region = "A." | "N.E." | "N.W." | "P." | "S.E." | "So." | "S.W.";

export interface Jurisdiction {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly nameLong: string;
  /** Of its first reported case. */
  readonly firstYear: number;
  readonly lastYear: number;
  /** Its share in the cases of a year in which all decide. */
  readonly weight: number;
  readonly region: Region | null;
  readonly courts: Courts;
}

/** By how high they are; trial courts from the busiest to the one with fewest cases. */
export interface Courts {
  readonly supreme: Court;
  readonly appellate: readonly Court[];
  readonly trial: readonly Court[];
}

const COURTS = 2_500;
/** Of how many courts below the highest one is a court of appeals. */
const TRIAL_COURTS_EACH = 12;
/** Name, long name, first year and last one, thousands of cases, region; about as in the real collection. */
const TABLE = `
U.S.|United States|1754|1750|
N.Y.|New York|1760|1040|N.E.
Tex.|Texas|1840|430|S.W.
Fla.|Florida|1846|300|So.
Cal.|California|1850|270|P.
Ga.|Georgia|1805|240|S.E.
La.|Louisiana|1809|240|So.
Ill.|Illinois|1819|240|N.E.
Pa.|Pennsylvania|1680|230|A.
Mo.|Missouri|1821|190|S.W.
Ohio|Ohio|1816|150|N.E.
Ala.|Alabama|1820|150|So.
Mass.|Massachusetts|1740|120|N.E.
Ind.|Indiana|1817|110|N.E.
Ky.|Kentucky|1785|110|S.W.
N.J.|New Jersey|1705|100|A.
N.C.|North Carolina|1778|100|S.E.
Mich.|Michigan|1805|98|N.W.
Wash.|Washington|1854|95|P.
Okla.|Oklahoma|1890|92|P.
Ark.|Arkansas|1820|80|S.W.
Iowa|Iowa|1839|78|N.W.
Or.|Oregon|1853|76|P.
Tenn.|Tennessee|1791|72|S.W.
Minn.|Minnesota|1851|70|N.W.
Kan.|Kansas|1858|66|P.
Wis.|Wisconsin|1839|64|N.W.
S.C.|South Carolina|1783|62|S.E.
Neb.|Nebraska|1860|58|N.W.
Miss.|Mississippi|1818|58|So.
Va.|Virginia|1730|56|S.E.
Colo.|Colorado|1864|54|P.
Md.|Maryland|1658|54|A.
Conn.|Connecticut|1764|52|A.
P.R.|Puerto Rico|1899|44|
Ariz.|Arizona|1866|40|P.
D.C.|District of Columbia|1840|36|A.
W. Va.|West Virginia|1864|34|S.E.
Mont.|Montana|1868|32|P.
Me.|Maine|1820|30|A.
N.H.|New Hampshire|1796|26|A.
Idaho|Idaho|1866|26|P.
Vt.|Vermont|1789|24|A.
R.I.|Rhode Island|1828|22|A.
N.M.|New Mexico|1852|22|P.
Utah|Utah|1855|22|P.
N.D.|North Dakota|1889|18|N.W.
S.D.|South Dakota|1889|18|N.W.
Haw.|Hawaii|1847|17|P.
Del.|Delaware|1792|16|A.
Nev.|Nevada|1865|16|P.
Wyo.|Wyoming|1870|12|P.
Alaska|Alaska|1884|11|P.
V.I.|Virgin Islands|1917|4|
Guam|Guam|1955|1.2|
N. Mar. I.|Northern Mariana Islands|1979|1.1|
Am. Samoa|American Samoa|1900|1|
Navajo Nation|Navajo Nation|1969|0.8|
Tribal|Tribal Jurisdictions|1997|0.4|
Dakota Territory|Dakota Territory|1867-1889|0.4|
`;

/** From the one with most cases to the one with fewest. */
export const JURISDICTIONS: readonly Jurisdiction[] = readTable();

function readTable(): Jurisdiction[] {
  const rows = TABLE.trim()
    .split("\n")
    .map((line) => line.split("|"));
  const counts = shareExactly(
    COURTS,
    rows.map((row) => Math.max(0.8, Number(row[3]) ** 0.6)),
    0.5,
  );
  const places = makeSurnames(3_000);
  let firstCourt = 0;
  return rows.map(([name = "", nameLong = "", years = "", thousands, region], at) => {
    const [firstYear = FIRST_YEAR, lastYear = LAST_YEAR] = years.split("-").map(Number);
    const count = Math.max(2, counts[at] ?? 0);
    const courts = makeCourts(name, nameLong, { count, firstCourt, places });
    firstCourt += count;
    return {
      id: 1 + at,
      slug: slugOf(name),
      name,
      nameLong,
      ...{ firstYear, lastYear },
      weight: Number(thousands),
      region: isRegion(region) ? region : null,
      courts,
    };
  });
}

interface CourtNumbers {
  readonly count: number;
  readonly firstCourt: number;
  readonly places: readonly string[];
}

function makeCourts(name: string, nameLong: string, { count, firstCourt, places }: CourtNumbers): Courts {
  const appeals = Math.max(1, Math.floor((count - 1) / TRIAL_COURTS_EACH));
  const court = (nth: number, full: string, short: string): Court => ({
    id: 8_000 + firstCourt + nth,
    slug: slugOf(short),
    name: full,
    nameAbbreviation: short,
  });
  const supreme = court(0, `Supreme Court of ${nameLong}`, name);
  const appellate = Array.from({ length: appeals }, (_, nth) =>
    court(1 + nth, `${nameLong} Court of Appeals, District ${1 + nth}`, `${name} Ct. App. Dist. ${1 + nth}`),
  );
  const trial = Array.from({ length: count - 1 - appeals }, (_, nth) => {
    const place = places[(firstCourt + nth) % places.length] ?? "";
    return court(
      1 + appeals + nth,
      `${place} County Circuit Court of ${nameLong}`,
      `${name} ${place} Cir. Ct.`,
    );
  });
  return { supreme, appellate, trial: trial.length === 0 ? appellate : trial };
}

/** `N. Mar. I.` is `n-mar-i` */
export function slugOf(name: string): string {
  return name.toLowerCase().replaceAll(/[.’,]/g, "").replaceAll(" ", "-");
}

function isRegion(text: string | undefined): text is Region {
  return text !== undefined && ["A.", "N.E.", "N.W.", "P.", "S.E.", "So.", "S.W."].includes(text);
}
