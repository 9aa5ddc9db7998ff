import { expect, test } from "vitest";
import { checkLines } from "../../src/cli/commands/check.ts";
import { checkReport } from "../../src/pages/check/check-report.ts";
import { checkText } from "../../src/v1/check/check.ts";
import { openV1, type V1 } from "../../src/v1/v1.ts";
import { makeBulkCorpus } from "../support/corpus.ts";
import { bulkCase, textBody } from "../support/records.ts";

const TEXT =
  "This is an appeal from the circuit court. The plaintiff built a mill on the river. The owner of a dam is not liable for a flood that " +
  "came from the hills. Costs follow the event. The judgment of the circuit court is reversed.";

let opened: V1 | null = null;

function citations(text: string) {
  opened ??= openV1(
    makeBulkCorpus([
      bulkCase(1, {
        ...{ name: "Ambrose Hale v. Silas Finch", name_abbreviation: "Hale v. Finch" },
        citations: [
          { type: "official", cite: "1 Ill. 1" },
          { type: "parallel", cite: "9 N.Y.S. 7" },
        ],
        casebody: textBody(TEXT),
      }),
      bulkCase(2, { casebody: textBody("Nothing is here.") }),
    ]),
  );
  return checkText(opened, text, { passages: true }).citations;
}

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
  expect(citations(draft).find(({ cite }) => cite === "1 Ill. 1")?.statement ?? null).toBe(statement);
});

test("the closest passage is first, with the words that it lacks", () => {
  const [one] = citations(`${SAID} Hale v. Finch, 1 Ill. 1 (1851).`);
  expect(one?.passages[0]?.text).toContain(
    "The owner of a dam is not liable for a flood that came from the hills.",
  );
  expect(one?.passages[0]).toMatchObject({ page: null, part: "majority", missing: ["pays", "no"] });
  expect(one?.passages.length).toBeGreaterThan(1);
});

test("a case without one of the words has no passage; parallel citations have one answer; passages are shown if they are asked for", () => {
  expect(citations(`${SAID} 1 Ill. 2.`)[0]?.passages).toEqual([]);
  const both = citations(`${SAID} Hale v. Finch, 1 Ill. 1, 9 N.Y.S. 7 (1851).`);
  expect(both.map(({ passages }) => passages.length > 0)).toEqual([true, false]);
  const draft = `${SAID} Hale v. Finch, 1 Ill. 1.`;
  const checked = opened === null ? null : checkText(opened, draft, { passages: true });
  if (checked === null) throw new Error("no corpus");
  expect(checkLines(checked, 200).join("\n")).toContain('closest passage (lacks: pays, no): "');
  expect(checkReport(draft, checked, "").toString()).toContain("The owner of a dam is not liable");
  expect(opened === null ? null : checkText(opened, `${SAID} 1 Ill. 1.`).citations[0]).toMatchObject({
    ...{ statement: null, passages: [] },
  });
});
