/** Ids that an archive gives again and again come to the same, however many parsers read it (docs/faults.md, "R4" and "C4"). */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { toLines } from "../../support/archives.ts";
import { dumpCorpus } from "../../support/dump.ts";
import { bulkCase } from "../../support/records.ts";
import { importAt, only, readRejects, runOptions } from "../../support/run.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const LINES = 1_200;
/** A long field that no one reads, so that there are many chunks and work for several parsers. */
const PADDING = { unknown: "x".repeat(4_000) };
/** Enough for several parsers on any machine. */
const MEMORY = 600 * 2 ** 20;

/** Lines of some hundred ids in a few versions each, the same for the same seed; some are at fault. */
function linesOf(seed: number): unknown[] {
  let state = seed;
  const draw = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  return Array.from({ length: LINES }, () => {
    const [id, version] = [1 + draw(200), draw(4)];
    const dated = draw(3) === 0 ? {} : { last_updated: `202${version}-01-01T00:00:00Z` };
    const body = draw(50) === 0 ? { casebody: { status: "ok", data: "<casebody>" } } : {};
    return bulkCase(id, { docket_number: `version ${version}`, ...dated, ...body, ...PADDING });
  });
}

/** Imports two archives, one after the other under the same name; what came of both. */
async function importTwo(jobs: number) {
  const path = join(tempFolder(), "data.jsonl");
  const options = { ...runOptions(), jobs, memory: MEMORY };
  const results = [];
  for (const seed of [3, 4]) {
    writeFileSync(path, toLines(linesOf(seed)));
    const report = only(await importAt([path], options));
    const { read, added, changed, unchanged, rejected } = report;
    const rejects = readRejects(report.rejects).map(
      ({ line, reason }) => `${String(line)}: ${String(reason)}`,
    );
    results.push({ read, added, changed, unchanged, rejected, rejects });
  }
  return { results, dump: dumpCorpus(options.corpusPath) };
}

test("R4, C4: importPaths makes the same corpus, counts and rejects with one parser and with several", async () => {
  const one = await importTwo(1);
  const several = await importTwo(5);
  expect(several.results).toEqual(one.results);
  expect(several.dump).toEqual(one.dump);
  const [first] = one.results;
  expect(first?.rejects.length).toBe(first?.rejected);
  expect(new Set(first?.rejects.map((reject) => reject.split(":")[0])).size).toBe(first?.rejected);
});
