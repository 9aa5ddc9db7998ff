/** Faults, F6: an import is killed, and then its write-ahead log is deleted, cut or replaced. */
import {
  copyFileSync,
  cpSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { makeCorpus } from "../support/corpus.ts";
import { type KillPlace, openKillPlace } from "../support/kill-place.ts";
import { bulkCases } from "../support/records.ts";
import { type RanHere, runHere } from "../support/run-here.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { expectWhole } from "../support/verify.ts";

/** The import is killed behind the COMMIT of its third change; the end of the second archive is not in. */
const KILL_AT = "15";

/** The import as the kill left it; it is killed once, and put back for each test. */
async function openKilled(): Promise<KillPlace> {
  const place = await openKillPlace("import");
  const killed = `${place.folder}-killed`;
  if (!existsSync(killed)) {
    const { code } = await place.runChild({ environment: { KILL_KINDS: "commit", KILL_AT } });
    expect(code).toBe(null);
    cpSync(place.folder, killed, { recursive: true, preserveTimestamps: true });
  }
  rmSync(place.folder, { recursive: true });
  cpSync(killed, place.folder, { recursive: true, preserveTimestamps: true });
  expect(statSync(`${place.corpus}-wal`).size).toBeGreaterThan(0);
  return place;
}

function verify({ corpus, dataFolder }: KillPlace): Promise<RanHere> {
  return runHere(["verify", "--db", corpus, "--data-dir", dataFolder]);
}

/** The next import brings again what is missing. */
async function expectHealed(place: KillPlace): Promise<void> {
  expect(await runHere([...place.args, "--quiet"])).toMatchObject({ code: 0 });
  expect(place.endState()).toEqual(place.after);
  await expectWhole(place.corpus, place.dataFolder);
}

/** A log of another corpus, of one transaction. */
function foreignLog(): string {
  const path = makeCorpus(bulkCases(1, 3));
  const db = new Database(path);
  db.pragma("journal_mode = WAL");
  db.exec("UPDATE court_case SET last_page = '9'");
  db.exec("UPDATE corpus SET value = value || ' x' WHERE key = 'state'");
  const log = join(tempFolder(), "foreign-wal");
  copyFileSync(`${path}-wal`, log);
  db.close();
  return log;
}

test.each<[string, (log: string) => void]>([
  ["kept", () => {}],
  ["deleted", (log) => rmSync(log)],
  ["cut to its first page", (log) => truncateSync(log, 40_000)],
])(
  "F6: the corpus of a killed run is sound with a log that was %s, and the next import heals",
  async (_, damage) => {
    const place = await openKilled();
    damage(`${place.corpus}-wal`);
    expect(await verify(place)).toMatchObject({ code: 0 });
    await expectHealed(place);
  },
);

test("F6: a log of another corpus is refused by every command, and after it is moved away the next import heals", async () => {
  const place = await openKilled();
  const log = `${place.corpus}-wal`;
  copyFileSync(foreignLog(), log);
  rmSync(`${place.corpus}-shm`, { force: true });
  const bytes = (): Buffer[] => [place.corpus, log].map((path) => readFileSync(path));
  const before = bytes();
  const { code, stdout } = await verify(place);
  expect(code).toBe(1);
  expect(stdout).toMatch(/^file: 1 problem\n {2}the log "[^"]+" belongs to another corpus than "[^"]+"\n/m);
  for (const command of [["list", "cases", "--db", place.corpus], place.args]) {
    expect(await runHere(command)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(
        /^caselaw: Cannot use corpus "[^"]+": the log "[^"]+" belongs to another corpus/m,
      ),
    });
  }
  expect(bytes()).toEqual(before);
  renameSync(log, join(tempFolder(), "moved"));
  rmSync(`${place.corpus}-shm`, { force: true });
  await expectHealed(place);
});
