/** Archives with the same cases make the same corpus in any order of imports (docs/faults.md, "C4"). */
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { importRecords, openTestWriter, type TestArchive } from "../support/corpus.ts";
import { dumpCorpus } from "../support/dump.ts";
import { fuzzing } from "../support/fuzz.ts";
import { bodyData } from "../support/records.ts";
import { tempFolder } from "../support/temp-folder.ts";

const RELEASES = [
  "2018-08-29",
  "2019-04-16",
  "2020-06-04",
  "2021-08-01",
  "2022-03-01",
  "2023-12-04T10:00:00Z",
];
const word = fc.constantFrom("alpha", "beta", "gamma");

/** Records have `last_updated` from 2021 on, and it ascends with the releases, as in the publisher's data. */
function updatedAt(release: string): string | null {
  return release < "2021" ? null : `${release.slice(0, 4)}-01-01T00:00:00.5Z`;
}

const recordOf = (id: number, release: string, form: "xml" | "text" | "none") =>
  fc.record({
    id: fc.constant(id),
    name: word.map((one) => `State v. ${one} Mill`),
    name_abbreviation: word,
    decision_date: fc.constantFrom("1988", "1988-05-20", null),
    docket_number: fc.constantFrom("", "No. 1"),
    citations: fc.constantFrom(
      [],
      [{ type: "official", cite: "1 N.Y. 1" }],
      [{ type: "official", cite: "2 N.Y. 2" }],
    ),
    volume: fc.constantFrom(
      { volume_number: "1" },
      { volume_number: "1", barcode: "A1" },
      { volume_number: "2" },
      null,
    ),
    reporter: fc.constantFrom(
      { full_name: "New York Reports" },
      { id: 7, full_name: "New York Reports" },
      null,
    ),
    court: fc.constantFrom(
      { id: 1, name: "Court One", name_abbreviation: "C.", slug: "c-1" },
      { id: 1, name: "Court 1", name_abbreviation: "C." },
      { id: 2, name: "Court Two", name_abbreviation: "C." },
      null,
    ),
    jurisdiction: fc.constantFrom(
      { id: 1, slug: "ny", name: "N.Y.", name_long: "New York", whitelisted: false },
      { id: 1, name: "N.Y.", name_long: "New York" },
      null,
    ),
    cites_to: fc.constantFrom(undefined, [], [{ cite: "1 N.Y. 1" }], [{ cite: "2 N.Y. 2" }]),
    analysis: fc.constantFrom(undefined, {}, { word_count: 1 }, { word_count: 2 }),
    last_updated: fc.constant(updatedAt(release) ?? undefined),
    casebody: word.map((text) => {
      if (form === "none") return undefined;
      const xml = `<casebody><opinion type="majority"><p>${text} ${form}</p></opinion></casebody>`;
      return { status: "ok", data: form === "xml" ? xml : bodyData("", `${text} ${form}`) };
    }),
  });

const archive = (unit: string): fc.Arbitrary<TestArchive> =>
  fc
    .record({
      release: fc.constantFrom(...RELEASES),
      form: fc.constantFrom("xml" as const, "text" as const, "none" as const),
      ids: fc.subarray([1, 2, 3], { minLength: 1 }),
    })
    .chain(({ release, form, ids }) =>
      fc
        .tuple(...ids.map((id) => recordOf(id, release, form)))
        .map((records) => ({ unit, release, records: JSON.parse(JSON.stringify(records)) as unknown[] })),
    );

test("C4: writeBatch makes the same corpus of the same archives in any order, and a second round changes nothing", () => {
  const folder = tempFolder();
  let runs = 0;
  const made = (archives: readonly TestArchive[], rounds: number): unknown => {
    const path = join(folder, `${runs++}.db`);
    {
      using writer = openTestWriter(path);
      for (const one of archives) importRecords(writer, one);
      const again = Array.from({ length: rounds - 1 }, () =>
        archives.map((one) => importRecords(writer, one)),
      );
      expect(new Set(again.flat(2))).toEqual(new Set(rounds > 1 ? ["unchanged"] : []));
    }
    // the order decides which archive added a case and which changed it
    const { changes: _changes, ...answers } = dumpCorpus(path);
    return answers;
  };
  const archives = fc
    .tuple(archive("a"), archive("b"), archive("c"), archive("d"))
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: 4 })));
  fc.assert(
    fc.property(archives, ([first, second]) => {
      expect(made(second, 2)).toEqual(made(first, 1));
    }),
    { ...fuzzing(8), seed: 5 },
  );
});
