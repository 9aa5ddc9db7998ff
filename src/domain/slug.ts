/** Slugs: the last part of a record's address (docs/formats.md, "Slugs"). */

/**
 * The publisher's own rule: decompose, drop what is not ASCII, drop all but letters, digits, `_`, white space and
 * hyphen, trim, lower; runs of white space and hyphens become one hyphen. `Ill. App. Ct.` is `ill-app-ct`.
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

/** A court as far as its slug depends on it. `given` is the slug that a source gave, if any. */
export interface SluggedCourt {
  readonly id: number;
  readonly given: string | null;
  readonly name: string | null;
  readonly nameAbbreviation: string | null;
}

/**
 * The slugs of all courts held, by id: a pure function of the set (docs/formats.md, "Slugs"). A given slug always wins; else
 * the abbreviation, else the name is slugified, the lowest id of a collision keeps the bare slug, the next ones get `-1`, `-2`
 * in the order of their ids. A court without any letter in its names is `court`.
 */
export function courtSlugs(courts: readonly SluggedCourt[]): Map<number, string> {
  const slugs = new Map<number, string>();
  const taken = new Set<string>();
  const numbers = new Map<string, number>();
  for (const court of courts) {
    if (court.given !== null) {
      slugs.set(court.id, court.given);
      taken.add(court.given);
    }
  }
  const made = courts.filter((court) => court.given === null).toSorted((a, b) => a.id - b.id);
  for (const court of made) {
    const bare = slugify(court.nameAbbreviation ?? "") || slugify(court.name ?? "") || "court";
    let slug = bare;
    let n = numbers.get(bare) ?? 1;
    for (; taken.has(slug); n++) slug = `${bare}-${n}`;
    // all names may be one: counting begins where it ended
    numbers.set(bare, n);
    slugs.set(court.id, slug);
    taken.add(slug);
  }
  return slugs;
}
