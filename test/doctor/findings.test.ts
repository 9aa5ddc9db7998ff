import { expect, test } from "vitest";
import { corpusFindings, verdictOf } from "../../src/doctor/findings.ts";
import type { V1Coverage } from "../../src/v1/coverage.ts";
import type { V1Run, V1Stats } from "../../src/v1/stats.ts";

const NOW = Date.parse("2026-03-10T12:00:00Z");
const RUN: V1Run = {
  ...{ id: 2, command: "sync", error: null, archives: 1, read: 1, added: 1, changed: 0, unchanged: 0 },
  ...{ removed: 0, rejected: 0, outcome: "done" },
  started_at: "2026-03-10T03:00:00.000Z",
  finished_at: "2026-03-10T04:00:00.000Z",
};

function found(runs: readonly V1Run[], states: Readonly<Record<string, number>> = { imported: 3 }) {
  const sums = Object.entries(states).map(([state, units]) => ({ state, units }));
  const asked: { stats: () => Partial<V1Stats>; coverage: () => Partial<V1Coverage> } = {
    stats: () => ({ runs, totals: { ...TOTALS, cases: 5 } }),
    coverage: () => ({ states: sums as unknown as V1Coverage["states"] }),
  };
  const findings = corpusFindings(asked as Parameters<typeof corpusFindings>[0], { nowMs: NOW, maxAge: 36 });
  return Object.fromEntries(findings.map(({ check, state, message }) => [check, `${state}: ${message}`]));
}

const TOTALS: V1Stats["totals"] = {
  ...{ cases: 0, empty_bodies: 0, without_body: 0, bodies: { xml: 0, html: 0, text: 0 } },
  ...{ undated: 0, hash_differences: 0, rejects: 0 },
};

test("a sync of last night and imported units are well", () => {
  expect(found([RUN])).toEqual({
    cases: "ok: 5 cases, 0 rejected records",
    "last sync": "ok: ended 8 hours ago",
    "last run": "ok: sync of 2026-03-10T03:00:00.000Z ended well",
    units: "ok: 3 imported",
  });
});

test.each([
  [{ finished_at: "2026-03-07T04:00:00Z" }, "failed: ended 3 days ago; the limit is 36 hours"],
  [{ finished_at: "2026-03-10T13:00:00Z" }, "failed: it ended in the future"],
  [{ outcome: "failed" }, "warning: none of the last runs is a sync that ended"],
  [{ outcome: null, finished_at: null }, "warning: none of the last runs is a sync that ended"],
  [{ outcome: "faulty" }, "ok: ended 8 hours ago"],
] as const)("the last sync with %j: %s", (change, expected) => {
  expect(found([{ ...RUN, ...change }])["last sync"]).toBe(expected);
});

test.each([
  [
    { outcome: "faulty" },
    "warning: sync of 2026-03-10T03:00:00.000Z: some archives failed, or records were rejected",
  ],
  [{ outcome: null }, "warning: sync of 2026-03-10T03:00:00.000Z is running, or was killed"],
  [{ outcome: "failed", error: "disk full" }, "failed: sync of 2026-03-10T03:00:00.000Z failed: disk full"],
  [{ outcome: "stopped" }, "warning: sync of 2026-03-10T03:00:00.000Z was stopped"],
  [
    { outcome: "faulty", error: "Alert a: no answer" },
    "warning: sync of 2026-03-10T03:00:00.000Z: Alert a: no answer",
  ],
] as const)("the last run with %j: %s", (change, expected) => {
  expect(found([{ ...RUN, ...change }])["last run"]).toBe(expected);
});

test.each([
  [{}, "unknown: no source was listed"],
  [{ imported: 2, failed: 1 }, "failed: 2 imported, 1 failed"],
  [{ imported: 2, outdated: 1 }, "warning: 2 imported, 1 outdated"],
  [{ imported: 2, missing: 1 }, "ok: 2 imported, 1 missing"],
])("units in %j: %s", (states, expected) => {
  expect(found([RUN], states).units).toBe(expected);
});

test.each([
  [[], "unknown"],
  [["ok", "unknown"], "ok"],
  [["failed", "warning"], "failed"],
] as const)("the verdict of %j is the worst state, %s", (states, worst) => {
  expect(verdictOf(states.map((state) => ({ check: "", message: "", advice: null, state })))).toBe(worst);
});
