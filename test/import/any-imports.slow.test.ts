/**
 * Any sequence of imports ends in the corpus that a simple model says (docs/interface.md, "Import guarantees"): both formats of a
 * jurisdiction and a volume of the same cases, older and newer releases, copies, archives packed again, removals, records and
 * archives at fault, runs that were stopped on the way.
 *
 * Some ten seconds; `support/fuzz` says how to run more of them.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { importPaths } from "../../src/import/import.ts";
import type { RunOptions } from "../../src/import/run.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { contributedIds, dumpCorpus, readChanges } from "../support/dump.ts";
import { fuzzing } from "../support/fuzz.ts";
import { importAt, runOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { expectWhole } from "../support/verify.ts";
import { type Format, ImportModel, type ModelCase } from "./import-model.ts";
import { makeArchive, OWN, SHARED, type Snapshot } from "./made-archives.ts";

interface Pick {
  readonly unit: Format;
  readonly release: number;
  readonly packing: number;
}

interface Run {
  readonly archives: readonly Pick[];
  readonly shrink: "refused" | "allowed";
  /** Batches after which a try of this run is stopped, before it is left to its end. */
  readonly stops: readonly number[];
}

interface Story {
  readonly snapshots: readonly Snapshot[];
  readonly runs: readonly Run[];
}

const UNITS = ["text", "xml", "volume"] as const;

/** `present`: which of the shared cases the release has, in all of its units. */
const snapshot = (unit: Format, release: number, present: readonly boolean[]): fc.Arbitrary<Snapshot> =>
  fc
    .record({
      words: fc.array(fc.integer({ min: 1, max: 3 }), { minLength: SHARED, maxLength: SHARED }),
      lacking: fc.subarray(
        Array.from({ length: OWN }, (_, place) => place),
        { maxLength: 2 },
      ),
      twice: fc.option(
        fc.record({ id: fc.integer({ min: 1, max: SHARED }), place: fc.constantFrom("before", "behind") }),
      ),
      fault: fc.constantFrom("none", "none", "none", "mismatch", "refused record"),
    })
    .map(({ words, fault, ...rest }) => ({
      ...rest,
      unit,
      release,
      fault,
      // what a holed archive lacks stays as the older one gave it; the units would date it differently
      shared: words.map((word, place) => (present[place] || fault === "mismatch" ? word : 0)),
      more: 0,
    }));

const snapshots: fc.Arbitrary<Snapshot[]> = fc
  .array(fc.array(fc.integer({ min: 0, max: 5 }), { minLength: SHARED, maxLength: SHARED }), {
    minLength: 6,
    maxLength: 6,
  })
  .chain((present) =>
    fc.tuple(
      ...present.flatMap((dice, release) =>
        UNITS.map((unit) =>
          snapshot(
            unit,
            release,
            dice.map((die) => die > 0),
          ),
        ),
      ),
    ),
  );

const story: fc.Arbitrary<Story> = fc
  .record({
    snapshots,
    large: fc.integer({ min: 0, max: 7 }),
    runs: fc.array(
      fc.record({
        archives: fc.array(
          fc.record({
            unit: fc.constantFrom(...UNITS),
            release: fc.nat(5),
            packing: fc.constantFrom(0, 0, 1),
          }),
          { minLength: 1, maxLength: 4 },
        ),
        shrink: fc.constantFrom("refused", "allowed"),
        stops: fc.oneof(fc.constant([]), fc.array(fc.integer({ min: 1, max: 3 }), { maxLength: 2 })),
      }),
      { minLength: 1, maxLength: 4 },
    ),
  })
  .map(({ snapshots: all, large, runs }) => ({
    snapshots: all.map((one) => (large === 0 && one.unit === "xml" ? { ...one, more: 260 } : one)),
    runs,
  }));

test("C4: importPaths ends in the corpus of the model, whatever comes in what order", async () => {
  const folder = tempFolder();
  let turn = 0;
  await fc.assert(
    fc.asyncProperty(story, async (steps) => {
      const own = join(folder, String(turn++));
      await follow(steps, own);
      rmSync(own, { recursive: true, force: true });
    }),
    fuzzing(5),
  );
});

async function follow({ snapshots: all, runs }: Story, folder: string): Promise<void> {
  const options = runOptions(folder);
  const model = new ImportModel();
  const imported: { paths: string[]; options: RunOptions }[] = [];
  for (const { archives: picks, shrink, stops } of runs) {
    const archives = await Promise.all(
      picks.map(({ unit, release, packing }) => {
        const found = all.find((one) => one.unit === unit && one.release === release);
        if (found === undefined) throw new Error("no such snapshot");
        return makeArchive(join(folder, "archives"), found, packing);
      }),
    );
    const paths = archives.map(({ path }) => path);
    const run = { paths, options: { ...options, shrink } };
    imported.push(run);
    for (const batches of stops) await stopAfter(batches, run.paths, run.options);
    await importAt(run.paths, run.options);
    for (const archive of archives) model.take(archive, shrink);
  }
  await expectAsTold(options.corpusPath, model);
  const before = dumpCorpus(options.corpusPath);
  for (const run of imported) await importAt(run.paths, run.options);
  expect(dumpCorpus(options.corpusPath)).toEqual(before);
}

async function stopAfter(batches: number, paths: readonly string[], options: RunOptions): Promise<void> {
  const stop = new AbortController();
  let left = batches;
  const onProgress: RunOptions["onProgress"] = ({ kind }) => {
    if (kind === "archive" && --left === 0) stop.abort(new Error("stopped by the test"));
  };
  await importPaths(paths, { ...options, signal: stop.signal, onProgress }).catch((error: unknown) => {
    if (!stop.signal.aborted) throw error;
  });
}

async function expectAsTold(corpusPath: string, model: ImportModel): Promise<void> {
  expect(contributedIds(corpusPath)).toEqual(model.ids());
  expect(replayed(readChanges(corpusPath))).toEqual(model.ids());
  const certain = model.ids().filter((id) => !model.contested.has(id));
  using corpus = openV1(corpusPath);
  const stored = (id: number): ModelCase => {
    const bodies = (["text", "html", "xml"] as const).map((format) => corpus.case(id, format));
    const [first] = bodies;
    const [text, html, xml] = bodies.map((one) => tokenIn(one?.casebody));
    return {
      name: first?.name ?? "",
      lastUpdated: first?.last_updated ?? null,
      citesTo: tokenIn(first?.cites_to),
      text: text ?? null,
      html: html ?? null,
      xml: xml ?? null,
    };
  };
  const answers = Object.fromEntries(certain.map((id) => [id, stored(id)]));
  expect(answers).toEqual(Object.fromEntries(certain.map((id) => [id, model.case(id)])));
  await expectWhole(corpusPath);
}

/** The stored ids after each change in turn; no id is added twice, or changed or removed while it is missing. */
function replayed(changes: readonly string[]): number[] {
  const present = new Set<number>();
  for (const change of changes) {
    const [kind, id] = change.split(" ");
    expect(present.has(Number(id)), change).toBe(kind !== "added");
    if (kind === "removed") present.delete(Number(id));
    else present.add(Number(id));
  }
  return [...present].sort((a, b) => a - b);
}

function tokenIn(value: unknown): string | null {
  return /(text|xml|volume)(alpha|beta|gamma|other)/.exec(JSON.stringify(value) ?? "")?.[0] ?? null;
}
