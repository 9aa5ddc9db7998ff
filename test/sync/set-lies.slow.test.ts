/** Tables that are not what the list says of them. */
import { expect, test } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { dumpCorpus } from "../support/dump.ts";
import { fuzzing, seededRandom } from "../support/fuzz.ts";
import { type Decision, rowsOf } from "../support/listener-set.ts";
import { type ListenerSite, startListenerSite } from "../support/listener-site.ts";
import { syncAt, syncOptions } from "../support/run.ts";

const RELEASES = ["2024-09-30", "2024-12-31", "2025-03-31"] as const;
const TABLES = ["citations", "courts", "dockets", "opinion-clusters", "opinions"] as const;
const CASES = 24;

/** Of each set: one decision is gone, one is new, one has another name. */
function decisionsOf(generation: number): Decision[] {
  return Array.from({ length: CASES }, (_, nth) => {
    const id = 1_000 + generation + nth;
    const name = nth === 5 ? `Case ${id} in set ${generation}` : `Case ${id}`;
    return { id, court: "ca9", cluster: { case_name: name }, citations: [[3, `${id} F.4th 1`]] };
  });
}

function publish(site: ListenerSite, generation: number): void {
  site.publish(RELEASES[generation] ?? "", rowsOf(decisionsOf(generation)));
}

const LIES = ["another table", "an earlier set", "cut", "damaged", "other bytes of that size"] as const;

/** Answers some tables by lies; the list tells size and version of what is answered. */
function lie(site: ListenerSite, generation: number, random: () => number): Set<string> {
  const told = new Set<string>();
  const nameOf = (table: string, of: number): string => `${table}-${RELEASES[of]}.csv.bz2`;
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T;
  for (const table of TABLES) {
    if (random() < 0.6) continue;
    const name = nameOf(table, generation);
    const truth = site.files.get(name) ?? Buffer.alloc(0);
    const kind = one(LIES);
    told.add(kind);
    const damaged = Buffer.from(truth);
    damaged.fill(0x55, 40, 44);
    const bytes = {
      "another table": site.files.get(nameOf(one(TABLES), generation)),
      "an earlier set": site.files.get(nameOf(table, Math.max(0, generation - 1))),
      cut: truth.subarray(0, Math.ceil(truth.length * 0.7)),
      damaged,
      "other bytes of that size": Buffer.alloc(truth.length, 0x55),
    }[kind];
    site.files.set(name, bytes ?? truth);
  }
  site.list();
  return told;
}

test("T15: after lies about its tables and an honest list, the corpus is that of a source that never lied", async () => {
  const site = await startListenerSite();
  const honest = syncOptions("courtlistener", site.server.url);
  for (const generation of RELEASES.keys()) {
    publish(site, generation);
    await syncAt(honest);
  }
  const stateOf = (path: string) => {
    const { records, bodies, words } = dumpCorpus(path);
    using v1 = openV1(path);
    const units = v1.coverage().units.map(({ unit, state, cases_imported }) => [unit, state, cases_imported]);
    return { records, bodies, words, units };
  };
  const expected = stateOf(honest.corpusPath);
  const { numRuns, seed } = fuzzing(3);
  const told = new Set<string>();
  for (let run = 0; run < numRuns; run++) {
    const random = seededRandom(seed + run);
    const options = syncOptions("courtlistener", site.server.url);
    site.files.clear();
    for (const generation of RELEASES.keys()) {
      publish(site, generation);
      for (const kind of lie(site, generation, random)) told.add(kind);
      await syncAt(options).catch((error: unknown) => expect(error).toMatchObject({ code: "corrupt" }));
      // what earlier sets were is told no more
      publish(site, generation);
    }
    const report = await syncAt(options);
    expect(report.total.failed).toBe(0);
    const found = stateOf(options.corpusPath);
    for (const part of ["units", "records", "bodies", "words"] as const)
      expect(found[part], `run ${run}, ${part}`).toEqual(expected[part]);
  }
  expect([...told].toSorted()).toEqual([...LIES].toSorted());
});
