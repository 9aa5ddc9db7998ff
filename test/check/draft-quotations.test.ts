import { expect, test } from "vitest";
import type { Draft } from "../../src/check/draft.ts";
import { draftReferences } from "../../src/check/draft-citations.ts";
import { draftQuotations, quotedRanges } from "../../src/check/draft-quotations.ts";

/** A paragraph each; those that begin with `> ` are block quotations. */
function draftOf(...paragraphs: string[]): Pick<Draft, "text" | "blocks"> {
  let text = "";
  const blocks = paragraphs.map((paragraph) => {
    const own = paragraph.replace(/^> /, "");
    const start = text === "" ? 0 : text.length + 2;
    text += `${text === "" ? "" : "\n\n"}${own}`;
    const kind = own === paragraph ? ("paragraph" as const) : ("quotation" as const);
    return { kind, start, end: text.length };
  });
  return { text, blocks };
}

/** Each quotation with the citation that it is taken from. */
function quotationsOf(...paragraphs: string[]): (readonly [string, string | null])[] {
  const draft = draftOf(...paragraphs);
  const references = draftReferences(draft.text);
  const { citations } = references;
  return draftQuotations(draft, references).map(({ text, citation }) => [
    text,
    citation === null ? null : (citations[citation]?.cite ?? null),
  ]);
}

test("a footnote is no part of a quotation, and can have its citation", () => {
  const note = "It said “the mill dam^[A dam.] is not liable.”^[See Case 1 v. State, 1 Ill. 1; 2 Ill. 2.]";
  expect(quotationsOf(`${note} Roe v. Doe, 3 Ill. 3.`)).toEqual([
    ["the mill dam is not liable.", "1 Ill. 1"],
  ]);
});

test("a quotation is of the citation before it where the one after it only agrees", () => {
  const quoted = "the mill dam is not liable.";
  const text = `In Roe v. Doe, 3 Ill. 3 (1840), it said “${quoted}”`;
  for (const signal of ["See also", "Accord"])
    expect(quotationsOf(`${text} ${signal} Poe v. Coe, 4 Ill. 4.`)).toEqual([[quoted, "3 Ill. 3"]]);
  expect(quotationsOf(`“${quoted}” See also Poe v. Coe, 4 Ill. 4.`)).toEqual([[quoted, "4 Ill. 4"]]);
  expect(quotationsOf(`“${quoted}” Roe, 3 Ill. 3. See also 4 Ill. 4.`)).toEqual([[quoted, "3 Ill. 3"]]);
  expect(quotationsOf(`“${quoted}”`, "Another paragraph. 4 Ill. 4.")).toEqual([[quoted, null]]);
});

test("a sentence with a quotation in it has the citation that follows it", () => {
  const quoted = "the mill dam is not liable";
  const cites = (text: string) => quotationsOf(`It is so. Roe v. Doe, 3 Ill. 3 (1840). ${text}`)[0]?.[1];
  expect(cites(`That “${quoted}” is old. Poe v. Coe, 4 Ill. 4.`)).toBe("4 Ill. 4");
  expect(cites(`That “${quoted}” is old. See Poe v. Coe, 4 Ill. 4.`)).toBe("4 Ill. 4");
  expect(cites(`That “${quoted}” is old. Id. at 4. Poe v. Coe, 4 Ill. 4.`)).toBe("Id. at 4");
  expect(cites(`The court said “${quoted}” there. Poe v. Coe, 4 Ill. 4.`)).toBe("3 Ill. 3");
  expect(cites(`That “${quoted}” is old. But see Poe v. Coe, 4 Ill. 4.`)).toBe("3 Ill. 3");
  expect(cites(`That “${quoted}” is old. Poe v. Coe, 4 Ill. 4, disagrees.`)).toBe("3 Ill. 3");
  expect(cites(`That “${quoted}” is old. The gate is new. Poe v. Coe, 4 Ill. 4.`)).toBe("3 Ill. 3");
  expect(cites(`That “${quoted}” is old.^[See Poe v. Coe, 4 Ill. 4.]`)).toBe("4 Ill. 4");
});

test("a quotation is of the citation that is alone in a block next to it", () => {
  const [one, other] = ["the mill dam is not liable.", "the gate was shut."];
  const [roe, poe] = ["Roe v. Doe, 3 Ill. 3 (1840)", "Poe v. Coe, 4 Ill. 4"];
  const expected = [
    [one, "3 Ill. 3"],
    [other, "4 Ill. 4"],
  ];
  expect(quotationsOf(`1. ${roe}`, "Holding: he lost.", `Quote: “${one}”`, poe, `“${other}”`)).toEqual(
    expected,
  );
  expect(quotationsOf(`“${one}”`, `— ${roe}`, `“${other}”`, "1841", poe)).toEqual(expected);
  expect(quotationsOf(`It is so in ${roe}.`, `“${one}”`, `It is not in ${poe}.`)).toEqual([[one, null]]);
});

test("a citation within a quotation is not what id. refers to after it", () => {
  const quoted = "the mill dam is not liable, as was held. Poe v. Coe, 4 Ill. 4, 5.";
  const cites = (...paragraphs: string[]) => {
    const draft = draftOf(...paragraphs);
    const { citations } = draftReferences(draft.text, undefined, quotedRanges(draft));
    return citations.map(({ refersTo }) => refersTo);
  };
  expect(cites(`Roe v. Doe, 3 Ill. 3. “${quoted}” Id. at 4.`)).toEqual([null, null, 0]);
  expect(cites("Roe v. Doe, 3 Ill. 3:", `> ${quoted} Id. at 6.`, "Id. at 4.")).toEqual([null, null, 1, 0]);
  expect(
    cites("Roe v. Doe, 3 Ill. 3:", `> The dam is not liable. — Poe v. Coe, 4 Ill. 4.`, "Id. at 5."),
  ).toEqual([null, null, 1]);
});

test("the name of a case in quotation marks is no quotation", () => {
  const text =
    "See “City of Oakes v. Town of Hale,” 3 Ill. 3, and “City of Oakes v. Town of Hale, 3 Ill. 3.”";
  expect(quotationsOf(text)).toEqual([]);
});

test("a quotation is of the case that is named after it with a paragraph", () => {
  const quoted = "the mill dam is not liable.";
  expect(quotationsOf(`Roe v. Doe, 3 Ill. 3; Poe v. Coe, 4 Ill. 4. “${quoted}” Roe, ¶ 12.`)).toEqual([
    [quoted, "3 Ill. 3"],
  ]);
});

test("a quotation in the brackets after a citation is of that citation", () => {
  const quoted = "the mill dam is not liable.";
  const sourceOf = (text: string) => quotationsOf(text)[0]?.[1];
  const cited = `See Roe v. Doe, 3 Ill. 3, 5 (1840)`;
  expect(sourceOf(`${cited} (“${quoted}”); Poe v. Coe, 4 Ill. 4 (1841).`)).toBe("3 Ill. 3");
  expect(sourceOf(`${cited} (holding that “${quoted}”); Poe v. Coe, 4 Ill. 4.`)).toBe("3 Ill. 3");
  expect(sourceOf(`${cited} (“${quoted}”) (quoting Poe v. Coe, 4 Ill. 4).`)).toBe("3 Ill. 3");
  expect(sourceOf(`${cited}, where it said “${quoted}” (quoting Poe v. Coe, 4 Ill. 4).`)).toBe("3 Ill. 3");
  expect(sourceOf(`${cited} (but see “${quoted}” Poe v. Coe, 4 Ill. 4).`)).toBe("4 Ill. 4");
});

test.each([
  ["It is “the mill dam is not liable.” 28 U.S.C. § 1604. See Roe v. Doe, 3 Ill. 3."],
  ["Under 28 U.S.C. § 1604, “the mill dam is not liable.” It is old. Roe v. Doe, 3 Ill. 3."],
  ["He said “the mill dam is not liable.” (Hale Dep. 12:4-9.) It is old. Roe v. Doe, 3 Ill. 3."],
  [
    "It is “the mill dam is not liable.” Silas Hale, The Law of Dams, 4 Harv. L. Rev. 9. Roe v. Doe, 3 Ill. 3.",
  ],
])("what is next to another source is of no case: %s", (text) => {
  expect(quotationsOf(text)).toEqual([["the mill dam is not liable.", null]]);
});

test("a statute near a quotation does not take it from the case that said it", () => {
  const lead = "Roe v. Doe, 3 Ill. 3, is old. Of 28 U.S.C. § 1604 the court held that ";
  expect(quotationsOf(`${lead}“the mill dam is not liable.”`)[0]?.[1]).toBe("3 Ill. 3");
  expect(
    quotationsOf("> The mill dam is not liable.", "28 U.S.C. § 1604. Roe v. Doe, 3 Ill. 3.")[0]?.[1],
  ).toBe(null);
});

test("straight quotation marks are of one paragraph, and neither inches nor an opening mark alone", () => {
  const quoted = "any owner may burn the mill of his neighbour at pleasure.";
  expect(
    quotationsOf(
      `A 5" pipe. The court said "${quoted}" Doe v. Roe, 1 Ill. 2 (1850).`,
      'He wrote "an opening mark alone',
      'is of no quotation" here.',
    ),
  ).toEqual([[quoted, "1 Ill. 2"]]);
});

test("the words before a quotation can name its case, which is cited before", () => {
  const cited =
    "Doe v. Feist Publications, 1 Ill. 1 (1840), is old. Roe v. Poe, Inc., 3 Ill. 3 (1842), is newer. ";
  const sourceOf = (text: string) => quotationsOf(cited + text)[0]?.[1];
  const quoted = "“the mill dam is not liable”";
  for (const lead of [
    "In Feist, the Court said",
    "The Feist court said",
    "As Doe has it,",
    "In Doe v. Feist Publications it held",
  ])
    expect(sourceOf(`${lead} ${quoted}.`), lead).toBe("1 Ill. 1");
  expect(sourceOf(`In Doe, the court followed Roe: ${quoted}.`)).toBe("1 Ill. 1");
  expect(sourceOf(`In Feist, a dam broke. The court said ${quoted}.`)).toBe("1 Ill. 1");
  expect(sourceOf(`${quoted}, the Feist court said.`)).toBe("1 Ill. 1");
  // what follows directly is the source, unless its sentence goes on
  expect(sourceOf(`In Doe, the court said ${quoted}. Roe v. Poe, Inc., 3 Ill. 3, 5 (1842).`)).toBe(
    "3 Ill. 3",
  );
  expect(sourceOf(`In Doe, the court said ${quoted}. Roe v. Poe, Inc., 3 Ill. 3 (1842), disagreed.`)).toBe(
    "1 Ill. 1",
  );
  // no name, or no certain one
  expect(sourceOf(`The court said ${quoted}.`)).toBe("3 Ill. 3");
  expect(sourceOf(`Roe and Doe agreed that ${quoted}.`)).toBe("3 Ill. 3");
});

test("a block quotation is taken from the citation after it, before it, or at its end", () => {
  const block = "> The owner of a mill dam is “not liable” for the flood.";
  const text = block.slice(2);
  const after = "Doe v. Roe, 1 Ill. 1, 5 (1840).";
  expect(quotationsOf("The court said:", block, after)).toEqual([[text, "1 Ill. 1"]]);
  expect(quotationsOf("As it was said in Doe v. Roe, 1 Ill. 1, 5 (1840):", block, "The end.")).toEqual([
    [text, "1 Ill. 1"],
  ]);
  expect(
    quotationsOf("It said:", `${block} Doe v. Roe, 1 Ill. 1, 5 (1840) (emphasis added).`, "The end."),
  ).toEqual([[text, "1 Ill. 1"]]);
  expect(quotationsOf(`${after} Poe v. Coe, 2 Ill. 2.`, "In Doe, the court said:", block)).toEqual([
    [text, "1 Ill. 1"],
  ]);
  // the citation at its end is of the quotation itself where the draft gives another source
  const citing = `${block} Poe v. Coe, 2 Ill. 2.`;
  expect(quotationsOf("It said:", citing, after)).toEqual([[citing.slice(2), "1 Ill. 1"]]);
  expect(quotationsOf("Doe v. Roe, 1 Ill. 1, 5:", block, "Poe v. Coe, 2 Ill. 2, disagreed.")).toEqual([
    [text, "1 Ill. 1"],
  ]);
  expect(quotationsOf("The court said:", block, "The end.")).toEqual([[text, null]]);
});

test("block quotations that each have a citation are several", () => {
  const blocks = ["> The dam is old. Doe v. Roe, 1 Ill. 1.", "> The mill is new. Poe v. Coe, 2 Ill. 2."];
  expect(quotationsOf("They said:", ...blocks)).toEqual([
    ["The dam is old.", "1 Ill. 1"],
    ["The mill is new.", "2 Ill. 2"],
  ]);
  // the first paragraph quotes a citation
  expect(quotationsOf(blocks[0] ?? "", "> The mill is new.", "Poe v. Coe, 2 Ill. 2.")).toEqual([
    ["The dam is old. Doe v. Roe, 1 Ill. 1.\n\nThe mill is new.", "2 Ill. 2"],
  ]);
});

test("paragraphs of a block quotation are one, however long", () => {
  const long = "The owner is not liable. ".repeat(400).trim();
  const [[text, cite] = []] = quotationsOf(
    "It said:",
    `> ${long}`,
    "> Nor is his heir.",
    "Doe v. Roe, 1 Ill. 1.",
  );
  expect([text, cite]).toEqual([`${long}\n\nNor is his heir.`, "1 Ill. 1"]);
  expect(quotationsOf(`“${long}” Doe v. Roe, 1 Ill. 1.`)).toEqual([[long, "1 Ill. 1"]]);
});

test.each([
  ["“the mill ‘dam of old’ is not liable”", "the mill ‘dam of old’ is not liable"],
  ["“the “old mill dam here” is not liable”", "the “old mill dam here” is not liable"],
  ["\"the 'mill' dam—old—is not liable\"", "the 'mill' dam—old—is not liable"],
  ["‘the owners’ mill dam isn’t “now” liable’", "the owners’ mill dam isn’t “now” liable"],
  ["``the mill dam is not liable''", "the mill dam is not liable"],
  ['("the mill dam is not liable")', "the mill dam is not liable"],
])("%s is one quotation", (written, text) => {
  expect(quotationsOf(`It said ${written} there.`)).toEqual([[text, null]]);
});

test("an opening mark alone does not take the quotations after it", () => {
  const after = "“the mill dam is not liable.” Doe v. Roe, 1 Ill. 1.";
  const quotation = ["the mill dam is not liable.", "1 Ill. 1"];
  expect(quotationsOf(`He wrote “and stopped. Then ${after}`)).toEqual([quotation]);
  expect(quotationsOf("He wrote “and stopped there then", `Later: ${after}`)).toEqual([quotation]);
  // a quotation of several paragraphs opens each of them
  expect(quotationsOf("It said: “The first of the paragraphs.", after)).toEqual([
    ["The first of the paragraphs.", "1 Ill. 1"],
    quotation,
  ]);
});
