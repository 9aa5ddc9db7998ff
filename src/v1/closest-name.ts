/** The known name that a misspelt one probably means. */
import { distance } from "fastest-levenshtein";

/** The part of a name's letters that may differ; with more it is another name. */
const MAX_CHANGED = 0.34;
/** With fewer letters, too many names begin. */
const MIN_BEGUN = 3;
/** Longer texts are not names; the time to compare grows with the product of both lengths. */
const MAX_LENGTH = 100;

/**
 * @param known the names of each record; the first is the one to use
 * @returns the first name of the record with the most similar name; null when none is similar
 */
export function closestName(text: string, known: Iterable<readonly (string | null)[]>): string | null {
  const asked = plain(text);
  if (asked === "" || asked.length > MAX_LENGTH) return null;
  let best: { readonly name: string; readonly changes: number } | null = null;
  for (const names of known) {
    const [use] = names;
    if (use === null || use === undefined) continue;
    for (const name of names) {
      const changes = distanceBetween(asked, plain(name ?? ""));
      if (changes <= MAX_CHANGED * asked.length && changes < (best?.changes ?? Number.POSITIVE_INFINITY)) {
        best = { name: use, changes };
      }
    }
  }
  return best?.name ?? null;
}

/** Letters and digits in lower case, so that `N.Y.` is `ny`. */
function plain(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, "");
}

/** Letters to insert, delete or change; 1 for a name of which only the beginning is given. */
function distanceBetween(a: string, b: string): number {
  if (a.length >= MIN_BEGUN && b.length > a.length && b.startsWith(a)) return 1;
  return Math.abs(a.length - b.length) > MAX_CHANGED * a.length ? Number.POSITIVE_INFINITY : distance(a, b);
}
