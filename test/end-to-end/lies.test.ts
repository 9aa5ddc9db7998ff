import { afterAll, expect, test } from "vitest";
import { verifyCorpus } from "../../src/maintenance/verify.ts";
import type { SyncOptions } from "../../src/sync/plan.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { dumpCorpus } from "../support/dump.ts";
import { fuzzing } from "../support/fuzz.ts";
import { GENERATIONS, LIES, type Lie, type LyingSource, startLyingSource } from "../support/lying-source.ts";
import { syncAt, syncOptions } from "../support/run.ts";

/** Runs of lies of each source: each kind of lie is told several times; `CASELAW_FUZZ=20` tells more than 1,000 lies. */
const RUNS = { static: fuzzing(1).numRuns, bulk: fuzzing(2).numRuns } as const;

/** Compared one by one: the difference of all at once is too large to be shown. */
const PARTS = ["units", "records", "bodies", "words"] as const;

/** A generator of whole numbers below `bound`, the same for the same seed. */
function numbersFrom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * bound);
  };
}

/** A lie for nine of ten units. */
function liesFor(units: readonly string[], seed: number): Map<string, Lie> {
  const next = numbersFrom(seed);
  const told = units.flatMap((unit): [string, Lie][] => {
    const lie = LIES[next(LIES.length)];
    return next(10) === 0 || lie === undefined ? [] : [[unit, lie]];
  });
  return new Map(told);
}

/** All that a corpus answers, and how its units stand. */
function stateOf({ corpusPath }: SyncOptions) {
  const { records, bodies, words } = dumpCorpus(corpusPath);
  using corpus = openV1(corpusPath);
  const units = corpus.coverage().units.map(({ unit, state, cases_imported, cases_expected }) => ({
    unit,
    state,
    cases_imported,
    cases_expected,
  }));
  return { records, bodies, words, units };
}

let started: Promise<LyingSource> | undefined;
afterAll(async () => (await started)?.service.close());

test.each(["static", "bulk"] as const)(
  "S1: after all kinds of lies of a source and honest runs, the corpus of %s is that of a source that never lied",
  async (name) => {
    started ??= startLyingSource();
    const source = await started;
    const honest = syncOptions(name, source.service.url);
    for (let generation = 0; generation < GENERATIONS; generation++) {
      source.tell(generation);
      await syncAt(honest);
    }
    const expected = stateOf(honest);
    expect(expected.units.every(({ state }) => state === "imported")).toBe(true);
    const lies: Lie[] = [];
    for (let seed = 1; seed <= RUNS[name]; seed++) {
      const options = syncOptions(name, source.service.url);
      for (let generation = 0; generation < GENERATIONS; generation++) {
        const told = liesFor(source.units[name], seed * 100 + generation);
        lies.push(...told.values());
        source.tell(generation, told);
        await syncAt(options);
      }
      source.tell(GENERATIONS - 1);
      for (const _ of [1, 2]) await syncAt(options);
      const found = stateOf(options);
      for (const part of PARTS) expect(found[part], `seed ${seed}, ${part}`).toEqual(expected[part]);
      expect(
        (await verifyCorpus(options.corpusPath, { depth: "all", dataFolder: options.dataFolder })).verdict,
      ).toBe("ok");
    }
    for (const lie of LIES) expect(lies.filter((one) => one === lie).length, lie).toBeGreaterThan(2);
  },
);
