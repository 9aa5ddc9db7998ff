/** What is new for an alert, compared with all cases of every state of the corpus. */
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { readAlert, writeAlert } from "../../src/alerts/alert.ts";
import { CaselawError } from "../../src/domain/errors.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { importRecords, openTestWriter } from "../support/corpus.ts";
import { bulkCase, textBody } from "../support/records.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { addTo, idsIn, runOn } from "./alerting.ts";

interface Step {
  /** Ids of the cases of the next release, each with its text. */
  readonly cases: Readonly<Record<string, number>>;
  /** Makes the corpus again from the first archive on, instead of adding to it. */
  readonly isRebuilt: boolean;
  readonly ends: "well" | "webhook fails" | "no run";
}

const TEXTS = ["nothing", "gold", "gold and silver"];
const STEP: fc.Arbitrary<Step> = fc.record({
  cases: fc.dictionary(fc.constantFrom("1", "2", "3", "4", "5", "6"), fc.nat(2)),
  isRebuilt: fc.boolean(),
  ends: fc.constantFrom("well", "well", "webhook fails", "no run"),
});

test("an alert reports each case that matches at a run once, and each change of a reported case, whatever comes between", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(STEP, { minLength: 1, maxLength: 5 }), async (steps) => {
      const folder = join(tempFolder(), "data");
      const path = join(folder, "test.db");
      mkdirSync(folder);
      take(path, { 1: 1 }, 0);
      await addTo(folder, path, {
        question: [["search", "gold"]],
        reports: "new and changed",
        webhook: "https://example.org/",
      });
      const reported = new Set([1]);
      let before = textsIn(path);
      let isSameCorpus = true;
      let last = before;
      // a case that changes and changes back has changed, also one that is removed and comes back
      const touched = new Set<number>();
      for (const [at, { cases, isRebuilt, ends }] of steps.entries()) {
        if (isRebuilt) for (const end of ["", "-wal", "-shm"]) rmSync(`${path}${end}`, { force: true });
        if (isRebuilt) isSameCorpus = false;
        take(path, cases, at + 1);
        const now = textsIn(path);
        for (const id of last.keys()) if (last.get(id) !== now.get(id)) touched.add(id);
        last = now;
        if (ends === "no run") continue;
        const matching = [...now.keys()].filter((id) => now.get(id)?.includes("gold"));
        const isNew = (id: number): boolean => !reported.has(id);
        const isChanged = (id: number): boolean =>
          isSameCorpus && reported.has(id) && before.has(id) && touched.has(id);
        const expected = [
          ...matching.filter(isNew).map((id) => `new ${id}`),
          ...matching.filter(isChanged).map((id) => `changed ${id}`),
        ];
        const fails = ends === "webhook fails";
        const sent: string[] = [];
        const send = async (_: string, body: string): Promise<void> => {
          sent.push(...idsIn([JSON.parse(body)]));
          if (fails) throw new CaselawError("unreachable", "Cannot send");
        };
        const { news, problems } = await runOn(folder, path, ["a"], { send });
        expect(sent).toEqual(expected);
        // a changed corpus is reported too
        const hasNews = expected.length > 0 || !isSameCorpus;
        expect(problems.length).toBe(fails && hasNews ? 1 : 0);
        if (fails && hasNews) continue;
        expect(idsIn(news)).toEqual(expected);
        expect(news.map(({ note }) => note === null)).toEqual(hasNews ? [isSameCorpus] : []);
        for (const id of matching) reported.add(id);
        [before, isSameCorpus] = [now, true];
        touched.clear();
      }
    }),
    { numRuns: 8 },
  );
});

function take(path: string, cases: Readonly<Record<string, number>>, at: number): void {
  using writer = openTestWriter(path);
  const records = Object.entries(cases).map(([id, text]) =>
    bulkCase(Number(id), { casebody: textBody(TEXTS[text] ?? "") }),
  );
  importRecords(writer, { records, release: new Date(Date.UTC(2000, 0, at + 1)).toISOString() });
}

/** The text of each case by id. */
function textsIn(path: string): Map<number, string> {
  using v1 = openV1(path);
  const cases = [...v1.all("cases", { full_case: true, ordering: "id" })];
  return new Map(cases.map(({ id, casebody }) => [id, JSON.stringify(casebody)]));
}

test("an alert notices a corpus that was restored, also if it has grown since", async () => {
  const folder = tempFolder();
  const [path, copy] = [join(folder, "test.db"), join(folder, "copy.db")];
  take(path, { 1: 1 }, 0);
  await addTo(folder, path, { reports: "new and changed" });
  take(path, { 1: 1, 2: 1 }, 1);
  using v1 = openV1(path);
  // as a backup of the first state would be: the same corpus, with another second change
  take(copy, { 1: 1 }, 0);
  const alert = readAlert(folder, "a");
  await writeAlert(folder, {
    ...alert,
    mark: { ...alert.mark, row: { number: 1, caseId: 1, at: "1999-01-01T00:00:00Z" } },
  });
  const { news } = await runOn(folder, path);
  expect(news.map(({ note }) => note)).toEqual([expect.stringContaining("the corpus was restored")]);
  expect(idsIn(news)).toEqual(["new 2"]);
  expect(v1.corpus.lastChange()).toBe(2);
  const ahead = readAlert(folder, "a");
  await writeAlert(folder, { ...ahead, mark: { ...ahead.mark, change: 9 } });
  expect((await runOn(folder, path)).news[0]?.note).toContain("the corpus was restored");
  expect((await runOn(folder, copy)).news[0]?.note).toContain("not the one of the last run");
  expect((await runOn(folder, copy)).news).toEqual([]);
});

test("an alert with more news than a delivery has delivers parts, and goes on after the last one that was sent", async () => {
  const folder = tempFolder();
  const path = join(folder, "test.db");
  take(path, {}, 0);
  await addTo(folder, path, { webhook: "https://example.org/", hasFeed: true });
  take(path, Object.fromEntries(Array.from({ length: 2_500 }, (_, at) => [at + 1, 0])), 1);
  let sent = 0;
  const send = async (): Promise<void> => {
    if (++sent === 2) throw new CaselawError("unreachable", "Cannot send");
  };
  const cut = await runOn(folder, path, ["a"], { send });
  expect(cut.news.map(({ more, results }) => [more, results.length])).toEqual([[true, 1_000]]);
  expect(cut.problems).toEqual(['alert "a": Cannot send']);
  const rest = await runOn(folder, path, ["a"], { send });
  expect(rest.news.map(({ new: added, more, results }) => [added, more, results.length])).toEqual([
    [1_500, true, 1_000],
    [1_500, false, 500],
  ]);
  expect(new Set(idsIn([...cut.news, ...rest.news])).size).toBe(2_500);
  expect(readAlert(folder, "a").entries.some(({ title }) => title.includes("not all are in this feed"))).toBe(
    true,
  );
  expect((await runOn(folder, path)).news).toEqual([]);
});

test("an alert whose jurisdiction the corpus lacks fails and keeps its mark; the others run", async () => {
  const folder = tempFolder();
  const [path, empty] = [join(folder, "test.db"), join(folder, "empty.db")];
  take(path, { 1: 1 }, 0);
  await addTo(folder, path, { question: [["jurisdiction", "ill"]] });
  await addTo(folder, path, { name: "b" });
  take(empty, {}, 0);
  const { problems, news } = await runOn(folder, empty, ["a", "b"]);
  expect(problems).toEqual([expect.stringMatching(/^alert "a": .*jurisdiction: Select a valid choice/)]);
  expect(news.map(({ alert }) => alert)).toEqual(["b"]);
  take(path, { 1: 1, 2: 1 }, 1);
  expect(idsIn((await runOn(folder, path)).news)).toEqual(["new 2"]);
});
