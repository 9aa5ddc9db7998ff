/** Rows of docs/interface.md, "Behaviour by example", that concern lists: finding and filtering. */
import { describe, expect, test } from "vitest";
import { CaselawError } from "../../src/domain/errors.ts";
import { COLLECTIONS } from "../../src/v1/collections.ts";
import type { Parameters } from "../../src/v1/parameter.ts";
import { openV1, V1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { line, textBody } from "./records.ts";
import { queryOf, walk } from "./walk.ts";

function ids(corpus: V1, question: Parameters): number[] {
  return corpus.list("cases", question).results.map(({ id }) => id);
}

function open(...records: unknown[]): V1 {
  return openV1(makeCorpus(records));
}

function refusal(corpus: V1, question: Parameters): unknown {
  try {
    corpus.list("cases", question);
  } catch (error) {
    if (error instanceof CaselawError) return error.parameters ?? error.message;
    throw error;
  }
  return null;
}

describe("list", () => {
  test("row 2: one record of every collection makes a list of one", () => {
    using corpus = open(line(1));
    for (const collection of COLLECTIONS.filter((one) => one !== "bulk")) {
      const page = corpus.list(collection);
      expect([collection, page.count, page.results.length, page.next, page.previous]).toEqual([
        collection,
        1,
        1,
        null,
        null,
      ]);
    }
    expect(corpus.list("cases").results[0]).toEqual(corpus.case(1));
  });

  test("row 3: jurisdiction=Neb. is the jurisdiction of slug neb", () => {
    const neb = { id: 9, slug: "neb", name: "Neb.", name_long: "Nebraska" };
    using corpus = open(line(1), line(2, { jurisdiction: neb }));
    expect(ids(corpus, { jurisdiction: "Neb." })).toEqual([2]);
    expect(ids(corpus, { jurisdiction: ["neb", "mass"] })).toEqual([1, 2]);
    expect(refusal(corpus, { jurisdiction: "nebr" })).toEqual({
      jurisdiction: ["Select a valid choice. nebr is not one of the available choices."],
    });
  });

  test("row 10: words, either, phrase, beginning, and a search without match", () => {
    using corpus = open(
      line(1, { name: "111 222 333 555666", name_abbreviation: "" }),
      line(2, { name: "111 stop 222 444 555777", name_abbreviation: "" }),
      line(3, { name: "nothing matching", name_abbreviation: "" }),
    );
    const found = (search: string): number[] => ids(corpus, { search }).sort();
    expect(found("111 222")).toEqual([1, 2]);
    expect(found("333 | 444")).toEqual([1, 2]);
    expect(found('"111 222"')).toEqual([1]);
    expect(found("555*")).toEqual([1, 2]);
    const none = '{"count":0,"next":null,"previous":null,"results":[]}';
    expect(JSON.stringify(corpus.list("cases", { search: "nope" }))).toBe(none);
  });

  test("row 11: words of one case in any field are found together", () => {
    const opinion = { type: "majority", author: "Holmes, J.", text: "The dam was raised." };
    using corpus = open(
      line(1, {
        name: "Mill v. Canal",
        docket_number: "D-77",
        casebody: textBody("Argued in spring.", opinion),
      }),
      line(2),
    );
    expect(ids(corpus, { search: "canal spring raised holmes judicial D-77 mass" })).toEqual([1]);
  });

  test("row 12: each filter with a value of one of three", () => {
    using corpus = open(
      line(1, {
        name: "People v. Universität of Illinois",
        name_abbreviation: "People v. Ünivérsity",
        docket_number: "NUMBER 13-16-00273-CV",
        decision_date: "1911-03-04",
        court: { id: 8, slug: "ill-1", name: "Supreme Court of Illinois", name_abbreviation: "Ill." },
        reporter: { id: 3, full_name: "Illinois Reports" },
        casebody: textBody("x", { type: "majority", author: "Mr. Justice Craig", text: "y" }),
        last_updated: "2023-07-14T19:38:59.743188+00:00",
      }),
      line(2),
      line(3, { docket_number: "13-17-00273", last_updated: "2022-01-01T00:00:00Z" }),
    );
    for (const question of [
      { name_abbreviation: "univERsity" },
      { name: "universitat OF" },
      { docket_number: "13-16-00273" },
      { cite: "1 mass 1" },
      { court: "ill-1" },
      { court_id: 8 },
      { reporter: 3 },
      { reporter: "Illinois Reports" },
      { decision_date_max: "1911" },
      { author: "craig justice" },
      { last_updated_min: "2023" },
      { last_updated_min: "2023-07-14" },
      { last_updated_min: "2023-07-14T21:38:59.743188+02:00" },
      { last_updated_min: "2023-07-14T19:38:59.743188 00:00" },
    ]) {
      if (question.last_updated_min === "2023") expect(refusal(corpus, question)).not.toBeNull();
      else expect([question, ids(corpus, question)]).toEqual([question, [1]]);
    }
    expect(ids(corpus, { last_updated_max: "2023-07-14", ordering: "last_updated" })).toEqual([3, 1]);
  });

  test("rows 13 to 15: partial and impossible dates", () => {
    using corpus = open(
      line(1, { decision_date: "1988" }),
      line(2, { decision_date: "1988-05" }),
      line(3, { decision_date: "1988-05-20" }),
      line(4, { decision_date: "1911-02-29" }),
      line(5, { decision_date: null }),
    );
    expect(ids(corpus, { decision_date_min: "1987-12-30", decision_date_max: "1988-01-02" })).toEqual([1]);
    expect(corpus.list("cases", { cite: "1 Mass. 1" }).results[0]?.decision_date).toBe("1988");
    expect(ids(corpus, { decision_date_min: "1988", decision_date_max: "1988-05" })).toEqual([1, 2, 3]);
    expect(ids(corpus, { decision_date_min: "1988-05" })).toEqual([2, 3]);
    expect(ids(corpus, { decision_date_min: "1988-02" })).toEqual([2, 3]);
    const february = corpus.list("cases", { decision_date_min: "1911-02", decision_date_max: "1911-02" });
    expect(february.results.map((one) => [one.id, one.decision_date])).toEqual([[4, "1911-02-29"]]);
    expect(ids(corpus, { ordering: "-decision_date" })).toEqual([3, 2, 1, 4, 5]);
  });

  test("row 18: unknown parameters are refused, or ignored and kept; contains on courts and reporters", () => {
    using corpus = open(line(1), line(2));
    const asked = new URLSearchParams({ jurisdiction_slug: "x", constructor: "2", page_size: "1" });
    asked.append("__proto__", "1");
    expect(() => corpus.list("cases", asked)).toThrow("jurisdiction_slug: No such parameter.");
    const page = new V1(corpus.corpus, corpus.baseUrl, "ignored").list("cases", asked);
    expect(page.count).toBe(2);
    expect(queryOf(page.next ?? "").get("jurisdiction_slug")).toBe("x");
    expect(corpus.list("courts", { name: "JUDICIAL" }).count).toBe(1);
    expect(corpus.list("courts", { name: "nope" }).count).toBe(0);
    expect(corpus.list("reporters", { full_name: "chusetts" }).count).toBe(1);
  });

  test("row 19: orders, turned round, and the most frequent word first", () => {
    const named = (n: number) =>
      line(n, { name: "library ".repeat(n), name_abbreviation: "x", decision_date: `200${n}` });
    using corpus = open(named(2), named(1), named(3));
    const orders: [Parameters, number[]][] = [
      [{}, [1, 2, 3]],
      [{ ordering: "decision_date" }, [1, 2, 3]],
      [{ ordering: "-decision_date" }, [3, 2, 1]],
      [{ search: "library" }, [3, 2, 1]],
      [{ search: "library", ordering: "relevance" }, [3, 2, 1]],
      [{ search: "library", ordering: "-relevance" }, [1, 2, 3]],
    ];
    for (const [question, wanted] of orders) {
      const walked = walk(corpus, { ...question, page_size: 1 });
      expect([question, walked.forth, walked.back]).toEqual([question, wanted, wanted]);
    }
  });

  test("rows 27, 28: one citation of two cases; one that ends in a foreign letter; one of signs only", () => {
    const cited = (id: number, cite: string) => line(id, { citations: [{ type: "nominative", cite }] });
    using corpus = open(
      cited(1, "1 Mass. 1"),
      cited(2, "1 Mass., 1"),
      cited(3, "1 Ést. 9é"),
      cited(4, "— —"),
    );
    expect(corpus.list("cases", { cite: "1 mass 1" }).count).toBe(2);
    expect(ids(corpus, { cite: "1 Ést. 9é" })).toEqual([3]);
    expect(corpus.list("cases", { cite: "—" }).count).toBe(0);
    expect(corpus.list("citations", { cite: "—" }).count).toBe(0);
    expect(corpus.list("citations", { cite: "1MASS1" }).results.map((one) => one.case_id)).toEqual([1, 2]);
  });

  test("cite reads every spelling of a citation, and never drops the page of a quotation", () => {
    const cited = (cite: string) => ({ citations: [{ type: "official", cite }] });
    using corpus = open(line(1, cited("1 Ill. App. 17")), line(2, cited("1 Ill. App. 17")), line(3));
    for (const cite of ["1 Ill. App. 17", "1 Ill.App. 17", "1 ill app 17", "1 ILL. APP., 17", "1illapp17"]) {
      expect([cite, ids(corpus, { cite }).sort()]).toEqual([cite, [1, 2]]);
    }
    for (const cite of ["1 Ill. App. 17, 18", "1 Ill. App. 17 at 18", "1 Ill. App. 1", "Ill. App. 17"]) {
      expect([cite, ids(corpus, { cite })]).toEqual([cite, []]);
    }
  });

  test("row 29: no search text is an error, and one without words is as none", () => {
    using corpus = open(line(1, { name: "the open road of a" }), line(2));
    expect(ids(corpus, { search: '"open' })).toEqual([1]);
    expect(ids(corpus, { search: "the of" })).toEqual([1]);
    expect(ids(corpus, { search: "a" })).toEqual([1]);
    for (const search of ['"', "§", "*", "-", "( | )", "— “ ”"]) {
      expect([search, ids(corpus, { search })]).toEqual([search, [1, 2]]);
      expect(ids(corpus, { search, ordering: "relevance" })).toEqual([1, 2]);
    }
  });

  test("row 31: pages and barcodes are strings as given", () => {
    using corpus = open(
      line(1, { first_page: "xii", last_page: "", volume: { barcode: "A3d_138", volume_number: "138-2" } }),
    );
    const [found] = corpus.list("cases").results;
    expect([found?.first_page, found?.last_page, found?.volume.volume_number]).toEqual(["xii", "", "138-2"]);
    expect(corpus.list("volumes").results[0]?.barcode).toBe("A3d_138");
  });
});
