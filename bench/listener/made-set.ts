/**
 * Writes sets of CourtListener's tables of any size, packed as the publisher packs them, and volume zips with the decisions that a part
 * of the clusters are.
 */
import { spawn } from "node:child_process";
import { createWriteStream, existsSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { TABLE_COLUMNS, type TableName } from "../../src/sources/courtlistener/tables.ts";
import { makeVolumeZip } from "../../test/support/archives.ts";
import { staticCase } from "../../test/support/records.ts";
import { isInstalled } from "../measure/setting.ts";
import type { MadeText } from "./texts.ts";

export interface SetPlan {
  readonly clusters: number;
  readonly textOf: (number: number, edition: number) => MadeText;
  /** Date of the set. */
  readonly release: string;
  /** 0, or the number of the update: then one cluster in fifty has changed. */
  readonly edition: number;
}

/** Dockets for one that a cluster names. */
const DOCKETS_EACH = 6;
/** One cluster in so many changes from set to set. */
const CHANGED_EACH = 50;
/** One cluster in so many has a second opinion. */
const SECOND_EACH = 15;
const VOLUME_CASES = 200;
const COURT = { id: 8_800, name: "Massachusetts Supreme Judicial Court", name_abbreviation: "Mass." };
const MASS = { id: 4, slug: "mass", name: "Mass.", name_long: "Massachusetts", whitelisted: true };
const COURTS = [
  ["mass", "Massachusetts Supreme Judicial Court", "Mass.", "S"],
  ["ca1", "Court of Appeals for the First Circuit", "1st Cir.", "F"],
  ["mad", "District Court, D. Massachusetts", "D. Mass.", "FD"],
  ["massappct", "Massachusetts Appeals Court", "Mass. App. Ct.", "SA"],
] as const;

type Values = Readonly<Record<string, string | number | null>>;

/** Writes a set, or finds it. @returns its bytes, packed and not */
export async function makeSet(folder: string, plan: SetPlan): Promise<{ packed: number; raw: number }> {
  mkdirSync(folder, { recursive: true });
  const pack = ["lbzip2", "bzip2"].find(isInstalled);
  let [packed, raw] = [0, 0];
  for (const [table, rows] of Object.entries(TABLES_OF)) {
    const path = join(folder, `${table}-${plan.release}.csv${pack === undefined ? "" : ".bz2"}`);
    const note = `${path}.made`;
    const lines = function* (): Generator<string> {
      for (const line of tableLines(table as TableName, rows(plan))) {
        raw += Buffer.byteLength(line);
        yield line;
      }
    };
    if (!existsSync(note)) await write(path, Readable.from(inChunks(lines())), pack);
    writeFileSync(note, "");
    packed += statSync(path).size;
  }
  return { packed, raw };
}

async function write(path: string, lines: Readable, pack: string | undefined): Promise<void> {
  if (pack === undefined) {
    await pipeline(lines, createWriteStream(path));
    return;
  }
  const packing = spawn(pack, ["-c"], { stdio: ["pipe", "pipe", "inherit"] });
  await Promise.all([pipeline(lines, packing.stdin), pipeline(packing.stdout, createWriteStream(path))]);
}

function* inChunks(lines: Iterable<string>): Generator<string> {
  let chunk = "";
  for (const line of lines) {
    chunk += line;
    if (chunk.length < 2 ** 18) continue;
    yield chunk;
    chunk = "";
  }
  yield chunk;
}

function* tableLines(table: TableName, rows: Iterable<Values>): Generator<string> {
  const { needed, optional, ignored } = TABLE_COLUMNS[table];
  const columns = [...needed, ...optional, ...ignored];
  yield `${columns.join(",")}\n`;
  for (const row of rows)
    yield `${columns.map((column) => written(row[column] ?? FILLED[column] ?? null)).join(",")}\n`;
}

/** Columns that are not read and that real rows have. */
const FILLED: Values = {
  date_created: "2019-04-01 12:34:56.789012+00",
  date_modified: "2024-05-01 12:34:56.789012+00",
  sha1: "da39a3ee5e6b4b0d3255bfef95601890afd80709",
  download_url: "https://www.example.com/opinions/published/2019/04/01/opinion-of-the-court.pdf",
  local_path: "pdf/2019/04/01/opinion_of_the_court.pdf",
  view_count: 0,
};

function written(value: string | number | null): string {
  return value === null ? "" : `"${String(value).replace(/["\\]/g, "\\$&")}"`;
}

const TABLES_OF: Readonly<Partial<Record<TableName, (plan: SetPlan) => Iterable<Values>>>> = {
  courts: () =>
    COURTS.map(([id, full_name, citation_string, jurisdiction]) => ({
      ...{ id, full_name, citation_string, jurisdiction },
    })),
  dockets: function* ({ clusters, textOf }) {
    for (let id = 1; id <= clusters * DOCKETS_EACH; id++) {
      const cluster = Math.ceil(id / DOCKETS_EACH);
      const { name } = textOf(cluster, 0);
      yield {
        ...{ id, court_id: courtOf(cluster), docket_number: `${cluster % 100}-${id}`, case_name: name },
        ...{ case_name_short: name.slice(0, 20), slug: slugOf(name), pacer_case_id: id * 3 },
        ...{ cause: "28:1331 Federal Question", assigned_to_str: "A. Judge", blocked: "f" },
      };
    }
  },
  "opinion-clusters": function* ({ clusters, textOf, edition }) {
    for (let id = 1; id <= clusters; id++) {
      const { name } = textOf(id, 0);
      yield {
        ...{ id, docket_id: id * DOCKETS_EACH, case_name: name, slug: slugOf(name), date_filed: dateOf(id) },
        ...{ precedential_status: "Published", blocked: "f", source: "CU", judges: "Able, Baker, Cook" },
        ...(isChanged(id, edition) ? { date_modified: `2025-0${edition}-01 00:00:00+00` } : {}),
      };
    }
  },
  citations: function* ({ clusters }) {
    for (let id = 1; id <= clusters; id++) {
      const { volume, page } = placeOf(id);
      const second = { volume: volume + 400, reporter: "N.E.2d", page, type: 3 };
      yield { id: id * 2, cluster_id: id, volume, reporter: "Mass.", page, type: 2 };
      yield { id: id * 2 + 1, cluster_id: id, ...second };
    }
  },
  opinions: function* ({ clusters, textOf, edition }) {
    for (let id = 1; id <= clusters; id++) {
      const { paragraphs } = textOf(id, isChanged(id, edition) ? edition : 0);
      const row = { cluster_id: id, author_str: "Cook", per_curiam: "f", extracted_by_ocr: "f" };
      const html = paragraphs.map((text) => `<p>${text}</p>`).join("\n");
      // as in a real table: the text as it was found stands next to the one with links
      yield {
        ...{ ...row, id: id * 2, type: "020lead", html_with_citations: `<div>${html}</div>` },
        plain_text: id % 2 === 0 ? paragraphs.join("\n\n") : null,
      };
      if (id % SECOND_EACH === 0)
        yield {
          ...{ ...row, id: id * 2 + 1, type: "040dissent", author_str: "Baker" },
          html_with_citations: `<p>I dissent. ${paragraphs[0]}</p>`,
        };
    }
  },
};

/** Volume zips with cases of the same texts. The first half of the clusters are these cases. @returns the paths */
export async function makeVolumes(
  folder: string,
  { clusters, textOf }: Pick<SetPlan, "clusters" | "textOf">,
): Promise<string[]> {
  const paths: string[] = [];
  // every second cluster of a court with cases of the first source
  for (let volume = 1; (volume - 1) * VOLUME_CASES < clusters; volume++) {
    const path = join(folder, "mass", `${volume}.zip`);
    paths.push(path);
    if (existsSync(path)) continue;
    const cases: Record<string, object> = {};
    const last = Math.min(volume * VOLUME_CASES, clusters);
    for (let id = (volume - 1) * VOLUME_CASES + 1; id <= last; id++) {
      // the other half is of cases that no cluster is
      const number = id % 2 === 0 ? id : clusters + id;
      const { name, paragraphs } = textOf(number, 0);
      const { volume: printed, page } = placeOf(number);
      const fileName = `${String(id).padStart(4, "0")}-01`;
      cases[fileName] = staticCase(id, {
        ...{ name, name_abbreviation: name, decision_date: dateOf(number), file_name: fileName },
        ...{ court: COURT, jurisdiction: MASS, docket_number: `No. ${id}` },
        citations: [{ type: "official", cite: `${printed} Mass. ${page}` }],
        casebody: bodyOf(paragraphs.join("\n")),
      });
    }
    await makeVolumeZip(path, {
      cases: cases as Record<string, Record<string, unknown>>,
      volume: { volume_number: String(volume), reporter_slug: "mass", id: `320440${volume}` },
    });
  }
  return paths;
}

function bodyOf(text: string) {
  const opinion = { type: "majority", author: "Cook", text };
  return {
    judges: [],
    parties: [],
    opinions: [opinion],
    attorneys: [],
    corrections: "",
    head_matter: "Head.",
  };
}

function isChanged(cluster: number, edition: number): boolean {
  // as many of those that the first source has as of the others
  return edition > 0 && cluster % (2 * CHANGED_EACH) < 2;
}

function placeOf(number: number): { readonly volume: number; readonly page: number } {
  return { volume: 1 + Math.floor(number / 1_000), page: 1 + (number % 1_000) };
}

function dateOf(number: number): string {
  const day = new Date(Date.UTC(1950, 0, 1 + (number % 25_000)));
  return day.toISOString().slice(0, 10);
}

function courtOf(cluster: number): string {
  return COURTS[cluster % COURTS.length]?.[0] ?? "mass";
}

function slugOf(name: string): string {
  return name.toLowerCase().replace(/[^a-z]+/g, "-");
}
