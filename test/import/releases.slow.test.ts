/** Releases of a unit that follow each other: what is removed, refused, left as it is. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { hasFaults } from "../../src/import/report.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeBagZip, makeVolumeZip } from "../support/archives.ts";
import { contributedIds, dumpCorpus, readChanges } from "../support/dump.ts";
import { bulkCase, bulkCases, staticCases, staticHtml, textBody } from "../support/records.ts";
import { importAt, only, runOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";

const HUNDRED = bulkCases(1, 100);

/** A corpus that holds a hundred cases, and the way to make a later release. */
async function hundred() {
  const folder = tempFolder();
  const options = runOptions(folder);
  const make = (lines: readonly unknown[], date = "20200604") =>
    makeBagZip(join(folder, `Illinois-${date}-text.zip`), { lines });
  await importAt([await make(HUNDRED, "20190416")], options);
  return { options, make };
}

function found(corpusPath: string, search: string): number | null {
  using corpus = openV1(corpusPath);
  return corpus.list("cases", { search }).count;
}

test.each([
  [89, 11],
  [0, 100],
])(
  "A7: importPaths refuses a release of %i of a hundred cases, unless shrinking is allowed",
  async (kept, missing) => {
    const { options, make } = await hundred();
    const before = dumpCorpus(options.corpusPath);
    const shrunk = await make(HUNDRED.slice(0, kept));
    const report = await importAt([shrunk], options);
    expect(only(report)).toMatchObject({ status: "failed", source: "bulk", unit: "ill/text", read: 0 });
    expect(only(report).error).toContain(`lacks ${missing} of its 100 cases`);
    expect(hasFaults(report)).toBe(true);
    expect(dumpCorpus(options.corpusPath)).toEqual(before);
    const allowed = await importAt([shrunk], { ...options, shrink: "allowed" });
    expect(only(allowed)).toMatchObject({ status: "imported", removed: missing, unchanged: kept });
    expect(contributedIds(options.corpusPath)).toHaveLength(kept);
  },
);

test("A7: importPaths takes a release of 91 of a hundred cases: the others leave tables and index", async () => {
  const { options, make } = await hundred();
  expect(found(options.corpusPath, "word95")).toBe(1);
  const report = await importAt([await make(HUNDRED.slice(0, 91))], options);
  expect(only(report)).toMatchObject({ status: "imported", removed: 9, unchanged: 91, read: 91 });
  expect(hasFaults(report)).toBe(false);
  expect(found(options.corpusPath, "word95")).toBe(0);
  expect(found(options.corpusPath, "all")).toBe(91);
  expect(readChanges(options.corpusPath).slice(100)).toEqual(
    HUNDRED.slice(91).map(({ id }) => `removed ${String(id)}`),
  );
});

test("A7: importPaths removes nothing on the word of a release with one unreadable line", async () => {
  const { options, make } = await hundred();
  const report = await importAt(
    [await make([...HUNDRED.slice(0, 50), "{", ...HUNDRED.slice(50, 60)])],
    options,
  );
  expect(only(report)).toMatchObject({ status: "imported", removed: 0, rejected: 1, unchanged: 60 });
  expect(contributedIds(options.corpusPath)).toHaveLength(100);
});

test("R6: importPaths keeps a case whose record in the newer release is refused", async () => {
  const { options, make } = await hundred();
  const bad = { casebody: { status: "ok", data: "<casebody><p></casebody>" } };
  const lines = [...HUNDRED.slice(0, 94), bulkCase(100, bad), bulkCase(99, { name: 5 })];
  expect(only(await importAt([await make(lines)], options))).toMatchObject({ rejected: 2, removed: 4 });
  expect(contributedIds(options.corpusPath).slice(93)).toEqual([94, 99, 100]);
  expect(found(options.corpusPath, "word100")).toBe(1);
});

test("A8: importPaths lets a release older than the stored one replace nothing", async () => {
  const { options, make } = await hundred();
  const before = dumpCorpus(options.corpusPath);
  const older = await make([bulkCase(1, { docket_number: "old" }), bulkCase(101)], "20180829");
  const report = await importAt([older], options);
  expect(only(report)).toMatchObject({ status: "superseded", read: 0 });
  expect(hasFaults(report)).toBe(false);
  expect(dumpCorpus(options.corpusPath)).toEqual(before);
});

test("A8: importPaths writes no case of a zip that was packed again from the same files", async () => {
  const folder = tempFolder();
  const options = runOptions(folder);
  const fixture = { cases: staticCases(1, 2, 3), html: { "0001-01": staticHtml("word1") } };
  const make = (name: string, day: number, compress: boolean) =>
    makeVolumeZip(join(folder, name, "1.zip"), fixture, {
      mtime: new Date(Date.UTC(2024, 2, day)),
      compress,
    });
  await importAt([await make("a", 5, true)], options);
  const before = readChanges(options.corpusPath);
  for (const [name, day] of [
    ["b", 5],
    ["c", 6],
    ["d", 4],
  ] as const) {
    const report = only(await importAt([await make(name, day, false)], options));
    expect(report).toMatchObject({ added: 0, changed: 0, removed: 0, rejected: 0 });
  }
  expect(readChanges(options.corpusPath)).toEqual(before);
});

test("a record that lost against a newer archive is taken when a still newer one has it again", async () => {
  const [options, folder] = [runOptions(), tempFolder()];
  const add = async (month: number, name: string, lacking: readonly string[]): Promise<string> => {
    const all = staticCases(1, 2);
    all["0001-01"] = { ...all["0001-01"], name };
    for (const record of Object.values(all)) record.last_updated = null;
    const cases = Object.fromEntries(Object.entries(all).filter(([file]) => !lacking.includes(file)));
    const mtime = new Date(Date.UTC(2024, month, 4, 12));
    const fixture = { cases, rows: Object.values(all), html: null };
    await importAt([await makeVolumeZip(join(folder, `${month}`, "1.zip"), fixture, { mtime })], options);
    using v1 = openV1(options.corpusPath);
    return v1.case(1)?.name ?? "";
  };
  // an archive that lacks a case does not keep older ones from being read
  expect(await add(3, "New", ["0002-01"])).toBe("New");
  expect(await add(2, "Old", [])).toBe("New");
  expect(await add(4, "Old", [])).toBe("Old");
});

/** So little that the first chunk of a release fits into the shrink buffer and the second does not: its ids are read separately. */
const LITTLE = 12 * 200_000;
const MANY = bulkCases(1, 700);
const CHANGED = MANY.map((one) => (Number(one.id) % 3 === 0 ? { ...one, casebody: textBody("new") } : one));

test("A7, R4: importPaths decides alike on a release that does not fit into the shrink buffer", async () => {
  const folder = tempFolder();
  const options = { ...runOptions(folder), memory: LITTLE };
  const add = async (date: string, lines: readonly unknown[]) =>
    only(await importAt([await makeBagZip(join(folder, `Illinois-${date}-text.zip`), { lines })], options));
  await add("20190416", MANY);
  const before = dumpCorpus(options.corpusPath);
  const refused = await add("20200604", CHANGED.slice(0, 600));
  expect(refused).toMatchObject({ status: "failed", read: 0 });
  expect(refused.error).toContain("lacks 100 of its 700 cases");
  expect(dumpCorpus(options.corpusPath)).toEqual(before);

  // the last of a repeated id is taken, whatever was buffered before it
  const again = bulkCase(7, { casebody: textBody("again") });
  const repeated = await add("20200605", [...MANY.slice(0, 400), again, MANY[6], ...MANY.slice(400)]);
  expect(repeated).toMatchObject({ status: "imported", read: 702, removed: 0 });
  const { records, bodies, words } = dumpCorpus(options.corpusPath);
  expect([records.cases, bodies, words]).toEqual([before.records.cases, before.bodies, before.words]);

  const counts = { read: 660, changed: 220, unchanged: 440, removed: 40 };
  expect(await add("20200606", CHANGED.slice(0, 660))).toMatchObject({ status: "imported", ...counts });
  expect(contributedIds(options.corpusPath)).toHaveLength(660);
});
