/** What `caselaw doctor` found out (docs/interface.md, "doctor"). */

/** Worst last. `unknown`: not checked, or there was nothing to check. */
export const STATES = ["unknown", "ok", "warning", "failed"] as const;
export type State = (typeof STATES)[number];

export interface Finding {
  readonly check: string;
  readonly state: State;
  /** One line. */
  readonly message: string;
  /** What to do; null if nothing is wrong. */
  readonly advice: string | null;
}

export function finding(check: string, state: State, message: string, advice: string | null = null): Finding {
  return { check, state, message, advice };
}

/** The worst state of all. */
export function verdictOf(findings: readonly Finding[]): State {
  return findings.reduce<State>(
    (worst, { state }) => (STATES.indexOf(state) > STATES.indexOf(worst) ? state : worst),
    "unknown",
  );
}

const HOUR = 3_600_000;

/** Hours from an instant (ISO 8601) to now. */
export function hoursSince(instant: string, now: number): number {
  return (now - Date.parse(instant)) / HOUR;
}

/** `5 hours`, `3 days`. */
export function ageWords(hours: number): string {
  const [number, unit] = hours < 48 ? [Math.floor(hours), "hour"] : [Math.floor(hours / 24), "day"];
  return `${number} ${unit}${number === 1 ? "" : "s"}`;
}
