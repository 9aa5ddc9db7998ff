/** Which sentences say what was done to a case, and by whom. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { treatmentsIn } from "../../src/treatment/sentence-rules.ts";

const A = "Adams v. Brown, 100 U.S. 1 (1880)";
const B = "Clark v. Dunn, 200 U.S. 2 (1906)";
const C = "Evans v. Ford, 300 U.S. 3, 5 (1937)";

/** `overruled in part: Adams by Clark`, in the order of the text. */
function said(text: string): string[] {
  const name = (place: { readonly start: number }) => text.slice(place.start).split(" ")[0];
  return treatmentsIn(text).map(({ kind, qualifier, place, by }) => {
    const doer = by === null ? "" : ` by ${typeof by === "string" ? by : name(by)}`;
    return `${kind}${qualifier === null ? "" : ` ${qualifier}`}: ${name(place)}${doer}`;
  });
}

test.each([
  // who did it to whom
  [`See ${A}, overruled by ${B}.`, "overruled: Adams by Clark"],
  [`See ${A}, overruled on other grounds, ${B}.`, "overruled on other grounds: Adams by Clark"],
  [`See ${A} (holding that it is), overruled in part by ${B}.`, "overruled in part: Adams by Clark"],
  [`See ${A} (overruled by ${B}).`, "overruled: Adams by Clark"],
  [`We follow ${B} (overruling ${A}) now.`, "followed: Clark by this court", "overruled: Adams by Clark"],
  [`See ${B}, expressly overruling ${A}.`, "overruled: Adams by Clark"],
  [`In ${B}, the Supreme Court overruled ${A}.`, "overruled: Adams by Clark"],
  [`${B}, which overruled ${A}, decides this case.`, "overruled: Adams by Clark"],
  [`${A}, was overruled in ${B}.`, "overruled: Adams by Clark"],
  [`We overruled ${A} in ${B}.`, "overruled: Adams by Clark"],
  [
    `We therefore overrule ${A} and ${C}.`,
    "overruled: Adams by this court",
    "overruled: Evans by this court",
  ],
  [`Accordingly, ${A}, and ${C}, are hereby overruled.`, "overruled: Adams", "overruled: Evans"],
  [`The decision in ${A}, has been overruled.`, "overruled: Adams"],
  [`See ${A}, overruled as recognized in ${B}.`, "overruled: Adams"],
  [`See ${A}, cert. denied, ${C}, overruled by ${B}.`, "overruled: Adams by Clark"],
  [
    `See ${A}, rev'd, ${C}, and overruled on other grounds by ${B}.`,
    "overruled on other grounds: Adams by Clark",
    "reversed: Adams by Evans",
  ],
  // history
  [`See ${A}, rev'd, ${B}.`, "reversed: Adams by Clark"],
  [
    `See ${A}, aff'd in part, rev'd in part on other grounds sub nom. ${B}.`,
    "reversed in part on other grounds: Adams by Clark",
  ],
  [`See ${A}, aff'd, ${B}, rev'd, ${C}.`, "reversed: Clark by Evans"],
  [`See ${B}, rev'g ${A}.`, "reversed: Adams by Clark"],
  [`See ${A}, vacated and remanded, ${B}.`, "vacated: Adams by Clark"],
  [`See ${A}, judgment vacated by ${B}.`, "vacated: Adams by Clark"],
  [
    `See ${A}, superseded by statute on other grounds as stated in ${B}.`,
    "superseded on other grounds: Adams by statute",
  ],
  [`See ${A}, abrogated by ${B}.`, "abrogated: Adams by Clark"],
  [`See ${A}, disapproved of on other grounds by ${B}.`, "disapproved on other grounds: Adams by Clark"],
  [`See ${A}, questioned in ${B}.`, "questioned: Adams by Clark"],
  // what a court says of its own case
  [`${A}, is distinguishable.`, "distinguished: Adams by this court"],
  [`The present case is distinguishable from ${A}.`, "distinguished: Adams by this court"],
  [`See ${B} (distinguishing ${A}).`, "distinguished: Adams by Clark"],
  [`We follow ${A}.`, "followed: Adams by this court"],
  [`We decline to follow ${A}.`, "not followed: Adams"],
  [
    `We overrule ${A}, to the extent that it is inconsistent.`,
    "overruled to the extent: Adams by this court",
  ],
  [`We decline to overrule ${A}.`, "declined to overrule: Adams"],
  [`See ${B} (declining to overrule ${A}).`, "declined to overrule: Adams by Clark"],
])("%s", (text, ...expected) => {
  expect(said(text).sort()).toEqual(expected);
});

test.each([
  // what is denied, asked, argued or only possible
  `${A}, has not been overruled.`,
  `${A}, has never been overruled.`,
  `We should not overrule ${A}.`,
  `I would overrule ${A}.`,
  `We do not overrule ${A}.`,
  `Defendant asks us to overrule ${A}.`,
  `Defendant argues that ${A}, has been overruled.`,
  `If ${A}, is overruled, the claim fails.`,
  `We need not decide whether ${A}, was overruled by ${B}.`,
  `The State attempts to distinguish ${A}.`,
  `Plaintiff contends that ${A}, is distinguishable.`,
  `According to the State, ${A}, was overruled by ${B}.`,
  `In the State's view, ${A}, was overruled by ${B}.`,
  `It is a mistake to say that ${A}, was overruled by ${B}.`,
  `We cannot agree that ${A}, was overruled by ${B}.`,
  `The State thought that ${A}, was overruled by ${B}.`,
  `${A}, is not distinguishable.`,
  // no case is the object
  `The motion was overruled. See ${A}.`,
  `The objection under ${A}, is overruled.`,
  `The demurrer was overruled on the authority of ${A}.`,
  `Judgment reversed. See ${A}.`,
  `Reversed and remanded on the authority of ${A}.`,
  `See ${A} (reversing conviction for want of evidence).`,
  `See ${A} (judgment below reversed because the charge was wrong).`,
  `In ${A}, we reversed a conviction for this reason.`,
  `${A}, was reversed for error in the charge.`,
  `See ${A} (distinguishing between duress and necessity).`,
  `We hold the following. See ${A}.`,
  `See ${A}, followed by ${B}.`,
  `It is questioned whether ${A}, is right.`,
  `The court below followed ${A}.`,
  `The District Court followed ${A}.`,
  `The trial court, following ${A}, overruled the demurrer.`,
  `${B} impliedly overruled ${A}.`,
  `In ${A}, the court overruled the motion, citing ${B}.`,
  // of which case it is said is not clear
  `See ${A}, quoting ${C}, overruled by ${B}.`,
  `The court overruled Smith in ${B}.`,
  // the words of another court
  `It said, "we overrule ${A}."`,
  // no decision overrules a later one
  `See ${B}, overruled by ${A}.`,
])("says nothing: %s", (text) => {
  expect(said(text)).toEqual([]);
});

interface Judged {
  readonly sentence: string;
  /** Kinds by the citation. */
  readonly judged: ReadonlyMap<string, readonly string[]>;
}

/**
 * Sentences of decisions of New Mexico, Montana, Wisconsin, Illinois and Georgia, in the public domain. Each was judged by a reader before the
 * rules were tried on it; those of the part `last` were counted, and those of the part `new` judged, when the rules were finished. Other citations have no treatment.
 */
function judgedSentences(): Judged[] {
  const lines = readFileSync(new URL("./judged-sentences.tsv", import.meta.url), "utf8")
    .trimEnd()
    .split("\n");
  return lines.slice(1).map((line) => {
    const [, , judged = "", sentence = ""] = line.split("\t");
    const pairs = judged === "" ? [] : judged.split("; ").map((one) => one.split(" = "));
    return {
      sentence,
      judged: new Map(pairs.map(([cite = "", kinds = ""]) => [cite, kinds.split(", ")])),
    };
  });
}

test("what is said of real cases is right in 19 of 20 sentences, and most of what is there is found", () => {
  const all = judgedSentences();
  expect(all.length).toBeGreaterThanOrEqual(300);
  const counts = new Map<string, { right: number; wrong: number; missed: number }>();
  const countOf = (kind: string) => {
    const known = counts.get(kind) ?? { right: 0, wrong: 0, missed: 0 };
    counts.set(kind, known);
    return known;
  };
  for (const { sentence, judged } of all) {
    const found = new Set(
      treatmentsIn(sentence).flatMap(({ kind, place }) => {
        const cite = place.cited?.citations[0];
        return cite === undefined ? [] : [`${sentence.slice(cite.start, cite.end)} = ${kind}`];
      }),
    );
    for (const pair of found) {
      const [cite = "", kind = ""] = pair.split(" = ");
      countOf(kind)[judged.get(cite)?.includes(kind) === true ? "right" : "wrong"]++;
    }
    for (const [cite, kinds] of judged)
      for (const kind of kinds) if (!found.has(`${cite} = ${kind}`)) countOf(kind).missed++;
  }
  const imprecise = [...counts].filter(([, { right, wrong }]) => wrong > 0.05 * (right + wrong));
  expect(imprecise).toEqual([]);
  for (const kind of ["overruled", "reversed"] as const) {
    const { right, missed } = countOf(kind);
    expect(right / (right + missed)).toBeGreaterThan(0.85);
  }
});
