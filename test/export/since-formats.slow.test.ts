/**
 * Increments: applied to the export before them, table by table, they give what a fresh export
 * gives. One column is left out: to which case a citation points is looked up when the citing case is exported, so that of
 * edges which no increment touched is older (`caselaw export --help`).
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runExport } from "../../src/export/run-export.ts";
import type { CorpusWriter } from "../../src/store/write/corpus-writer.ts";
import { importRecords, openTestWriter } from "../support/corpus.ts";
import { fuzzing } from "../support/fuzz.ts";
import { jsonLines } from "../support/json-lines.ts";
import { bulkCase, textBody } from "../support/records.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { textIn } from "./exporting.ts";
import { parquetRows } from "./parquet-rows.ts";

/** An archive of one of two units, or a listing; and whether an increment is taken after it. */
interface Step {
  readonly unit: "a" | "b" | "listing";
  /** By id how the case reads; ids that are not named are not in it. */
  readonly cases: Readonly<Record<number, number>>;
  /** Which of its names the court goes by, in an archive; which reporters a listing has. */
  readonly names: number;
  readonly exported: boolean;
}

const IDS = [1, 2, 3, 4, 5, 6];
const STEP: fc.Arbitrary<Step> = fc.record({
  unit: fc.constantFrom("a", "a", "b", "listing"),
  cases: fc.dictionary(fc.constantFrom(...IDS.map(String)), fc.integer({ min: 0, max: 2 })),
  names: fc.integer({ min: 0, max: 2 }),
  exported: fc.boolean(),
});
const REPORTER = { shortName: null, startYear: null, endYear: null, slug: null, jurisdictions: null };

/** Lets it happen, as the `at`th. */
function take(writer: CorpusWriter, { unit, cases, names }: Step, at: number): void {
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

/** The rows of each table as text, by the id of the case whose they are. */
type Tables = ReadonlyMap<string, ReadonlyMap<number, readonly string[]>>;
type ReadTables = (folder: string) => Promise<Tables>;

const READERS = {
  jsonl: async (folder) => {
    return new Map([["cases", byCase(jsonLines(textIn(folder, "cases.jsonl")))]]);
  },
  csv: async (folder) => new Map([["cases", csvRecords(textIn(folder, "cases.csv"))]]),
  parquet: async (folder) =>
    new Map(
      await Promise.all(
        ["cases", "citations", "edges"].map(
          async (name) => [name, byCase(await parquetRows(folder, `${name}.parquet`))] as const,
        ),
      ),
    ),
  sqlite: async (folder) => {
    const database = new Database(join(folder, "caselaw.db"), { readonly: true });
    const rowsOf = (name: string): unknown[] =>
      database.prepare(`SELECT * FROM ${name}${name === "opinions" ? " ORDER BY case_id, seq" : ""}`).all();
    const tables = ["cases", "opinions", "citations", "edges"].map(
      (name) => [name, byCase(rowsOf(name))] as const,
    );
    database.close();
    return new Map(tables);
  },
} as const satisfies Readonly<Record<string, ReadTables>>;

/** A record is taken as it is written; its first field is the id. */
function csvRecords(text: string): Map<number, string[]> {
  const records = text.match(/(?:"(?:[^"]|"")*"|[^"\r\n])+\r\n/g) ?? [];
  return new Map(records.slice(1).map((record) => [Number.parseInt(record, 10), [record]]));
}

function byCase(rows: readonly unknown[]): Map<number, string[]> {
  const found = new Map<number, string[]>();
  for (const row of rows) {
    const fields = new Map(Object.entries(Object(row)));
    const id = Number(fields.get("case_id") ?? fields.get("id"));
    // the number of an opinion is of the file
    if (fields.has("case_id")) fields.delete("id");
    for (const name of ["cited_case_id", "target", "target_case_ids"]) fields.delete(name);
    found.set(id, [...(found.get(id) ?? []), JSON.stringify([...fields])]);
  }
  return found;
}

/** The rule of `caselaw export --help`: what is removed is taken out, what changed put in its place. */
function applied(before: Tables, increment: Tables, folder: string): Tables {
  const hasRemoved = existsSync(join(folder, "removed.jsonl"));
  const removed = hasRemoved ? jsonLines(textIn(folder, "removed.jsonl")) : [];
  const out = removed.map(({ id }) => Number(id));
  const changed = increment.get("cases") ?? new Map();
  return new Map(
    [...before].map(([name, rows]) => {
      const kept = [...rows].filter(([id]) => !out.includes(id) && !changed.has(id));
      return [name, new Map([...kept, ...(increment.get(name) ?? [])].sort(([a], [b]) => a - b))];
    }),
  );
}

test.each([
  ["jsonl", { search: '"variant 2"' }],
  ["jsonl", {}],
  ["csv", { docket_number: "Docket 1" }],
  ["parquet", {}],
  ["sqlite", {}],
] as const)(
  "a chain of increments of %s gives what a fresh export gives, filter %j",
  async (format, filter) => {
    await fc.assert(
      fc.asyncProperty(fc.array(STEP, { minLength: 2, maxLength: 6 }), async (steps) => {
        const folder = tempFolder();
        const path = join(folder, "test.db");
        const question = { ...filter, full_case: true };
        const exportTo = (name: string, since?: number) => {
          const request = { format, target: join(folder, name), question };
          return runExport(path, since === undefined ? request : { ...request, since });
        };
        const read: ReadTables = READERS[format];
        using writer = openTestWriter(path);
        writer.beginRun("test");
        let since = (await exportTo("first")).corpus.last_change;
        let tables = await read(join(folder, "first"));
        for (const [at, step] of steps.entries()) {
          take(writer, step, at);
          if (!step.exported && at < steps.length - 1) continue;
          since = (await exportTo(`${at}`, since)).until ?? -1;
          const increment = join(folder, `${at}`);
          tables = applied(tables, await read(increment), increment);
        }
        await exportTo("fresh");
        expect(tables).toEqual(await read(join(folder, "fresh")));
        expect(existsSync(join(folder, "fresh", "removed.jsonl"))).toBe(false);
      }),
      { ...fuzzing(4), seed: 61 },
    );
  },
);
