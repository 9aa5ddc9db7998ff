/** What is changed in a citation or a quotation, each kind once: the mistakes of people and the inventions of programs. */
import { oneOf, type Random } from "../synthetic/random.ts";

/** A case as a draft cites it; every part can be changed. */
export interface Cited {
  readonly name: string;
  readonly volume: string;
  readonly reporter: string;
  readonly page: string;
  readonly pin: string;
  readonly court: string;
  readonly year: string;
  readonly quotation: string;
}

export interface Alteration {
  /** Whether the citation or the quotation is to be found. */
  readonly of: "citation" | "quotation";
  /** Null if it cannot be made of this case. @param other another case of the corpus */
  readonly make: (cited: Cited, other: Cited, random: Random) => Cited | null;
}

const citation = (make: Alteration["make"]): Alteration => ({ of: "citation", make });
const quotation = (make: (text: string, other: Cited, random: Random) => string | null): Alteration => ({
  of: "quotation",
  make: (cited, other, random) => {
    const made = make(cited.quotation, other, random);
    return made === null || made === cited.quotation ? null : { ...cited, quotation: made };
  },
});

const COURTS = ["Tex. Civ. App.", "9th Cir.", "S.D.N.Y.", "Ohio", "Fla. Dist. Ct. App."];
const SURNAMES = ["Harrington", "Okafor", "Dietrich", "Pellegrino", "Vandermeer", "Castellano", "Whitcomb"];
const NEGATIONS = /\s(?:not|never|no|nor|without)(?=\s)/;

export const ALTERATIONS: Readonly<Record<string, Alteration>> = {
  "volume, digits swapped": citation((one) => changed(one, "volume", swapped(one.volume))),
  "volume, one digit": citation((one, _other, random) =>
    changed(one, "volume", otherDigit(one.volume, random)),
  ),
  "first page": citation((one, _other, random) => changed(one, "page", otherDigit(one.page, random))),
  series: citation((one) =>
    changed(
      one,
      "reporter",
      /\s[23]d$/.test(one.reporter) ? one.reporter.slice(0, -3) : `${one.reporter} 2d`,
    ),
  ),
  reporter: citation((one, other) => changed(one, "reporter", other.reporter)),
  year: citation((one, _other, random) =>
    changed(one, "year", String(Number(one.year) + (random() < 0.5 ? 1 : -2))),
  ),
  court: citation((one, _other, random) => changed(one, "court", oneOf(random, COURTS))),
  party: citation((one, _other, random) => {
    const [first = "", second] = one.name.split(" v. ");
    return second === undefined ? null : { ...one, name: `${first} v. ${oneOf(random, SURNAMES)}` };
  }),
  "parties swapped": citation((one) => {
    const [first = "", second] = one.name.split(" v. ");
    return second === undefined || first === second ? null : { ...one, name: `${second} v. ${first}` };
  }),
  "name of another case": citation((one, other) =>
    one.name === other.name || one.page === other.page ? null : changed(one, "name", other.name),
  ),
  "invented case": citation((one, _other, random) => ({
    ...one,
    name: `${oneOf(random, SURNAMES)} v. ${oneOf(random, SURNAMES)} Brothers`,
    page: otherDigit(one.page, random),
  })),
  "pin page": citation((one) => ({ ...one, pin: String(Number(one.pin) + 4_000) })),
  "word changed": quotation((text, _other, random) => replaceWord(text, random)),
  "negation left out": quotation((text) => (NEGATIONS.test(text) ? text.replace(NEGATIONS, "") : null)),
  "ellipsis in place of not": quotation((text) =>
    NEGATIONS.test(text) ? text.replace(NEGATIONS, " …") : null,
  ),
  "brackets in place of not": quotation((text) =>
    NEGATIONS.test(text) ? text.replace(NEGATIONS, " [clearly]") : null,
  ),
  "words added": quotation((text, _other, random) => {
    const words = text.split(" ");
    const at = 2 + Math.floor(random() * (words.length - 3));
    return [...words.slice(0, at), "always", "and", ...words.slice(at)].join(" ");
  }),
  "quotation of another case": quotation((_text, other) => other.quotation),
  "invented quotation": quotation(
    () => "a litigant who conceals the ledger forfeits every presumption that equity would otherwise extend",
  ),
};

function changed(one: Cited, part: keyof Cited, value: string): Cited | null {
  return value === one[part] || value === "" ? null : { ...one, [part]: value };
}

function swapped(number: string): string {
  for (let at = number.length - 1; at > 0; at--) {
    const [a = "", b = ""] = [number[at - 1], number[at]];
    if (a !== b && !(at === 1 && b === "0")) return number.slice(0, at - 1) + b + a + number.slice(at + 1);
  }
  return "";
}

function otherDigit(number: string, random: Random): string {
  const at = Math.floor(random() * number.length);
  const digit = (Number(number[at]) + 1 + Math.floor(random() * 8)) % 10;
  return at === 0 && digit === 0 ? `1${number}` : number.slice(0, at) + digit + number.slice(at + 1);
}

/** A word of five letters and more becomes another one. */
function replaceWord(text: string, random: Random): string | null {
  const words = text.split(" ");
  const long = words.flatMap((word, at) => (/^[a-z]{5,}$/.test(word) && at > 1 ? [at] : []));
  if (long.length === 0) return null;
  const at = oneOf(random, long);
  words[at] = words[at] === "reasonable" ? "probable" : "reasonable";
  return words.join(" ");
}
