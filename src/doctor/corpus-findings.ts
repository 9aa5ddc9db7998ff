/** What the corpus itself shows: its last runs, and the units that the sources list. */
import type { V1CoverageSum } from "../v1/coverage.ts";
import type { V1Run } from "../v1/stats.ts";
import type { V1 } from "../v1/v1.ts";
import { lastSyncOf } from "./corpus-state.ts";
import { ageWords, type Finding, finding, hoursSince } from "./finding.ts";

export interface AgeLimit {
  /** Milliseconds since 1970. */
  readonly now: number;
  /** Hours after which a sync is too long ago. */
  readonly maxAge: number;
}

/** @throws CaselawError as every question */
export function corpusFindings(v1: V1, limit: AgeLimit): Finding[] {
  const { runs, totals } = v1.stats();
  const { states } = v1.coverage();
  return [
    finding(
      "cases",
      totals.cases === 0 ? "warning" : "ok",
      `${totals.cases} cases, ${totals.rejects} rejected records`,
    ),
    lastSync(runs, limit),
    lastRun(runs),
    units(states),
  ];
}

function lastSync(runs: readonly V1Run[], { now, maxAge }: AgeLimit): Finding {
  const last = lastSyncOf(runs);
  if (last === undefined)
    return finding("last sync", "warning", "none of the last runs is a sync that ended", "Run caselaw sync.");
  const hours = hoursSince(last.finished_at ?? last.started_at, now);
  if (hours < 0)
    return finding("last sync", "failed", "it ended in the future", "Set the clock of this machine.");
  const message = `ended ${ageWords(hours)} ago`;
  if (hours <= maxAge) return finding("last sync", "ok", message);
  return finding(
    "last sync",
    "failed",
    `${message}; the limit is ${ageWords(maxAge)}`,
    "Run caselaw sync, and see why it did not run.",
  );
}

function lastRun(runs: readonly V1Run[]): Finding {
  const [last] = runs;
  if (last === undefined) return finding("last run", "unknown", "there was no run");
  const name = `${last.command} of ${last.started_at}`;
  switch (last.outcome) {
    case "done":
      return finding("last run", "ok", `${name} ended well`);
    case "faulty":
      return finding(
        "last run",
        "warning",
        `${name}: ${last.error ?? "some archives failed, or records were rejected"}`,
        last.error === null ? "See caselaw coverage, and the rejects folder." : "Run it again.",
      );
    case "stopped":
    case null:
      return finding(
        "last run",
        "warning",
        `${name} ${last.outcome === null ? "is running, or was killed" : "was stopped"}`,
        "If nothing runs, the next run continues it.",
      );
    default:
      return finding(
        "last run",
        "failed",
        `${name} ${last.outcome}${last.error === null ? "" : `: ${last.error}`}`,
        "Run it again.",
      );
  }
}

function units(states: readonly V1CoverageSum[]): Finding {
  const count = (state: V1CoverageSum["state"]): number =>
    states.find((one) => one.state === state)?.units ?? 0;
  const words = states.map(({ state, units: number }) => `${number} ${state}`).join(", ");
  if (words === "") return finding("units", "unknown", "no source was listed");
  if (count("failed") > 0)
    return finding("units", "failed", words, "caselaw coverage --state failed has the reasons.");
  if (count("outdated") + count("downloaded") > 0)
    return finding("units", "warning", words, "The next caselaw sync brings them up to date.");
  return finding("units", "ok", words);
}
