import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runExport } from "../../src/export/run-export.ts";
import { digestOfToken } from "../../src/http/credentials.ts";
import { startService } from "../../src/http/service.ts";
import { registerBags } from "../../src/import/import.ts";
import type { RunOptions } from "../../src/import/run.ts";
import { RunLock } from "../../src/store/database/lock.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { serviceOptions } from "../http/serving.ts";
import { makeBagZip } from "../support/archives.ts";
import { dumpCorpus } from "../support/dump.ts";
import { bulkCase, bulkCases, xmlBody } from "../support/records.ts";
import { importAt, runOptions, syncAt, syncOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** A corpus of lines from elsewhere, its export registered. */
async function registered(options: RunOptions): Promise<string[]> {
  const place = tempFolder();
  const xml = bulkCases(3, 8).map((one) => ({ ...one, casebody: xmlBody(`x${one.id}`) }));
  const closed = { id: 222, slug: "ruri", name: "Ruri.", name_long: "Ruritania", whitelisted: false };
  const text = [
    ...bulkCases(1, 6),
    bulkCase(20, { jurisdiction: closed, court: { id: 4, name: "R", slug: "r" } }),
  ];
  await importAt(
    [
      await makeBagZip(join(place, "some.zip"), { lines: text }),
      await makeBagZip(join(place, "more.zip"), { lines: xml }),
    ],
    options,
  );
  mkdirSync(options.dataFolder, { recursive: true });
  const target = join(options.dataFolder, "release");
  const { files } = await runExport(options.corpusPath, { format: "bulk", target });
  const archives = files.filter(({ path }) => path.endsWith(".zip"));
  const paths = archives.map(({ path }) => join(target, path));
  expect(await registerBags(paths, options)).toBe(3);
  return paths;
}

test("registered bags are listed and served, closed ones for a token, and a sync from there gives an equal corpus", async () => {
  const options = runOptions();
  await registered(options);
  const { corpusPath, dataFolder } = options;
  const tokensFile = join(tempFolder(), "tokens");
  writeFileSync(tokensFile, `mirror ${digestOfToken("a-token")}\n`);
  await using service = await startService(serviceOptions(corpusPath, { dataFolder, tokensFile }));
  const open = await syncAt(syncOptions("bulk", service.url));
  expect(open.archives.map(({ status, error }) => error ?? status).toSorted()).toEqual([
    expect.stringMatching(/^Cannot download .*: the server answered 401, /),
    "imported",
    "imported",
  ]);
  const second = { ...syncOptions("bulk", service.url), token: "a-token" };
  const report = await syncAt(second);
  expect(report.total).toMatchObject({ archives: 3, rejected: 0 });
  const [mine, theirs] = [dumpCorpus(options.corpusPath), dumpCorpus(second.corpusPath)];
  const { bulk, ...records } = mine.records;
  expect(theirs).toMatchObject({ records, bodies: mine.bodies, words: mine.words });
  // those of this day; the two that were imported are older ones
  expect(bulk).toEqual(expect.arrayContaining([...theirs.records.bulk]));
  const again = await syncAt(second);
  expect(again.total).toMatchObject({ added: 0, changed: 0, removed: 0 });
  expect(new Set(again.archives.map(({ status }) => status))).toEqual(new Set(["unchanged"]));
});

test("registerBags changes no case, and the second time nothing", async () => {
  const options = runOptions();
  const paths = await registered(options);
  const before = dumpCorpus(options.corpusPath);
  expect(await registerBags(paths, options)).toBe(3);
  expect(dumpCorpus(options.corpusPath)).toEqual(before);
  using corpus = openV1(options.corpusPath);
  const names = [...corpus.all("bulk", {})].map(({ file_name: name }) => name.replace(/_\d{8}/, ""));
  expect(names.toSorted()).toEqual(expect.arrayContaining(["ill_text.zip", "ill_xml.zip", "ruri_text.zip"]));
});

test("registerBags refuses what is not below the data folder, is no bag, or while another run holds the corpus", async () => {
  const options = runOptions();
  const [path = ""] = await registered(options);
  const outside = await makeBagZip(join(tempFolder(), "a.zip"), { lines: [bulkCase(1)] });
  await expect(registerBags([outside], options)).rejects.toMatchObject({ code: "invalid" });
  {
    using _lock = new RunLock(`${options.corpusPath}.lock`, "corpus", "another");
    await expect(registerBags([path], options)).rejects.toMatchObject({ code: "conflict" });
  }
  rmSync(path);
  await expect(registerBags([path], options)).rejects.toMatchObject({ code: "not_found" });
});
