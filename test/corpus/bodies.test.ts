/**
 * docs/interface.md, "Access to case bodies"; docs/formats.md, "Forms and formats of a body"; docs/interface.md, "Behaviour by
 * example", rows 4, 7, 8, 40: bodies and who sees them.
 */
import { describe, expect, test } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { importRecords, makeCorpus, openTestWriter, type TestArchive } from "../support/corpus.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { line, textBody, xmlBody } from "./records.ts";

const XML = `<?xml version='1.0' encoding='utf-8'?>
<casebody firstpage="7" lastpage="8"  xmlns='http://nrs.harvard.edu/urn-3:HLS.Libr.US_Case_Law.Schema.Case_Body:v1'>
  <parties id="b1" pgmap="21">A v. B</parties>
  <opinion type="majority"><author>X.</author><author>Y.</author><p>mill\u00addam &amp; “q”</p></opinion>
  <opinion type="dissent"><p>No.</p></opinion></casebody>`;
const CLOSED = { id: 6, slug: "ill", name: "Ill.", name_long: "Illinois", whitelisted: false };
const FORMATS = ["text", "html", "xml"] as const;

function imported(...archives: TestArchive[]): string {
  const path = `${tempFolder()}/bodies.db`;
  using writer = openTestWriter(path);
  for (const archive of archives) importRecords(writer, archive);
  return path;
}

describe("casebody", () => {
  test("row 30: a case with no opinion and one with empty text are listed and found by the head matter", () => {
    using corpus = openV1(
      makeCorpus([
        line(1, { casebody: textBody("headword") }),
        line(2, { casebody: textBody("headword", "") }),
      ]),
    );
    const { results } = corpus.list("cases", { search: "headword", full_case: true });
    expect(results.map(({ casebody }) => casebody?.status)).toEqual(["ok", "ok"]);
    expect(results[1]?.casebody?.data).toMatchObject({ opinions: [{ text: "" }] });
  });

  test("rows 7, 8, 40: an XML body as text, as HTML, and as the very string", () => {
    using corpus = openV1(makeCorpus([line(1, { casebody: xmlBody(XML) })]));
    const body = (body_format: string) =>
      corpus.list("cases", { full_case: true, body_format }).results[0]?.casebody?.data;
    expect(body("xml")).toBe(XML);
    expect(body("html")).toContain("</h4>");
    expect(body("html")).toContain('data-pgmap="21"');
    expect(body("")).toEqual({
      parties: ["A v. B"],
      opinions: [
        { type: "majority", author: "X. Y.", text: "X.\nY.\nmilldam & “q”" },
        { type: "dissent", author: null, text: "No." },
      ],
      head_matter: "A v. B",
      attorneys: [],
      judges: [],
      corrections: "",
    });
    expect(corpus.case(1, "xml")?.casebody?.data).toBe(XML);
    expect(corpus.case(1)).not.toHaveProperty("casebody");
    expect(corpus.case(2)).toBeNull();
  });

  test("a form that cannot be made is unavailable, a closed one is withheld first", () => {
    const path = makeCorpus([
      line(1, { casebody: textBody("head", "text") }),
      line(2),
      line(3, { jurisdiction: CLOSED }),
    ]);
    using corpus = openV1(path, { access: "anyone" });
    const statuses = FORMATS.map((body_format) =>
      corpus.list("cases", { full_case: true, body_format }).results.map(({ casebody }) => casebody?.status),
    );
    const [none, closed] = ["error_format_unavailable", "error_auth_required"];
    expect(statuses).toEqual([
      ["ok", none, closed],
      [none, none, closed],
      [none, none, closed],
    ]);
  });

  test("the text object serves text beside XML, unless the XML is of a later release", () => {
    const text: TestArchive = {
      unit: "t",
      release: "2020-01-01",
      records: [line(1, { casebody: textBody("", "oldword") })],
    };
    const xml = `<casebody><opinion><p>newword</p></opinion></casebody>`;
    for (const [release, shown] of [
      ["2020-01-01", "oldword"],
      ["2018-01-01", "oldword"],
      ["2022-01-01", "newword"],
    ] as const) {
      const other: TestArchive = { unit: "x", release, records: [line(1, { casebody: xmlBody(xml) })] };
      for (const order of [
        [text, other],
        [other, text],
      ]) {
        using corpus = openV1(imported(...order));
        const found = (search: string) => corpus.list("cases", { search }).count;
        expect([release, found("oldword"), found("newword")]).toEqual([
          release,
          shown === "oldword" ? 1 : 0,
          shown === "newword" ? 1 : 0,
        ]);
        expect(corpus.case(1, "text")?.casebody?.data).toMatchObject({ opinions: [{ text: shown }] });
        expect(corpus.case(1, "xml")?.casebody?.data).toBe(xml);
      }
    }
  });

  test("a static case gives its own text and its page, sanitised, and no XML", () => {
    const body = {
      head_matter: "H",
      opinions: [{ type: "majority", author: null, text: "T" }],
      judges: [],
      attorneys: [],
      parties: [],
      corrections: "",
    };
    const page = `<section class="casebody"><section class="head-matter"><p>H</p></section><article class="opinion" data-type="majority"><p onclick="x">T</p></article></section>`;
    using corpus = openV1(
      imported({ records: [line(1, { casebody: body }), line(2, { casebody: body })], html: { 1: page } }),
    );
    expect(corpus.case(1, "text")?.casebody?.data).toEqual(corpus.case(2, "text")?.casebody?.data);
    expect(corpus.case(1, "html")?.casebody?.data).toBe(page.replace(' onclick="x"', ""));
    expect(corpus.case(2, "html")?.casebody?.status).toBe("error_format_unavailable");
    expect(corpus.case(1, "xml")?.casebody?.status).toBe("error_format_unavailable");
  });

  test("an archive without bodies never takes one away", () => {
    using corpus = openV1(
      imported(
        { unit: "x", release: "2020", records: [line(1, { casebody: xmlBody(XML) })] },
        {
          unit: "m",
          release: "2023-01-01",
          records: [line(1, { name: "Renamed", casebody: { status: "error_auth_required", data: null } })],
        },
      ),
    );
    expect([corpus.case(1, "xml")?.name, corpus.case(1, "xml")?.casebody?.data]).toEqual(["Renamed", XML]);
  });
});
