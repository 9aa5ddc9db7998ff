/** Draws what a case is about: its day, court, matter, parties and outcome. */
import { caseDate } from "./docket.ts";
import type { Oddity } from "./oddities.ts";
import type { Prose } from "./prose.ts";
import { nth, type Random } from "./random.ts";
import type { Shelf } from "./reports.ts";
import { benchOf, drawOutcome, drawPlaces, eraOf, person, type Setting } from "./setting.ts";
import type { Volume } from "./volumes.ts";

/** What lies on the desk of whoever writes the cases of one volume. */
export interface Desk {
  readonly shelf: Shelf;
  readonly prose: { readonly matters: readonly Prose[]; readonly general: Prose };
  readonly random: Random;
}

/** One case of a volume, before anything of it is drawn. */
export interface Place {
  readonly volume: Volume;
  /** The how-manieth of the volume, from 0. */
  readonly n: number;
  readonly firstPage: number;
  readonly oddity: Oddity;
  readonly deck: readonly Prose[];
}

export function drawSetting({ random }: Desk, { volume, n, deck, oddity }: Place): Setting {
  const dated = caseDate(volume, n, random.fork("date"));
  const era = eraOf(dated.year);
  const court = volume.courts.length === 1 ? nth(volume.courts, 0) : random.fork("court").pick(volume.courts);
  const matter = nth(deck, n);
  const plaintiff = person(random.fork("plaintiff"), era);
  let defendant = person(random.fork("defendant"), era);
  for (let k = 1; defendant.last === plaintiff.last; k++)
    defendant = person(random.fork(`defendant ${k}`), era);
  return {
    ...{ random, volume, court, matter, era, ...dated, ...drawOutcome(matter, random), plaintiff, defendant },
    ...(oddity.date === null ? { date: null } : {}),
    bench: benchOf(court, dated.year, random),
    places: drawPlaces(dated.year, era, random.fork("places")),
  };
}

/** A deck of matters as long as the volume; each is used before any comes again. */
export function mattersFor(volume: Volume, { prose, random }: Desk): Prose[] {
  const slugs = volume.courts.map((court) => court.jurisdiction.slug);
  const fit = prose.matters.filter(({ heads }) => {
    const [from = 0, to = 0] = (heads.get("years")?.[0] ?? "").split("-").map(Number);
    const where = heads.get("where")?.[0]?.split(" ") ?? slugs;
    return from <= volume.years[0] && volume.years[1] <= to && slugs.every((slug) => where.includes(slug));
  });
  const deck: Prose[] = [];
  while (deck.length < volume.cases) deck.push(...random.fork(`deck ${deck.length}`).shuffled(fit));
  return deck;
}
