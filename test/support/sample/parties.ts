/** Who sues whom: people, companies, towns, the state; each as the caption, the opinion and a citation name it. */
import { fill } from "./grammar.ts";
import { head } from "./prose.ts";
import type { Person, Setting, Side } from "./setting.ts";

export interface Party {
  readonly full: string;
  /** In the opinion: a surname, `the railroad`. */
  readonly short: string;
  readonly cited: string;
  readonly pronouns: readonly [string, string, string];
}

const IT = ["it", "its", "it"] as const;
const SHE = ["she", "her", "her"] as const;
const HE = ["he", "his", "him"] as const;

/** What the opinion calls a company, by a word of its name. */
const COMPANY_WORDS: readonly (readonly [RegExp, string])[] = [
  [/Bank/, "the bank"],
  [/Rail/, "the railroad"],
  [/Bridge|Turnpike/, "the corporation"],
  [/(?:)/, "the company"],
];

/** How a citation shortens a company's name. */
const SHORTER: readonly (readonly [string, string])[] = [
  ["Company", "Co."],
  ["Railroad", "R.R."],
  ["Railway", "Ry."],
  ["Insurance", "Ins."],
  ["Corporation", "Corp."],
  ["Manufacturing", "Mfg."],
  ["Proprietors of the ", ""],
];

/** The two parties, in the form that the matter asks for (`parties: person, company`). */
export function partiesOf(setting: Setting): Record<Side, Party> {
  const [plaintiff = "", defendant = ""] = (head(setting.matter, "parties") ?? "").split(", ");
  return {
    plaintiff: party(plaintiff, setting, setting.plaintiff, "town"),
    defendant: party(defendant, setting, setting.defendant, plaintiff === "town" ? "town2" : "town"),
  };
}

function party(kind: string, setting: Setting, person: Person, townSlot: string): Party {
  if (kind === "company") return company(setting);
  if (kind === "town") return town(setting, townSlot);
  if (kind === "state") return state(setting);
  const pronouns = person.woman ? SHE : HE;
  return { full: `${person.first} ${person.last}`, short: person.last, cited: person.last, pronouns };
}

function town({ random, places, era, matter }: Setting, slot: string): Party {
  const name = places(slot) ?? "";
  const before = era === "modern" ? "" : random.pick(["Inhabitants of the ", "The "]);
  const towns = head(matter, "parties") === "town, town";
  const cited = `Town of ${name}`;
  return { full: `${before}${cited}`, short: towns ? name : "the town", cited, pronouns: IT };
}

function state({ court }: Setting): Party {
  const { crown } = court.jurisdiction;
  return { full: crown, short: crown.replace("The", "the"), cited: crown.replace("The ", ""), pronouns: IT };
}

function company({ matter, random, places, court }: Setting): Party {
  const slots = (name: string) => (name === "state" ? court.jurisdiction.nameLong : places(name));
  const full = fill(random.pick(matter.heads.get("company") ?? []), slots, random);
  const short = COMPANY_WORDS.find(([word]) => word.test(full))?.[1] ?? "the company";
  const cited = SHORTER.reduce((name, [long, brief]) => name.replace(long, brief), full);
  return { full, short, cited, pronouns: IT };
}
