/** Citations and slugs: texts as the source has them, and the normal forms in which they are compared and addressed. */

/** One citation of a case. `type` is `official`, `parallel`, `nominative`, `vendor` or another word of the source. */
export interface Citation {
  readonly type: string;
  readonly cite: string;
  /** Set if the source of the case does not have the citation. */
  readonly source?: "CourtListener";
}

/** The type of CourtListener's id of a case, `cl:108713`: it finds the case, and is not shown. */
export const COURTLISTENER_ID = "courtlistener";

/** The citations by which people cite a case: all but ids. */
export function printedCites(citations: readonly Citation[]): readonly string[] {
  return citations
    .filter(({ type, cite }) => type !== COURTLISTENER_ID && cite.trim() !== "")
    .map(({ cite }) => cite);
}

/** The citation that is shown for a case: the official one, otherwise the first; undefined if it has none. */
export function mainCite(citations: readonly Citation[]): string | undefined {
  return citations.find(({ type }) => type === "official")?.cite ?? printedCites(citations)[0];
}

/**
 * The normal form by which citations are compared: lower case, only `0-9a-z` (docs/interface.md, "Parameters of cases", `cite`).
 * `15 Ill., 284` and `15 ill 284` both become `15ill284`; `— —` becomes empty and matches nothing.
 */
export function normaliseCitation(cite: string): string {
  return cite.toLowerCase().replace(/[^0-9a-z]/g, "");
}

/**
 * A slug by the rule of the Caselaw Access Project: decompose; remove non-ASCII characters; remove all except letters, digits, `_`,
 * white space and hyphens; trim; lower case; replace runs of white space and hyphens by one hyphen. `Ill. App. Ct.` becomes `ill-app-ct`.
 */
export function slugify(name: string): string {
  return name
    .normalize("NFKD")
    .replace(/[^\x20-\x7e\s]/g, "")
    .replace(/[^\w\s-]/g, "")
    .trim()
    .toLowerCase()
    .replace(/[-\s]+/g, "-");
}

/** The fields of a court from which its slug is derived. */
interface SluggedCourt {
  readonly id: number;
  /** The slug from a source, if any. */
  readonly sourceSlug: string | null;
  readonly name: string | null;
  readonly nameAbbreviation: string | null;
}

/**
 * The slugs of all courts by id, a function of the set of courts (docs/formats.md, "Slugs"). A slug that a source gave takes precedence, then
 * the slugified abbreviation, then the slugified name. In a collision the lowest id keeps the slug; the next ids get `-1`,
 * `-2`, … A court without a letter in its names is `court`.
 */
export function courtSlugs(courts: readonly SluggedCourt[]): Map<number, string> {
  const slugs = new Map<number, string>();
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  for (const court of courts) {
    if (court.sourceSlug === null) continue;
    slugs.set(court.id, court.sourceSlug);
    taken.add(court.sourceSlug);
  }
  const unnamed = courts.filter((court) => court.sourceSlug === null).toSorted((a, b) => a.id - b.id);
  for (const court of unnamed) {
    const bare = slugify(court.nameAbbreviation ?? "") || slugify(court.name ?? "") || "court";
    let slug = bare;
    let n = numbers.get(bare) ?? 1;
    for (; taken.has(slug); n++) slug = `${bare}-${n}`;
    // many courts can have one name: continue counting instead of starting at 1
    numbers.set(bare, n);
    slugs.set(court.id, slug);
    taken.add(slug);
  }
  return slugs;
}

/** The order of texts by code unit, the same on every machine. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : Number(a > b);
}

/**
 * Removes the characters at the end of a text that `unwanted` matches.
 *
 * A pattern such as `/0+$/` restarts at each character of a long run, so its time is quadratic.
 *
 * @param unwanted matches one character; without the flag `g`
 */
export function withoutEnd(text: string, unwanted: RegExp): string {
  let end = text.length;
  while (end > 0 && unwanted.test(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
