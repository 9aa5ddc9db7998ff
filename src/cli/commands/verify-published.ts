/** `caselaw verify --engine-url`: compares an index of a search engine with the corpus. */
import { CaselawError } from "../../domain/errors.ts";
import type { EngineVerification } from "../../engine/publish/verify.ts";
import type { Context } from "../context.ts";
import { EXIT } from "../exit-code.ts";

/** Problems that are printed. */
const MAX_LINES = 100;

/** @throws CaselawError as `verifyIndex` */
export async function verifyPublished(
  { settings, stdout, listen }: Context,
  { deep, json }: { readonly deep: boolean; readonly json: boolean },
): Promise<number> {
  const { engine, db } = settings;
  if (engine === null) throw new CaselawError("invalid", "Cannot compare: no search engine is set");
  const { verifyIndex } = await import("../../engine/publish/verify.ts");
  const found = await verifyIndex(db, engine, { depth: deep ? "all" : "sample", signal: await listen() });
  const lines = linesOf(found, settings.quiet);
  await stdout.write(json ? `${JSON.stringify(found)}\n` : lines.join(""));
  return found.problems.length === 0 ? EXIT.done : EXIT.failed;
}

function linesOf(
  { generation, behind, compared, digests, problems }: EngineVerification,
  quiet: boolean,
): string[] {
  const lines = problems.slice(0, MAX_LINES).map(({ caseId, message }) => `case ${caseId}: ${message}\n`);
  if (problems.length > MAX_LINES) lines.push(`and ${problems.length - MAX_LINES} more\n`);
  if (quiet) return lines;
  const counts = `${generation}: ${compared} cases compared, ${digests} with their documents\n`;
  const left = behind === 0 ? [] : [`${behind} cases changed since the last publication\n`];
  const verdict =
    problems.length === 0 ? "No problem\n" : "Write what differs with `caselaw publish --repair`\n";
  return [counts, ...left, ...lines, verdict];
}
