/**
 * A vocabulary of tens of thousands of kinds: the small words of English and of the courts first, as they are in any
 * text, then words put together from English prefixes, roots and endings, so that stemming finds families.
 */
import { mixSeeds, randomFrom } from "./random.ts";

/** By how common they are, roughly. */
const COMMON =
  `the of to and in that a is was for it on by be as not this with or which from at he his have an court
 defendant has are any state were such had no but been case plaintiff there if evidence would under upon may judgment they
 other law trial their all her one its motion said made shall who time could appeal question jury who also did when after
 before order only should property held act party counsel statute section facts must testimony person witness then error
 than him contract where rule same into some company right action being fact found without claim against county does cause
 does own more we our land see between out charge first because offense verdict money interest whether use issue two what
 will so notice matter given record them these she can power public part received day present deed paid bill year general
 amount city payment sale proof certain within during father supreme appellant respondent appellee petitioner however
 therefore further taken opinion reason work view required means place proceeding appears over most officer police due
 filed cited reversed affirmed remanded granted denied conviction sentence indictment objection instruction negligence
 liability damages insurance policy premises employee employer street railroad train highway vehicle driver accident injury
 death wife husband child estate will probate executor heir trust trustee title mortgage debt creditor debtor bank note
 check bond surety lien tax assessment board commission election office district judge justice chief circuit clerk
 sheriff warrant search arrest prisoner murder robbery larceny intent malice weapon blood house room door night morning
 water river bridge mill mine coal oil gas electric telegraph telephone store goods wagon horse cattle wheat cotton`
    .split(/\s+/)
    .filter((word, at, all) => word !== "" && all.indexOf(word) === at);
const PREFIXES =
  `_ a ab ad al an ar be ben cap cor con de dis e en ex fal for gar hal im in inter lam mal mar mis nor ob
 out over pan per por pre pro re sal se sub super tan tor trans un under val ver vin win`
    .split(/\s+/)
    .map(orNothing);
const ROOTS =
  `tract port dict scrib mit vert form struct ject pel ced sist tain vest pend tend serv spect pos duc fer
 fin flict fract grad gress jud leg liter loc man mand miss mob mon mov nat neg nom not oper ord part path plac plic
 press prob punct quest rect rupt sanc sect sent sign simil solv son stat strain suad sum tang tempt term test tort
 turb urb vac val ven vers vict vid voc volv ward weld worth stead field ham burn lock well brook ridge stone`.split(
    /\s+/,
  );
const ENDINGS =
  `_ s ed ing ion ions ment ments able ive or ors al ally ation ations ize ized ence ent ity ness ful less ly ary`
    .split(/\s+/)
    .map(orNothing);

/** Lower-case words, the commonest first, no two alike; the same for every corpus. */
export function makeVocabulary(size: number): string[] {
  const random = randomFrom(mixSeeds(size, 1));
  const made: { word: string; place: number }[] = [];
  for (const prefix of PREFIXES) {
    for (const root of ROOTS) {
      // short words are common ones, and the plain form is commoner than the others
      const place = random() * (prefix.length + root.length) ** 2;
      for (const [at, ending] of ENDINGS.entries()) {
        made.push({ word: prefix + root + ending, place: place * (1 + at * random()) });
      }
    }
  }
  made.sort((a, b) => a.place - b.place);
  return [...new Set([...COMMON, ...made.map(({ word }) => word)])].slice(0, size);
}

/** Family names with a capital, no two alike. */
export function makeSurnames(size: number): string[] {
  const random = randomFrom(mixSeeds(size, 2));
  const [starts, middles, ends] = [
    "Al Bar Ben Cal Car Con Dar Del Dun El Fair Fer Gar Hal Har Hol Jen John Kel Lan Mac Mar Mil Mor Nor O’Bri Par Pat Rich Rob San Sim Stan Thom Tur Van Wal Wil Wood".split(
      " ",
    ),
    ["", "", "", "ber", "der", "ding", "en", "er", "in", "kin", "lan", "ner", "ri", "ter", "ver"],
    "bach by den er ers field ford ham hart kins land ler ley man mer more nard nell sen ski son stein ston ton wald way well witz wood worth".split(
      " ",
    ),
  ];
  const names = new Set<string>();
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? "";
  while (names.size < size) names.add(pick(starts) + pick(middles) + pick(ends));
  return [...names];
}

function orNothing(part: string): string {
  return part === "_" ? "" : part;
}
