import { expect, test } from "vitest";
import { checkLines } from "../../src/cli/commands/check.ts";
import { checkReport } from "../../src/pages/check/check-report.ts";
import { checkText } from "../../src/v1/check/check.ts";
import { openedOnce } from "../support/opened-corpus.ts";
import { bulkCase, namedCase, textBody } from "../support/records.ts";

const TEXT =
  "This is an appeal from the circuit court. The plaintiff built a mill on the river. The owner of a dam is not liable for a flood that " +
  "came from the hills. Costs follow the event. The judgment of the circuit court is reversed.";

const corpus = openedOnce(
  namedCase(1, "Hale v. Finch", "1 Ill. 1; 9 N.Y.S. 7", { casebody: textBody(TEXT) }),
  bulkCase(2, { casebody: textBody("Nothing is here.") }),
);
const checked = (text: string) => checkText(corpus(), text, { passages: true });

const SAID = "An owner of a dam pays for no flood.";

test.each([
  [`It is old. ${SAID} Hale v. Finch, 1 Ill. 1, 3 (1851).`, SAID],
  [`${SAID} See, e.g., Hale v. Finch, 1 Ill. 1 (1851); Doe v. Roe, 2 Ill. 5.`, SAID],
  [`${SAID} See Doe v. Roe, 2 Ill. 5. See also Hale v. Finch, 1 Ill. 1.`, SAID],
  [
    "Who owns a dam, Hale v. Finch, 1 Ill. 1, 3 (1851), pays for no flood. Costs follow.",
    "Who owns a dam, pays for no flood.",
  ],
  [
    "It is old law. Hale v. Finch, 1 Ill. 1, 3 (1851) (holding that the owner of a dam is not liable).",
    "the owner of a dam is not liable",
  ],
  [
    "It is old and good law. Hale v. Finch, 1 Ill. 1 (1851) (Hale, J., dissenting).",
    "It is old and good law.",
  ],
  ["Hale v. Finch, 1 Ill. 1 (1851).", null],
  ["TABLE OF CASES\n\nHale v. Finch, 1 Ill. 1", null],
])("of “%s” the case should say: %s", (draft, statement) => {
  expect(checked(draft).citations.find(({ cite }) => cite === "1 Ill. 1")?.statement ?? null).toBe(statement);
});

test("the closest passage is first, with the words that it lacks", () => {
  const [one] = checked(`${SAID} Hale v. Finch, 1 Ill. 1 (1851).`).citations;
  expect(one?.passages[0]?.text).toContain(
    "The owner of a dam is not liable for a flood that came from the hills.",
  );
  expect(one?.passages[0]).toMatchObject({ page: null, part: "majority", missing: ["pays", "no"] });
  // others share no word that says something
  expect(one?.passages.length).toBe(1);
});

test("a case without one of the words has no passage; parallel citations have one answer; passages are shown if they are asked for", () => {
  expect(checked(`${SAID} 1 Ill. 2.`).citations[0]?.passages).toEqual([]);
  expect(checked("The zebra is in the orchard. 1 Ill. 1.").citations[0]?.passages).toEqual([]);
  const { citations: both } = checked(`${SAID} Hale v. Finch, 1 Ill. 1, 9 N.Y.S. 7 (1851).`);
  expect(both.map(({ passages }) => passages.length > 0)).toEqual([true, false]);
  const draft = `${SAID} Hale v. Finch, 1 Ill. 1.`;
  const shown = checked(draft);
  expect(checkLines(shown, 200).join("\n")).toContain('closest passage (lacks: pays, no): "');
  expect(checkReport(draft, shown, "").toString()).toContain("The owner of a dam is not liable");
  expect(checkText(corpus(), draft).citations[0]).toMatchObject({
    ...{ statement: null, passages: [] },
  });
});
