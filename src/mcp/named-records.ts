/** Courts and jurisdictions that an argument names, by slug or by name. */
import type { Corpus } from "../corpus/corpus.ts";
import { slugify } from "../domain/citation.ts";
import { CaselawError } from "../domain/errors.ts";
import { closestName } from "../v1/parameter.ts";

/** The slug, then the other names. */
type Names = readonly [slug: string, ...names: (string | null)[]];

/** @throws CaselawError `invalid` with the most similar name */
export function jurisdictionSlugs(corpus: Corpus, name: string | undefined): string[] | undefined {
  const names = (): Names[] => corpus.jurisdictions().map((one) => [one.slug, one.nameLong, one.name]);
  return slugsNamed("jurisdiction", name, names);
}

/** All courts with the name. @throws CaselawError `invalid` with the most similar name */
export function courtSlugs(corpus: Corpus, name: string | undefined): string[] | undefined {
  const names = (): Names[] => corpus.courts().map((one) => [one.slug, one.name, one.nameAbbreviation]);
  return slugsNamed("court", name, names);
}

function slugsNamed(kind: string, text: string | undefined, names: () => Names[]): string[] | undefined {
  if (text === undefined || text.trim() === "") return undefined;
  const known = names();
  const wanted = slugify(text);
  const bySlug = known.filter(([slug]) => slug === text || slug === wanted);
  const found =
    bySlug.length > 0 ? bySlug : known.filter((all) => all.some((name) => slugify(name ?? "") === wanted));
  if (found.length > 0) return found.map(([slug]) => slug);
  const similar = known.find(([slug]) => slug === closestName(text, known));
  const hint = similar === undefined ? "" : `; did you mean "${similar[0]}" (${similar[1]})?`;
  throw new CaselawError(
    "invalid",
    `Cannot use ${kind} "${text}": no ${kind} of the corpus has this slug or name${hint}`,
  );
}
