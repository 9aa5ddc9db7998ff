/** Searches in terms and connectors, against brute force over the texts. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { tokenOf } from "../../src/text/analyzer.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { fuzzing } from "../support/fuzz.ts";
import { bulkCase, textBody } from "../support/records.ts";

/** One sentence: its words; a text has paragraphs of sentences. */
type Text = readonly (readonly (readonly string[])[])[];

interface Made {
  readonly id: number;
  readonly name: string;
  readonly year: number;
  readonly docket: string;
  readonly text: Text;
}

const WORDS = [
  "mill",
  "mills",
  "milling",
  "dam",
  "woman",
  "women",
  "womb",
  "negligent",
  "negligence",
  "duty",
];
const SENTENCE = fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 6 });
const TEXT: fc.Arbitrary<Text> = fc.array(fc.array(SENTENCE, { minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 3,
});
const CASE = fc.record({
  name: fc.constantFrom("Roe v. Wade", "Smith v. Jones", "In re Roe"),
  year: fc.integer({ min: 1900, max: 1903 }),
  docket: fc.constantFrom("No. 101", "No. 202"),
  text: TEXT,
});

/** A word of a text, with its sentence and paragraph. */
interface Placed {
  readonly word: string;
  readonly sentence: number;
  readonly paragraph: number;
}

function placed(text: Text): Placed[] {
  let sentence = 0;
  return text.flatMap((sentences, paragraph) =>
    sentences.flatMap((words) => {
      sentence++;
      return words.map((word) => ({ word, sentence, paragraph }));
    }),
  );
}

/** A part of a question: how it is written, and what it finds. */
interface Part {
  readonly written: string;
  readonly fits: (one: Made, words: readonly Placed[]) => boolean;
  /** Of a term: where it begins, and how many words it has. */
  readonly places?: (words: readonly Placed[]) => readonly number[];
  readonly size?: number;
  /** Of terms joined by OR or AND: each of them. */
  readonly parts?: readonly Part[];
  readonly isEach?: boolean;
}

function term(written: string, tests: readonly ((word: string) => boolean)[]): Part {
  const places = (words: readonly Placed[]): number[] =>
    words.flatMap((_, at) => (tests.every((isOne, nth) => isOne(words[at + nth]?.word ?? "")) ? [at] : []));
  return { written, fits: (_one, words) => places(words).length > 0, places, size: tests.length };
}

const same = (word: string) => (other: string) => tokenOf(other) === tokenOf(word);
const FORMS = [
  ...WORDS.map((word) => [word, same(word)] as const),
  ["negligen!", (word: string) => word.startsWith("negligen")] as const,
  ["mil*", (word: string) => word.startsWith("mil")] as const,
  ["wom?n", (word: string) => /^wom.n$/.test(word)] as const,
  ["w*m*n", (word: string) => /^w.m.n$/.test(word)] as const,
  ["wo?!", (word: string) => /^wo./.test(word)] as const,
  ["#mill", (word: string) => word === "mill"] as const,
  ["#negligence", (word: string) => word === "negligence"] as const,
];
const FORM = fc.constantFrom(...FORMS);
const WORD = FORM.map(([written, fits]) => term(written, [fits]));
const PHRASE = fc.array(FORM, { minLength: 2, maxLength: 3 }).map((forms) =>
  term(
    `"${forms.map(([written]) => written).join(" ")}"`,
    forms.map(([, fits]) => fits),
  ),
);
const TERM = fc.oneof({ weight: 3, arbitrary: WORD }, PHRASE);

const OR = fc.constantFrom(" OR ", " or ");
const AND = fc.constantFrom(" AND ", " & ", " ", " and ");

function joined(parts: readonly Part[], by: string, isEach: boolean): Part {
  return {
    written: parts.map(({ written }) => written).join(by),
    fits: (one, words) => parts[isEach ? "every" : "some"]((part) => part.fits(one, words)),
    ...{ parts, isEach },
  };
}

function inBrackets(part: Part): Part {
  return { ...part, written: `(${part.written})` };
}

const GROUP = fc.oneof(
  { weight: 3, arbitrary: TERM },
  fc
    .tuple(fc.array(TERM, { minLength: 2, maxLength: 3 }), OR)
    .map(([parts, by]) => inBrackets(joined(parts, by, false))),
  fc
    .tuple(fc.array(TERM, { minLength: 2, maxLength: 2 }), AND)
    .map(([parts, by]) => inBrackets(joined(parts, by, true))),
);

const UNIT = fc.oneof(
  fc
    .integer({ min: 1, max: 6 })
    .chain((words) =>
      fc.tuple(fc.constant(words), fc.constantFrom(`/${words}`, `w/${words}`, `NEAR/${words}`)),
    ),
  fc
    .integer({ min: 1, max: 6 })
    .chain((words) =>
      fc.tuple(fc.constant(words), fc.constantFrom(`+${words}`, `pre/${words}`, `ONEAR/${words}`)),
    ),
  fc.tuple(fc.constant("sentence" as const), fc.constantFrom("/s", "w/sent", "+s", "pre/s")),
  fc.tuple(fc.constant("paragraph" as const), fc.constantFrom("/p", "w/para", "+p")),
  fc.tuple(fc.constant("part" as const), fc.constantFrom("/seg", "w/seg")),
);

type Unit = number | "sentence" | "paragraph" | "part";

function near(left: Part, [unit, written]: readonly [Unit, string], right: Part): Part {
  const isOrdered = /^(?:\+|pre|onear)/i.test(written);
  return {
    written: `${left.written} ${written} ${right.written}`,
    fits: (_one, words) => areNear(left, right, words, { unit, isOrdered }),
  };
}

function areNear(
  left: Part,
  right: Part,
  words: readonly Placed[],
  how: { readonly unit: Unit; readonly isOrdered: boolean },
): boolean {
  for (const [side, other, isLeft] of [
    [left, right, true],
    [right, left, false],
  ] as const) {
    const { parts, isEach } = side;
    if (parts === undefined) continue;
    return parts[isEach ? "every" : "some"]((part) =>
      isLeft ? areNear(part, other, words, how) : areNear(other, part, words, how),
    );
  }
  const { unit, isOrdered } = how;
  const [leftSize, rightSize] = [left.size ?? 1, right.size ?? 1];
  return (left.places?.(words) ?? []).some((one) =>
    (right.places?.(words) ?? []).some((other) => {
      if (isOrdered && other < one + leftSize) return false;
      if (typeof unit === "number")
        return other >= one ? other - one - leftSize < unit : one - other - rightSize < unit;
      const [a, b] = [words[one], words[other]];
      return (
        unit === "part" || (unit === "sentence" ? a?.sentence === b?.sentence : a?.paragraph === b?.paragraph)
      );
    }),
  );
}

const ATLEAST = fc.tuple(fc.integer({ min: 1, max: 4 }), fc.array(WORD, { minLength: 1, maxLength: 2 })).map(
  ([times, parts]): Part => ({
    written: `ATLEAST${times}(${parts.map(({ written }) => written).join(" OR ")})`,
    fits: (_one, words) => new Set(parts.flatMap(({ places }) => places?.(words) ?? [])).size >= times,
  }),
);
const FIELD = fc.constantFrom<Part>(
  { written: "NAME(roe)", fits: ({ name }) => /roe/i.test(name) },
  { written: "TI(smith or wade)", fits: ({ name }) => /smith|wade/i.test(name) },
  { written: "DATE(aft 1901)", fits: ({ year }) => year > 1901 },
  { written: "DA(>= 1901 & bef 1903)", fits: ({ year }) => year === 1901 || year === 1902 },
  { written: "DN(101)", fits: ({ docket }) => docket === "No. 101" },
  { written: "CI(3 Ill. 3)", fits: ({ id }) => id === 3 },
);
const NEAR = fc.tuple(GROUP, UNIT, GROUP).map(([left, unit, right]) => near(left, unit, right));
const BASE: fc.Arbitrary<Part> = fc.oneof(
  { weight: 3, arbitrary: GROUP },
  { weight: 3, arbitrary: NEAR },
  ATLEAST,
  FIELD,
);

function without(wanted: Part, by: string, unwanted: Part): Part {
  return {
    written: `${wanted.written}${by}${unwanted.written}`,
    fits: (one, words) => wanted.fits(one, words) && !unwanted.fits(one, words),
  };
}

const ALL = fc
  .tuple(fc.array(BASE, { minLength: 1, maxLength: 3 }), AND)
  .map(([parts, by]) => joined(parts, by, true));
const QUESTION: fc.Arbitrary<Part> = fc.oneof(
  ALL,
  fc
    .tuple(ALL, fc.constantFrom(" NOT ", " AND NOT ", " BUT NOT ", " % "), BASE)
    .map(([one, by, other]) => without(one, by, other)),
  fc
    .tuple(fc.array(ALL.map(inBrackets), { minLength: 2, maxLength: 2 }), OR)
    .map(([parts, by]) => joined(parts, by, false)),
  BASE.map((part) => ({
    written: `NOT (${part.written})`,
    fits: (one: Made, words: readonly Placed[]) => !part.fits(one, words),
  })),
);

test("2,000 questions with every operator find what brute force finds", () => {
  fc.assert(
    fc.property(
      fc.array(CASE, { minLength: 4, maxLength: 12 }),
      fc.array(QUESTION, { minLength: 40, maxLength: 40 }),
      (cases, questions) => {
        const made = cases.map((one, at): Made => ({ ...one, id: at + 1 }));
        using v1 = openV1(makeCorpus(made.map(recordOf)));
        for (const { written, fits } of questions) {
          const wanted = made.filter((one) => fits(one, placed(one.text))).map(({ id }) => id);
          const asked = { search: written, search_syntax: "connectors", page_size: 100 };
          const byId = v1.list("cases", { ...asked, ordering: "id", count: "exact" });
          expect([written, byId.results.map(({ id }) => id)]).toEqual([written, wanted]);
          const other = v1.list("cases", { ...asked, ordering: "decision_date" }).results.map(({ id }) => id);
          expect([written, other.toSorted((a, b) => a - b)]).toEqual([written, wanted]);
        }
      },
    ),
    { ...fuzzing(50), endOnFailure: false },
  );
});

function recordOf({ id, name, year, docket, text }: Made) {
  const shown = text
    .map((sentences) =>
      sentences
        .map(([first = "", ...words]) => `${[first[0]?.toUpperCase() + first.slice(1), ...words].join(" ")}.`)
        .join(" "),
    )
    .join("\n");
  const cite = { type: "official", cite: `${id} Ill. ${id}` };
  const body = textBody("") as { data: { opinions: { text: string }[] } };
  const [opinion] = body.data.opinions;
  if (opinion !== undefined) opinion.text = shown;
  return bulkCase(id, {
    ...{ name, name_abbreviation: name, docket_number: docket, decision_date: `${year}-06-01` },
    ...{ citations: [cite], casebody: body },
  });
}
