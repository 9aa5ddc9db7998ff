/**
 * docs/interface.md, "Import guarantees": reference records are merged field by field; a listing takes precedence over an archive,
 * a later release over an earlier one.
 */

import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ReferenceRecords } from "../../src/domain/case.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { line } from "../corpus/records.ts";
import { makeCorpus, openTestWriter } from "../support/corpus.ts";
import { fuzzing } from "../support/fuzz.ts";
import { tempFolder } from "../support/temp-folder.ts";

const jurisdiction = fc.record({
  id: fc.constantFrom(1, 2),
  slug: fc.constantFrom(null, "ny"),
  name: fc.constantFrom(null, "N.Y.", "NY"),
  nameLong: fc.constantFrom(null, "New York", ""),
  whitelisted: fc.constantFrom(null, true, false),
});
const court = fc.record({
  id: fc.constantFrom(1, 2, 3),
  slug: fc.constantFrom(null, null, "ny-1"),
  name: fc.constantFrom(null, "", "Court"),
  nameAbbreviation: fc.constantFrom(null, "N.Y.", "Ct."),
  jurisdictionId: fc.constantFrom(null, 1, 2),
  jurisdictionSlug: fc.constantFrom(null, "ny"),
});
const reporter = fc.record({
  id: fc.constantFrom(1, 2),
  slug: fc.constantFrom(null, "ny"),
  fullName: fc.constantFrom(null, "New York Reports"),
  shortName: fc.constantFrom(null, "N.Y.", ""),
  startYear: fc.constantFrom(null, 0, 1847),
  endYear: fc.constantFrom(null, 0, 1900),
  jurisdictions: fc.constant(null),
});
/** At most one record for each id, as in a listing. */
const references: fc.Arbitrary<ReferenceRecords> = fc.record({
  jurisdictions: fc.uniqueArray(jurisdiction, { selector: ({ id }) => id, maxLength: 2 }),
  courts: fc.uniqueArray(court, { selector: ({ id }) => id, maxLength: 3 }),
  reporters: fc.uniqueArray(reporter, { selector: ({ id }) => id, maxLength: 2 }),
  volumes: fc.constant([]),
});

test("writeArchiveReferences and writeListings make the same records in any order", () => {
  const folder = tempFolder();
  let runs = 0;
  const made = (origins: readonly (readonly [string, ReferenceRecords])[]): unknown => {
    const path = join(folder, `${runs++}.db`);
    {
      using writer = openTestWriter(path);
      const unit = writer.claimUnit("test", "test");
      for (const [release, records] of origins) {
        if (release === "listing") writer.writeListings(records, []);
        else writer.writeArchiveReferences(records, { unitId: unit.id, release, sha256: "00" });
      }
    }
    using corpus = openV1(path);
    return [corpus.list("jurisdictions"), corpus.list("courts"), corpus.list("reporters")];
  };
  const origins = fc
    .tuple(
      ...["2018-01-01", "2020-01-01", "2021-01-01", "listing"].map((name) =>
        references.map((all) => [name, all] as const),
      ),
    )
    .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })));
  fc.assert(
    fc.property(origins, ([one, other]) => {
      expect(made(other)).toEqual(made(one));
    }),
    { ...fuzzing(10), seed: 13 },
  );
});

test("whitelisted true from any source wins, and a listing's field over any archive's", () => {
  const path = makeCorpus([line(1)]);
  const mass = { id: 5, slug: "mass", name: "Mass. (listed)", nameLong: null, whitelisted: false };
  using writer = openTestWriter(path);
  writer.writeListings({ jurisdictions: [mass], courts: [], reporters: [], volumes: [] }, []);
  using corpus = openV1(path);
  const told = () => corpus.list("jurisdictions").results[0];
  expect(told()).toMatchObject({ name: "Mass. (listed)", name_long: "Massachusetts", whitelisted: true });
  const unit = writer.claimUnit("test", "later");
  const later = { unitId: unit.id, release: "2030-01-01", sha256: "ff" };
  writer.writeArchiveReferences(
    { jurisdictions: [{ ...mass, name: "Mass.", nameLong: "M." }], courts: [], reporters: [], volumes: [] },
    later,
  );
  writer.commit();
  // an open reader sees the change
  expect(told()).toMatchObject({ name: "Mass. (listed)", name_long: "M.", whitelisted: true });
});
