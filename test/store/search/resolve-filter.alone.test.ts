/** The bounds of filters that read bodies, or look many cited cases up: a thousandth of the real ones. */
import { expect, test, vi } from "vitest";
import { openV1 } from "../../../src/v1/v1.ts";
import { line, textBody } from "../../corpus/records.ts";
import { makeCorpus } from "../../support/corpus.ts";

vi.mock("../../../src/store/values/opinion-values.ts", async (load) => ({
  ...(await load<object>()),
  MAX_BODIES_READ: 5,
  MAX_CITED_CASES: 20,
}));

const CASES = 21;

test("bodies are read and cited cases looked up as far as the bounds; with one more the request is refused", () => {
  const opinion = { type: "dissent", author: "Smith", text: "" };
  const made = Array.from({ length: CASES }, (_, at) =>
    line(at + 1, {
      cites_to: at === 0 ? [{ cite: "9 X 9", case_ids: [CASES] }] : [],
      ...(at <= 5 ? { casebody: textBody("", opinion) } : {}),
    }),
  );
  using v1 = openV1(makeCorpus(made));
  const count = (asked: object) => v1.list("cases", { ...asked, page_size: 1 }).count;
  expect(count({ author_type: "smith:dissent", id__gt: 1 })).toBe(5);
  expect(() => count({ author_type: "smith:dissent" })).toThrow(
    "author_type: More than 5000 cases have this author. Add a court, a jurisdiction, dates or a search.",
  );
  expect(count({ cites_to__id__gt: 1 })).toBe(1);
  expect(() => count({ cites_to__id__gt: 0 })).toThrow(
    "cites_to__FILTER: More than 20000 cases are selected",
  );
});
