/** The bounds of filters that read bodies, or look many cited cases up. */
import { expect, test } from "vitest";
import { openV1 } from "../../../src/v1/v1.ts";
import { line } from "../../corpus/records.ts";
import { makeCorpus } from "../../support/corpus.ts";

const CASES = 20_001;

test("5,000 bodies are read and 20,000 cited cases looked up; with one more the request is refused", () => {
  const opinion = { type: "dissent", author: "Smith", text: "" };
  const data = { head_matter: "", opinions: [opinion], corrections: "" };
  const made = Array.from({ length: CASES }, (_, at) =>
    line(at + 1, {
      cites_to: at === 0 ? [{ cite: "9 X 9", case_ids: [CASES] }] : [],
      ...(at <= 5_000 ? { casebody: { status: "ok", data } } : {}),
    }),
  );
  using v1 = openV1(makeCorpus(made));
  const count = (asked: object) => v1.list("cases", { ...asked, page_size: 1 }).count;
  expect(count({ author_type: "smith:dissent", id__gt: 1 })).toBe(5_000);
  expect(() => count({ author_type: "smith:dissent" })).toThrow(
    "author_type: More than 5000 cases have this author. Add a court, a jurisdiction, dates or a search.",
  );
  expect(count({ cites_to__id__gt: 1 })).toBe(1);
  expect(() => count({ cites_to__id__gt: 0 })).toThrow(
    "cites_to__FILTER: More than 20000 cases are selected",
  );
});
