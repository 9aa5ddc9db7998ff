/** Drafts made from cases, as `bench/check` makes them: each true, or with one alteration. */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { ALTERATIONS } from "../../bench/check/alterations.ts";
import { citableCases, makeDraft } from "../../bench/check/made-drafts.ts";
import { examine } from "../../bench/check.ts";
import { importPaths } from "../../src/import/import.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { seededRandom } from "../support/fuzz.ts";
import { runOptions } from "../support/run.ts";

const SAMPLE = fileURLToPath(new URL("../../data/sample/bulk/", import.meta.url));
const DRAFTS = 60;

test("what is altered in a draft is found, and nothing else is called wrong", async () => {
  const options = runOptions();
  const texts = readdirSync(SAMPLE).filter((name) => name.endsWith("-text.zip"));
  await importPaths(
    texts.map((name) => join(SAMPLE, name)),
    options,
  );
  using v1 = openV1(options.corpusPath);
  const cases = citableCases(v1, 2_000);
  const kinds = [...Object.keys(ALTERATIONS), null];
  const random = seededRandom(7);
  const missed: unknown[] = [];
  const alarms: unknown[] = [];
  for (let nth = 0; nth < DRAFTS; nth++) {
    const made = await makeDraft(cases, kinds[nth % kinds.length] ?? null, "text", random);
    if (made === null) continue;
    const { judgement, falseAlarms } = examine(v1, made);
    if (judgement !== null && judgement !== "wrong" && judgement !== "unsure")
      missed.push([made.kind, made.altered, judgement]);
    // some of the sentences are of a dissent
    alarms.push(...falseAlarms.filter((words) => !words.endsWith("given without saying so")));
  }
  expect({ missed, alarms }).toEqual({ missed: [], alarms: [] });
});
