/** The metadata for Datasette is up to date, and its columns, facets and queries exist in an exported database. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { exported } from "./export/exporting.ts";
import { datasetteMetadata, METADATA } from "./support/datasette-metadata.ts";

interface Metadata {
  readonly databases: {
    readonly caselaw: {
      readonly tables: Readonly<
        Record<
          string,
          {
            readonly columns?: Readonly<Record<string, string>>;
            readonly facets?: readonly (string | { readonly array: string })[];
            readonly label_column?: string;
            readonly sort?: string;
            readonly sort_desc?: string;
          }
        >
      >;
      readonly queries: Readonly<
        Record<string, { readonly sql: string; readonly params?: readonly string[] }>
      >;
    };
  };
}

const metadata: Metadata = JSON.parse(readFileSync(METADATA, "utf8"));
const { tables, queries } = metadata.databases.caselaw;
/** An exported database, closed at the end of the test. */
async function openExport(): Promise<Database.Database> {
  const { folder } = await exported({ format: "sqlite" });
  const db = new Database(join(folder, "caselaw.db"), { readonly: true });
  onTestFinished(() => void db.close());
  return db;
}

test("docs/datasette/metadata.json is up to date: `npm run datasette-metadata` writes it", () => {
  expect(readFileSync(METADATA, "utf8")).toBe(datasetteMetadata());
});

test("the metadata names columns that the tables have", async () => {
  const db = await openExport();
  for (const [name, table] of Object.entries(tables)) {
    const columns = db.prepare("SELECT name FROM pragma_table_info(?)").pluck().all(name);
    const { label_column: label = [], sort = [], sort_desc: descending = [], facets = [] } = table;
    const counted = facets.map((facet) => (typeof facet === "string" ? facet : facet.array));
    const named = [label, sort, descending, counted].flat();
    expect([name, named.filter((column) => !columns.includes(column))]).toEqual([name, []]);
    if (table.columns !== undefined) expect(Object.keys(table.columns)).toEqual(columns);
  }
});

test("every query runs with its parameters, and finds what it says", async () => {
  const db = await openExport();
  const values: Readonly<Record<string, unknown>> = { id: 1, cite: "1 Ill. 1", words: "word5" };
  const found = new Map<string, unknown[]>();
  for (const [name, { sql, params = [] }] of Object.entries(queries)) {
    expect([...sql.matchAll(/:(\w+)/g)].map(([, one]) => one)).toEqual(params);
    const asked = Object.fromEntries(params.map((one) => [one, values[one]]));
    found.set(name, params.length === 0 ? db.prepare(sql).all() : db.prepare(sql).all(asked));
  }
  expect(found.get("case_by_citation")?.length).toBeGreaterThan(0);
  const byCitation = db.prepare(queries.case_by_citation?.sql ?? "");
  expect(byCitation.all({ cite: "1 ILL., 1" })).toEqual(found.get("case_by_citation"));
  expect(found.get("opinions_with")).toMatchObject([{ id: 5 }]);
  expect(found.get("most_cited")).toMatchObject([{ id: 3, citing_cases: 1 }]);
  expect(found.get("cited_by")).toMatchObject([
    { id: 3, target: "one" },
    { id: null, target: "none" },
  ]);
  expect(found.get("ambiguous_citations")).toMatchObject([{ id: 2, target_case_ids: "[3,77]" }]);
  const withWords = db.prepare(queries.opinions_with?.sql ?? "");
  for (const words of ['word5 "word5"', "word*", "-Word5.", '"word5', " word5\t"])
    expect([words, withWords.all({ words }).length > 0]).toEqual([words, true]);
  for (const words of ["mens-rea", "O'Brien", "no\\word", '"', "", "word5 AND (", '"word5 nothing"*'])
    expect([words, withWords.all({ words })]).toEqual([words, []]);
  expect(db.prepare(queries.citing?.sql ?? "").all({ id: 3 })).toMatchObject([{ id: 1 }]);
});
