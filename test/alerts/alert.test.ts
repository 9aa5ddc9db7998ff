import { chmodSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import {
  alertNames,
  alertsFolder,
  feedPath,
  lockAlerts,
  readAlert,
  removeAlert,
  writeAlert,
} from "../../src/alerts/alert.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCases } from "../support/records.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { addTo, runOn } from "./alerting.ts";

test("an alert is read as it was written; only its owner can read its file, everybody its feed", async () => {
  const folder = tempFolder();
  const alert = await addTo(folder, makeCorpus(bulkCases(1, 3)), {
    question: [
      ["search", "all"],
      ["jurisdiction", "ill"],
    ],
    webhook: "https://example.org/secret",
    hasFeed: true,
  });
  expect(alert.seen).toEqual([1, 2, 3]);
  expect(readAlert(folder, "a")).toMatchObject(alert);
  expect(alertNames(folder)).toEqual(["a"]);
  expect(statSync(join(alertsFolder(folder), "a.json")).mode & 0o777).toBe(0o600);
  expect(statSync(feedPath(folder, "a")).mode & 0o777).toBe(0o644);
  expect(readFileSync(feedPath(folder, "a"), "utf8")).not.toContain("secret");
  await removeAlert(folder, "a");
  expect(readdirSync(alertsFolder(folder))).toEqual([]);
  await expect(removeAlert(folder, "a")).rejects.toMatchObject({ code: "invalid" });
});

test.each(["", "{}", "null", '{"format":"caselaw alert 1","name":"a"}', "\0"])(
  "the damaged file %j is a problem of every run and never skipped; the alert can be removed",
  async (text) => {
    const folder = tempFolder();
    const corpus = makeCorpus(bulkCases(1, 1));
    await addTo(folder, corpus);
    await addTo(folder, corpus, { name: "b" });
    writeFileSync(join(alertsFolder(folder), "a.json"), text);
    expect(() => readAlert(folder, "a")).toThrow("it is not the file of an alert");
    const { problems } = await runOn(folder, corpus, alertNames(folder));
    expect(problems).toEqual([expect.stringContaining('alert "a": Cannot read alert')]);
    await removeAlert(folder, "a");
    expect(alertNames(folder)).toEqual(["b"]);
  },
);

test("one run at a time has the alerts; a folder that cannot be written is reported", async () => {
  const folder = tempFolder();
  const alert = await addTo(folder, makeCorpus([]));
  {
    using _lock = lockAlerts(folder, "alert run");
    expect(() => lockAlerts(folder, "sync")).toThrow(/locked by caselaw alert run, process/);
  }
  chmodSync(alertsFolder(folder), 0o555);
  if (process.getuid?.() !== 0)
    await expect(writeAlert(folder, alert)).rejects.toMatchObject({ code: "unavailable" });
  chmodSync(alertsFolder(folder), 0o755);
});
