/**
 * Public sets of citations that people judged, any files of these shapes in a folder: CSV with `Original Citation` and `Replacement
 * Citation` (altered), `gold_cite`, or `Overruling Decision` and `Overruled Decision(s)`; JSON with `citation`. Without a corpus each true
 * citation becomes a case of a made one, which has no texts.
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { draftReferences } from "../../src/check/draft-citations.ts";
import { JUDGEMENTS } from "../../src/check/judgement.ts";
import { checkText } from "../../src/v1/check/check.ts";
import { openV1, type V1 } from "../../src/v1/v1.ts";
import { bulkCase } from "../../test/support/records.ts";
import { table } from "../measure/numbers.ts";
import { caselawArgs } from "../measure/setting.ts";

interface Listed {
  readonly set: string;
  readonly cite: string;
  readonly isTrue: boolean;
}

export async function checkSets(folder: string, path: string | null, isShown: boolean): Promise<void> {
  const listed = readdirSync(folder)
    .filter((name) => /\.(?:csv|json)$/.test(name))
    .flatMap((name) => readSet(join(folder, name)).map((one) => ({ ...one, set: `${name}, ${one.set}` })));
  const home = mkdtempSync(join(tmpdir(), "caselaw-bench-check-"));
  try {
    const corpus =
      path ??
      makeCorpus(
        home,
        listed.filter(({ isTrue }) => isTrue),
      );
    using v1 = openV1(corpus, { access: "owner" });
    const rows = [...Map.groupBy(listed, ({ set }) => set)].map(([set, some]) =>
      rowOf(set, some, v1, isShown),
    );
    const columns = ["set", "citations", ...JUDGEMENTS, "not read"];
    process.stdout.write(table("Public sets: each citation alone", columns, rows));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** By the worst judgement of what a row cites. */
function rowOf(set: string, some: readonly Listed[], v1: V1, isShown: boolean): string[] {
  const found = some.map(({ cite }) => {
    const judgements = checkText(v1, `It was so held. ${cite}.`).citations.map(({ judgement }) => judgement);
    return ["wrong", "unsure", "unknown", "confirmed"].find((one) => judgements.some((of) => of === one));
  });
  if (isShown)
    for (const [nth, { cite, isTrue }] of some.entries())
      if (isTrue !== (found[nth] === "confirmed"))
        process.stdout.write(`${found[nth] ?? "not read"}: ${cite}\n`);
  const count = (judgement: string | undefined): string =>
    String(found.filter((one) => one === judgement).length);
  return [set, String(some.length), ...JUDGEMENTS.map(count), count(undefined)];
}

function readSet(path: string): Listed[] {
  const text = readFileSync(path, "utf8");
  const rows: Record<string, string>[] = path.endsWith(".json") ? JSON.parse(text) : readCsv(text);
  const right = (cite: string): Listed[] => (cite === "" ? [] : [{ set: "as cited", cite, isTrue: true }]);
  const listed = rows.flatMap((row) => [
    ...right(row.citation ?? row.gold_cite ?? row["Original Citation"] ?? ""),
    ...right(row["Overruling Decision"] ?? ""),
    ...(row["Overruled Decision(s)"] ?? "").split(";").flatMap((one) => right(one.trim())),
    ...(row["Replacement Citation"]
      ? [{ set: altered(row), cite: row["Replacement Citation"], isTrue: false }]
      : []),
  ]);
  const seen = new Set<string>();
  return listed.filter(({ set, cite }) => !seen.has(`${set} ${cite}`) && seen.add(`${set} ${cite}`));
}

function altered({ Category: kind }: Record<string, string>): string {
  return kind ?? "altered";
}

function readCsv(text: string): Record<string, string>[] {
  const rows: string[][] = [[]];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    rows.at(-1)?.push(quoted === undefined ? (plain ?? "") : quoted.replaceAll('""', '"'));
    if (end !== ",") rows.push([]);
  }
  const [header = [], ...others] = rows.filter((row) => row.length > 1 || row[0] !== "");
  return others.map((row) => Object.fromEntries(header.map((key, at) => [key, row[at] ?? ""])));
}

/** Each citation as a case with its name, year and court. */
function makeCorpus(home: string, right: readonly Listed[]): string {
  const cases = new Map<string, object>();
  for (const { cite } of right) {
    const { citations } = draftReferences(`It was so held. ${cite}.`);
    const [first] = citations;
    if (first?.form !== "full" || first.reading === null || cases.has(first.cite)) continue;
    const name = first.reading.name;
    const court = first.court ?? "U.S.";
    const slug = court.toLowerCase().replace(/[^a-z\d]+/g, "-");
    const made = {
      ...{ name, name_abbreviation: name, docket_number: "", decision_date: `${first.year ?? 1900}-01-01` },
      ...{
        first_page: first.page,
        last_page: "",
        court: { id: cases.size + 1, slug, name: court, name_abbreviation: court },
      },
      citations: citations
        .filter(({ form }) => form === "full")
        .map((one) => ({ type: "official", cite: one.cite })),
    };
    cases.set(first.cite, bulkCase(cases.size + 1, { ...made, casebody: null }));
  }
  const [lines, db] = [join(home, "set.jsonl"), join(home, "set.db")];
  writeFileSync(lines, [...cases.values()].map((one) => `${JSON.stringify(one)}\n`).join(""));
  const where = ["--db", db, "--data-dir", join(home, "data"), "--quiet"];
  execFileSync(process.execPath, caselawArgs("import", lines, ...where), {
    stdio: ["ignore", "ignore", "inherit"],
  });
  return db;
}
