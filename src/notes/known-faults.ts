/**
 * The known faults of the publisher's data. docs/data-notes.md lists the same rows; a test compares them.
 *
 * Each fault has a public source, or was seen in the publisher's files. Nothing in the data is changed because of a fault: a case
 * that has it gets a note (case-notes.ts).
 */

const CAPSTONE = "https://github.com/harvard-lil/capstone";
const COURTLISTENER = "https://github.com/freelawproject/courtlistener";

/** The faults that can be found in the record of a case. */
export const RULES = {
  "misread-year": {
    about:
      "The year of the decision was probably misread: it differs in one digit from other cases of the volume, and by ten years or more from all of them. 265 cases.",
    source: `${CAPSTONE}/blob/f52ed27566be8e6a59875be0c310df3248f0abce/capstone/scripts/fix_outlier_years/outlier_years.csv`,
  },
  "no-such-date": {
    about: "The decision date is not a date, or names a day that does not exist, such as 1911-02-29.",
    source: `${CAPSTONE}/blob/f52ed27566be8e6a59875be0c310df3248f0abce/capstone/scripts/process_metadata.py`,
  },
  "before-first-case": {
    about: "The decision date is before 1658, the year of the earliest case of the collection.",
    source: `${CAPSTONE}/blob/f52ed27566be8e6a59875be0c310df3248f0abce/capstone/capweb/templates/about.md`,
  },
  "court-not-founded": {
    about:
      "The case is assigned to the Court of Appeals for the Federal Circuit, and was decided before that court existed (1 October 1982).",
    source: "seen in United States-20181130-text.zip, case 11732538",
  },
  "page-differs": {
    about:
      "The first page is not the page of the official citation. In early volumes it may be that of another edition.",
    source: "https://static.case.law/charlton/1/cases/0041-01.json",
  },
  "another-series": {
    about:
      "The official citation names another series of the reporter than the record: 978 F.3d in the Federal Reporter 2d Series.",
    source: `${COURTLISTENER}/issues/4930`,
  },
} as const;

/** A fault of all or some cases of the volumes of a reporter, or of single cases. */
export interface ListedFault {
  readonly about: string;
  readonly source: string;
  /** The cases that get the note. */
  readonly cases: ListedCases;
}

export type ListedCases =
  | {
      /** As in official citations. */
      readonly reporter: string;
      /** Numbers; null: all volumes. */
      readonly volumes: readonly number[] | null;
      /** The pages of the citations; all if missing. */
      readonly pages?: { readonly from: number; readonly to: number };
      /** Only cases of courts whose name has not this word. */
      readonly courtIsNot?: string;
    }
  | { readonly ids: readonly number[] };

const ALABAMA_TERMS = Array.from({ length: 143 }, (_, at) => at + 1).filter((volume) => volume !== 132);

export const LISTED: Readonly<Record<string, ListedFault>> = {
  "alabama-terms": {
    about:
      "Decision dates of the Alabama Reports before volume 144, except volume 132, are those of the court's term.",
    source: `${CAPSTONE}/issues/1598`,
    cases: { reporter: "Ala.", volumes: ALABAMA_TERMS },
  },
  "virginia-36-pages": {
    about:
      "The pages in citations of volume 36 of the Virginia Reports are those at the foot of the page, not those of the report.",
    source: `${CAPSTONE}/issues/2115`,
    cases: { reporter: "Va.", volumes: [36] },
  },
  "north-carolina-editions": {
    about:
      "The volumes 1, 4 and 60 of the North Carolina Reports were scanned from earlier reports with other page numbers, so their citations may be wrong.",
    source: `${CAPSTONE}/issues/1089`,
    cases: { reporter: "N.C.", volumes: [1, 4, 60] },
  },
  "tribal-reprints": {
    about:
      "American Tribal Law reprints cases of other reporters at the end of a volume; such a case is in the collection twice.",
    source: `${CAPSTONE}/issues/1983`,
    cases: { reporter: "Am. Tribal Law", volumes: null },
  },
  "southwestern-160": {
    about:
      "Cases in volume 160 of the South Western Reporter are also in the Texas Criminal Reports: 160 S.W. 83 is 71 Tex. Crim. 399.",
    source: `${CAPSTONE}/issues/1137`,
    cases: { reporter: "S.W.", volumes: [160] },
  },
  "new-york-3d-10": {
    about:
      "Volume 10 of N.Y.3d was scanned from an interim edition: the cases on the pages 356 to 700 are missing.",
    source: `${CAPSTONE}/issues/1730`,
    cases: { reporter: "N.Y.3d", volumes: [10] },
  },
  "oregon-appeals-courts": {
    about:
      "Cases of the Oregon Court of Appeals are assigned to the court in which they began, usually a circuit court.",
    source: `${CAPSTONE}/issues/847`,
    cases: { reporter: "Or. App.", volumes: null, courtIsNot: "Appeals" },
  },
  "federal-577-texts": {
    about:
      "Opinions in volume 577 of F.2d are reported to be stored with the citation and head matter of the case next to them.",
    source: `${COURTLISTENER}/issues/6254`,
    cases: { reporter: "F.2d", volumes: [577], pages: { from: 98, to: 9999 } },
  },
  "bivens-pages": {
    about:
      "The text of Bivens v. Six Unknown Named Agents, 403 U.S. 388, was reported to lack its first nine pages.",
    source: `${CAPSTONE}/issues/306`,
    cases: { reporter: "U.S.", volumes: [403], pages: { from: 388, to: 388 } },
  },
  "opinions-not-separated": {
    about:
      "The opinions of case 5874681 are not separated: its concurrences and dissents are in one opinion.",
    source: `${CAPSTONE}/issues/1044`,
    cases: { ids: [5874681] },
  },
  "twice-in-collection": {
    about:
      "Two Supreme Court cases are in the collection twice: 943185 is also 5917860, and 12455289 is also 3644508.",
    source: `${CAPSTONE}/issues/1704`,
    cases: { ids: [943185, 5917860, 12455289, 3644508] },
  },
};
