/** Where the cases of a made bag were decided and printed. */
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

/** Each court has its reporter. */
export const ILLINOIS: Jurisdiction = {
  ...{ id: 29, slug: "ill", name: "Ill.", nameLong: "Illinois" },
  courts: [
    { id: 8_800, slug: "ill-app-ct", name: "Illinois Appellate Court", nameAbbreviation: "Ill. App. Ct." },
    { id: 8_801, slug: "ill", name: "Illinois Supreme Court", nameAbbreviation: "Ill." },
    { id: 8_802, slug: "ill-ct-cl", name: "Illinois Court of Claims", nameAbbreviation: "Ill. Ct. Cl." },
  ],
  reporters: [
    { id: 300, fullName: "Illinois Reports", shortName: "Ill." },
    { id: 301, fullName: "Illinois Appellate Court Reports, Third Series", shortName: "Ill. App. 3d" },
    { id: 302, fullName: "Illinois Court of Claims Reports", shortName: "Ill. Ct. Cl." },
  ],
};

/** The first court of a jurisdiction has most of its cases, the last few. */
export const drawCourt = weighted([70, 24, 6]);
