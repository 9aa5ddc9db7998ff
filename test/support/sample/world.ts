/**
 * The four invented jurisdictions, their courts and reporters.
 *
 * No such state exists, so that no sample case can be taken for law. Ids begin above all of the publisher's.
 */
import { slugify } from "../../../src/domain/citation.ts";

export interface Jurisdiction {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly nameLong: string;
  readonly whitelisted: boolean;
  /** What the criminal cases call it. */
  readonly crown: string;
  /** `State` or `Commonwealth`, as its opinions say. */
  readonly style: string;
  readonly release: Release;
}

/** What the bulk files of a jurisdiction look like (docs/formats.md, "Lines of a bulk file"). */
export interface Release {
  readonly generation: "2018" | "2020" | "2022";
  /** `YYYY-MM-DD`. */
  readonly date: string;
}

export interface Court {
  readonly id: number;
  readonly slug: string;
  readonly name: string;
  readonly abbreviation: string;
  readonly jurisdiction: Jurisdiction;
}

export interface Reporter {
  readonly id: number;
  readonly slug: string;
  readonly fullName: string;
  readonly shortName: string;
  readonly startYear: number;
  readonly endYear: number;
  readonly jurisdictions: readonly Jurisdiction[];
}

export const FRANKLIN: Jurisdiction = {
  id: 901,
  slug: "frankl",
  name: "Frankl.",
  nameLong: "Franklin",
  whitelisted: true,
  crown: "The State",
  style: "State",
  release: { generation: "2022", date: "2023-12-04" },
};
export const SARATOGA: Jurisdiction = {
  id: 902,
  slug: "sarat",
  name: "Sarat.",
  nameLong: "Saratoga",
  whitelisted: true,
  crown: "The Commonwealth",
  style: "Commonwealth",
  release: { generation: "2020", date: "2020-06-04" },
};
export const NORTH_SYLVANIA: Jurisdiction = {
  id: 903,
  slug: "n-sylv",
  name: "N. Sylv.",
  nameLong: "North Sylvania",
  whitelisted: true,
  crown: "The People",
  style: "State",
  release: { generation: "2022", date: "2022-03-01" },
};
/** The one that is not open: bodies and files are for callers with credentials. */
export const ABSAROKA: Jurisdiction = {
  id: 904,
  slug: "absar",
  name: "Absar.",
  nameLong: "Absaroka",
  whitelisted: false,
  crown: "The State",
  style: "State",
  release: { generation: "2018", date: "2018-08-29" },
};
export const JURISDICTIONS = [FRANKLIN, SARATOGA, NORTH_SYLVANIA, ABSAROKA];

/** By short names; the slugs ending in a number are the kind that cannot be derived (docs/formats.md, "Slugs"). */
export const COURT = {
  frankl: court(90101, "frankl-1", "Franklin Supreme Court", "Frankl.", FRANKLIN),
  franklApp: court(90102, "frankl-ct-app", "Franklin Court of Appeals", "Frankl. Ct. App.", FRANKLIN),
  sarat: court(90201, "sarat-2", "Supreme Judicial Court of Saratoga", "Sarat.", SARATOGA),
  saratErr: court(90202, "sarat-ct-err", "Saratoga Court of Errors", "Sarat. Ct. Err.", SARATOGA),
  saratCircuit: court(90203, "sarat-cir-ct", "Saratoga Circuit Court", "Sarat. Cir. Ct.", SARATOGA),
  nSylv: court(90301, "n-sylv-1", "North Sylvania Supreme Court", "N. Sylv.", NORTH_SYLVANIA),
  nSylvApp: court(
    90302,
    "n-sylv-ct-app",
    "North Sylvania Court of Appeals",
    "N. Sylv. Ct. App.",
    NORTH_SYLVANIA,
  ),
  absar: court(90401, "absar", "Supreme Court of Absaroka", "Absar.", ABSAROKA),
  absarApp: court(90402, "absar-ct-app", "Court of Appeals of Absaroka", "Absar. Ct. App.", ABSAROKA),
};

/** By short names. Two share a full name, as some real ones do (docs/formats.md, "Filters of the publisher"); one has two jurisdictions. */
export const REPORTER = {
  frankl: reporter(9001, "Franklin Reports", "Frankl.", [1791, 2012], [FRANKLIN]),
  franklApp: reporter(9002, "Franklin Appellate Reports", "Frankl. App.", [1931, 2012], [FRANKLIN]),
  sarat: reporter(9003, "Saratoga Reports", "Sarat.", [1804, 1985], [SARATOGA]),
  saratErr: reporter(9004, "Saratoga Reports", "Sarat. Err.", [1829, 1851], [SARATOGA]),
  nSylv: reporter(9005, "North Sylvania Reports", "N. Sylv.", [1826, 2009], [NORTH_SYLVANIA]),
  border: reporter(
    9006,
    "Border Reporter, Second Series",
    "Bord. 2d",
    [1939, 2012],
    [FRANKLIN, NORTH_SYLVANIA],
  ),
  absar: reporter(9007, "Absaroka Reports", "Absar.", [1889, 2012], [ABSAROKA]),
  saratCircuit: reporter(9008, "Saratoga Circuit Court Reports", "Sarat. C.C.", [1856, 1861], [SARATOGA]),
};

function court(
  id: number,
  slug: string,
  name: string,
  abbreviation: string,
  jurisdiction: Jurisdiction,
): Court {
  return { id, slug, name, abbreviation, jurisdiction };
}

function reporter(
  id: number,
  fullName: string,
  shortName: string,
  [startYear, endYear]: readonly [number, number],
  jurisdictions: readonly Jurisdiction[],
): Reporter {
  return { id, slug: slugify(shortName), fullName, shortName, startYear, endYear, jurisdictions };
}
