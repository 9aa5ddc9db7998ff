/** How each jurisdiction's acts are cited, by their time. */
import type { Random } from "./random.ts";
import { eraOf } from "./setting.ts";
import type { Jurisdiction } from "./world.ts";

export function statuteOf(jurisdiction: Jurisdiction, year: number, random: Random): string {
  const chapter = random.between(3, 96);
  const section = random.between(2, 40);
  const era = eraOf(year);
  if (era === "old") return `the act of ${year - random.between(3, 14)}, chapter ${chapter},`;
  if (era === "middle") return `Rev. Stat. c. ${chapter}, § ${section}`;
  const letter = random.pick(["(a)", "(b)", "(c)(2)", ""]);
  const code = { frankl: "Gen. Laws", sarat: "Comm. Code", "n-sylv": "Rev. Code", absar: "Absar. Stat." };
  const name = Object.entries(code).find(([slug]) => slug === jurisdiction.slug)?.[1] ?? "Gen. Laws";
  return `${name} § ${chapter}-${section}${random.between(0, 9)}${letter}`;
}
