/**
 * Sentences as courts write them, of nobody's making: Zipfian words, turns of phrase that come again, the words of the
 * case's own matter, names, citations, sections, years, quotations, and now and then a letter misread by the scanner.
 *
 * The shares are set so that a case has about as many kinds of words as a real one of its length, and a bulk file shrinks
 * about as much as a real one does (bench/README.md tells by how much).
 */
import { between, mixSeeds, oneOf, type Random, randomFrom, zipfian } from "./random.ts";
import { makeSurnames, makeVocabulary } from "./vocabulary.ts";

const VOCABULARY = makeVocabulary(60_000);
const SURNAMES = makeSurnames(6_000);
const drawWord = zipfian(VOCABULARY.length, { exponent: 1.17 });
const drawSurname = zipfian(SURNAMES.length, { exponent: 0.8 });
const PHRASES = makePhrases(12_000);
const drawPhrase = zipfian(PHRASES.length, { exponent: 0.85 });
/** Words of a case's own matter, and how often one of them comes instead of any word. */
const MATTER_WORDS = 45;
const drawMatter = zipfian(MATTER_WORDS, { exponent: 0.9 });
const SHARES = { phrase: 0.11, matter: 0.19, name: 0.012, citation: 0.006, number: 0.008, misread: 0.002 };
const REPORTERS =
  "Ill. 2d|Ill. App. 3d|N.E.2d|U.S.|S. Ct.|F.2d|F. Supp.|N.W.2d|Cal. App. 2d|Mass.|N.Y.|P.2d|Ark.|Ind.".split(
    "|",
  );

/** A part of a running text; `page` stands inside a word, where the printed page turned. */
export type Chunk =
  | { readonly kind: "text" | "emphasis" | "citation"; readonly text: string }
  | { readonly kind: "page"; readonly label: number }
  | { readonly kind: "mark"; readonly label: string };

/** What a case is about: words and names that come again in it. */
export interface Matter {
  readonly words: readonly string[];
  readonly names: readonly string[];
  /** What its text cites; any citation, where it is absent. */
  readonly cite?: (random: Random) => string;
}

export function chooseMatter(random: Random): Matter {
  // from the middle of the vocabulary: neither `the` nor a word met once in a million
  const words = Array.from({ length: MATTER_WORDS }, () => word(between(random, 60, 5_000)));
  return { words, names: Array.from({ length: 6 }, () => surname(random)) };
}

export function surname(random: Random): string {
  return SURNAMES[drawSurname(random)] ?? "Doe";
}

/** A word as common as chance has it. */
export function anyWord(random: Random): string {
  return word(drawWord(random));
}

/** `359 Ill. App. 3d 938` */
export function citation(random: Random): string {
  return `${between(random, 1, 600)} ${oneOf(random, REPORTERS)} ${between(random, 1, 1_200)}`;
}

/** One paragraph of about `words` words. */
export function paragraph(random: Random, words: number, matter: Matter): Chunk[] {
  const pieces: Chunk[] = [];
  let text = "";
  let left = words;
  while (left > 0) {
    const length = Math.min(Math.max(left, 4), between(random, 8, 38));
    text += `${text === "" && pieces.length === 0 ? "" : " "}${sentence(random, length, matter)}`;
    left -= length;
    if (random() < 0.18) {
      pieces.push({ kind: "text", text: `${text} ` });
      if (random() < 0.5) pieces.push({ kind: "emphasis", text: `${caseName(random, matter)}, ` });
      pieces.push({ kind: "citation", text: (matter.cite ?? citation)(random) });
      text = random() < 0.6 ? ` (${between(random, 1850, 2015)}).` : ".";
    }
  }
  pieces.push({ kind: "text", text });
  return pieces;
}

export function sentence(random: Random, words: number, matter: Matter): string {
  let text = "";
  for (let count = 0; count < words; ) {
    const next = term(random, matter);
    text += count === 0 ? next.charAt(0).toUpperCase() + next.slice(1) : ` ${next}`;
    count += 1 + countSpaces(next);
    if (count < words - 2 && random() < 0.075) text += random() < 0.9 ? "," : ";";
  }
  return `${text}${random() < 0.04 ? "?" : "."}`;
}

/** `Jones v. State` */
export function caseName(random: Random, matter: Matter): string {
  const [first, second] = [oneOf(random, matter.names), surname(random)];
  return random() < 0.3 ? `People v. ${first}` : `${first} v. ${second}`;
}

function term(random: Random, matter: Matter): string {
  let chance = random();
  const isOf = (share: number): boolean => {
    chance -= share;
    return chance < 0;
  };
  if (isOf(SHARES.phrase)) return PHRASES[drawPhrase(random)] ?? "";
  if (isOf(SHARES.matter)) return matter.words[drawMatter(random)] ?? "";
  if (isOf(SHARES.name)) return oneOf(random, matter.names);
  if (isOf(SHARES.citation)) return `(${(matter.cite ?? citation)(random)})`;
  if (isOf(SHARES.number)) return figure(random);
  const any = anyWord(random);
  if (isOf(SHARES.misread)) return misread(random, any);
  return random() < 0.006 ? `“${any} ${anyWord(random)} ${anyWord(random)}”` : any;
}

function figure(random: Random): string {
  switch (between(random, 0, 3)) {
    case 0:
      return String(between(random, 1850, 2015));
    case 1:
      return `§ ${between(random, 1, 4_000)}`;
    case 2:
      return `$${between(random, 1, 900)},${String(between(random, 0, 999)).padStart(3, "0")}`;
    default:
      return String(between(random, 2, 99));
  }
}

/** The word with a letter that a scanner took for another. */
function misread(random: Random, given: string): string {
  const at = between(random, 0, given.length - 1);
  return given.slice(0, at) + oneOf(random, ["c", "e", "ii", "l", "rn", "t", "■"]) + given.slice(at + 1);
}

function makePhrases(count: number): string[] {
  const random = randomFrom(mixSeeds(count, 3));
  return Array.from({ length: count }, () =>
    Array.from({ length: between(random, 2, 6) }, () => word(drawWord(random))).join(" "),
  );
}

function word(rank: number): string {
  return VOCABULARY[rank] ?? "the";
}

function countSpaces(text: string): number {
  let count = 0;
  for (let at = text.indexOf(" "); at !== -1; at = text.indexOf(" ", at + 1)) count++;
  return count;
}
