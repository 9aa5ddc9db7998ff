/** docs/interface.md, "Facets and previews": counts of all matches, in the envelope only when asked for. */
import { describe, expect, test } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { line } from "../corpus/records.ts";
import { makeCorpus } from "../support/corpus.ts";

const ILL = { id: 6, slug: "ill", name: "Ill.", name_long: "Illinois", whitelisted: false };
const RECORDS = [
  line(1, { decision_date: "1988" }),
  line(2, { decision_date: "1988-05", jurisdiction: ILL, name: "Mill" }),
  line(3, { decision_date: "1771-10-12", jurisdiction: ILL, reporter: { id: 7, full_name: "Other" } }),
  line(4, { decision_date: "unknown", jurisdiction: null, court: null, name: "Mill" }),
];

describe("facet", () => {
  test("counts every match, not the page, between previous and results", () => {
    using corpus = openV1(makeCorpus(RECORDS));
    const facet = ["jurisdiction", "court", "reporter", "decision_date", "jurisdiction"];
    const envelope = corpus.list("cases", { facet, page_size: 1 });
    expect(Object.keys(envelope)).toEqual(["count", "next", "previous", "facets", "results"]);
    expect(JSON.stringify(envelope.facets)).toBe(
      JSON.stringify({
        jurisdiction: { ill: 2, mass: 1 },
        court: { mass: 3 },
        reporter: { 7: 1, 70: 3 },
        decision_date: { 1771: 1, 1988: 2 },
      }),
    );
    expect(new URL(envelope.next ?? "").searchParams.getAll("facet")).toEqual(facet);
  });

  test("all ignores it; another value is refused", () => {
    using corpus = openV1(makeCorpus(RECORDS));
    expect([...corpus.all("cases", { facet: "court", page_size: 1 })]).toHaveLength(4);
    expect(() => corpus.list("cases", { facet: ["court", "volume"] })).toThrow(
      "facet: Select a valid choice. volume is not one of the available choices.",
    );
  });
});
