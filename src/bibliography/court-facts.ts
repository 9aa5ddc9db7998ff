/**
 * Facts about courts and reporters by which a citation leaves out, or corrects, the court of a record. Sources: the Federal Judicial
 * Center's history of the courts, Free Law Project's courts-db and reporters-db.
 */
import { normaliseCitation } from "../domain/citation.ts";

/** Reporters with decisions of one court, whose name also says the place; series are left out. */
const OF_ONE_COURT: ReadonlySet<string> = new Set(
  `B.T.A.; C.C.P.A.; C.M.A.; Cl. Ct.; Ct. Cl.; Ct. Int'l Trade; Cust. Ct.; Fed. Cl.; T.C.; T.C.M.; Vet. App.; Ariz. App.; Ark. App.;
  Cal. App.; Colo. App.; Conn. App.; Del. Ch.; Ga. App.; Haw. App.; Ill. App.; Ill. Cir. Ct.; Ill. Ct. Cl.; Ind. App.; Kan. App.;
  La. App.; Mass. App. Ct.; Md. App.; Mich. App.; Mo. App.; N.C. App.; Neb. App.; Ohio App.; Ohio Cir. Ct.; Okla. Crim.; Or. App.;
  Pa. Commw.; Pa. Super.; Tenn. App.; Tenn. Crim. App.; Tex. App.; Tex. Civ. App.; Tex. Crim.; Tex. Crim. App.; Tex. Ct. App.;
  Va. App.; Va. Cir.; Wash. App.`
    .split(";")
    .map(normaliseCitation),
);
const LAST_YEAR = 9999;
const SERIES = /(?:rep|reports?|ns|[2-9](?:d|th))$/;

/** Whether the name of the reporter says the court: `T.C.`, `Va. App.`, `Ill. App. 3d`. */
export function saysItsCourt(reporter: string): boolean {
  return OF_ONE_COURT.has(normaliseCitation(reporter).replace(SERIES, ""));
}

/** Reporters of one court whose name is that of another one: the State's highest court has the name of the place. */
const COURTS: ReadonlyMap<string, { readonly court: string; readonly shortCourt: string }> = new Map([
  ["alaska", { court: "United States District Court for the District of Alaska", shortCourt: "D. Alaska" }],
  ["prfed", { court: "United States District Court for the District of Puerto Rico", shortCourt: "D.P.R." }],
]);

export function courtOfReporter(reporter: string) {
  return COURTS.get(normaliseCitation(reporter)) ?? null;
}

/** First and last years of courts that were made or ended since 1789, by their short names. */
const YEARS = `Ala. Civ. App. 1969; Ala. Crim. App. 1969; Ala. Ct. App. 1911-1969; Alaska 1959; Alaska Ct. App. 1980; Ariz. Ct. App. 1965;
  Ark. Ct. App. 1978; B.T.A. 1924-1942; C.A.A.F. 1994; C.C.P.A. 1909-1982; C.M.A. 1950-1994; Cal. Ct. App. 1905; Cl. Ct. 1982-1992;
  Colo. Ct. App. 1891; Conn. App. Ct. 1983; Ct. Cl. 1855-1982; Ct. Int'l Trade 1980; Cust. Ct. 1926-1980; Fed. Cir. 1982;
  Fed. Cl. 1992; Fla. Dist. Ct. App. 1957; Ga. Ct. App. 1906; Haw. Ct. App. 1980; Idaho Ct. App. 1980; Ill. App. Ct. 1877;
  Ind. Ct. App. 1891; Iowa Ct. App. 1976; J.P.M.L. 1968; Kan. Ct. App. 1895; La. Ct. App. 1879; Mass. App. Ct. 1972;
  Md. Ct. Spec. App. 1966; Mich. Ct. App. 1963; Minn. Ct. App. 1983; Miss. Ct. App. 1993; Mo. Ct. App. 1875; N.C. Ct. App. 1967;
  N.J. Super. Ct. App. Div. 1947; N.M. Ct. App. 1966; N.Y. App. Div. 1896; Neb. Ct. App. 1991; Ohio Ct. App. 1912;
  Okla. Civ. App. 1968; Or. Ct. App. 1969; Pa. Commw. Ct. 1968; Pa. Super. Ct. 1895; S.C. Ct. App. 1979; T.C. 1942;
  Tenn. Crim. App. 1967; Tenn. Ct. App. 1925; Tex. Civ. App. 1892-1981; U.S. 1789; Utah Ct. App. 1987; Va. Ct. App. 1985;
  Vet. App. 1988; Wash. Ct. App. 1969; Wis. Ct. App. 1978; 10th Cir. 1929; 11th Cir. 1981`;
const SAT: ReadonlyMap<string, readonly number[]> = new Map(
  YEARS.split(";").map((row) => {
    const at = row.lastIndexOf(" ");
    const [first, last = LAST_YEAR] = row.slice(at + 1).split("-");
    return [normaliseCitation(row.slice(0, at)), [Number(first), Number(last)]];
  }),
);
/** Kinds of federal courts, for those that are not in the table. */
const KINDS: readonly (readonly [pattern: RegExp, first: number, last: number])[] = [
  [/ Cir\.$/, 1891, LAST_YEAR],
  [/^C\.C\.(?:[NSEWMC]\.)?D\./, 1789, 1911],
  [/^Bankr\. /, 1979, LAST_YEAR],
  [/^(?:[NSEWMC]\.)?D\./, 1789, LAST_YEAR],
];

/** Whether a court sat in a year; true if nothing is known of it. @param shortCourt `Fed. Cir.` */
export function satIn(shortCourt: string, year: number): boolean {
  const kind = KINDS.find(([pattern]) => pattern.test(shortCourt))?.slice(1) as number[] | undefined;
  const [first = 0, last = LAST_YEAR] = SAT.get(normaliseCitation(shortCourt)) ?? kind ?? [];
  return first <= year && year <= last;
}
