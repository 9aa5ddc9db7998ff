/** More matches than a quick count reports: count is null unless it costs nothing or is requested. */
import { expect, test, vi } from "vitest";
import { pageFooter } from "../../src/cli/render/page-lines.ts";
import { openCorpus } from "../../src/corpus/open-corpus.ts";
import type * as Query from "../../src/domain/query.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { line } from "../corpus/records.ts";
import { walk } from "../corpus/walk.ts";
import { makeCorpus } from "../support/corpus.ts";

vi.mock(
  import("../../src/domain/query.ts"),
  async (load): Promise<typeof Query> => ({
    ...(await load()),
    MAX_QUICK_COUNT: 3 as never,
  }),
);

const RECORDS = [1, 2, 3, 4, 5].map((id) => line(id, { name: id < 4 ? "State v. Mill" : "Other v. State" }));

test.each([
  [{ search: "state" }, null],
  [{ search: "state", decision_date_min: "1980" }, null],
  [{ search: "state", count: "exact" }, 5],
  [{ search: "mill" }, 3],
  [{ search: "mill", ordering: "name_abbreviation" }, 3],
  // known from the stored counts or from all matches
  [{}, 5],
  [{ jurisdiction: "mass", decision_date_min: "1988-02" }, 5],
  [{ name: "state" }, 5],
  [{ cite: "1 Mass. 1" }, 1],
])("list(%j) counts %j", (question, count) => {
  using corpus = openV1(makeCorpus(RECORDS));
  expect(corpus.list("cases", question).count).toBe(count);
});

test.each(["decision_date", "-name_abbreviation", "id", "last_updated", "relevance"])(
  "a walk by %s visits every match, counted or not",
  (ordering) => {
    using corpus = openV1(makeCorpus(RECORDS));
    const { forth, back } = walk(corpus, "cases", { search: "state", ordering, page_size: 2 });
    expect(forth.toSorted()).toEqual([1, 2, 3, 4, 5]);
    expect(back).toEqual(forth);
  },
);

test("the command line says that there are more", () => {
  using corpus = openCorpus(makeCorpus(RECORDS));
  const filter = { search: "state" };
  const page = corpus.cases({
    filter,
    ordering: { by: "id", descending: false },
    position: null,
    pageSize: 2,
  });
  expect(page.count).toBeNull();
  expect(
    pageFooter({
      page,
      envelope: { count: null, next: null, previous: null, results: [] },
      next: null,
      relevance: null,
    }),
  ).toBe("2 of more than 3");
});
