import { describe, expect, test } from "vitest";
import { checkText } from "../../../src/v1/check/check.ts";
import { openedOnce } from "../../support/opened-corpus.ts";
import { bulkCase, textBody } from "../../support/records.ts";

const TEXT =
  "The owner of the mill dam is not liable for the flood, unless he was careless, which came from the hills above his land. " +
  "It is lawful to build a dam, and the owner may repair it in the spring, though no one has asked him, without delay. " +
  "No owner can be heard to say that the hills are his neighbour’s. The judgment of the court below is reversed. " +
  "A miller shall not be heard on the question. Nor does it matter who built the gate. It is not only the miller who must mend it. " +
  "It was unlawful to pay $16.4 for the gate, for he had failed to ask the town of it first. " +
  "The tenant cannot open it, and the guest may not, and the landlord willnot. We do not hold that a miller owns the water. " +
  "There is nothing to show that the wheel was sound. It cannot be doubted that the gate was old. He did not know that the miller left it. " +
  "The miller oils the wheel in the autumn. The tenant pays for the oil at the mill. The oil is his own. Roe v. Doe, 12 Ill. 40, 41 (1850); " +
  "see also Poe v. Coe, 13 Ill. 7. The lamp is hers.";

const corpus = openedOnce(bulkCase(1, { casebody: textBody(TEXT) }));

/** What is altered in a quotation, and how it is judged. */
function checked(quoted: string, lead = "The rule is old."): [string[], string | undefined] {
  const [one] = checkText(corpus(), `${lead} “${quoted}” 1 Ill. 1.`).quotations;
  return [(one?.alterations ?? []).map(({ kind }) => kind), one?.judgement];
}

test.each([
  ["The owner of the mill dam is liable for the flood, unless he was careless", "negation removed"],
  ["It is unlawful to build a dam, and the owner may repair it", "negation added"],
  ["It is not lawful to build a dam, and the owner may repair it", "negation added"],
  ["The owner of the mill dam is not liable for the fire, unless he was careless", "word changed"],
  ["The owner of the dam is not liable for the flood, unless he was careless", "words left out"],
  ["The owner of the old mill dam is not liable for the flood, unless he was careless", "words added"],
  ["The owner of the dam mill is not liable for the flood, unless he was careless", "order changed"],
  ["The judgment of the court below . . . The owner of the mill dam is not liable", "order changed"],
  ["which came from the hills above his land . . . below is reversed.", "parts joined from far apart"],
])("near: “%s” has: %s", (quoted, kind) => {
  expect(checked(quoted)).toEqual([[kind], "wrong"]);
});

test.each([
  ["The owner of the mill dam is . . . liable for the flood", "negation hidden by an ellipsis"],
  ["is not liable for the flood . . . which came from the hills", "negation hidden by an ellipsis"],
  ["It is lawful to build a dam . . . . [T]he hills are his neighbour’s.", "negation hidden by an ellipsis"],
  ["The owner of the mill dam [is] liable for the flood", "brackets change a negation"],
  [
    "The owner of the mill dam is not liable for the flood, [if] he was careless",
    "brackets change a negation",
  ],
  ["the owner [must] repair it in the spring", "brackets change the sense"],
  ["liable for the flood, unless he was careless", "negation before it left out"],
  ["heard on the question.", "negation before it left out"],
  ["matter who built the gate.", "negation before it left out"],
  ["lawful to pay $16.4 for the gate", "negation before it left out"],
  ["ask the town of it first.", "negation before it left out"],
  ["for the gate, for he had . . . ask the town", "negation hidden by an ellipsis"],
  ["It was . . . lawful to pay $16.4 for the gate", "negation hidden by an ellipsis"],
  ["It was [ ]lawful to pay $16.4 for the gate", "brackets change a negation"],
  ["It was unlawful to pay $164 for the gate", "word changed"],
  ["first. The tenant can", "negation after it left out"],
  ["a miller owns the water.", "negation before it left out"],
  ["the wheel was sound.", "negation before it left out"],
  ["[T]he wheel was sound.", "negation before it left out"],
  ["[h]eard on the question.", "negation before it left out"],
  ["The [landlord] cannot open it, and the guest", "brackets change the sense"],
  ["[The landlord] cannot open it, and the guest", "brackets change the sense"],
  ["The miller oils the wheel . . . pays for the oil at the mill.", "parts joined from far apart"],
  ["It was unlawful to pay 16.4% for the gate", "word changed"],
  ["and the guest may.", "negation after it left out"],
  ["The owner of the mill dam is not liable for the flood.", "negation after it left out"],
  ["to build a dam, and the own", "cut within a word"],
  ["air it in the spring, though", "cut within a word"],
])("equal, and to be looked at: “%s” has: %s", (quoted, kind) => {
  expect(checked(quoted)).toEqual([[kind], "unsure"]);
});

test.each([
  ["[t]he owner of the mill dam is not liable for the flood . . . ."],
  ["the owner may repair it in the spring . . . without delay"],
  ["It is lawful to build a dam . . . . The judgment of the court below is reversed"],
  ["The owner . . . is not liable for the flood"],
  ["the owner may repair [the dam] in the spring"],
  ["the owner [could] repair it in the spring"],
  ["the miller who must mend it"],
  ["[un]lawful to pay $16.4 for the gate"],
  ["It was [un]lawful to pay $16.4 for the gate"],
  ["first. The tenant cannot"],
  ["the gate was old."],
  ["the miller left it."],
  ["The miller oils the wheel . . . . The tenant pays for the oil"],
  ["The miller oils the wheel1 in the autumn.2 The tenant pays for the oil"],
  ["The miller oils the wh*12 eel in the **7 autumn. *13The tenant pays"],
  ["to build a dam, and the own[er]"],
])("what is left out or replaced here changes nothing: “%s”", (quoted) => {
  expect(checked(quoted)).toEqual([[], "confirmed"]);
});

test("a negation before a quotation may be in the words of the draft", () => {
  expect(checked("liable for the flood", "The owner is never")).toEqual([[], "confirmed"]);
  for (const lead of ["A District Court of the United States finds him", "It is not so. The owner is"])
    expect(checked("liable for the flood", lead)).toEqual([["negation before it left out"], "unsure"]);
});

test.each([
  ["The oil is his own. The lamp is hers.", "(citations omitted)", "confirmed"],
  ["The oil is his own. The [lamp] is hers.", "(cleaned up)", "confirmed"],
  ["The oil is his own. The lamp is hers.", "", "wrong"],
  ["The miller oils the wheel in the autumn. The oil is his own.", "(citations omitted)", "wrong"],
])("a draft may omit citations if it says so: “%s” %s", (quoted, remark, judgement) => {
  const [one] = checkText(corpus(), `“${quoted}” 1 Ill. 1 ${remark}.`).quotations;
  expect(one?.judgement).toBe(judgement);
});

describe("a long s that is read as f", () => {
  const text =
    "He faid that all the people were fubjects of the King. The sheriff failed, and it was found sufficiently proved.";
  const cases = ["1793", "1930"].map((date, nth) =>
    bulkCase(nth + 1, { decision_date: date, casebody: textBody(text) }),
  );
  const old = openedOnce(...cases);
  const of = (quoted: string, cite = "1 Ill. 1") =>
    checkText(old(), `It was said “${quoted}” ${cite}.`).quotations[0];

  test("is no difference, and the passage has the text", () => {
    expect(of("all the people were subjects of the King")).toMatchObject({
      judgement: "confirmed",
      passage: "all the people were fubjects of the King",
    });
  });

  test.each([
    ["it was sound sufficiently proved", "unsure"],
    ["The sheriff sailed, and it was found", "unsure"],
    ["The fheriff failed, and it was found", "wrong"],
    ["all the people were objects of the King", "wrong"],
  ])("of “%s” it is not known, or not so: %s", (quoted, judgement) => {
    expect(of(quoted)?.judgement).toBe(judgement);
  });

  test("is not in later books", () => {
    expect(of("all the people were subjects of the King", "1 Ill. 2")?.judgement).toBe("wrong");
  });
});
