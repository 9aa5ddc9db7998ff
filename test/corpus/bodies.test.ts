/** docs/formats.md, "Forms and formats of a body": which body is served; test/http/behaviour has who sees it. */
import { describe, expect, test } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { importRecords, makeCorpus, openTestWriter, type TestArchive } from "../support/corpus.ts";
import { bodyData } from "../support/records.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { line, textBody, xmlBody } from "./records.ts";

const XML = `<?xml version='1.0' encoding='utf-8'?>
<casebody firstpage="7" lastpage="8"  xmlns='http://nrs.harvard.edu/urn-3:HLS.Libr.US_Case_Law.Schema.Case_Body:v1'>
  <parties id="b1" pgmap="21">A v. B</parties>
  <opinion type="majority"><p>mill\u00addam &amp; “q”</p></opinion></casebody>`;
const CLOSED = { id: 6, slug: "ill", name: "Ill.", name_long: "Illinois", whitelisted: false };
const FORMATS = ["text", "html", "xml"] as const;

function imported(...archives: TestArchive[]): string {
  const path = `${tempFolder()}/bodies.db`;
  using writer = openTestWriter(path);
  for (const archive of archives) importRecords(writer, archive);
  return path;
}

describe("casebody", () => {
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
    const casebody = textBody("", "oldword");
    const text: TestArchive = { unit: "t", release: "2020-01-01", records: [line(1, { casebody })] };
    const xml = "<casebody><opinion><p>newword</p></opinion></casebody>";
    for (const [release, shown] of [
      ["2018-01-01", "oldword"],
      ["2020-01-01", "oldword"],
      ["2022-01-01", "newword"],
    ]) {
      const other = { unit: "x", release: release ?? "", records: [line(1, { casebody: xmlBody(xml) })] };
      for (const order of [
        [text, other],
        [other, text],
      ]) {
        using corpus = openV1(imported(...order));
        const found = ["oldword", "newword"].filter((search) => corpus.list("cases", { search }).count === 1);
        expect([release, found]).toEqual([release, [shown]]);
        expect(corpus.case(1, "text")?.casebody?.data).toMatchObject({ opinions: [{ text: shown }] });
        expect(corpus.case(1, "xml")?.casebody?.data).toBe(xml);
      }
    }
  });

  test("a static case gives its own text and its page, sanitised, and no XML", () => {
    const body = bodyData("H", "T");
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
