/** Faults, T1 to T9: sets of CourtListener's tables that are cut, mixed, damaged, or lack rows. */

import { randomBytes } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { NEEDED_TABLES, TABLE_COLUMNS, type TableName } from "../../src/sources/courtlistener/tables.ts";
import { runCli } from "../cli/run-cli.ts";
import { line, textBody } from "../corpus/records.ts";
import { makeBagZip } from "../support/archives.ts";
import { dumpCorpus } from "../support/dump.ts";
import { type Decision, rowsOf, type SetRows, writeSet } from "../support/listener-set.ts";
import { limitNewDatabases } from "../support/no-space.ts";
import { type RanHere, runHere } from "../support/run-here.ts";
import { tempFolder } from "../support/temp-folder.ts";

const PRELOAD = new URL("../support/preload-peak.ts", import.meta.url).href;
const RELEASE = "2025-03-31";
const LATER = "2025-06-30";
/** Of the table of opinions. */
const COLUMNS = Object.values(TABLE_COLUMNS.opinions).flat().length;
const POSTGRES = join(import.meta.dirname, "..", "fixtures", "courtlistener", "backslash");
const DECISIONS: readonly Decision[] = [11, 12, 13, 14].map((id) => ({
  id,
  court: id < 13 ? "mass" : "ca9",
  citations: [[id < 13 ? 2 : 3, `${id} ${id < 13 ? "Mass." : "F.3d"} 1`]],
  opinions: [
    { html_with_citations: `<p>Opinion of ${id}.</p>` },
    { type: "040dissent", html_with_citations: `<p>Dissent in ${id}.</p>` },
  ],
}));

/** A corpus, and the folder of the set that is imported into it. */
function place(rows: SetRows = rowsOf(DECISIONS), release = RELEASE) {
  const root = tempFolder();
  const [db, data, set] = [join(root, "c.db"), join(root, "data"), join(root, "set")];
  writeSet(set, release, rows);
  const run = (...paths: readonly string[]): Promise<RanHere> =>
    runHere(["import", ...(paths.length === 0 ? [set] : paths), "--db", db, "--data-dir", data]);
  const fileOf = (table: TableName): string => join(set, `${table}-${release}.csv`);
  const rejects = (): { readonly line: number; readonly reason: string }[] =>
    readFileSync(join(data, "rejects", "courtlistener", "tables.jsonl"), "utf8")
      .trimEnd()
      .split("\n")
      .map((row) => JSON.parse(row));
  return { db, data, set, run, fileOf, rejects };
}

function stagingIn(data: string): string[] {
  return existsSync(data) ? readdirSync(data).filter((name) => name.includes("staging")) : [];
}

/** Puts a row among those of a table. @param nth its line, from 2 */
function putRow(file: string, nth: number, row: string | Buffer): void {
  const lines = readFileSync(file, "latin1").split("\n");
  const text = typeof row === "string" ? row : row.toString("latin1");
  writeFileSync(file, lines.toSpliced(nth - 1, 0, text).join("\n"), "latin1");
}

test("T1: a set with a cut bzip2 file is not imported, and names file and byte", async () => {
  const { db, data, set, run } = place();
  await run();
  const before = dumpCorpus(db);
  for (const table of [...NEEDED_TABLES, "people-db-people"]) {
    const folder = join(tempFolder(), "cut");
    cpSync(POSTGRES, folder, { recursive: true });
    const file = join(folder, `${table}-${RELEASE}.csv.bz2`);
    truncateSync(file, readFileSync(file).length - 30);
    const cut = await run(folder);
    expect(cut).toMatchObject({ code: 3 });
    expect(cut.stderr, table).toMatch(new RegExp(`${table}-${RELEASE}.csv.bz2.*bzip2 at byte \\d+: `));
    expect(stagingIn(data)).toEqual([]);
  }
  expect(dumpCorpus(db)).toEqual(before);
  expect(await run(set)).toMatchObject({ code: 0, stdout: expect.stringContaining("1 unchanged") });
});

test("T1: of a table that ends in a row, the rows before are imported, and no case loses anything", async () => {
  const { db, run, fileOf, rejects } = place();
  await run();
  const calm = dumpCorpus(db);
  for (const [nth, table] of (["opinions", "opinion-clusters", "dockets", "citations"] as const).entries()) {
    const cut = place(rowsOf(DECISIONS), `2025-07-0${nth + 1}`);
    const text = readFileSync(fileOf(table), "utf8");
    writeFileSync(cut.fileOf(table), text.slice(0, text.lastIndexOf("\n", text.length - 2) - 20));
    expect(await run(cut.set), table).toMatchObject({ code: 3 });
    expect(rejects().map(({ reason }) => reason)[0]).toMatch(/file/);
    expect(dumpCorpus(db), table).toEqual(calm);
  }
});

test("T2: tables of two dates are no set: the message says which are missing, and nothing is imported", async () => {
  const { set, run } = place({ courts: [], dockets: [], citations: [] });
  writeSet(set, LATER, { opinions: [], "opinion-clusters": [] });
  const ran = await run();
  expect(ran.code).toBe(2);
  expect(ran.stderr).toContain(`the set of ${LATER} lacks courts, dockets, citations`);
  expect(ran.stderr).toContain(`that of ${RELEASE} lacks opinion-clusters, opinions`);
});

test("T2: of two dates the newest complete one is imported", async () => {
  const { db, set, run } = place();
  writeSet(set, LATER, { opinions: [], "opinion-clusters": [] });
  expect(await run()).toMatchObject({ code: 0 });
  expect(dumpCorpus(db).records.cases).toHaveLength(DECISIONS.length);
});

test("T3: a header without a column that is needed: the set is not imported; --dry-run names it, and unknown ones", async () => {
  const { db, set, run, fileOf } = place();
  const file = fileOf("opinions");
  writeFileSync(file, readFileSync(file, "utf8").replace("cluster_id", "cluster").replace("sha1", "md5"));
  const ran = await run();
  expect(ran).toMatchObject({ code: 3 });
  expect(ran.stderr).toContain(`Cannot import "${file}": it has no column cluster_id`);
  const dry = await runHere(["import", set, "--dry-run", "--db", db]);
  expect(dry.stderr).toContain("without the columns cluster_id; with unknown columns cluster, md5");
});

test("T4: rows that cannot be read are rejects with their lines, and the rows around them are imported", async () => {
  const { db, run, fileOf, rejects } = place();
  const calm = place();
  await calm.run();
  const file = fileOf("opinions");
  const rows: readonly (string | Buffer)[] = [
    '"112","11"',
    '`112`,`11`,`020lead`,`a, "b"`,``',
    `"112"${',""'.repeat(60)}`,
    Buffer.concat([
      Buffer.from('"112","11","'),
      Buffer.from([0xff]),
      Buffer.from(`"${",".repeat(COLUMNS - 3)}`),
    ]),
    `"112","of no cluster","020lead"${",".repeat(COLUMNS - 3)}`,
  ];
  // the lines after each are rows
  for (const [nth, row] of [...rows.entries()].reverse()) putRow(file, 2 + nth, row);
  expect(await run()).toMatchObject({ code: 3 });
  expect(rejects()).toHaveLength(rows.length);
  expect(new Set(rejects().map(({ line }) => line))).toEqual(new Set([2, 4, 6, 8, 10]));
  expect(dumpCorpus(db)).toEqual(dumpCorpus(calm.db));
});

test("T5: rows without the rows that they name: each is rejected or left out, the later of two with one id counts", async () => {
  const rows = rowsOf(DECISIONS);
  const [first, second, ...others] = rows["opinion-clusters"] ?? [];
  const dockets = rows.dockets ?? [];
  const { db, run, rejects } = place({
    ...rows,
    "opinion-clusters": [
      { ...first, case_name: "An earlier row" },
      { ...first, case_name: "The later row" },
      { ...second, docket_id: 77 },
      ...others,
    ],
    dockets: [...dockets.slice(0, 3), { ...dockets[3], court_id: "nowhere" }],
    opinions: [
      ...(rows.opinions ?? []),
      { id: 9, cluster_id: 5, type: "020lead", html_with_citations: "<p>Of no cluster.</p>" },
    ],
  });
  expect(await run()).toMatchObject({ code: 3 });
  expect(rejects().map(({ reason }) => reason)).toEqual([
    'its court "nowhere" is not in the table of courts',
    "cluster 12: its docket 77 is missing",
    "cluster 14: its docket 500014 is missing",
  ]);
  const cases = dumpCorpus(db).records.cases;
  expect(cases).toMatchObject([{ name_abbreviation: "The later row" }, { name_abbreviation: "Case 13" }]);
});

test("T6: a decision whose docket is missing is kept, and others are removed", async () => {
  const { db, run } = place();
  await run();
  const later = rowsOf(DECISIONS.slice(1));
  const [first, ...others] = later.dockets ?? [];
  const broken = place({ ...later, dockets: others }, LATER);
  expect(first).toBeDefined();
  expect(
    await runHere(["import", broken.set, "--db", db, "--data-dir", broken.data, "--allow-shrink"]),
  ).toMatchObject({ code: 3 });
  const ids = dumpCorpus(db).records.cases?.map((one) => (one as { id: number }).id);
  expect(ids).toEqual(DECISIONS.slice(1).map(({ id }) => 9_000_000_000_000 + id));
});

test("T6: a set with broken rows takes no opinion, citation or case away; the next one without them ends as ever", async () => {
  const { db, run } = place();
  await run();
  const before = dumpCorpus(db);
  const broken = place(rowsOf(DECISIONS), LATER);
  const lines = readFileSync(broken.fileOf("opinions"), "utf8").split("\n");
  const cites = readFileSync(broken.fileOf("citations"), "utf8").split("\n");
  const clusters = readFileSync(broken.fileOf("opinion-clusters"), "utf8").split("\n");
  writeFileSync(broken.fileOf("opinions"), lines.with(2, '"112","11"').join("\n"));
  writeFileSync(broken.fileOf("citations"), cites.with(2, '"12"').join("\n"));
  writeFileSync(broken.fileOf("opinion-clusters"), clusters.with(3, '"13"').join("\n"));
  const ran = await run(broken.set);
  expect(ran).toMatchObject({ code: 3 });
  expect(dumpCorpus(db)).toEqual(before);
  // what only changes is taken from the same set
  const next = rowsOf(DECISIONS.filter(({ id }) => id !== 14));
  const last = place(next, "2025-09-30");
  expect(
    await runHere(["import", last.set, "--db", db, "--data-dir", last.data, "--allow-shrink"]),
  ).toMatchObject({
    code: 0,
  });
  const fresh = place(next, "2025-09-30");
  await fresh.run();
  expect(dumpCorpus(db).records).toEqual(dumpCorpus(fresh.db).records);
});

test("T6: a case of another source keeps what a set with broken rows no longer says of it", async () => {
  const decisions = [1, 2].map((id): Decision => {
    const citations = [[2, `${id} Mass. 1`] as const, [3, `${id} N.E. 2`] as const];
    return { id, court: "mass", cluster: { case_name: "Roe v. Mill" }, citations };
  });
  const { db, data, run } = place(rowsOf(decisions));
  const bag = await makeBagZip(join(tempFolder(), "Massachusetts-20180829-text.zip"), {
    lines: [1, 2].map((page) =>
      line(7000 + page, {
        name_abbreviation: "Roe v. Mill",
        citations: [{ type: "official", cite: `${page} Mass. 1` }],
      }),
    ),
  });
  await run(bag);
  await run();
  const { cases } = dumpCorpus(db).records;
  expect(JSON.stringify(cases)).toContain('"1 N.E. 2"');
  const rows = rowsOf(decisions);
  const broken = place({ ...rows, dockets: rows.dockets?.slice(1) ?? [] }, LATER);
  const file = broken.fileOf("citations");
  const lines = readFileSync(file, "utf8").split("\n");
  writeFileSync(file, lines.with(4, '"2"').join("\n"));
  const where = ["--db", db, "--data-dir", data, "--allow-shrink"];
  expect(await runHere(["import", broken.set, ...where])).toMatchObject({ code: 3 });
  expect(dumpCorpus(db).records.cases).toEqual(cases);
});

test("T7: a staging file that is damaged, unfinished or of another set is made again", async () => {
  const calm = place();
  await calm.run();
  const after = dumpCorpus(calm.db);
  const name = `.courtlistener-${RELEASE}.staging`;
  const other = place(rowsOf(DECISIONS.slice(0, 1)));
  const kept = await keptStaging(other, name);
  const damages: readonly ((bytes: Buffer) => string | Uint8Array)[] = [
    (bytes) => bytes,
    () => Buffer.from("not SQLite"),
    (bytes) => bytes.subarray(0, bytes.length / 2),
    (bytes) => bytes.fill(0x5a, 4096),
  ];
  for (const damage of damages) {
    const { db, data, run } = place();
    mkdirSync(data);
    writeFileSync(join(data, name), damage(Buffer.from(kept)));
    for (const end of [".part", ".part-journal"]) writeFileSync(join(data, `${name}${end}`), "unfinished");
    expect(await run()).toMatchObject({ code: 0 });
    expect(dumpCorpus(db)).toEqual(after);
    expect(stagingIn(data)).toEqual([]);
  }
});

const ROW = "UPDATE opinion SET data = :data WHERE cluster_id = 12";
const DAMAGES: Readonly<Record<string, (staging: Database.Database, packed: Buffer) => void>> = {
  "bytes of a packed text": (staging, packed) => staging.prepare(ROW).run({ data: packed.fill(0, 20, 60) }),
  "the header of a packed text": (staging, packed) =>
    staging.prepare(ROW).run({ data: packed.fill(0xff, 0, 9) }),
  "the type of a value": (staging) => staging.prepare(ROW).run({ data: 7 }),
  "the id of a row": (staging) =>
    staging.exec(`UPDATE cluster SET data = replace(data, '"12"', '"13"') WHERE id = 12`),
  JSON: (staging) => staging.exec("UPDATE cluster SET data = substr(data, 5) WHERE id = 12"),
};

test.each(Object.keys(DAMAGES))(
  "T7: damage of %s ends its court there, and the next run makes the file again",
  async (what) => {
    const text = Array.from({ length: 300 }, (_, nth) => `<p>The mill and the well of ${nth}.</p>`).join("");
    const rows = rowsOf(DECISIONS.map((one) => ({ ...one, opinions: [{ html_with_citations: text }] })));
    const calm = place(rows);
    await calm.run();
    const kept = place(rows);
    const { db, data, run } = kept;
    const name = `.courtlistener-${RELEASE}.staging`;
    await keptStaging(kept, name);
    const staging = new Database(join(data, name));
    const packed = staging.prepare("SELECT data FROM opinion WHERE cluster_id = 12").pluck().get();
    DAMAGES[what]?.(staging, packed as Buffer);
    staging.close();
    const damaged = await run();
    // of mass the decision before
    expect(damaged).toMatchObject({ code: 3, stdout: expect.stringContaining("Cases: 3 read: 3 added") });
    expect(damaged.stderr + damaged.stdout).toMatch(/mass.*Cannot read the staging file/);
    expect(stagingIn(data)).toEqual([]);
    expect(await run()).toMatchObject({ code: 0, stdout: expect.stringContaining("1 added") });
    expect(dumpCorpus(db).records.cases).toEqual(dumpCorpus(calm.db).records.cases);
  },
);

test.each([
  ["courts can be opened", "DROP TABLE unplaced"],
  ["court has its record", `UPDATE court SET data = replace(data, '"court"', '"cuort"')`],
])("T7: a staging file of which no %s is made again by the next run", async (_, damage) => {
  const calm = place();
  await calm.run();
  const kept = place();
  const name = `.courtlistener-${RELEASE}.staging`;
  await keptStaging(kept, name);
  const staging = new Database(join(kept.data, name));
  staging.exec(damage);
  staging.close();
  const damaged = await kept.run();
  expect(damaged).toMatchObject({ code: 3, stdout: expect.stringContaining("Cases: 0 read") });
  expect(stagingIn(kept.data)).toEqual([]);
  expect(await kept.run()).toMatchObject({ code: 0, stdout: expect.stringContaining("4 added") });
  expect(dumpCorpus(kept.db).records.cases).toEqual(dumpCorpus(calm.db).records.cases);
});

/** The staging file of a set, as a run that is stopped before the first court leaves it. */
async function keptStaging({ db, data, set }: ReturnType<typeof place>, name: string): Promise<Buffer> {
  const stop = new AbortController();
  const path = join(data, name);
  const ended = runHere(["import", set, "--db", db, "--data-dir", data], { signal: stop.signal });
  while (!existsSync(path)) await new Promise(setImmediate);
  const bytes = readFileSync(path);
  stop.abort(new Error("stopped"));
  await ended;
  return bytes;
}

test("T8: a disk that is full while tables are staged: the run ends, leaves nothing, and the next one ends as ever", async () => {
  const text = Array.from({ length: 30 }, (_, nth) => `<p>${randomBytes(3_000).toString("hex")} ${nth}</p>`);
  const rows = rowsOf(
    DECISIONS.map((one) => ({ ...one, opinions: [{ html_with_citations: text.join("") }] })),
  );
  const { db, data, run } = place(rows);
  const full = await runFull(run);
  expect(full.code).toBe(1);
  expect(full.stderr).toMatch(/caselaw: Cannot use staging file ".*": no space is left\n$/);
  expect(stagingIn(data)).toEqual([]);
  expect(await run()).toMatchObject({ code: 0 });
  const calm = place(rows);
  await calm.run();
  expect(dumpCorpus(db)).toEqual(dumpCorpus(calm.db));
});

async function runFull(run: () => Promise<RanHere>): Promise<RanHere> {
  using _limit = limitNewDatabases(30);
  return await run();
}

test("X4: rows and opinions that are too long are rejects, the others are imported, in bounded memory", async () => {
  const text = (chars: number): string => `<p>${"word ".repeat(20)}</p>\n`.repeat(Math.floor(chars / 108));
  const lengths = [5_900_000, 7_000_000, 30_000_000, 200];
  const long = DECISIONS.map((one, nth) => ({
    ...one,
    opinions: [{ html_with_citations: text(lengths[nth] ?? 0) }],
  }));
  // small when they are packed
  const more = Array.from({ length: 30 }, (_, nth) => ({
    id: 20 + nth,
    court: "mass",
    opinions: [{ html_with_citations: text(1_000_000) }],
  }));
  const { db, data, set, rejects } = place(rowsOf([...long, ...more]));
  const peak = join(tempFolder(), "peak");
  const environment = { NODE_OPTIONS: `--import ${PRELOAD}`, PEAK_FILE: peak };
  const ran = await runCli(["import", set, "--db", db, "--data-dir", data], {
    folder: tempFolder(),
    environment,
  });
  expect(ran).toMatchObject({ code: 3 });
  expect(rejects().map(({ reason }) => reason)).toEqual([
    expect.stringMatching(/^an opinion of \d+ characters, more than 6000000$/),
    "longer than 24 MiB",
  ]);
  const { bodies } = dumpCorpus(db);
  expect(JSON.stringify(bodies[`${9_000_000_000_000 + 11} text`]).length).toBeGreaterThan(5_000_000);
  expect(JSON.stringify(bodies[`${9_000_000_000_000 + 14} text`])).toContain("word word");
  expect(Number(readFileSync(peak, "utf8"))).toBeLessThan(450 * 1024);
});

test("T9: the order of the sources does not matter to the cases that the tables name", async () => {
  const named = DECISIONS.map((one) => ({
    ...one,
    cluster: { filepath_json_harvard: `law.free.cap.mass.${one.id}/1.${7000 + one.id}.json` },
  }));
  const bagOf = (release: string, ids: readonly number[]): Promise<string> =>
    makeBagZip(join(tempFolder(), `Massachusetts-${release}-text.zip`), {
      lines: ids.map((id) => line(7000 + id, { casebody: textBody("head", `Harvard ${id}`) })),
    });
  const bag = await bagOf("20180829", [11, 12]);
  const [one, other] = [place(rowsOf(named)), place(rowsOf(named))];
  for (const path of [bag, one.set]) expect(await one.run(path)).toMatchObject({ code: 0 });
  for (const path of [other.set, bag]) expect(await other.run(path)).toMatchObject({ code: 0 });
  const [{ records, bodies, words }, found] = [dumpCorpus(one.db), dumpCorpus(other.db)];
  expect(found).toMatchObject({ bodies, words });
  expect(found.records.cases).toEqual(records.cases);
  expect(JSON.stringify(bodies["7011 text"])).toContain("Harvard 11");
  // a case that the first source removes is still the second one's
  const fewer = await bagOf("20200302", [11]);
  const where = ["--db", one.db, "--data-dir", one.data, "--allow-shrink"];
  expect(await runHere(["import", fewer, ...where])).toMatchObject({ code: 0 });
  expect(dumpCorpus(one.db).records.cases).toHaveLength(4);
});
