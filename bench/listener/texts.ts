/** Texts of decisions, put together from paragraphs that are made once: a set of 300,000 opinions is written in minutes. */
import { caseName, chooseMatter, paragraph } from "../synthetic/prose.ts";
import { longTailed, mixSeeds, oneOf, randomFrom } from "../synthetic/random.ts";

/** A made decision: the same for the same number. */
export interface MadeText {
  readonly name: string;
  readonly paragraphs: readonly string[];
}

const POOL = 8_000;
const PARAGRAPH_WORDS = 130;
const MEAN_WORDS = 1_575;

/** @param words of a text, in the mean */
export function openTexts(words = MEAN_WORDS): (number: number, edition: number) => MadeText {
  const matters = Array.from({ length: 200 }, (_, nth) => chooseMatter(randomFrom(mixSeeds(7, nth))));
  const random = randomFrom(48);
  const pool = Array.from({ length: POOL }, () =>
    paragraph(random, PARAGRAPH_WORDS, oneOf(random, matters))
      .map((part) => ("text" in part ? part.text : ""))
      .join(""),
  );
  return (number, edition) => {
    const own = randomFrom(mixSeeds(48, number));
    const count = Math.max(1, Math.round(longTailed(own, words) / PARAGRAPH_WORDS));
    const name = caseName(own, oneOf(own, matters));
    const paragraphs = Array.from({ length: count }, () => oneOf(own, pool));
    return { name, paragraphs: edition === 0 ? paragraphs : [...paragraphs, `Edition ${edition}.`] };
  };
}
