/**
 * What is held true after every kill: of the corpus as it was left, and of the run that goes on (docs/faults.md, "What holds
 * after every fault" and "D4").
 */
import { cpSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { type Dump, dumpCorpus } from "./dump.ts";
import type { KillPlace } from "./kill-place.ts";
import { runHere } from "./run-here.ts";
import { NEW_WORD } from "./two-releases.ts";
import { expectWhole } from "./verify.ts";

const NO_FORM = JSON.stringify({ status: "error_format_unavailable", data: null });

/**
 * The corpus verifies and shows each case old or new, never half; the next run ends by itself, in the corpus and the
 * files of an undisturbed one.
 */
export async function expectSurvived(place: KillPlace): Promise<void> {
  const copy = `${place.folder}-copy`;
  // looking at a corpus folds its log in: the next run is to meet it as the kill left it
  cpSync(place.folder, copy, { recursive: true });
  await expectWholeCases(join(copy, "test.db"), place);
  rmSync(copy, { recursive: true, force: true });
  const { code, stderr } = await runHere(place.args);
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.anything() });
  const found = place.endState();
  expect(found.files).toEqual(place.after.files);
  expect(found.rejects).toEqual(place.after.rejects);
  expect(found.dump).toEqual(place.after.dump);
}

/** Every case as the one release has it or as the other, found by its own words, in a corpus that verifies. */
export async function expectWholeCases(
  path: string,
  place: Pick<KillPlace, "before" | "after">,
): Promise<void> {
  await expectWhole(path);
  const found = dumpCorpus(path);
  const [old, next] = [casesOf(place.before), casesOf(place.after.dump)];
  for (const [id, shown] of casesOf(found)) {
    const [was, becomes] = [old.get(id), next.get(id)];
    for (const [part, value] of Object.entries(shown)) {
      // a case that is new with its text archive has no other form before the next archive
      const none = was === undefined && part !== "main" ? [NO_FORM] : [];
      expect([was?.[part], becomes?.[part], ...none], `case ${id}, ${part}`).toContain(value);
    }
  }
  expect(foundBy(path, NEW_WORD)).toEqual(idsWith(found, NEW_WORD));
  expect(foundBy(path, "all")).toEqual([...casesOf(found).keys()]);
}

/**
 * What readers are shown of each case, by part: its record with the text that is searched, and its other forms, which
 * another archive may bring. Not its court's name, which is the court's and changes with it.
 */
function casesOf({ records, bodies }: Dump): Map<number, Record<string, string>> {
  const cases = new Map<number, Record<string, string>>();
  for (const record of records.cases) {
    if (typeof record !== "object" || record === null) continue;
    const id = Number(Reflect.get(record, "id"));
    const [main, html, xml] = [
      [{ ...record, court: null }, bodies[`${id} text`]],
      bodies[`${id} html`],
      bodies[`${id} xml`],
    ].map((part) => JSON.stringify(part));
    cases.set(id, { main: main ?? "", html: html ?? "", xml: xml ?? "" });
  }
  return new Map([...cases].sort(([a], [b]) => a - b));
}

function idsWith(dump: Dump, word: string): number[] {
  return [...casesOf(dump)].filter(([, { main }]) => main?.includes(word)).map(([id]) => id);
}

function foundBy(path: string, search: string): number[] {
  using corpus = openV1(path);
  const ids = [...corpus.all("cases", { search, page_size: "1000" })].map(({ id }) => Number(id));
  return ids.sort((a, b) => a - b);
}
