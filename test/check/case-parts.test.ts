import { expect, test } from "vitest";
import { checkText } from "../../src/v1/check/check.ts";
import { findingsOf } from "../../src/v1/check/words.ts";
import { openedOnce } from "../support/opened-corpus.ts";
import { bodyData, bulkCase, textBody } from "../support/records.ts";

const COURTS = "the owner of the mill dam is not liable";
const DISSENT = "a man who builds a dam must answer for it";
const BOTH = "the flood came from the hills above";
const UNDIVIDED = "the lower owner has no remedy at all";
const HEAD = "counsel argued that water finds its own way";

const ARGUED = "the town must pay for the gate";
const ARGUED_TOO = `${ARGUED} as it asserted`;
const REPORTS = {
  "contended by the town that": "the lamp is very dear",
  "objection is, that": "the wax is very hard",
  "According to the defendant,": "the oil is very cheap",
  "district court held that": "the wick is very short",
  whether: "the flame is very high",
};
const ANSWERED = "the gate belongs to the miller alone";

const IREDELL = "“a State may be sued like anyone else” 1 Ill. 4.";
const ALONE = "As Finch wrote in dissent, “the upper owner has the water first” 1 Ill. 5.";

const IN_DISSENT = "in the dissent of FINCH, J, given without saying so";

const corpus = openedOnce(
  bulkCase(1, {
    casebody: {
      status: "ok",
      data: bodyData(
        `Mr. Orne: ${HEAD}.`,
        { type: "majority", author: "HALE, C.J.:", text: `We hold that ${COURTS}, because ${BOTH}.` },
        { type: "dissent", author: "FINCH, J.,", text: `I think that ${DISSENT}. True, ${BOTH}.` },
      ),
    },
  }),
  bulkCase(2, {
    casebody: textBody(
      `We hold for the upper owner.\nMr. Justice FINCH, dissenting:\nI say that ${UNDIVIDED}.`,
    ),
  }),
  bulkCase(4, {
    casebody: {
      status: "ok",
      data: bodyData("", {
        ...{ type: "majority", author: "Iredell, Justice. Wilson, Justice. By the Court." },
        text: "I think that a State may be sued like anyone else.",
      }),
    },
  }),
  bulkCase(5, {
    casebody: {
      status: "ok",
      data: bodyData("", {
        type: "majority",
        author: "HALE, J.:",
        text: "Here the upper owner has the water first.",
      }),
    },
  }),
  bulkCase(6, {
    casebody: textBody(
      Object.entries(REPORTS)
        .map(([begins, words]) => `So ${begins} ${words}.`)
        .join(" "),
    ),
  }),
  bulkCase(3, {
    casebody: textBody(
      `Defendant contends that ${ARGUED_TOO}, but ${ANSWERED}. The town argues that. The law is as we said. We have ` +
        `maintained that ${BOTH}.`,
    ),
  }),
);

function quotation(text: string) {
  const [one] = checkText(corpus(), text).quotations;
  return [one?.part, one?.judgement, one?.remark];
}

test.each([
  [`“${ARGUED}” 1 Ill. 3.`, "unsure", "after “contends that” in the opinion, given without saying so"],
  [`The miller argued that “${ARGUED}” 1 Ill. 3.`, "confirmed", null],
  [
    `In Doe v. Roe, 1 Ill. 3, it was said: “${ARGUED_TOO}”`,
    "unsure",
    "after “contends that” in the opinion, given without saying so",
  ],
  [`“${ANSWERED}” 1 Ill. 3.`, "confirmed", null],
  [
    `“${ARGUED}” 1 Ill. 3. “He argued so.” 1 Ill. 3.`,
    "unsure",
    "after “contends that” in the opinion, given without saying so",
  ],
  ...Object.entries(REPORTS).map(([begins, words]): [string, string, string] => [
    `“${words}” 1 Ill. 6.`,
    "unsure",
    `after “${begins}” in the opinion, given without saying so`,
  ]),
  [`The court below held “${REPORTS["district court held that"]}” 1 Ill. 6.`, "confirmed", null],
  [`The question was whether “${REPORTS.whether}” 1 Ill. 6.`, "confirmed", null],
  ["“The law is as we said.” 1 Ill. 3.", "confirmed", null],
  [`“${BOTH}” 1 Ill. 3.`, "confirmed", null],
])("what the opinion reports as an argument: %s", (text, judgement, remark) => {
  expect(quotation(text).slice(1)).toEqual([judgement, remark]);
});

test("opinions of several judges that the text does not separate, and a dissent where none is", () => {
  const [several, one] = [IREDELL, ALONE].map((text) => quotation(text).slice(1));
  expect(several).toEqual([
    "unsure",
    "in opinions of several judges that the text does not separate: Iredell, Justice. Wilson, Justice. By the Court",
  ]);
  expect(one).toEqual(["unsure", "in the opinion (majority) of HALE, J, given as of a separate opinion"]);
});

test.each<[string, string, string, string | null]>([
  [`“${COURTS}” 1 Ill. 1.`, "majority", "confirmed", null],
  [`“${BOTH}” 1 Ill. 1.`, "majority", "confirmed", null],
  [`“${BOTH}” 1 Ill. 1 (Finch, J., dissenting).`, "dissent", "confirmed", null],
  [`“${DISSENT}” 1 Ill. 1.`, "dissent", "unsure", IN_DISSENT],
  [`Over a dissent, the court held that “${DISSENT}” 1 Ill. 1.`, "dissent", "unsure", IN_DISSENT],
  [`“${DISSENT}” 1 Ill. 1 (1851) (Finch, J., dissenting).`, "dissent", "confirmed", null],
  [`In his dissent, Finch said: “${DISSENT}” 1 Ill. 1.`, "dissent", "confirmed", null],
  [`“${DISSENT}” 1 Ill. 1. Doe v. Roe, 2 Ill. 5 (Orne, J., dissenting).`, "dissent", "unsure", IN_DISSENT],
  [`Doe v. Roe, 2 Ill. 5 (Orne, J., dissenting). “${DISSENT}” 1 Ill. 1.`, "dissent", "unsure", IN_DISSENT],
  [
    `“${COURTS}” 1 Ill. 1 (Finch, J., dissenting).`,
    "majority",
    "unsure",
    "in the opinion (majority) of HALE, C.J, given as of a separate opinion",
  ],
  [
    `“${HEAD}” 1 Ill. 1.`,
    "head matter",
    "unsure",
    "in the head matter (headnotes, arguments of counsel), given without saying so",
  ],
  [`“${HEAD}” 1 Ill. 1 (argument of counsel).`, "head matter", "confirmed", null],
  [
    `“${UNDIVIDED}” 1 Ill. 2.`,
    "dissent",
    "unsure",
    "in the dissent of Mr. Justice FINCH, given without saying so",
  ],
])("%s is in the %s: %s", (draft, part, judgement, remark) => {
  expect(quotation(draft)).toEqual([part, judgement, remark]);
});

test("a quotation that another cited case has is shown with that case", () => {
  const checked = checkText(corpus(), `See 1 Ill. 1. “${UNDIVIDED}” 1 Ill. 1; 1 Ill. 2.`);
  const [one] = checkText(corpus(), `“${UNDIVIDED}” 1 Ill. 1. See also Doe, 1 Ill. 2.`).quotations;
  expect(one).toMatchObject({ verdict: "not found", judgement: "wrong" });
  expect(one?.found_in?.map(({ id }) => id)).toEqual([2]);
  expect(checked.quotations).toHaveLength(1);
});

test("a finding is named by what is to be looked at", () => {
  const rules = (draft: string) => findingsOf(checkText(corpus(), draft)).map(({ rule }) => rule);
  expect(rules(`“${DISSENT}” 1 Ill. 1.`)).toEqual(["quotation/other-part"]);
  expect(rules("“the owner of the mill dam is . . . liable, because the flood” 1 Ill. 1.")).toEqual([
    "quotation/negation-hidden-by-an-ellipsis",
  ]);
});
