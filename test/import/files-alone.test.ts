/**
 * docs/interface.md, "Sources" and "Collections and records": what a corpus built from files alone knows of reporters, volumes
 * and bulk files.
 */
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { BulkRecord } from "../../src/domain/bulk-file.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeBagZip } from "../support/archives.ts";
import { openTestWriter } from "../support/corpus.ts";
import { bulkCase, bulkCases } from "../support/records.ts";
import { importAt, runOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";

const REPORTER = { full_name: "Northern Reporter", url: "https://api.case.law/v1/reporters/5/" };
const VOLUME = { volume_number: "1", url: "https://api.case.law/v1/volumes/32044000000001/" };
const INDIANA = { id: 32, slug: "ind", name: "Ind.", name_long: "Indiana", whitelisted: false };
const NAME = "Illinois-20190416-text.zip";

function slugsOf(path: string, collection: "reporters" | "volumes"): unknown {
  using corpus = openV1(path);
  return corpus.list(collection).results.map(({ jurisdictions }) => jurisdictions.map(({ slug }) => slug));
}

test("importPaths gives reporters and volumes the jurisdictions of their cases, in whatever order these come", async () => {
  const folder = tempFolder();
  const own = { reporter: REPORTER, volume: VOLUME };
  const paths = [
    await makeBagZip(join(folder, NAME), { lines: [bulkCase(1, own)] }),
    await makeBagZip(join(folder, "Indiana-20190416-text.zip"), {
      lines: [bulkCase(2, { ...own, jurisdiction: INDIANA }), bulkCase(3, { ...own, jurisdiction: null })],
    }),
  ];
  for (const order of [paths, paths.toReversed()]) {
    const { corpusPath, ...options } = runOptions();
    await importAt(order, { corpusPath, ...options });
    expect(slugsOf(corpusPath, "reporters")).toEqual([["ill", "ind"]]);
    expect(slugsOf(corpusPath, "volumes")).toEqual([["ill", "ind"]]);
  }
});

test("a listing's own jurisdictions of a reporter go before those of its cases, before and after these", async () => {
  const zip = await makeBagZip(join(tempFolder(), NAME), { lines: [bulkCase(1, { reporter: REPORTER })] });
  const ohio = { id: 7, slug: "ohio", name: "Ohio", nameLong: "Ohio", whitelisted: null };
  const reporter = {
    id: 5,
    slug: null,
    fullName: "Northern Reporter",
    shortName: null,
    startYear: null,
    endYear: null,
    jurisdictions: [ohio],
  };
  const list = (path: string): void => {
    using writer = openTestWriter(path);
    writer.writeListings({ jurisdictions: [], courts: [], reporters: [reporter], volumes: [] }, []);
  };
  const [first, last] = [runOptions(), runOptions()];
  list(first.corpusPath);
  await importAt([zip], first);
  await importAt([zip], last);
  list(last.corpusPath);
  for (const { corpusPath } of [first, last]) expect(slugsOf(corpusPath, "reporters")).toEqual([["ohio"]]);
});

test("importPaths enters a bag from disk into the bulk collection, once, and its place when it is kept", async () => {
  const folder = tempFolder();
  const options = runOptions(folder);
  mkdirSync(join(options.dataFolder, "bulk"), { recursive: true });
  const inside = await makeBagZip(join(options.dataFolder, "bulk", NAME), { lines: bulkCases(1, 2) });
  const outside = await makeBagZip(join(folder, "copy of it.zip"), {
    lines: bulkCases(1, 2),
    top: "Illinois-20190416-text",
  });
  const rows = [];
  for (const order of [[outside], [outside, inside], [inside, outside], [outside, inside]]) {
    await importAt(order, options);
    using corpus = openV1(options.corpusPath);
    const { results } = corpus.list("bulk");
    rows.push(results.map(({ id }) => [id, corpus.corpus.bulkFiles().find((file) => file.id === id)?.path]));
    expect(results).toEqual([
      {
        id: expect.any(Number),
        download_url: expect.any(String),
        file_name: NAME,
        export_date: "2019-04-16",
        public: true,
        filter_type: "jurisdiction",
        filter_id: 29,
        body_format: "text",
      },
    ]);
  }
  const id = rows[0]?.[0]?.[0];
  expect(id).toBeGreaterThan(2 ** 31);
  expect(Number.isSafeInteger(id)).toBe(true);
  expect(rows).toEqual([[[id, null]], ...Array(3).fill([[id, `bulk/${NAME}`]])]);
});

test("a service's own record of a bulk file takes the place of that made of its bag, in either order", async () => {
  const zip = await makeBagZip(join(tempFolder(), NAME), { lines: bulkCases(1, 2) });
  const listed: BulkRecord = {
    id: 17,
    fileName: "ill_text_20190416.zip",
    exportDate: "2019-04-16T10:00:00Z",
    public: false,
    filterType: "jurisdiction",
    filterId: 29,
    bodyFormat: "text",
  };
  const other = { ...listed, id: 18, fileName: "ill_xml_20190416.zip", bodyFormat: "xml" };
  const list = (path: string): void => {
    using writer = openTestWriter(path);
    writer.writeListings({ jurisdictions: [], courts: [], reporters: [], volumes: [] }, [listed, other]);
  };
  const [first, last] = [runOptions(), runOptions()];
  list(first.corpusPath);
  await importAt([zip], first);
  await importAt([zip], last);
  list(last.corpusPath);
  for (const { corpusPath } of [first, last]) {
    using corpus = openV1(corpusPath);
    expect(corpus.list("bulk", { with_old: true }).results.map(({ id }) => id)).toEqual([17, 18]);
  }
});

test("importPaths lists older releases of a bag with_old only, also one that it passed over", async () => {
  const folder = tempFolder();
  const make = (date: string) =>
    makeBagZip(join(folder, `Illinois-${date}-text.zip`), { lines: bulkCases(1, 2) });
  const options = runOptions();
  await importAt([await make("20200416"), await make("20190416")], options);
  using corpus = openV1(options.corpusPath);
  const names = (question: Record<string, boolean>): string[] =>
    corpus
      .list("bulk", question)
      .results.map(({ file_name }) => file_name)
      .toSorted();
  expect(names({})).toEqual(["Illinois-20200416-text.zip"]);
  expect(names({ with_old: true })).toEqual(["Illinois-20190416-text.zip", "Illinois-20200416-text.zip"]);
});
