/**
 * Makes `src/citations/reporter-table.ts` from Free Law Project's reporters-db: its `reporters.json`, as the Python package of
 * that name brings it (`pip install reporters-db`; `reporters_db/data/reporters.json`). Head and licence stay as they are,
 * but for the version.
 *
 *     node test/support/make-reporter-table.ts PATH/reporters.json 3.2.67
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { normaliseCitation } from "../../src/domain/citation.ts";

/** Of a reporter what the table needs. */
export interface ReporterGroup {
  /** `neutral`: the volume is a year. */
  readonly cite_type: string;
  /** By short name. */
  readonly editions: Readonly<Record<string, unknown>>;
  /** Short names by what is written for them. */
  readonly variations: Readonly<Record<string, string>>;
}

export type ReportersJson = Readonly<Record<string, readonly ReporterGroup[]>>;

export const TABLE = join(import.meta.dirname, "..", "..", "src", "citations", "reporter-table.ts");
const BODY = "export const REPORTER_TABLE = [\n";
/** Characters of a line's text: whole entries, as many as there is room for. */
const MAX_LINE = 201;

/**
 * What is written for one of two reporters that have a short name in common, by a name of its own: reporters-db has only the common
 * name, so that Martin's reports of North Carolina would be those of Louisiana.
 */
const OWN_NAMES: Readonly<Record<string, readonly string[]>> = {
  "Cranch C.C.": ["Cranch C.C.", "Cranch D.C.", "D.C.(Cranch)"],
  "Mart. (N.C.)": ["Mart. N. C.", "N.C.(Mart.)", "Mart.Dec."],
};

/** The file anew. @param file as it is: its head is kept */
export function reporterTable(reporters: ReportersJson, version: string, file: string): string {
  const head = file.slice(0, file.indexOf(BODY)).replace(/reporters-db [\d.]+ /, `reporters-db ${version} `);
  const lines = linesOf(entriesOf(reporters)).map((line) => `  ${JSON.stringify(line)},\n`);
  return `${head}${BODY}${lines.join("")}].join(";");\n`;
}

/** Ordinary reporters, then what may mean several of them, then neutral ones, each in the order of the source. */
export function entriesOf(reporters: ReportersJson): string[] {
  const groups = Object.values(reporters).flat();
  const ordinary = namesOf(groups.filter(({ cite_type: type }) => type !== "neutral"));
  const neutral = namesOf(groups.filter(({ cite_type: type }) => type === "neutral"));
  return [
    ...ordinary.entries,
    ...(ordinary.ambiguous.length === 0 ? [] : [["", ...ordinary.ambiguous].join("|")]),
    ...neutral.entries.map((entry) => `~${entry}`),
  ];
}

/** A variation that is some reporter's own name means that one; of two names that are written alike the first counts. */
function namesOf(groups: readonly ReporterGroup[]): { entries: string[]; ambiguous: string[] } {
  const names = new Map<string, string>();
  for (const name of groups.flatMap(({ editions }) => Object.keys(editions)))
    if (!names.has(normaliseCitation(name))) names.set(normaliseCitation(name), name);
  const meant = new Map<string, Set<string>>();
  for (const [written, name] of groups.flatMap(({ variations }) => Object.entries(variations))) {
    const normal = normaliseCitation(written);
    if (normal === "" || names.has(normal)) continue;
    const [own = null] =
      Object.entries(OWN_NAMES).find(([, all]) => all.some((one) => normaliseCitation(one) === normal)) ?? [];
    if (own !== null) {
      names.set(normaliseCitation(own), own);
      if (normal === normaliseCitation(own)) continue;
    }
    meant.set(
      normal,
      (meant.get(normal) ?? new Set()).add(own ?? names.get(normaliseCitation(name)) ?? name),
    );
  }
  const variations = [...meant].sort(([a], [b]) => (a < b ? -1 : 1));
  const of = (name: string): string[] =>
    variations.filter(([, all]) => all.size === 1 && all.has(name)).map(([normal]) => normal);
  return {
    entries: [...names.values()].map((name) => [name, ...of(name)].join("|")),
    ambiguous: variations.filter(([, all]) => all.size > 1).map(([normal]) => normal),
  };
}

function linesOf(entries: readonly string[]): string[] {
  const lines: string[] = [];
  for (const entry of entries) {
    const last = lines.at(-1);
    if (last === undefined || last.length + 1 + entry.length > MAX_LINE) lines.push(entry);
    else lines[lines.length - 1] = `${last};${entry}`;
  }
  return lines;
}

const [, program = "", path, version] = process.argv;
if (import.meta.filename === program && path !== undefined && version !== undefined)
  writeFileSync(
    TABLE,
    reporterTable(JSON.parse(readFileSync(path, "utf8")), version, readFileSync(TABLE, "utf8")),
  );
