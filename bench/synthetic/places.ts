/** Where made cases were decided and printed: jurisdictions from large to small, their courts and reporters. */
import { weighted } from "./random.ts";

export interface Reporter {
  readonly id: number;
  readonly fullName: string;
  readonly shortName: string;
}

export interface Court {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly nameAbbreviation: string;
}

export interface Jurisdiction {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly nameLong: string;
  readonly courts: readonly Court[];
  readonly reporters: readonly Reporter[];
}

const NAMES =
  `Ill. Illinois|N.Y. New York|Cal. California|U.S. United States|Tex. Texas|Pa. Pennsylvania|Mass. Massachusetts|Ohio Ohio|Ga. Georgia|
Mo. Missouri|Fla. Florida|Ind. Indiana|La. Louisiana|Mich. Michigan|N.J. New Jersey|Ark. Arkansas|N.C. North Carolina|Minn. Minnesota|Wis. Wisconsin|
Kan. Kansas|Neb. Nebraska|Or. Oregon|Vt. Vermont|Mont. Montana|N.M. New Mexico|R.I. Rhode Island|Del. Delaware|Haw. Hawaii|Alaska Alaska|Guam Guam`
    .replaceAll("\n", "")
    .split("|");

/** From the one with most cases to the one with fewest. */
export const JURISDICTIONS: readonly Jurisdiction[] = NAMES.map((line, at) => {
  const [name = "", ...long] = line.split(" ");
  const nameLong = long.join(" ");
  const slug = name.toLowerCase().replaceAll(".", "");
  const court = (kind: string, short: string, nth: number): Court => ({
    id: 8_800 + 10 * at + nth,
    slug: `${slug}${short === "" ? "" : "-"}${short.toLowerCase().replaceAll(".", "").replaceAll(" ", "-")}`,
    name: `${nameLong} ${kind}`,
    nameAbbreviation: `${name} ${short}`.trim(),
  });
  const reporter = (kind: string, short: string, nth: number): Reporter => ({
    id: 300 + 10 * at + nth,
    fullName: `${nameLong} ${kind}`,
    shortName: `${name}${short === "" ? "" : " "}${short}`,
  });
  return {
    id: 29 + at,
    slug,
    name,
    nameLong,
    courts: [
      court("Appellate Court", "App. Ct.", 0),
      court("Supreme Court", "", 1),
      court("Court of Claims", "Ct. Cl.", 2),
    ],
    reporters: [
      reporter("Reports", "", 0),
      reporter("Appellate Court Reports, Third Series", "App. 3d", 1),
      reporter("Court of Claims Reports", "Ct. Cl.", 2),
    ],
  };
});

/** How many cases each of the first `count` jurisdictions has of a total: the n-th about n times fewer than the first. */
export function shareOut(
  cases: number,
  count: number,
): { readonly jurisdiction: Jurisdiction; readonly cases: number }[] {
  const chosen = JURISDICTIONS.slice(0, count);
  const total = chosen.reduce((sum, _, at) => sum + 1 / (at + 1), 0);
  const shares = chosen.map((_, at) => Math.floor(cases / (at + 1) / total));
  const left = cases - shares.reduce((sum, share) => sum + share, 0);
  return chosen.map((jurisdiction, at) => ({
    jurisdiction,
    cases: (shares[at] ?? 0) + (at === 0 ? left : 0),
  }));
}

/** The first court of a jurisdiction has most of its cases, the last few. */
export const drawCourt = weighted([70, 24, 6]);
