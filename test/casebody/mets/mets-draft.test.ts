import { expect, test } from "vitest";
import { MetsDraft } from "../../../src/casebody/mets/mets-draft.ts";

const tag = (name: string, attributes: Readonly<Record<string, string>> = {}) => ({
  name,
  attributes: new Map(Object.entries(attributes)),
  start: 0,
});

test("MetsDraft joins the docket numbers of a case, and reads only its children", () => {
  const draft = new MetsDraft();
  for (const one of [tag("mets"), tag("case", { caseid: "x_1" })]) expect(draft.open(one)).toBeNull();
  for (const text of ["No. 1", " ", "No.\n 2"]) {
    draft.open(tag("docketnumber"));
    draft.addText(text);
    draft.close(0);
  }
  draft.open(tag("other"));
  draft.open(tag("name"));
  draft.addText("not the case's");
  for (let depth = 0; depth < 4; depth++) draft.close(0);
  expect(draft.finish("")).toMatchObject({
    caseId: "x_1",
    docketNumber: "No. 1; No. 2",
    name: "",
    body: null,
  });
});

test("MetsDraft says why there is no case", () => {
  expect(new MetsDraft().open(tag("html"))).toBe('the root element "html"');
  expect(new MetsDraft().finish("")).toMatch(/^no metadata of a case/);
});
