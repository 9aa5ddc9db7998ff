import { expect, test } from "vitest";
import { readDraft } from "../../../src/check/read-draft.ts";
import { checkText } from "../../../src/v1/check/check.ts";
import { docxPackage } from "../../support/draft-files.ts";
import { openedOnce } from "../../support/opened-corpus.ts";
import { bulkCase, xmlBody } from "../../support/records.ts";

const corpus = openedOnce(
  bulkCase(1, {
    casebody: xmlBody("The owner is not liable for the flood, <em>unless</em> he was careless."),
  }),
  bulkCase(2, { casebody: xmlBody("The miller must mend the gate before the spring.") }),
);

async function checked(text: string, name = "draft.md") {
  const [one] = checkText(corpus(), await readDraft(Buffer.from(text), name)).quotations;
  return { kinds: one?.alterations.map(({ kind }) => kind), judgement: one?.judgement, remark: one?.remark };
}

test.each([
  ["“The owner is *not* liable for the flood” 1 Ill. 1.", "draft.md"],
  ["“The owner is __not__ liable for the flood” 1 Ill. 1.", "draft.txt"],
  ["“The owner is <em>not</em> liable for the flood” 1 Ill. 1.", "draft.md"],
  ["<p>“The owner is <b>not</b> liable for the flood” 1 Ill. 1.", "draft.html"],
  ["> The owner is *not* liable for the flood, unless he was careless.\\n\\n1 Ill. 1.", "draft.md"],
])("emphasis that the case has not is to be looked at: %s", async (text, name) => {
  expect(await checked(text.replaceAll("\\n", "\n"), name)).toEqual({
    kinds: ["emphasis added"],
    judgement: "unsure",
    remark: null,
  });
});

test("a DOCX has emphasis in its runs", async () => {
  const run = (text: string, format = "") =>
    `<w:r><w:rPr>${format}</w:rPr><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const body = (format: string) =>
    `<w:p>${run("“The owner is ")}${run("not", format)}${run(" ", format)}${run("liable", format)}${run(" for the flood” 1 Ill. 1.")}</w:p>`;
  const found = async (format: string) =>
    checkText(corpus(), await readDraft(await docxPackage(body(format)), "a.docx")).quotations[0]
      ?.alterations;
  expect(await found("<w:i/>")).toEqual([{ kind: "emphasis added", quoted: "not liable", original: "" }]);
  expect(await found('<w:u w:val="single"/>')).toHaveLength(1);
  expect(await found('<w:i w:val="0"/>')).toEqual([]);
  expect(await found("<w:rPrChange><w:rPr><w:i/></w:rPr></w:rPrChange>")).toEqual([]);
});

test.each([
  ["“not liable for the flood, *unless* he was careless” is not said, 1 Ill. 1.", null],
  ["*“The owner is not liable for the flood”* 1 Ill. 1.", null],
  [
    "“The owner is *not* liable for the flood” 1 Ill. 1 (emphasis added).",
    "emphasis on “not” added, as the draft says",
  ],
  [
    "“The miller *must* mend the gate” 1 Ill. 2.",
    "emphasis on “must”: the text of the case shows none anywhere",
  ],
])("other emphasis is no alteration: %s", async (text, remark) => {
  expect(await checked(text)).toEqual({ kinds: [], judgement: "confirmed", remark });
});
