/** The known name that somebody meant who wrote another one. */

/** Of a name's length, what may be written otherwise: more is another name. */
const MAX_CHANGED = 0.34;
/** Fewer letters begin too many names. */
const MIN_BEGUN = 3;
/** Longer texts are no names; comparing costs the product of both lengths. */
const MAX_LENGTH = 100;

/**
 * @param known by record the names it goes by; the first is the one to use
 * @returns the first name of the record that is nearest; null when none is near
 */
export function closestName(text: string, known: Iterable<readonly (string | null)[]>): string | null {
  const asked = plain(text);
  if (asked === "" || asked.length > MAX_LENGTH) return null;
  let best: { readonly name: string; readonly distance: number } | null = null;
  for (const names of known) {
    const [use] = names;
    if (use === null || use === undefined) continue;
    for (const name of names) {
      const distance = distanceBetween(asked, plain(name ?? ""));
      if (distance <= MAX_CHANGED * asked.length && distance < (best?.distance ?? Number.POSITIVE_INFINITY)) {
        best = { name: use, distance };
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

/** Letters to be put in, taken out or changed (Levenshtein); a name that is only begun is one away. */
function distanceBetween(a: string, b: string): number {
  if (a.length >= MIN_BEGUN && b.length > a.length && b.startsWith(a)) return 1;
  if (Math.abs(a.length - b.length) > MAX_CHANGED * a.length) return Number.POSITIVE_INFINITY;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (const [at, letter] of [...a].entries()) {
    const next = [at + 1];
    for (const [to, other] of [...b].entries()) {
      const kept = (row[to] ?? 0) + Number(letter !== other);
      next.push(Math.min(kept, (row[to + 1] ?? 0) + 1, (next[to] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
