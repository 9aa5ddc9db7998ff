import fc from "fast-check";
import { expect, test } from "vitest";
import { readBulkFileName } from "../../src/sources/bulk-name.ts";

test.each([
  ["New Mexico-20190416-text.zip", "New Mexico", "text", "2019-04-16"],
  ["Ill. App. 2d-20190418-text.zip", "Ill. App. 2d", "text", "2019-04-18"],
  ["Illinois-20200501-xml", "Illinois", "xml", "2020-05-01"],
  ["n-mar-i_metadata_20210921.zip", "n-mar-i", "metadata", "2021-09-21"],
  ["us_xml_20200604.ZIP", "us", "xml", "2020-06-04"],
  ["A-20180829-xml-20200501-xml.zip", "A-20180829-xml", "xml", "2020-05-01"],
  ["Nuevo “México”-20190416-text.zip", "Nuevo “México”", "text", "2019-04-16"],
])("readBulkFileName reads %s from the right", (name, jurisdiction, bodyFormat, date) => {
  expect(readBulkFileName(name)).toEqual({ name: jurisdiction, bodyFormat, date });
});

test.each([
  "",
  "x.zip",
  "Illinois-20201301-xml.zip",
  "Illinois-20200501-html.zip",
  "-20200501-xml.zip",
  "a-2020-xml",
])("readBulkFileName takes %j for no such name", (name) => {
  expect(readBulkFileName(name)).toBeNull();
});

test("readBulkFileName returns the parts that a name was made of", () => {
  const day = fc.date({ min: new Date("1990-01-01"), max: new Date("2100-01-01"), noInvalidDate: true });
  const format = fc.constantFrom("text" as const, "xml" as const);
  fc.assert(
    fc.property(fc.string({ minLength: 1, unit: "grapheme" }), day, format, (name, on, bodyFormat) => {
      const date = on.toISOString().slice(0, 10);
      const made = `${name}-${date.replaceAll("-", "")}-${bodyFormat}.zip`;
      expect(readBulkFileName(made)).toEqual({ name, bodyFormat, date });
    }),
  );
});
