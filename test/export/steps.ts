/** What may come to a corpus between two exports, by chance. */
import fc from "fast-check";
import type { CorpusWriter } from "../../src/store/write/corpus-writer.ts";
import { importRecords } from "../support/corpus.ts";
import { bulkCase, textBody } from "../support/records.ts";

/** An archive of one of two units, or a listing; and whether an increment is taken after it. */
export interface Step {
  readonly unit: "a" | "b" | "listing";
  /** By id how the case reads; ids that are not named are not in it. */
  readonly cases: Readonly<Record<number, number>>;
  /** Which of its names the court goes by, in an archive; which reporters a listing has. */
  readonly names: number;
  readonly exported: boolean;
}

const IDS = [1, 2, 3, 4, 5, 6];
export const STEP: fc.Arbitrary<Step> = fc.record({
  unit: fc.constantFrom("a", "a", "b", "listing"),
  cases: fc.dictionary(fc.constantFrom(...IDS.map(String)), fc.integer({ min: 0, max: 2 })),
  names: fc.integer({ min: 0, max: 2 }),
  exported: fc.boolean(),
});
const REPORTER = { shortName: null, startYear: null, endYear: null, slug: null, jurisdictions: null };

/** Lets it happen, as the `at`th. */
export function take(writer: CorpusWriter, { unit, cases, names }: Step, at: number): void {
  if (unit === "listing") {
    const reporters = names === 0 ? [] : [{ ...REPORTER, id: names * 100, fullName: "Illinois Reports" }];
    const jurisdictions = [
      { id: 29, slug: "ill", name: "Ill.", nameLong: `Illinois ${names}`, whitelisted: true },
    ];
    writer.writeListings({ jurisdictions, courts: [], reporters, volumes: [] }, []);
    return;
  }
  const court = { id: 9, name: `Court ${names}`, name_abbreviation: "Ill.", slug: "ill-1" };
  const records = Object.entries(cases).map(([id, variant]) =>
    bulkCase(Number(id), {
      docket_number: `Docket ${variant}`,
      court,
      // what it cites may be held or not
      casebody: textBody(`variant ${variant}, see 1 Ill. ${variant + 2} and 410 U.S. 113`),
    }),
  );
  const release = new Date(Date.UTC(2000, 0, at + 1)).toISOString();
  importRecords(writer, { records, unit, release });
}
