/**
 * Writes `docs/datasette/metadata.json`, which describes the SQLite export to Datasette: `npm run datasette-metadata`. The
 * descriptions of columns are those of an export's dictionary.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { SQLITE } from "../../src/export/sqlite.ts";

export const METADATA = join(import.meta.dirname, "..", "..", "docs", "datasette", "metadata.json");

/** What Datasette shows of a table besides its columns. */
const TABLES: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  cases: {
    label_column: "name_abbreviation",
    facets: ["jurisdiction_id", "court_id", "reporter_id", "decision_year"],
    sort: "decision_date",
    fts_table: "cases_fts",
    fts_pk: "id",
  },
  opinions: {
    label_column: "type",
    facets: ["type", "author_surname"],
    fts_table: "opinions_fts",
    fts_pk: "id",
  },
  citations: { facets: ["type"], sort: "cite" },
  edges: { facets: ["target", "source", { array: "treatment_words" }], sort_desc: "mentions" },
  courts: { label_column: "name", facets: ["jurisdiction_id"], sort: "name" },
  jurisdictions: { label_column: "name_long", sort: "name_long" },
  reporters: { label_column: "full_name", sort: "full_name" },
  volumes: { label_column: "volume_number", facets: ["reporter"], sort: "barcode" },
};

const VIEWS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  case_list: {
    description: "Cases with the names of their courts and their first citation.",
    facets: ["jurisdiction", "court", "decision_year"],
    sort: "decision_date",
  },
  cases_by_year: { description: "Cases of each jurisdiction and year.", facets: ["jurisdiction"] },
};

interface Query {
  readonly title: string;
  readonly description: string;
  readonly sql: string;
  readonly params?: readonly string[];
}

const QUERIES: Readonly<Record<string, Query>> = {
  case_by_citation: {
    title: "Case by citation",
    description: "The cases with a citation, whatever its spaces, punctuation and capitals: 319 Wis.2d 147.",
    sql: `WITH RECURSIVE asked (cite) AS (SELECT lower(:cite)),
     part (at, one) AS (
       SELECT 1, substr(cite, 1, 1) FROM asked
        UNION ALL
       SELECT at + 1, substr(cite, at + 1, 1) FROM part, asked WHERE at < length(cite)
     )
SELECT DISTINCT case_list.* FROM citations JOIN case_list ON case_list.id = citations.case_id
 WHERE citations.normalized_cite = (SELECT group_concat(one, '') FROM part WHERE one GLOB '[0-9a-z]')`,
    params: ["cite"],
  },
  opinions_with: {
    title: "Opinions with words",
    description: 'Words, "a phrase" or a prefix* in the texts of opinions, the best matches first.',
    // each word in quotation marks, or FTS5 reads its punctuation as an operator
    sql: `WITH asked (part, at) AS (
       SELECT value, key FROM json_each('[' || replace(json_quote(replace(:words, '\\', ' ')), '\\"', '","') || ']')
     ),
     query (words) AS (
       SELECT group_concat(
                CASE at % 2
                  WHEN 1 THEN '"' || part || '"'
                  ELSE replace('"' || replace(part, ' ', '" "') || '"', '*"', '"*')
                END, ' ')
         FROM asked
     )
SELECT case_list.id, case_list.name_abbreviation, case_list.decision_date, case_list.citation, opinions.author,
       snippet(opinions_fts, 1, '[', ']', '…', 24) AS fragment
  FROM opinions_fts
  JOIN opinions ON opinions.id = opinions_fts.rowid
  JOIN case_list ON case_list.id = opinions.case_id
 WHERE opinions_fts MATCH (SELECT words FROM query)
 ORDER BY bm25(opinions_fts)
 LIMIT 100`,
    params: ["words"],
  },
  most_cited: {
    title: "Most cited cases",
    description:
      "By the number of cases in this file that cite them. Citations that may mean several cases are not counted.",
    sql: `SELECT case_list.id, case_list.name_abbreviation, case_list.citation, case_list.decision_date, count(*) AS citing_cases
  FROM edges JOIN case_list ON case_list.id = edges.cited_case_id
 GROUP BY case_list.id
 ORDER BY citing_cases DESC, case_list.id
 LIMIT 100`,
  },
  citing: {
    title: "Cases that cite a case",
    description: "The cases that cite the case with this id, the newest first.",
    sql: `SELECT case_list.id, case_list.name_abbreviation, case_list.citation, case_list.decision_date, edges.mentions, edges.treatment_words
  FROM edges JOIN case_list ON case_list.id = edges.case_id
 WHERE edges.cited_case_id = :id
 ORDER BY case_list.decision_date DESC`,
    params: ["id"],
  },
  cited_by: {
    title: "What a case cites",
    description:
      "What the case with this id cites; id and name are null if this file does not have the cited case.",
    sql: `SELECT edges.cite, edges.year, edges.mentions, edges.target, case_list.id, case_list.name_abbreviation
  FROM edges LEFT JOIN case_list ON case_list.id = edges.cited_case_id
 WHERE edges.case_id = :id
 ORDER BY edges.seq`,
    params: ["id"],
  },
  ambiguous_citations: {
    title: "Citations that may mean several cases",
    description: "To be decided by a reader; no other query counts them.",
    sql: `SELECT case_list.id, case_list.name_abbreviation, edges.cite, edges.target_case_ids
  FROM edges JOIN case_list ON case_list.id = edges.case_id
 WHERE edges.target = 'several'
 ORDER BY case_list.id, edges.seq
 LIMIT 1000`,
  },
  opinions_by_author: {
    title: "Opinions by author",
    description:
      "By surname, which is made from the printed author by a rule. The same surname is not always the same person.",
    sql: `SELECT author_surname, count(*) AS opinions, sum(type = 'dissent') AS dissents, min(decision_year) AS first_year, max(decision_year) AS last_year
  FROM opinions JOIN cases ON cases.id = opinions.case_id
 WHERE author_surname IS NOT NULL
 GROUP BY author_surname
 ORDER BY opinions DESC, author_surname`,
  },
  decisions_by_decade: {
    title: "Decisions by decade",
    description: "Of each jurisdiction.",
    sql: `SELECT jurisdiction, decision_year / 10 * 10 AS decade, sum(cases) AS decisions
  FROM cases_by_year
 WHERE decision_year IS NOT NULL
 GROUP BY jurisdiction, decade
 ORDER BY jurisdiction, decade`,
  },
};

/** The content of the file. */
export function datasetteMetadata(): string {
  const tables = SQLITE.tables({ bodyFormat: "text", options: {} }, []).map((table) => {
    const columns = table.schema.fields.map(({ name, description, caveats, null: isNull }) => {
      const never = isNull === "never" ? "" : ` Null: ${isNull}.`;
      return [name, `${description}.${never}${caveats === undefined ? "" : ` ${caveats}`}`];
    });
    const { description } = table;
    return [
      table.name,
      {
        ...(table.name === "edges" ? { description } : {}),
        ...TABLES[table.name],
        columns: Object.fromEntries(columns),
      },
    ];
  });
  const metadata = {
    title: "Case law",
    description:
      "Decisions of the Caselaw Access Project, exported by caselaw. dictionary.json of the export has all columns.",
    source: "Caselaw Access Project",
    source_url: "https://static.case.law",
    databases: {
      caselaw: {
        tables: { ...Object.fromEntries(tables), ...VIEWS },
        queries: QUERIES,
      },
    },
  };
  return `${JSON.stringify(metadata, null, 2)}\n`;
}

if (import.meta.main) writeFileSync(METADATA, datasetteMetadata());
