/**
 * The jurisdictions as the publisher lists them (`/v1/jurisdictions/`), for documents that name a jurisdiction without its id. A
 * source's own listing is preferred, since this table does not say which jurisdictions are whitelisted.
 */

/** Id, slug, name, long name. */
type Row = readonly [id: number, slug: string, name: string, nameLong: string];

const JURISDICTIONS: readonly Row[] = [
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
