/** The shelf of decisions already made, from which later opinions cite. */
import type { Slots } from "./grammar.ts";
import type { Prose } from "./prose.ts";
import type { Random } from "./random.ts";
import type { Jurisdiction } from "./world.ts";

export interface Reported {
  readonly id: number;
  readonly nameAbbreviation: string;
  readonly cite: string;
  readonly year: number;
  readonly jurisdiction: Jurisdiction;
  readonly matter: string;
}

export interface Shelf {
  readonly cases: Reported[];
  idsOf(cite: string): readonly number[];
}

export function makeShelf(): Shelf {
  const cases: Reported[] = [];
  return { cases, idsOf: (cite) => cases.filter((one) => one.cite === cite).map((one) => one.id) };
}

/**
 * The slots that cite, a fresh citation each time, none twice: `precedent` (a case of the sample on the same matter),
 * `authority` (a book from outside), `ruling` (a case of the same jurisdiction on any matter). Where one has run out
 * another stands in, in the end a treatise.
 */
export function citingSlots(
  {
    shelf,
    matter,
    year,
    jurisdiction,
  }: { shelf: Shelf; matter: Prose; year: number; jurisdiction: Jurisdiction },
  random: Random,
): Slots {
  const used = new Set<string>();
  const older = random.shuffled(shelf.cases.filter((one) => one.year < year));
  const piles = {
    same: older.filter((one) => one.matter === matter.name),
    home: older.filter((one) => one.jurisdiction === jurisdiction),
  };
  const outside = random.shuffled(
    (matter.heads.get("authorities") ?? []).filter((line) => Number(line.slice(0, 4)) < year),
  );
  const caseOf = (pile: readonly Reported[]) => {
    const next = pile.find((one) => !used.has(one.cite));
    if (next === undefined) return undefined;
    used.add(next.cite);
    return reference(next, year, random);
  };
  const authority = () => {
    const next = outside.shift();
    return next === undefined ? undefined : authorityText(next.slice(5));
  };
  const treatise = () => `<<${random.between(2, 3)} Bl. Com. ${random.between(30, 420)}>>`;
  const rest = () => (year < 1850 ? treatise() : (caseOf(piles.home) ?? treatise()));
  return (name) => {
    if (name === "precedent") return caseOf(piles.same) ?? authority() ?? rest();
    if (name === "authority") return authority() ?? caseOf(piles.same) ?? rest();
    return name === "ruling" ? (caseOf(piles.home) ?? treatise()) : undefined;
  };
}

function reference({ nameAbbreviation, cite, year }: Reported, now: number, random: Random): string {
  if (now < 1850 && nameAbbreviation.includes(" v. ")) {
    const [left, right] = nameAbbreviation.split(" v. ");
    return `*${left}* v. *${right}*, <<${cite}>>`;
  }
  return now > 1935 && random.chance(80)
    ? `*${nameAbbreviation}*, <<${cite}>> (${year})`
    : `*${nameAbbreviation}*, <<${cite}>>`;
}

/** `Coggs v. Bernard, 2 Ld. Raym. 909` and `3 Bl. Com. 218` are citations; a statute of the old country is plain text. */
function authorityText(line: string): string {
  const named = /^(.*(?: v\. |'s Case|Fenwick).*), ([^,]+)$/.exec(line);
  if (named !== null) return `*${named[1]}*, <<${named[2]}>>`;
  return /^\d+ (?:Bl\. Com\.|Stat\.) \d+$/.test(line) ? `<<${line}>>` : line;
}
