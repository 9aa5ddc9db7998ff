/**
 * `README.md` of an export: a dataset card (https://huggingface.co/docs/hub/datasets-cards), whose head names the files of each
 * table, and of each split, so that `datasets` loads the folder. It says what the manifest says, for people.
 */
import type { Table } from "./dictionary.ts";
import type { WrittenFile } from "./format.ts";
import type { Manifest } from "./manifest.ts";

export const CARD = "README.md";

/** The formats of tables that `datasets` reads. */
const READ_BY_DATASETS: readonly string[] = ["parquet", "csv", "jsonl"];

type Head = Omit<Manifest, "files" | "file_count" | "bytes">;

/** Null for a format that `datasets` does not read, and for an increment, which is no data set. */
export function cardOf(head: Head, tables: readonly Table[], files: readonly WrittenFile[]): string | null {
  if (!READ_BY_DATASETS.includes(head.format) || head.since !== undefined) return null;
  const rowsOf = ({ path }: Table): number =>
    files.reduce((sum, file) => sum + ([path].flat().includes(file.path) ? file.rows : 0), 0);
  // a partitioned export without cases has no file of them
  const loaded = tables.filter(({ path }) => path.length > 0);
  const configs = loaded.flatMap((table, at) => [
    `  - config_name: ${table.name}`,
    ...(at === 0 ? ["    default: true"] : []),
    "    data_files:",
    ...dataFiles(table, head).flatMap(([split, path]) => [
      `      - split: ${split}`,
      `        path: ${JSON.stringify(path)}`,
    ]),
  ]);
  const rows = tables.map(
    (table) => `| \`${table.name}\` | ${rowsOf(table).toLocaleString("en")} | ${table.description} |`,
  );
  return `---
pretty_name: "Decisions of American courts"
language:
  - en
tags:
  - legal
size_categories:
  - ${sizeOf(head.cases)}
configs:
${configs.join("\n")}
---

# Decisions of American courts

${head.cases.toLocaleString("en")} cases, exported with caselaw ${head.caselaw} on ${head.exported_at.slice(0, 10)} from bulk data of the Caselaw Access
Project (Harvard) and, where the column \`origin\` or the key \`courtlistener\` says so, of CourtListener (Free Law Project).

- Selected: ${selected(head)}
- Texts: ${head.options.full_case ? `yes, as ${head.options.body_format}` : "no"}
- State of the corpus: \`${head.corpus.state}\`, change ${head.corpus.last_change}

| table | rows | what it has |
|---|---|---|
${rows.join("\n")}

\`dictionary.json\` describes each column: its type, where its values come from, when it is null, and what to know before using it.
\`manifest.json\` has the size and the SHA-256 of each file.

\`\`\`python
from datasets import load_dataset

cases = load_dataset("path/of/this/folder", "${loaded[0]?.name}", split="train")
\`\`\`

Texts were recognised from print and have misread letters. Persons are named as in the printed reports.
${head.blocked === "shown" ? "**It shows blocked decisions**, which CourtListener keeps from search engines at a party's request: do not publish it.\n" : ""}
The Caselaw Access Project has released its collection without restrictions (CC0) in March 2024. Add the licence under which you publish.
`;
}

/** The split and the path of each group of files; without splits, all rows are of `train`, as is usual. */
function dataFiles(
  { name, path }: Table,
  { options }: Head,
): readonly (readonly [split: string, path: string])[] {
  if (typeof path === "string") return [["train", path]];
  if (options.partition) return [["train", `${name}/*/*/*.parquet`]];
  return path.map((file) => [file.replace(/^.*\/|\.parquet$/g, ""), file] as const);
}

function selected({ filter }: Head): string {
  const filters = Object.entries(filter).map(([name, values]) => `${name} = ${values.join(" or ")}`);
  return filters.length === 0
    ? "all cases"
    : filters.map((text) => `\`${text.replaceAll("`", "'")}\``).join(", ");
}

/** The categories of the hub: `1K<n<10K`. */
function sizeOf(rows: number): string {
  const bounds = ["1K", "10K", "100K", "1M", "10M", "100M"];
  const at = Math.max(0, Math.floor(Math.log10(Math.max(1, rows))) - 2);
  return at === 0 ? "n<1K" : `${bounds[at - 1]}<n<${bounds[at]}`;
}
