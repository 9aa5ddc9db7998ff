import fc from "fast-check";
import { expect, test } from "vitest";
import { openV1 } from "../../src/index.ts";
import { otherOperators } from "../../src/text/other-operators.ts";
import { makeCorpus } from "../support/corpus.ts";
import { fuzzing } from "../support/fuzz.ts";
import { bulkCase, textBody } from "../support/records.ts";

test.each([
  "dower and widow, not or",
  "dower /s widow /5 horse +5 mill",
  '"law AND equity"',
  "“law AND equity”",
  "ANDREWS v. NOTT, 1/5 share",
  "§ 1983?",
  "!!!",
  "appell* | -dower",
])("%j has no operators of other services", (search) => {
  expect(otherOperators(search)).toBeNull();
});

test.each([
  ["negligence NOT duty", "negligence -duty"],
  ["dower OR widow", "dower | widow"],
  ["writ of error OR dower", "writ of error | dower"],
  ["negligen! AND duty /s care", "negligen* (duty /s care)"],
  ["duty w/4 care", "duty /3 care"],
  ["duty W/1 care", "duty /0 care"],
  ["duty pre/3 care", "duty +2 care"],
  ["duty /sent care", "duty /s care"],
  ["negligen! duty /s care", "negligen* duty /s care"],
  ["(mill OR zebra) AND NOT horse", "(mill | zebra) -horse"],
  ["mill OR zebra AND horse", "(mill | zebra) horse"],
  ["mill OR zebra w/5 horse", "(mill | zebra) /4 horse"],
  ["dower NOT (widow OR heir)", "dower -(widow | heir)"],
  ["dower NOT widow w/5 heir", "dower -(widow /4 heir)"],
  ["dower NOT court of equity", 'dower -"court of equity"'],
  ["statute of limitations w/5 toll!", '"statute of limitations" /4 toll*'],
  ["negligen! or trespass!", "negligen* | trespass*"],
  ["search and seizure w/5 warrant", "search (seizure /4 warrant)"],
  ["duty w/5 care but not jury", "(duty /4 care) -jury"],
  ['"comparative neglig!"', '("comparative" +0 neglig*)'],
  ["court:neb AND dower", "court:neb dower"],
])("%j means %j", (search, translation) => {
  expect(otherOperators(search)?.translation).toBe(translation);
});

test.each([
  ["dower NOT widow AND heir", ["NOT", "AND"]],
  ["mill w/5 dam w/5 race", ["w/5"]],
  ["mill w/seg dam", ["w/seg"]],
  ["mill +s dam", ["+s"]],
  ["(mill AND dam) w/5 race", ["AND", "w/5"]],
  ["wom?n", ["wom?n"]],
  ["mill /5", ["/5"]],
  ["mill OR", ["OR"]],
  ["mill NOT w/5 dam", ["NOT", "w/5"]],
  [`${"(".repeat(20)}mill${")".repeat(20)} OR dam`, ["OR"]],
])("%j has no translation: this language cannot say it, or services differ", (search, operators) => {
  expect(otherOperators(search)).toEqual({ operators, translation: null });
});

/** A search in another language, and whether it means a text. */
interface Meant {
  readonly text: string;
  readonly fits: (words: readonly string[]) => boolean;
}

const word = (...words: string[]): fc.Arbitrary<Meant> =>
  fc.constantFrom(...words).map((text) => ({ text, fits: (words) => placesOf(text, words).length > 0 }));
const joined = (parts: readonly Meant[], by: string, how: "some" | "every"): Meant => ({
  text: parts.map(({ text }) => text).join(by),
  fits: (words) => parts[how](({ fits }) => fits(words)),
});
const either = (one: fc.Arbitrary<Meant>): fc.Arbitrary<Meant> =>
  fc.array(one, { minLength: 1, maxLength: 2 }).map((parts) => joined(parts, " OR ", "some"));

const near = fc
  .tuple(
    either(word("mill", "mil!")),
    fc.constantFrom("w", "pre"),
    fc.integer({ min: 1, max: 3 }),
    either(word("dam", "pond")),
  )
  .map(([left, how, within, right]): Meant => {
    const fits = (words: readonly string[]): boolean => {
      const places = ({ text }: Meant): number[] => text.split(" OR ").flatMap((one) => placesOf(one, words));
      const after = places(right);
      return places(left).some((at) =>
        after.some((to) => Math.abs(to - at) <= within && (how === "w" || to > at)),
      );
    };
    return { text: `${left.text} ${how}/${within} ${right.text}`, fits };
  });

/** As Westlaw and Lexis group them. */
const { all } = fc.letrec<{ all: Meant; some: Meant; run: Meant }>((tie) => ({
  run: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    word("mill", "dam", "race", "rac!", "pond"),
    fc.tuple(word("mill", "dam"), word("race", "pond")).map((parts) => joined(parts, " ", "every")),
    tie("all").map((part) => ({ ...part, text: `(${part.text})` })),
  ),
  some: fc.oneof(either(tie("run")), near),
  all: fc
    .tuple(
      fc.array(tie("some"), { minLength: 1, maxLength: 2 }),
      fc.option(fc.oneof(word("race", "dam"), near)),
    )
    .map(([parts, excluded]) => {
      const together = joined(parts, " AND ", "every");
      if (excluded === null) return together;
      return {
        text: `${together.text} NOT ${excluded.text}`,
        fits: (words) => together.fits(words) && !excluded.fits(words),
      };
    }),
}));

function placesOf(word: string, words: readonly string[]): number[] {
  const start = word.replace("!", "");
  return words.flatMap((one, at) =>
    one === word || one === `${word}s` || (word !== start && one.startsWith(start)) ? [at] : [],
  );
}

test("a translation finds the texts that the search means", () => {
  const texts = fc.sample(
    fc.array(fc.constantFrom("mill", "mills", "dam", "race", "pond"), { maxLength: 6 }),
    {
      numRuns: 60,
      seed: 1,
    },
  );
  using v1 = openV1(
    makeCorpus(texts.map((words, at) => bulkCase(at + 1, { casebody: textBody(words.join(" ")) }))),
  );
  let translated = 0;
  fc.assert(
    fc.property(all, ({ text, fits }) => {
      const search = otherOperators(text)?.translation;
      if (search === undefined || search === null) return;
      translated++;
      const found = v1.list("cases", { search, ordering: "id" }).results.map(({ id }) => id);
      const meant = texts.flatMap((words, at) => (fits(words) ? [at + 1] : []));
      expect([text, search, found]).toEqual([text, search, meant]);
    }),
    fuzzing(120),
  );
  expect(translated).toBeGreaterThan(50);
});
