/** Index and change log stay consistent with the cases: changes, removals, other dates, renamed courts, later listings. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Parameters } from "../../src/v1/parameter.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { line, textBody } from "../corpus/records.ts";
import { importRecords, openTestWriter, type TestArchive } from "../support/corpus.ts";
import { bodyData } from "../support/records.ts";
import { readSql } from "../support/sql.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { expectWhole } from "../support/verify.ts";

function corpusOf(...archives: TestArchive[]): string {
  const path = join(tempFolder(), "test.db");
  using writer = openTestWriter(path);
  for (const archive of archives) importRecords(writer, archive);
  return path;
}

function ids(path: string, question: Parameters): number[] {
  using corpus = openV1(path);
  const page = corpus.list("cases", question);
  expect(page.count).toBe(page.results.length);
  return page.results.map(({ id }) => id);
}

const changes = (path: string): unknown[] =>
  readSql(path, "SELECT kind || ' ' || case_id FROM change_log ORDER BY seq");
const spoken = (id: number, text: string, more = {}) => line(id, { casebody: textBody("", text), ...more });

describe("writeBatch", () => {
  test("a removed case leaves rows and index, unless another unit contains it", async () => {
    const all = [spoken(1, "gone"), spoken(2, "held"), spoken(3, "stays")];
    const path = corpusOf(
      { unit: "a", release: "2020-01-01", records: all },
      { unit: "b", release: "2020-01-01", records: [all[1]] },
      { unit: "a", release: "2021-01-01", records: [all[2]] },
    );
    expect([ids(path, {}), ids(path, { search: "gone" })]).toEqual([[2, 3], []]);
    expect(changes(path)).toEqual(["added 1", "added 2", "added 3", "removed 1"]);
    await expectWhole(path);
  });

  test("R2: NUL, marks and private characters in a name are found, and an unchanged import writes nothing", () => {
    const records = [spoken(1, "be\0fore", { name: "Nul\0Name", docket_number: "a\0b\0c" })];
    const path = corpusOf({ records });
    expect(ids(path, { search: "fore" })).toEqual([1]);
    expect(ids(path, { name: "Name" })).toEqual([1]);
    expect(ids(path, { name: "l\0N" })).toEqual([1]);
    expect(ids(path, { docket_number: "b\0c" })).toEqual([1]);
    using writer = openTestWriter(path);
    expect(importRecords(writer, { records, release: "2022-01-01" })).toEqual(["unchanged"]);
  });
});

describe("reindexOutdatedCases", () => {
  const court = (name: string) => ({ court: { id: 500, name, name_abbreviation: "M." } });

  test("cases are found by a court's new name, also those of an archive that was not read again", () => {
    const path = corpusOf(
      { unit: "a", release: "2020-01-01", records: [line(1, court("Orphans Bench"))] },
      { unit: "b", release: "2021-01-01", records: [line(2, court("Probate Bench"))] },
    );
    expect(ids(path, { search: "orphans" })).toEqual([]);
    expect(ids(path, { search: "probate bench" })).toEqual([1, 2]);
    expect(readSql(path, "SELECT count(*) FROM index_outdated")).toEqual([0]);
    expect(changes(path)).toEqual(["added 1", "added 2"]);
  });

  test("a line that only names its reporter and volume is resolved when the listings are imported, before or after it", () => {
    const records = [
      line(1, { volume: { volume_number: "7" }, reporter: { full_name: "New York Reports" } }),
    ];
    const reporters = [1, 2].map((id) => ({
      id,
      slug: null,
      fullName: "New York Reports",
      shortName: id === 1 ? "N.Y." : "Mass.",
      startYear: null,
      endYear: null,
      jurisdictions: null,
    }));
    const volume = { ...EMPTY_VOLUME, barcode: "B7", volumeNumber: "7", reporterId: 2, reporterName: null };
    const listing = { jurisdictions: [], courts: [], reporters, volumes: [volume] };
    for (const order of ["listing first", "listing last"]) {
      const path = join(tempFolder(), "test.db");
      {
        using writer = openTestWriter(path);
        if (order === "listing first") writer.writeListings(listing, []);
        importRecords(writer, { records });
        if (order === "listing last") writer.writeListings(listing, []);
      }
      expect([order, ids(path, { reporter: 2 })]).toEqual([order, []]);
      using writer = openTestWriter(path);
      const named = reporters.map((one) => ({
        ...one,
        jurisdictions: [{ ...MASS, id: one.id === 2 ? 5 : 6 }],
      }));
      writer.writeListings({ ...listing, reporters: named }, []);
      expect([order, ids(path, { reporter: 2 })]).toEqual([order, [1]]);
      using corpus = openV1(path);
      expect(corpus.case(1)?.volume.url).toMatch(/volumes\/B7\/$/);
    }
  });
});

test("an older page that only adds the cited cases does not replace the words of the newer one", () => {
  const page = (word: string, more: object): Pick<TestArchive, "records" | "html"> => ({
    records: [
      line(1, {
        casebody: bodyData("H", word),
        ...more,
      }),
    ],
    html: {
      1: `<section class="casebody"><section class="head-matter"><p>H</p></section><article class="opinion" data-type="majority"><p>${word}</p></article></section>`,
    },
  });
  const older = page("oldword", { cites_to: [{ cite: "1 U.S. 1" }] });
  const path = corpusOf(
    { unit: "a", release: "2023-01-01", ...page("newword", { cites_to: undefined }) },
    { unit: "b", release: "2020-01-01", ...older },
  );
  expect(ids(path, { search: "newword" })).toEqual([1]);
  expect(ids(path, { search: "oldword" })).toEqual([]);
  expect(ids(path, { cites_to: "1 U.S. 1" })).toEqual([1]);
});

const MASS = { id: 5, slug: "mass", name: "Mass.", nameLong: null, whitelisted: null };
const EMPTY_VOLUME = {
  title: null,
  publisher: null,
  publicationYear: null,
  startYear: null,
  endYear: null,
  nominativeVolumeNumber: null,
  nominativeName: null,
  seriesVolumeNumber: null,
  jurisdictions: null,
};
