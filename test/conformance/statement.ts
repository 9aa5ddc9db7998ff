/** A statement about the interface, and how it is judged. */
import { AssertionError } from "node:assert";
import { type Client, Skipped } from "./client.ts";

/** Throws what was found instead; `Skipped` when the service holds nothing to try it on. */
export type Check = (client: Client) => Promise<void>;

export interface Statement {
  readonly id: string;
  /** What holds, in plain words. */
  readonly says: string;
  /** Where it is laid down. */
  readonly from: string;
  readonly check: Check;
}

export const PARAMETERS = 'docs/interface.md, "Parameters of cases"';

/** Rows of the examples. */
export function row(...rows: readonly number[]): string {
  return `test/conformance/examples.md, row${rows.length === 1 ? "" : "s"} ${rows.join(", ")}`;
}

/** Statements that one place lays down. @param checks by `ID: what holds` */
export function statements(from: string, checks: Readonly<Record<string, Check>>): Statement[] {
  return Object.entries(checks).map(([key, check]) => {
    const end = key.indexOf(": ");
    return { id: key.slice(0, end), says: key.slice(end + 2), from, check };
  });
}

/** The same check of each of these. */
export function each<T>(
  all: readonly T[],
  checkOf: (one: T, at: number) => readonly [key: string, check: Check],
): Record<string, Check> {
  return Object.fromEntries(all.map((one, at) => checkOf(one, at)));
}

export interface Verdict {
  readonly statement: Statement;
  readonly result: "ok" | "FAIL" | "skipped";
  /** What was found, or why it was skipped; empty when ok. */
  readonly found: string;
}

/** Long answers are cut: a row is read by a person. */
const MAX_FOUND_CHARS = 400;

/** Tries a statement; never throws. */
export async function judge(statement: Statement, client: Client): Promise<Verdict> {
  try {
    await statement.check(client);
    return { statement, result: "ok", found: "" };
  } catch (error) {
    if (error instanceof Skipped) return { statement, result: "skipped", found: error.message };
    return { statement, result: "FAIL", found: describe(error) };
  }
}

function describe(error: unknown): string {
  const said = error instanceof Error ? error.message : String(error);
  const cause = error instanceof Error && error.cause instanceof Error ? `: ${error.cause.message}` : "";
  const values =
    error instanceof AssertionError && error.generatedMessage
      ? ` found ${JSON.stringify(error.actual)}, expected ${JSON.stringify(error.expected)}`
      : cause;
  return `${said.split("\n")[0]}${values}`.slice(0, MAX_FOUND_CHARS);
}
