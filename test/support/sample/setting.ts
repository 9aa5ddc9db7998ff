/** One case before a word of it is written: when, where, between whom, and who wins. */
import type { Slots } from "./grammar.ts";
import {
  COUNT_WORDS,
  COUNTIES,
  JUDGES,
  MEN,
  MONTHS,
  RIVERS,
  ROADS,
  STREETS,
  SURNAMES,
  TOWNS,
  WOMEN,
} from "./names.ts";
import { head, type Prose } from "./prose.ts";
import type { Random } from "./random.ts";
import type { Volume } from "./volumes.ts";
import type { Court } from "./world.ts";

export type Era = "old" | "middle" | "modern";
export type Side = "plaintiff" | "defendant";

export interface Person {
  readonly first: string;
  readonly last: string;
  readonly woman: boolean;
}

export interface Setting {
  readonly random: Random;
  readonly volume: Volume;
  readonly court: Court;
  readonly matter: Prose;
  readonly era: Era;
  /** As published: `YYYY`, `YYYY-MM`, `YYYY-MM-DD`, or null. */
  readonly date: string | null;
  readonly year: number;
  readonly month: number;
  readonly winner: Side;
  /** Whether the judgment below stands. */
  readonly affirmed: boolean;
  readonly plaintiff: Person;
  readonly defendant: Person;
  /** The judges who sit, the chief first. */
  readonly bench: readonly string[];
  readonly places: Slots;
}

export function eraOf(year: number): Era {
  return year < 1850 ? "old" : year < 1935 ? "middle" : "modern";
}

export function person(random: Random, era: Era): Person {
  const woman = random.chance(era === "modern" ? 45 : 15);
  const last = random.pick(random.chance(70) ? SURNAMES[era] : SURNAMES.old).replace("Van-Alen", "Van Alen");
  return { first: random.pick((woman ? WOMEN : MEN)[era]), last, woman };
}

/** The judges of a court in a span of years. */
export function benchOf(court: Court, year: number, random: Random): string[] {
  const span = Math.floor(year / 15);
  return random.fork(`bench/${court.slug}/${span}`).shuffled(JUDGES).slice(0, 5);
}

/** Who wins, and how that came about below, as far as the prose of the matter allows it. */
export function drawOutcome(matter: Prose, random: Random): { winner: Side; affirmed: boolean } {
  const winner = random.chance(55) ? "plaintiff" : "defendant";
  const fixed = ["affirmed", "reversed"].find((how) => matter.parts.has(`${winner} ${how}`));
  if (head(matter, "parties")?.startsWith("state")) return { winner, affirmed: winner === "plaintiff" };
  return { winner, affirmed: fixed === undefined ? random.chance(60) : fixed === "affirmed" };
}

/** Counties, rivers, sums and dates of a case; each is drawn once and stays. */
export function drawPlaces(year: number, era: Era, random: Random): Slots {
  const [town = "", town2 = ""] = random.shuffled(TOWNS);
  const [witness, witness2] = [person(random, era), person(random, era)];
  const judge = random.pick(JUDGES);
  const [sum, small] = [money(random, era, "large"), money(random, era, "small")];
  const drawn: Record<string, string> = {
    town,
    town2,
    county: random.pick(COUNTIES),
    river: random.pick(RIVERS),
    road: random.pick(ROADS),
    street: random.pick(STREETS),
    witness: `${witness.first} ${witness.last}`,
    witness2: witness2.last === witness.last ? `${witness2.first} ${witness2.last}` : witness2.last,
    surveyor: `the surveyor ${random.pick(SURNAMES.old)}`,
    testator: `${random.pick(MEN[era])} ${random.pick(SURNAMES[era])}`,
    judge,
    judge2: random.pick(JUDGES.filter((name) => name !== judge)),
    judgeFull: `${random.pick(MEN[era])} ${random.pick("BCDEFHLMRTW".split(""))}. ${judge}`,
    sum,
    small,
    when: `${random.pick(MONTHS)}, ${year - random.between(2, 4)}`,
    when2: `${random.pick(MONTHS)}, ${year - 1}`,
    year: String(year),
    year0: String(year - random.between(9, 24)),
    years: `${random.pick(COUNT_WORDS)} years`,
    longYears: `${random.pick(["twenty-one", "twenty-six", "thirty", "forty"])} years`,
    lastYear: String(year - 1),
    term: `${random.pick(["March", "June", "September", "December"])}`,
  };
  return (name) => (Object.hasOwn(drawn, name) ? drawn[name] : undefined);
}

function money(random: Random, era: Era, size: "large" | "small"): string {
  const bounds = { old: [60, 900, 3, 40], middle: [250, 8000, 5, 90], modern: [4000, 180_000, 25, 900] }[era];
  const [low = 0, high = 0] = size === "large" ? bounds : bounds.slice(2);
  const amount = random.between(low, high);
  return `$${(amount > 1000 ? Math.round(amount / 50) * 50 : amount).toLocaleString("en-US")}`;
}
