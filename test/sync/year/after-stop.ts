/** The model after a run that was stopped: of each unit, what the run noted is done, and the rest is as before. */
import type { RunOptions } from "../../../src/import/run.ts";
import { readArchives, readNames, readNoted } from "./read-mirror.ts";
import type { Noted, YearModel } from "./year-model.ts";

/**
 * @param before the model before the run, with its list
 * @param after the model if the run had ended
 */
export function afterStop(before: YearModel, after: YearModel, options: RunOptions): YearModel {
  const found = before.copy();
  const { downloads, outcomes, imports } = readNoted(options);
  for (const [unit, was] of before.listed) {
    const is = after.listed.get(unit) ?? was;
    const noted = downloads.get(unit) === keyOf(is.noted) ? is.noted : was.noted;
    const outcome = outcomes.get(unit) === is.outcome ? is.outcome : was.outcome;
    found.listed.set(unit, { ...was, noted, outcome });
  }
  const possible = [
    ...before.disk.values(),
    ...after.disk.values(),
    ...[...after.listed.values()].map(({ noted }) => noted?.packed.sha256),
  ];
  const files = readArchives(options);
  found.disk.clear();
  for (const [unit, sha256] of files) if (possible.includes(sha256)) found.disk.set(unit, sha256);
  for (const [unit, sha256] of before.disk)
    if (after.disk.get(unit) === sha256 && !files.has(unit)) found.disk.set(unit, sha256);
  const names = readNames(options);
  for (const [barcode, is] of after.units) {
    const was = before.unitOf(barcode);
    const isRead = [...is.taken.keys()].every((sha256) => imports.has(`${barcode} ${sha256}`));
    // the cases of an archive may be in before it is read to its end
    const ids = [...new Set([...was.cases.keys(), ...is.cases.keys()])];
    const cases = ids.flatMap((id) => {
      const one = [was.cases.get(id), is.cases.get(id)].find((of) => of?.name === names.get(id));
      return one === undefined ? [] : [[id, one] as const];
    });
    found.units.set(barcode, { ...(isRead ? is : was), cases: new Map(cases) });
  }
  return found;
}

function keyOf(noted: Noted | null): string {
  if (noted === null) return "";
  const { packed, version, isConfirmed, at } = noted;
  return `${packed.sha256} ${version} ${Number(isConfirmed)} ${at}.zip`;
}
