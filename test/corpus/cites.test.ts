/** What a case cites: the source's word, else the text's; the filters and the answer agree. */
import { describe, expect, test } from "vitest";
import type { Parameters } from "../../src/v1/parameter.ts";
import { openV1, type V1 } from "../../src/v1/v1.ts";
import { CLOSED, oneCase } from "../http/records.ts";
import { importRecords, makeCorpus, openTestWriter } from "../support/corpus.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { expectWhole } from "../support/verify.ts";
import { line, textBody, xmlBody } from "./records.ts";

function ids(corpus: V1, question: Parameters): number[] {
  return corpus.list("cases", question).results.map(({ id }) => id);
}

const saying = (id: number, text: string, more: Readonly<Record<string, unknown>> = {}) =>
  line(id, { casebody: textBody("", text), ...more });

describe("cites", () => {
  test("tells what a text cites, with the cases held, where the source tells nothing", () => {
    using corpus = openV1(
      makeCorpus([
        line(1),
        saying(2, "Doe v. Roe, 1 Mass. 1, 3 (1988); 7 Pick. 9; 2 Mass. 2; Id. at 4", { cites_to: [] }),
      ]),
    );
    expect(corpus.cites(2)).toEqual({
      id: 2,
      url: "http://127.0.0.1:8000/v1/cases/2/",
      name_abbreviation: "Case 2",
      decision_date: "1988-05-20",
      cites: [
        {
          cite: "1 Mass. 1",
          standard_cite: "1 Mass. 1",
          volume: "1",
          reporter: "Mass.",
          page: "1",
          pin_pages: ["3"],
          year: 1988,
          times: 1,
          weight: null,
          mentions: 1,
          treatment_words: [],
          opinion_index: 0,
          found_in: "text",
          case: {
            id: 1,
            url: "http://127.0.0.1:8000/v1/cases/1/",
            name_abbreviation: "Case 1",
            decision_date: "1988-05-20",
          },
          case_ids: [1],
        },
        expect.objectContaining({ cite: "7 Pick. 9", case: null, case_ids: [] }),
      ],
    });
  });

  test("tells what the source gives, in any of its shapes, and leaves the text alone", () => {
    const given = [
      { cite: "1 Mass., 1" },
      {
        cite: "2 U. S. 3",
        category: "reporters:federal",
        reporter: "U.S.",
        case_ids: [1, 99],
        weight: 3,
        year: 1790,
        pin_cites: [{ page: "5" }, { parenthetical: "dictum" }],
        opinion_index: -1,
      },
      { cite: "Skin. 353" },
    ];
    using corpus = openV1(makeCorpus([line(1), saying(2, "7 Pick. 9", { cites_to: given })]));
    expect(corpus.cites(2)?.cites).toMatchObject([
      {
        cite: "1 Mass., 1",
        standard_cite: "1 Mass. 1",
        times: null,
        weight: null,
        year: null,
        found_in: "source",
        case_ids: [1],
      },
      {
        standard_cite: "2 U.S. 3",
        pin_pages: ["5"],
        weight: 3,
        mentions: null,
        year: 1790,
        opinion_index: -1,
        case: { id: 1 },
      },
      { cite: "Skin. 353", standard_cite: "Skin. 353", volume: null, page: null, case: null },
    ]);
  });

  test("knows the reporters and citations of the corpus beside the table, and passes over other numbers", () => {
    const bears = { citations: [{ type: "official", cite: "3 Zorn 4" }] };
    using corpus = openV1(
      makeCorpus([line(1, bears), saying(2, "See 3 Zorn 4, 6; 5 Zorn 6; Room 5 Hall B. 7")]),
    );
    expect(corpus.cites(2)?.cites).toMatchObject([{ cite: "3 Zorn 4", pin_pages: ["6"], case_ids: [1] }]);
  });

  test("a case that cites nothing, has no body, or is not there", () => {
    using corpus = openV1(makeCorpus([saying(1, "Nothing."), line(2)]));
    expect([1, 2, 3].map((id) => corpus.cites(id)?.cites)).toEqual([[], [], undefined]);
    expect(corpus.citesOf([2, 3, 1]).map(({ id }) => id)).toEqual([2, 1]);
  });

  test("several cases of one citation are all told", () => {
    const cite = { citations: [{ type: "official", cite: "9 Mass. 9" }] };
    using corpus = openV1(makeCorpus([line(1, cite), line(2, cite), saying(3, "9 Mass. 9")]));
    expect(corpus.cites(3)?.cites).toMatchObject([{ case: { id: 1 }, case_ids: [1, 2] }]);
  });
});

describe("cites_to and cited_by", () => {
  test("see what a text cites, by citation, variation and id", () => {
    using corpus = openV1(
      makeCorpus([
        line(1, { citations: [{ type: "official", cite: "8 Wheat. 1" }] }),
        saying(2, "12 U. S. (8 Wheat.) 1"),
        saying(3, "8 Wheaton, 1"),
        saying(4, "8 Wheat. 11", { cites_to: [{ cite: "2 Mass. 2" }] }),
      ]),
    );
    for (const cites_to of ["8 Wheat. 1", "8 wheat 1", "1"])
      expect(ids(corpus, { cites_to })).toEqual([2, 3]);
    expect(ids(corpus, { cites_to: "12 U.S. 1" })).toEqual([2]);
    expect(ids(corpus, { cites_to: "8 Wheat. 11" })).toEqual([]);
    expect(ids(corpus, { cited_by: 2 })).toEqual([1]);
    expect(ids(corpus, { cited_by: "3 Mass. 3" })).toEqual([1]);
    expect(ids(corpus, { cited_by: 4 })).toEqual([2]);
  });

  test("do not take a case's own citation for one that it cites", () => {
    using corpus = openV1(makeCorpus([saying(1, "1 Mass. 1. So held in 2 Mass. 2"), line(2)]));
    expect(ids(corpus, { cites_to: "1 Mass. 1" })).toEqual([]);
    expect(ids(corpus, { cited_by: 1 })).toEqual([2]);
  });

  test("read XML too, and follow the source once it tells", async () => {
    const path = `${tempFolder()}/cites.db`;
    const xml =
      '<casebody firstpage="1"><opinion type="majority"><p id="b1">See 2 Mass. 2, and go.</p></opinion></casebody>';
    {
      using writer = openTestWriter(path);
      importRecords(writer, {
        unit: "xml",
        records: [line(1, { casebody: xmlBody(xml) }), line(2), line(3)],
      });
    }
    {
      using corpus = openV1(path);
      expect(ids(corpus, { cites_to: "2" })).toEqual([1]);
      expect(ids(corpus, { cited_by: 1 })).toEqual([2]);
    }
    {
      using writer = openTestWriter(path);
      const records = [line(1, { cites_to: [{ cite: "3 Mass. 3" }] })];
      importRecords(writer, { unit: "text", release: "2021-01-01", records });
    }
    using corpus = openV1(path);
    expect(ids(corpus, { cites_to: "2" })).toEqual([]);
    expect(ids(corpus, { cites_to: "3" })).toEqual([1]);
    expect(ids(corpus, { cited_by: 1 })).toEqual([3]);
    await expectWhole(path);
  });
});

test("what a closed text cites is only for those who may read it", () => {
  const path = makeCorpus([
    oneCase(1, { jurisdiction: CLOSED, casebody: textBody("", "Hidden: 2 Mass. 1.") }),
    oneCase(2, {
      jurisdiction: CLOSED,
      cites_to: [{ cite: "2 Mass. 1" }],
      casebody: textBody("", "2 Mass. 1, overruled."),
    }),
  ]);
  using owner = openV1(path, { access: "owner" });
  using anyone = openV1(path, { access: "anyone" });
  expect(owner.cites(1)?.cites).toMatchObject([{ cite: "2 Mass. 1" }]);
  expect(anyone.cites(1)?.cites).toEqual([]);
  expect(owner.cites(2)?.cites).toMatchObject([{ mentions: 1, treatment_words: ["overruled"] }]);
  expect(anyone.cites(2)?.cites).toMatchObject([{ cite: "2 Mass. 1", mentions: null, treatment_words: [] }]);
});

const citing = (id: number, ...entries: readonly unknown[]) => line(id, { cites_to: entries });

describe("cites_to", () => {
  test("a case or citation that is not held is found by what names it", () => {
    using corpus = openV1(makeCorpus([citing(1, { cite: "9 Pick. 9", case_ids: [99] }), line(2)]));
    for (const cites_to of ["99", "9 Pick. 9"]) expect(ids(corpus, { cites_to })).toEqual([1]);
    for (const cites_to of ["9", "1", "— —", "k99", "99999999999999999999", "-5", "9 Pick"]) {
      expect([cites_to, ids(corpus, { cites_to })]).toEqual([cites_to, []]);
    }
  });

  test("row 17: three cases whose source says that they cite 1 Mass. 1, by citation and by id", () => {
    using corpus = openV1(
      makeCorpus([
        line(1),
        citing(2, { cite: "1 Mass. 1" }),
        citing(3, { cite: "2 U.S. 3", case_ids: [7] }, { cite: "1 Mass., 1", case_ids: [1] }),
        citing(4, { cite: "1 Tyng 1", case_ids: [1] }),
        citing(5, { cite: "1 Mass. 11", case_ids: [11] }),
      ]),
    );
    for (const cites_to of ["1 Mass. 1", "1 mass 1", "1"])
      expect(ids(corpus, { cites_to })).toEqual([2, 3, 4]);
    expect(ids(corpus, { cites_to: "1 Tyng 1" })).toEqual([4]);
    expect(ids(corpus, { cites_to: "1", cite: "3 mass 3", ordering: "-id" })).toEqual([3]);
  });

  test("follows a newer archive, and an empty list of one format deletes nothing", () => {
    const path = `${tempFolder()}/cites.db`;
    using writer = openTestWriter(path);
    const archive = (release: string, unit: string, record: unknown) =>
      importRecords(writer, { release, unit, records: [record] });
    archive("2020-01-01", "xml", citing(1, { cite: "1 A. 1" }));
    archive("2021-01-01", "text", citing(1));
    using corpus = openV1(path);
    expect(ids(corpus, { cites_to: "1 A. 1" })).toEqual([1]);
    archive("2022-01-01", "xml", citing(1, { cite: "2 B. 2" }));
    expect(["1 A. 1", "2 B. 2"].map((cites_to) => ids(corpus, { cites_to }))).toEqual([[], [1]]);
  });
});
