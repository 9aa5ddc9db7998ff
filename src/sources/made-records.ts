/**
 * Records that no publisher made: of the case in a CaseMETS document, as a line of a bulk file has it, so that one function reads
 * both; and of a bag from disk.
 *
 * The documents are older than the interface and have no ids. The id of a case is made of its `caseid`, that of a court of its
 * names: always the same, and greater than all ids of the publisher. So a decision that another archive has under the
 * publisher's id is a second case, because nothing shows that both are the same. The jurisdiction is found by its name, the
 * volume by its barcode, which is the `caseid` without the serial number; the reporter is unknown.
 */
import { hash } from "node:crypto";
import { type BulkRecord, type FirstRecord, MADE_BULK_ID } from "../domain/bulk-file.ts";
import type { MetsCase, MetsCourt } from "../domain/case.ts";

/** Lowest of 2^52 made ids: of seven million cases, two have one id with a probability of one in two hundred. */
export const MADE_CASE_ID = 2 ** 52;

/** Hex digits of the hash in an id: 52 bits, so that the sum is exact in every JSON reader. */
const ID_DIGITS = 13;

/** The id of a case by its `caseid`, or of a court by its names. */
export function madeId(name: string): number {
  return MADE_CASE_ID + Number.parseInt(hash("sha256", name, "hex").slice(0, ID_DIGITS), 16);
}

/** The case of a METS document as a line of a bulk file has it, for `readCaseRecord`. */
export function rawOfMets(mets: MetsCase): Readonly<Record<string, unknown>> {
  const { caseId, court, body } = mets;
  return {
    id: madeId(caseId),
    name: mets.name,
    name_abbreviation: mets.nameAbbreviation,
    decision_date: mets.decisionDate,
    docket_number: mets.docketNumber,
    first_page: body?.firstPage ?? "",
    last_page: body?.lastPage ?? "",
    citations: mets.citations.map(({ category, cite }) => ({ type: category, cite })),
    volume: { barcode: /^(?<barcode>.+)_\d+$/.exec(caseId)?.groups?.barcode ?? null },
    court: court === null ? null : rawOfCourt(court),
    jurisdiction: court === null ? null : jurisdictionNamed(court.jurisdiction),
    casebody: body === null ? null : { status: "ok", data: body.xml },
  };
}

function rawOfCourt({ name, abbreviation, jurisdiction }: MetsCourt): Readonly<Record<string, unknown>> {
  return {
    id: madeId(JSON.stringify([jurisdiction, abbreviation, name])),
    name,
    name_abbreviation: abbreviation,
  };
}

/** What the record of a bag is made from. */
interface BagFacts {
  /** The bag's name, not that of the file. */
  readonly name: string;
  readonly release: string | null;
  readonly bodyFormat: "text" | "xml";
  /** Whether the bag has the cases of a jurisdiction or of a reporter. */
  readonly filterType: "jurisdiction" | "reporter";
  readonly first: FirstRecord | null;
}

/** Hex digits of the hash in the id. Services do not have ids of 2^40 and more; the sum is exact in every JSON reader. */
const BULK_ID_DIGITS = 10;

/**
 * Makes a bulk file record for a bag from disk. It depends on the bag alone, so it is the same for any order of imports. A
 * service's own record of the file replaces it. It is `public` when the bag says that its jurisdiction is whitelisted.
 */
export function recordOfBag({ name, release, bodyFormat, filterType, first }: BagFacts): BulkRecord {
  const fileName = /\.zip$/i.test(name) ? name : `${name}.zip`;
  const digits = hash("sha256", `${fileName}\n${release ?? ""}`, "hex").slice(0, BULK_ID_DIGITS);
  const filterId = filterType === "reporter" ? first?.volume.reporterId : first?.jurisdiction?.id;
  return {
    id: MADE_BULK_ID + Number.parseInt(digits, 16),
    fileName,
    exportDate: release,
    public: first?.jurisdiction?.whitelisted === true,
    filterType,
    filterId: filterId ?? null,
    bodyFormat,
  };
}

/** Id, slug, name, long name. */
type Row = readonly [id: number, slug: string, name: string, nameLong: string];

/**
 * The jurisdictions as the publisher lists them (`/v1/jurisdictions/`), for sources that name a jurisdiction without its id. A
 * source's own listing is preferred, since this table does not say which jurisdictions are whitelisted.
 */
export const JURISDICTIONS: readonly Row[] = [
  [23, "ala", "Ala.", "Alabama"],
  [53, "alaska", "Alaska", "Alaska"],
  [58, "am-samoa", "Am. Samoa", "American Samoa"],
  [21, "ariz", "Ariz.", "Arizona"],
  [34, "ark", "Ark.", "Arkansas"],
  [30, "cal", "Cal.", "California"],
  [31, "colo", "Colo.", "Colorado"],
  [2, "conn", "Conn.", "Connecticut"],
  [56, "dc", "D.C.", "District of Columbia"],
  [55, "dakota-territory", "Dakota Territory", "Dakota Territory"],
  [8, "del", "Del.", "Delaware"],
  [28, "fla", "Fla.", "Florida"],
  [3, "ga", "Ga.", "Georgia"],
  [60, "guam", "Guam", "Guam"],
  [40, "haw", "Haw.", "Hawaii"],
  [27, "idaho", "Idaho", "Idaho"],
  [29, "ill", "Ill.", "Illinois"],
  [14, "ind", "Ind.", "Indiana"],
  [45, "iowa", "Iowa", "Iowa"],
  [43, "kan", "Kan.", "Kansas"],
  [26, "ky", "Ky.", "Kentucky"],
  [10, "la", "La.", "Louisiana"],
  [4, "mass", "Mass.", "Massachusetts"],
  [50, "md", "Md.", "Maryland"],
  [42, "me", "Me.", "Maine"],
  [49, "mich", "Mich.", "Michigan"],
  [36, "minn", "Minn.", "Minnesota"],
  [16, "miss", "Miss.", "Mississippi"],
  [37, "mo", "Mo.", "Missouri"],
  [20, "mont", "Mont.", "Montana"],
  [57, "n-mar-i", "N. Mar. I.", "Northern Mariana Islands"],
  [5, "nc", "N.C.", "North Carolina"],
  [18, "nd", "N.D.", "North Dakota"],
  [47, "nh", "N.H.", "New Hampshire"],
  [24, "nj", "N.J.", "New Jersey"],
  [52, "nm", "N.M.", "New Mexico"],
  [1, "ny", "N.Y.", "New York"],
  [61, "native-american", "Native American", "Native American"],
  [41, "navajo-nation", "Navajo Nation", "Navajo Nation"],
  [51, "neb", "Neb.", "Nebraska"],
  [48, "nev", "Nev.", "Nevada"],
  [22, "ohio", "Ohio", "Ohio"],
  [13, "okla", "Okla.", "Oklahoma"],
  [19, "or", "Or.", "Oregon"],
  [25, "pr", "P.R.", "Puerto Rico"],
  [6, "pa", "Pa.", "Pennsylvania"],
  [15, "ri", "R.I.", "Rhode Island"],
  [9, "regional", "Regional", "Regional"],
  [59, "sc", "S.C.", "South Carolina"],
  [54, "sd", "S.D.", "South Dakota"],
  [11, "tenn", "Tenn.", "Tennessee"],
  [32, "tex", "Tex.", "Texas"],
  [62, "tribal", "Tribal", "Tribal Jurisdictions"],
  [39, "us", "U.S.", "United States"],
  [12, "utah", "Utah", "Utah"],
  [44, "vi", "V.I.", "Virgin Islands"],
  [7, "va", "Va.", "Virginia"],
  [17, "vt", "Vt.", "Vermont"],
  [35, "w-va", "W. Va.", "West Virginia"],
  [38, "wash", "Wash.", "Washington"],
  [46, "wis", "Wis.", "Wisconsin"],
  [33, "wyo", "Wyo.", "Wyoming"],
];

/** The jurisdiction with this name or slug, as a JSON record of the interface; null for an unknown name. */
export function jurisdictionNamed(
  name: string,
): { readonly id: number; readonly slug: string; readonly name: string; readonly name_long: string } | null {
  const row = JURISDICTIONS.find(([, ...names]) => names.includes(name));
  if (row === undefined) return null;
  const [id, slug, shortName, nameLong] = row;
  return { id, slug, name: shortName, name_long: nameLong };
}
