import { readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { expect, test } from "vitest";
import { madeId } from "../../src/sources/made-records.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { HAS_REAL_FILES, realFiles } from "../casebody/real-files.ts";
import { makeBagZip, writeFolder, writeZip } from "../support/archives.ts";
import { contributedIds, dumpCorpus } from "../support/dump.ts";
import { METS_BODY, metsBag, metsDocument } from "../support/mets.ts";
import { bulkCase } from "../support/records.ts";
import { importAt, only, readRejects, runOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";

const FIRST = "32044057891608_0001";
const document = (serial: number): string =>
  metsDocument({ caseId: `32044057891608_000${serial}`, text: "stays" });

test("importPaths takes a bag of METS documents, zipped or not, and the second time nothing", async () => {
  const bag = metsBag({ "a.xml": document(1), "b.xml": document(2) });
  const options = runOptions();
  const zip = await writeZip(join(tempFolder(), "x.zip"), bag);
  const report = only(await importAt([zip], options));
  expect(report).toMatchObject({
    source: "bulk",
    unit: "illinois-20180301-mets/mets",
    status: "imported",
    added: 2,
  });
  expect(only(await importAt([zip], options))).toMatchObject({ status: "unchanged", unchanged: 2 });
  const other = runOptions();
  await importAt([join(writeFolder(tempFolder(), bag), "Illinois-20180301-mets")], other);
  expect(dumpCorpus(other.corpusPath)).toEqual(dumpCorpus(options.corpusPath));
});

test("a case out of METS is found by what it says, and its body answers in every format", async () => {
  const options = runOptions();
  await importAt([await writeZip(join(tempFolder(), "x.zip"), metsBag({ "a.xml": document(1) }))], options);
  using corpus = openV1(options.corpusPath);
  for (const question of [
    { cite: "1 Ill. 17" },
    { search: "milldam sprinkle" },
    { jurisdiction: "ill" },
    { court: "ill" },
  ]) {
    const found = [...corpus.all("cases", { ...question, full_case: "true", body_format: "xml" })];
    expect(found).toMatchObject([
      {
        id: madeId(FIRST),
        decision_date: "1819-12",
        court: { name: "Illinois Supreme Court", slug: "ill" },
        jurisdiction: { id: 29, whitelisted: false },
        volume: { volume_number: null, url: expect.stringMatching(/volumes\/32044057891608\/$/) },
        casebody: { status: "ok", data: METS_BODY("stays") },
      },
    ]);
  }
  const [text] = [...corpus.all("cases", { full_case: "true" })];
  expect(text?.casebody?.data).toMatchObject({ head_matter: "Taylor v. Sprinkle.", judges: [] });
  expect([...corpus.all("bulk", {})]).toEqual([]);
});

test("R1, R2, R6: importPaths rejects METS documents that are none, with their names, and takes the others", async () => {
  const bag = metsBag({
    "1.xml": document(1),
    "2.xml": metsDocument().replace(/<case [\s\S]*<\/case>/, ""),
    "3.xml": metsDocument({ casebody: "<casebody><p>open</casebody>" }),
    "4.xml": Buffer.concat([Buffer.from(document(4)), Buffer.from([0xff])]),
    "5.xml": "",
    "6.xml": `\ufeff${document(6)}`,
  });
  const options = runOptions();
  const report = only(await importAt([await writeZip(join(tempFolder(), "x.zip"), bag)], options));
  expect(report).toMatchObject({ read: 6, added: 2, rejected: 4 });
  const rejects = readRejects(report.rejects);
  expect(rejects.map(({ entry }) => basename(String(entry)))).toEqual(["2.xml", "3.xml", "4.xml", "5.xml"]);
  expect(rejects[0]).toMatchObject({
    reason: expect.stringMatching(/no metadata of a case/),
  });
});

test("A7: a newer METS bag of the same name takes out what it lacks, unless that is over a tenth", async () => {
  const serials = Array.from({ length: 9 }, (_, index) => index + 1);
  const bagOf = (list: readonly number[], top: string) =>
    metsBag(Object.fromEntries(list.map((serial) => [`${serial}.xml`, document(serial)])), {
      top,
      baggingDate: top.replace(/^.*-(\d{4})(\d\d)(\d\d)-.*$/, "$1-$2-$3"),
    });
  const options = runOptions();
  const place = tempFolder();
  const first = await writeZip(join(place, "1.zip"), bagOf(serials, "Illinois-20180301-xml"));
  const second = await writeZip(join(place, "2.zip"), bagOf(serials.slice(1), "Illinois-20180401-xml"));
  await importAt([first], options);
  expect(only(await importAt([second], options))).toMatchObject({ status: "failed", unit: "illinois/mets" });
  const allowed = await importAt([second], { ...options, shrink: "allowed" });
  expect(only(allowed)).toMatchObject({ status: "imported", removed: 1, unchanged: 8 });
});

test("two METS bags of one name without a date take nothing from each other", async () => {
  const options = runOptions();
  const place = tempFolder();
  for (const serial of [1, 2]) {
    const bag = metsBag({ "a.xml": document(serial) }, { top: "bag", baggingDate: `2018-03-0${serial}` });
    const report = await importAt([await writeZip(join(place, `${serial}.zip`), bag)], options);
    expect(only(report)).toMatchObject({ unit: "bag/mets", status: "imported", added: 1, removed: 0 });
  }
  expect(contributedIds(options.corpusPath)).toHaveLength(2);
});

test("a METS bag and a bulk file of one jurisdiction take nothing from each other", async () => {
  const place = tempFolder();
  const lines = await makeBagZip(join(place, "Illinois-20200302-xml.zip"), { lines: [bulkCase(1)] });
  const bag = metsBag({ "a.xml": document(1) }, { top: "Illinois-20180301-xml" });
  const mets = await writeZip(join(place, "mets.zip"), bag);
  const [forth, back] = [runOptions(), runOptions()];
  for (const path of [lines, mets]) await importAt([path], forth);
  for (const path of [mets, lines]) await importAt([path], back);
  expect(dumpCorpus(back.corpusPath)).toEqual(dumpCorpus(forth.corpusPath));
  expect(contributedIds(forth.corpusPath)).toEqual([1, madeId(FIRST)]);
});

test.skipIf(!HAS_REAL_FILES)("real METS: all but the one without metadata are taken", async () => {
  const paths = realFiles("casebody/mets", ".xml");
  const files = paths.map((path) => [basename(path), readFileSync(path)] as const);
  const bag = metsBag(Object.fromEntries(files.map(([name, bytes]) => [name, bytes])));
  const options = runOptions();
  const report = only(await importAt([await writeZip(join(tempFolder(), "x.zip"), bag)], options));
  expect(report).toMatchObject({ read: 5, added: 4, rejected: 1 });
});
