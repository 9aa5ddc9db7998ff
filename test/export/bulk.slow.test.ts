import { copyFileSync, existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openArchive } from "../../src/archive/open-archive.ts";
import type { Manifest } from "../../src/export/manifest.ts";
import { type ExportRequest, runExport } from "../../src/export/run-export.ts";
import { makeBagZip, makeVolumeZip } from "../support/archives.ts";
import { dumpCorpus } from "../support/dump.ts";
import { keptLines } from "../support/kept.ts";
import { bulkCase, bulkCases, staticCases, textBody, xmlBody } from "../support/records.ts";
import { importAt, runOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";

const OHIO = { id: 22, slug: "ohio", name: "Ohio", name_long: "Ohio", whitelisted: false };
const REAL = join(import.meta.dirname, "../../../shared/real/bulk/zips");

/** The manifest, of its files only the archives. */
const exportBulk = async (
  corpusPath: string,
  target: string,
  more: Partial<ExportRequest> = {},
): Promise<Manifest> => {
  const manifest = await runExport(corpusPath, { format: "bulk", target, ...more });
  expect(manifest.files.at(-1)?.path).toBe("dictionary.json");
  return { ...manifest, files: manifest.files.slice(0, -1) };
};

/** All that a bulk file can carry: the collection itself and the runs' history are of the corpus, not of its cases. */
function contentOf(corpusPath: string): unknown {
  const { records, bodies, words } = dumpCorpus(corpusPath);
  return { records: { ...records, bulk: [] }, bodies, words };
}

/** Exports, imports the files, and exports again. */
async function thereAndBack(corpusPath: string) {
  const [place, options] = [tempFolder(), runOptions()];
  const first = await exportBulk(corpusPath, join(place, "first"));
  const report = await importAt([join(place, "first")], options);
  expect(report.total.rejected).toBe(0);
  const second = await exportBulk(options.corpusPath, join(place, "second"));
  return { first, second, options, place };
}

async function linesOf(path: string): Promise<Record<string, unknown>[]> {
  await using archive = await openArchive(path);
  if (archive.layout !== "lines") throw new Error(archive.layout);
  await archive.validate();
  return (await keptLines(archive.records())).map((line) => JSON.parse(line));
}

/** Text, XML, both, neither; two jurisdictions and none. */
async function mixedCorpus(): Promise<string> {
  const options = runOptions();
  const place = tempFolder();
  const texts = [
    ...bulkCases(1, 60),
    bulkCase(70, { casebody: null }),
    bulkCase(71, { name: "“Ünïcode” \u2028 𝒜", casebody: textBody("§ – 𝒜 \u0001") }),
    bulkCase(72, { court: null, reporter: null, volume: null, citations: [], cites_to: [], analysis: {} }),
    bulkCase(73, {
      volume: { volume_number: "1", barcode: "A3d_138 / ü" },
      cites_to: [{ cite: "1 U.S. 1", weight: 0.1 }],
      // of which there is a note
      decision_date: "1911-02-29",
      last_updated: "2023-07-14T19:38:59.743188+00:00",
      provenance: { source: "Harvard" },
    }),
    { id: 74 },
  ];
  const xml = [...bulkCases(50, 65), bulkCase(80)].map((one) => ({
    ...one,
    casebody: xmlBody(`x${one.id}`),
  }));
  const ohio = [90, 91].map((id) =>
    bulkCase(id, { jurisdiction: OHIO, court: { id: 4, name: "O", slug: "o" } }),
  );
  await importAt(
    [
      await makeBagZip(join(place, "Illinois-20200302-text.zip"), { lines: texts }),
      await makeBagZip(join(place, "Illinois-20200302-xml.zip"), { lines: xml }),
      await makeBagZip(join(place, "Ohio-20200302-text.zip"), { lines: ohio }),
      await makeBagZip(join(place, "None-20200302-text.zip"), {
        lines: [bulkCase(95, { jurisdiction: null })],
      }),
    ],
    options,
  );
  return options.corpusPath;
}

test("export bulk and import give an equal corpus, and export bulk of that the same bytes", async () => {
  const corpusPath = await mixedCorpus();
  const { first, second, options, place } = await thereAndBack(corpusPath);
  expect(contentOf(options.corpusPath)).toEqual(contentOf(corpusPath));
  expect(second.files).toEqual(first.files);
  const day = first.exported_at.slice(0, 10).replaceAll("-", "");
  expect(first.files.map(({ path, rows }) => [path, rows])).toEqual([
    [`ill_text_${day}.zip`, 64],
    [`ill_xml_${day}.zip`, 17],
    [`ohio_text_${day}.zip`, 2],
    [`unknown_text_${day}.zip`, 2],
  ]);
  for (const { path } of first.files) {
    const ids = (await linesOf(join(place, "first", path))).map(({ id }) => Number(id));
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  }
  // the publisher's lines have neither the notes of the interface nor its addresses
  const lines = await linesOf(join(place, "first", `ill_text_${day}.zip`));
  expect(JSON.stringify(lines)).not.toMatch(/http|frontend|"url"|"notes"/);
});

test("export bulk leaves out a text that a later XML has overtaken, so that the XML goes on serving it", async () => {
  const [options, place] = [runOptions(), tempFolder()];
  const xml = [{ ...bulkCase(1), casebody: xmlBody("newer") }];
  await importAt(
    [
      await makeBagZip(join(place, "Illinois-20190101-text.zip"), { lines: [bulkCase(1)] }),
      await makeBagZip(join(place, "Illinois-20200302-xml.zip"), { lines: xml }),
    ],
    options,
  );
  const { first, options: back } = await thereAndBack(options.corpusPath);
  expect(first.files.map(({ path }) => path.replace(/_\d+/, ""))).toEqual(["ill_xml.zip"]);
  expect(contentOf(back.corpusPath)).toEqual(contentOf(options.corpusPath));
});

test("export bulk of a format holds every case: texts made from XML too, metadata where there is no such body", async () => {
  const corpusPath = await mixedCorpus();
  const place = tempFolder();
  for (const [format, without] of [
    ["text", 1],
    ["xml", 70 - 17],
  ] as const) {
    const question = { jurisdiction: "ill", full_case: "true", body_format: format };
    const { files, cases } = await exportBulk(corpusPath, join(place, format), { question });
    expect([files.length, cases]).toEqual([1, 70]);
    const lines = await linesOf(join(place, format, files[0]?.path ?? ""));
    expect(lines.length).toBe(70);
    expect(lines.filter(({ casebody }) => casebody === undefined).length).toBe(without);
  }
  await expect(
    exportBulk(corpusPath, join(place, "html"), { question: { full_case: "true", body_format: "html" } }),
  ).rejects.toMatchObject({ code: "invalid" });
});

test("export bulk gives a static case its text; its HTML is what a bulk file cannot carry", async () => {
  const [options, place] = [runOptions(), tempFolder()];
  const zip = await makeVolumeZip(join(place, "a2d", "1.zip"), { cases: staticCases(1, 2, 3) });
  await importAt([zip], options);
  const { options: back, first, second } = await thereAndBack(options.corpusPath);
  const [before, after] = [dumpCorpus(options.corpusPath), dumpCorpus(back.corpusPath)];
  expect(after.records.cases).toEqual(before.records.cases);
  expect(after.words).toEqual(before.words);
  for (const id of [1, 2, 3]) {
    expect(after.bodies[`${id} text`]).toEqual(before.bodies[`${id} text`]);
    expect(after.bodies[`${id} html`]).toEqual({ status: "error_format_unavailable", data: null });
  }
  expect(second.files).toEqual(first.files);
});

test("export bulk names files safely, and two jurisdictions of one name apart", async () => {
  const options = runOptions();
  const of = (id: number, slug: string) => ({ id, slug, name: "N", name_long: "N\nL", whitelisted: true });
  const lines = [
    bulkCase(1, { jurisdiction: of(1, "../../etc/x") }),
    bulkCase(2, { jurisdiction: of(2, "etcx") }),
    bulkCase(3, { jurisdiction: of(3, "–") }),
  ];
  await importAt([await makeBagZip(join(tempFolder(), "n.zip"), { lines })], options);
  const { files } = await exportBulk(options.corpusPath, join(tempFolder(), "out"));
  expect(files.map(({ path }) => path.replace(/_\d{8}/, ""))).toEqual([
    "etcx-2_text.zip",
    "etcx_text.zip",
    "unknown_text.zip",
  ]);
});

test.skipIf(!existsSync(REAL))(
  "real bulk files: import, export, import give an equal corpus and equal bytes (skipped without ../shared)",
  async () => {
    const [options, copies] = [runOptions(), tempFolder()];
    // the dump of the words of the two largest would take most of the time
    const names = readdirSync(REAL).filter((name) => statSync(join(REAL, name)).size < 100_000);
    expect(names.length).toBeGreaterThan(3);
    for (const name of names) copyFileSync(join(REAL, name), join(copies, name));
    await importAt([copies], options);
    const { first, second, options: back, place } = await thereAndBack(options.corpusPath);
    expect(contentOf(back.corpusPath)).toEqual(contentOf(options.corpusPath));
    for (const { path } of first.files) {
      const [one, two] = ["first", "second"].map((folder) => readFileSync(join(place, folder, path)));
      expect(two && one?.equals(two)).toBe(true);
    }
    expect(second.files).toEqual(first.files);
  },
);
