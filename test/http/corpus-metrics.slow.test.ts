/** The numbers of the corpus in /metrics, and the alert rules and the dashboard that name them. */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { verifyNotePath } from "../../src/doctor/state.ts";
import { PARTS, startService } from "../../src/http/service.ts";
import { importRecords, openTestWriter } from "../support/corpus.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { ask } from "./checked.ts";
import { oneCase } from "./records.ts";
import { serviceOptions } from "./serving.ts";

const folder = keptFolder();
const DONE = {
  ...({ outcome: "done", error: null, archives: 1, read: 3, added: 3 } as const),
  ...{ changed: 0, unchanged: 0, removed: 0, rejected: 0 },
} as const;

/** A corpus that a sync filled and that was verified, in a data folder. */
function verifiedCorpus(): { corpusPath: string; dataFolder: string } {
  const [corpusPath, dataFolder] = [join(folder, "corpus.db"), join(folder, "data")];
  mkdirSync(dataFolder, { recursive: true });
  using writer = openTestWriter(corpusPath);
  writer.beginRun("sync");
  importRecords(writer, { records: [oneCase(1), oneCase(2), oneCase(3)] });
  writer.endRun(DONE);
  const note = { corpus: corpusPath, at: "2026-03-01T00:00:00.000Z", verdict: "ok" };
  writeFileSync(verifyNotePath(dataFolder), JSON.stringify(note));
  return { corpusPath, dataFolder };
}

const { corpusPath, dataFolder } = verifiedCorpus();

function valuesIn(text: string): Record<string, number> {
  const lines = text.matchAll(/^(caselaw_(?:corpus|last|disk)\S*) (\S+)$/gm);
  return Object.fromEntries([...lines].map(([, name, value]) => [name, Number(value)]));
}

test("/metrics has the cases, units, runs, sizes and the last verification, and all that the alert rules and the dashboard name", async () => {
  const before = Date.now() / 1_000 - 600;
  await using service = await startService(serviceOptions(corpusPath, { dataFolder }));
  const { text } = await ask(`${service.url}/metrics`);
  const values = valuesIn(text);
  expect(values).toMatchObject({
    caselaw_corpus_readable: 1,
    caselaw_corpus_cases: 3,
    caselaw_corpus_rejected_records: 0,
    'caselaw_corpus_units{state="failed"}': 0,
    'caselaw_corpus_units{state="local"}': 1,
    caselaw_last_verify_timestamp_seconds: Date.parse("2026-03-01") / 1_000,
    caselaw_last_verify_ok: 1,
  });
  expect(values.caselaw_corpus_bytes).toBeGreaterThan(1_000);
  expect(values.caselaw_disk_free_bytes).toBeGreaterThan(1_000);
  expect(values.caselaw_last_sync_success_timestamp_seconds).toBeGreaterThan(before);
  expect(values['caselaw_last_run_timestamp_seconds{outcome="done"}']).toBeGreaterThan(before);
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  const known = types.flatMap(([, name, type]) => (type === "histogram" ? [`${name}_bucket`] : [name]));
  for (const file of ["caselaw.rules.yaml", "grafana-dashboard.json"]) {
    const path = join(import.meta.dirname, "..", "..", "config", "monitoring", file);
    const config = readFileSync(path, "utf8");
    if (file.endsWith(".json")) JSON.parse(config);
    const named = config.match(/\b(?:caselaw|process)_[a-z_]+/g) ?? [];
    expect(named.length).toBeGreaterThan(10);
    expect(named.filter((name) => !known.includes(name))).toEqual([]);
  }
});

test("numbers that no reader gives are left out, and a scrape does not wait for them", async () => {
  const readerModule = new URL("stubborn-reader.ts", import.meta.url);
  await using service = await startService(serviceOptions(corpusPath, { dataFolder }), {
    ...PARTS,
    readerModule,
  });
  const client = new AbortController();
  const hanging = fetch(`${service.url}/v1/cases/?search=hang`, client).catch(() => null);
  const { text } = await ask(`${service.url}/metrics`);
  expect(valuesIn(text)).toEqual({});
  expect(text).toContain("# TYPE caselaw_corpus_cases gauge");
  // the service would wait for it
  client.abort();
  await hanging;
});
