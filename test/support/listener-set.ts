/** Writes sets of CourtListener's tables as PostgreSQL writes them since 2025: every value in quotes, `\` before quotes and backslashes. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { TABLE_COLUMNS, type TableName } from "../../src/sources/courtlistener/tables.ts";

type Values = Readonly<Record<string, string | number | null>>;

/** The rows of each table; values that a row lacks are NULL. */
export type SetRows = Readonly<Partial<Record<TableName, readonly Values[]>>>;

export const COURTS: readonly Values[] = [
  {
    id: "scotus",
    full_name: "Supreme Court of the United States",
    citation_string: "SCOTUS",
    jurisdiction: "F",
  },
  {
    id: "ca9",
    full_name: "Court of Appeals for the Ninth Circuit",
    citation_string: "9th Cir.",
    jurisdiction: "F",
  },
  {
    id: "mass",
    full_name: "Massachusetts Supreme Judicial Court",
    citation_string: "Mass.",
    jurisdiction: "S",
  },
];

/** A decision as the rows of its tables. */
export interface Decision {
  readonly id: number;
  readonly court: string;
  readonly cluster?: Values;
  readonly docketNumber?: string;
  /** `410 U.S. 113`, with the number of its type. */
  readonly citations?: readonly (readonly [type: number, cite: string])[];
  readonly opinions?: readonly Values[];
}

/** The tables of some decisions; their dockets have the ids of the clusters and 500,000. */
export function rowsOf(decisions: readonly Decision[], more: SetRows = {}): SetRows {
  return {
    courts: COURTS,
    dockets: decisions.map(({ id, court, docketNumber = "" }) => ({
      id: 500_000 + id,
      court_id: court,
      docket_number: docketNumber,
    })),
    "opinion-clusters": decisions.map(({ id, cluster = {} }) => ({
      id,
      docket_id: 500_000 + id,
      date_filed: "1988-05-20",
      case_name: `Case ${id}`,
      precedential_status: "Published",
      blocked: "f",
      slug: `case-${id}`,
      source: "C",
      ...cluster,
    })),
    citations: decisions.flatMap(({ id, citations = [] }) =>
      citations.map(([type, cite]) => {
        const [volume = "", ...rest] = cite.split(" ");
        return {
          volume,
          reporter: rest.slice(0, -1).join(" "),
          page: rest.at(-1) ?? "",
          type,
          cluster_id: id,
        };
      }),
    ),
    opinions: decisions.flatMap(({ id, opinions = [{}] }) =>
      opinions.map((one, nth) => ({
        id: id * 10 + nth,
        cluster_id: id,
        type: "020lead",
        html_with_citations: `<p>The text of case ${id}.</p>`,
        ...one,
      })),
    ),
    ...more,
  };
}

/** Writes a file for each table, not packed. @returns the paths */
export function writeSet(folder: string, release: string, rows: SetRows): string[] {
  mkdirSync(folder, { recursive: true });
  return Object.entries(rows).map(([table, values]) => {
    const path = join(folder, `${table}-${release}.csv`);
    writeFileSync(path, tableText(table as TableName, values));
    return path;
  });
}

export function tableText(table: TableName, rows: readonly Values[]): string {
  const { needed, optional, ignored } = TABLE_COLUMNS[table];
  const columns = [...needed, ...optional, ...ignored];
  const lines = rows.map((row) => columns.map((column) => written(row[column] ?? null)).join(","));
  return `${[columns.join(","), ...lines].join("\n")}\n`;
}

function written(value: string | number | null): string {
  return value === null ? "" : `"${String(value).replace(/["\\]/g, "\\$&")}"`;
}
