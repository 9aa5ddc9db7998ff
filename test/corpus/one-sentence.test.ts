/** A sentence finds the cases with most of its words, by their best passage (`match=any`). */
import { expect, test } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCase, textBody } from "../support/records.ts";

const FILLER = "word ".repeat(400);
const QUESTION = "May a landlord evict a tenant in retaliation for a complaint to the housing inspector?";
const TEXTS = [
  // all the words of the answer, but far from each other
  `landlord ${FILLER} tenant ${FILLER} evict retaliation ${FILLER} complaint housing inspector`,
  `${FILLER} The landlord may not evict his tenant in retaliation for complaints to an inspector of housing. ${FILLER}`,
  `The tenant paid the landlord. ${FILLER}`,
  FILLER,
];

function openTexts(more: (nth: number) => object = () => ({})) {
  return openV1(
    makeCorpus(TEXTS.map((text, nth) => bulkCase(nth + 1, { casebody: textBody(text), ...more(nth) }))),
  );
}

test("the case whose passage answers it is first, then those with fewer words, without those that have none", () => {
  using v1 = openTexts();
  const { results, count } = v1.list("cases", { search: QUESTION, match: "any", preview: true });
  expect(results.map(({ id }) => id)).toEqual([2, 1, 3]);
  expect(count).toBe(3);
  const [passage = ""] = results[0]?.preview ?? [];
  expect(passage.replace(/<\/?em[^>]*>/g, "").replace(/\s+/g, " ")).toBe(
    `${"word ".repeat(10)}The landlord may not evict his tenant in retaliation for complaints to an inspector of housing.${" word".repeat(10)}`,
  );
  expect(passage).toContain(">evict<");
  expect(v1.list("cases", { search: QUESTION }).count).toBe(0);
});

test("it is found among the cases that the filters find, in any order, page by page, with facets", () => {
  using v1 = openTexts((nth) => ({ decision_date: `19${nth}0-01-01` }));
  const asked = { search: QUESTION, match: "any" };
  const idsOf = (more: object) => v1.list("cases", { ...asked, ...more }).results.map(({ id }) => id);
  expect(idsOf({ decision_date_min: 1_911 })).toEqual([3]);
  expect(idsOf({ name_abbreviation: "nobody" })).toEqual([]);
  expect(idsOf({ ordering: "-decision_date" })).toEqual([3, 2, 1]);
  expect(
    [...v1.pages("cases", { ...asked, page_size: 1 })].flatMap(({ page }) => page.items.map(({ id }) => id)),
  ).toEqual([2, 1, 3]);
  expect(v1.list("cases", { ...asked, facet: "decision_date" }).facets).toEqual({
    decision_date: { 1900: 1, 1910: 1, 1920: 1 },
  });
});

test("the text of a closed case neither finds it nor is shown", () => {
  const closed = { id: 30, slug: "neb", name: "Neb.", name_long: "Nebraska", whitelisted: false };
  using v1 = openTexts((nth) => (nth === 1 ? { jurisdiction: closed } : {}));
  const asked = { search: QUESTION, match: "any", preview: true };
  const found = (access: "owner" | "public" | "anyone") =>
    v1
      .as(access)
      .list("cases", asked)
      .results.map(({ id, preview }) => [id, preview?.length]);
  expect(found("owner")).toEqual([
    [2, 1],
    [1, 1],
    [3, 1],
  ]);
  expect(found("public")).toEqual([
    [1, 1],
    [3, 1],
  ]);
  expect(found("anyone")).toEqual([
    [2, 0],
    [1, 1],
    [3, 1],
  ]);
});

test("a passage lies in one opinion, and words are weighed by the cases that the caller may search", () => {
  const opinions = ["the landlord may evict", "the tenant in retaliation"].map((text) => ({
    type: "majority",
    author: null,
    text,
  }));
  const body = { status: "ok", data: { ...(textBody("").data as object), opinions } };
  using v1 = openV1(makeCorpus([bulkCase(1, { casebody: body }), ...bulkCasesWith("evict a tenant", 3)]));
  const [, , , last] = v1.list("cases", { search: "evict tenant", match: "any", preview: true }).results;
  expect([last?.id, last?.preview?.join()]).toEqual([
    1,
    expect.stringMatching(/^(?!.*tenant.*evict|.*evict.*tenant)/),
  ]);
});

function bulkCasesWith(text: string, count: number) {
  return Array.from({ length: count }, (_, nth) => bulkCase(nth + 2, { casebody: textBody(text) }));
}

test("a text without a word that a case has finds nothing, and one without a word is ignored", () => {
  using v1 = openTexts();
  expect(v1.list("cases", { search: "zeppelin airship", match: "any" }).count).toBe(0);
  expect(v1.list("cases", { search: "§ !", match: "any" }).count).toBe(4);
  expect(() => v1.list("cases", { search: "a", match: "all" as "any" })).toThrow(
    "all is not one of the available choices",
  );
});
