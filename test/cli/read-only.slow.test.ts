/** A corpus that may only be read, by another account and on a read-only medium. */
import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, readdirSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, test } from "vitest";
import { serveSource } from "../http/serve-program.ts";
import { makeBagZip } from "../support/archives.ts";
import { childEnvironment } from "../support/child-environment.ts";
import { runChild } from "../support/children.ts";
import { makeCorpus } from "../support/corpus.ts";
import { MOUNT_LACK, OTHER_USER, OTHER_USER_LACK, skippedFor } from "../support/other-user.ts";
import { bulkCases } from "../support/records.ts";
import { listing } from "../support/run.ts";
import { type RanHere, runHere } from "../support/run-here.ts";
import { runSql } from "../support/sql.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { runCli } from "./run-cli.ts";

const MAIN = join(import.meta.dirname, "../../src/cli/main.ts");
const RUN_HERE = new URL("../support/run-here.ts", import.meta.url).href;
const DRIVER = createRequire(import.meta.url).resolve("better-sqlite3");
const OTHER = { user: OTHER_USER };

interface Place {
  readonly folder: string;
  readonly db: string;
  readonly flags: readonly string[];
}

/** A corpus of three cases that everybody may read. */
function makePlace(): Place {
  const root = tempFolder();
  chmodSync(root, 0o755);
  const folder = join(root, "corpus");
  const db = makeCorpus(bulkCases(1, 3), join(folder, "c.db"));
  return { folder, db, flags: ["--db", db, "--data-dir", join(root, "data")] };
}

/** What a process of another user prints that runs these commands one after the other. */
async function runAllAsOther(commands: readonly (readonly string[])[]): Promise<RanHere[]> {
  const code = `
    const { runHere } = await import(${JSON.stringify(RUN_HERE)});
    const ran = [];
    for (const command of JSON.parse(process.argv[1])) ran.push(await runHere(command));
    console.log(JSON.stringify(ran));`;
  const args = ["--input-type=module", "-e", code, JSON.stringify(commands)];
  const { stdout, stderr } = await runChild(process.execPath, args, {
    user: OTHER_USER,
    environment: childEnvironment(),
  });
  expect(stderr).toBe("");
  return JSON.parse(stdout);
}

/** Leaves changes in the log, as a killed run does. */
function leaveLog(db: string): void {
  const code = `
    const Database = require(${JSON.stringify(DRIVER)});
    const db = new Database(${JSON.stringify(db)});
    db.exec("UPDATE corpus SET value = value || 'x'");
    process.kill(process.pid, "SIGKILL");`;
  spawnSync(process.execPath, ["-e", code]);
}

describe.skipIf(OTHER_USER_LACK !== null)(`as another user${skippedFor(OTHER_USER_LACK)}`, () => {
  test("K4: every command that reads prints what it prints to the owner, and leaves nothing", async () => {
    const { folder, db, flags } = makePlace();
    const out = join(tempFolder(), "out");
    mkdirSync(out);
    chmodSync(join(out, ".."), 0o755);
    chownSync(out, OTHER_USER.uid, OTHER_USER.gid);
    const commands = [
      ["list", "cases", "--format", "jsonl", "--full-case", "true"],
      ["list", "cases", "--name", "case 1 v. st"],
      ["list", "courts"],
      ["search", "court | order"],
      ["show", "1"],
      ["cites", "1", "--cited-by"],
      ["changes", "--since", "0"],
      ["trends", "court", "--format", "csv"],
      ["coverage"],
      ["stats"],
      ["verify"],
    ];
    const jsonl = ["export", "--format", "jsonl", "--to", join(out, "export")];
    const backup = ["backup", join(out, "copy.db")];
    const ran = await runAllAsOther([...commands, jsonl, backup].map((one) => [...one, ...flags]));
    for (const [at, command] of commands.entries()) {
      expect(ran[at], command.join(" ")).toEqual(await runHere([...command, ...flags]));
    }
    expect(ran.slice(-2)).toMatchObject([{ code: 0 }, { code: 0 }]);
    const copied = ["list", "cases", "--format", "jsonl"];
    expect(await runHere([...copied, "--db", join(out, "copy.db")])).toEqual(
      await runHere([...copied, "--db", db]),
    );
    expect(listing(folder)).toEqual(["c.db"]);
  });

  test("K4: what a killed run left in the log is read, or the message says what to do", async () => {
    const { db, folder, flags } = makePlace();
    leaveLog(db);
    expect(listing(folder)).toEqual(["c.db", "c.db-shm", "c.db-wal"]);
    expect(await runCli(["list", "cases", ...flags], OTHER)).toMatchObject({ code: 0 });
    rmSync(`${db}-shm`);
    const refused = await runCli(["list", "cases", ...flags], OTHER);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(
      `caselaw: Cannot open corpus "${db}": its log "${db}-wal" has changes that cannot be read without writing\n`,
    );
    expect(refused.stderr).toContain("Run `caselaw stats` on it once as a user who may write there");
    expect(await runHere(["stats", ...flags])).toMatchObject({ code: 0 });
    expect(listing(folder)).toEqual(["c.db"]);
    expect(await runCli(["list", "cases", ...flags], OTHER)).toMatchObject({ code: 0 });
  });

  test("K4: serve answers with the new state while and after the owner imports", async () => {
    const place = makePlace();
    await using served = await serveSource(["--quiet", "--readers", "1", ...place.flags], OTHER);
    const count = async (): Promise<unknown> => {
      const answer = await fetch(`${served.url}/v1/cases/?page_size=1`);
      return [answer.status, JSON.parse(await answer.text()).count];
    };
    expect(await count()).toEqual([200, 3]);
    const archive = join(place.folder, "..", "Illinois-20190416-text.zip");
    await makeBagZip(archive, { lines: bulkCases(1, 5) });
    expect(await runHere(["import", archive, ...place.flags])).toMatchObject({ code: 0 });
    expect(await count()).toEqual([200, 5]);
    runSql(place.db, "PRAGMA foreign_keys = OFF; DELETE FROM court_case WHERE id = 5");
    expect(readdirSync(place.folder)).toEqual(["c.db"]);
    expect((await fetch(`${served.url}/v1/cases/5/`)).status).toBe(404);
    const open = new Database(place.db);
    open.exec("PRAGMA foreign_keys = OFF; DELETE FROM court_case WHERE id = 4");
    expect((await fetch(`${served.url}/v1/cases/4/`)).status).toBe(404);
    open.close();
    expect((await fetch(`${served.url}/v1/cases/3/`)).status).toBe(200);
    expect((await served.stop("SIGTERM")).stderr).toBe("");
  });
});

test.skipIf(MOUNT_LACK !== null)(
  `K4: a corpus on a read-only medium is read by root too${skippedFor(MOUNT_LACK)}`,
  async () => {
    const { folder, db } = makePlace();
    const mounted = join(tempFolder(), "mounted");
    mkdirSync(mounted);
    const asMounted = (...command: string[]) => {
      const script = `mount -t tmpfs none ${mounted} && cp ${folder}/* ${mounted} && mount -o remount,ro ${mounted} && exec "$@"`;
      const program = [process.execPath, MAIN, ...command, "--db", join(mounted, "c.db")];
      const options = { env: childEnvironment(), encoding: "utf8" } as const;
      return spawnSync("unshare", ["--mount", "sh", "-c", script, "sh", ...program], options);
    };
    const command = ["list", "cases", "--format", "jsonl", "--full-case", "true"];
    const { status, stdout, stderr } = asMounted(...command);
    expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
    expect(stdout).toBe((await runHere([...command, "--db", db])).stdout);
    leaveLog(db);
    rmSync(`${db}-shm`);
    const refused = asMounted("list", "cases");
    expect(refused).toMatchObject({ status: 1, stdout: "" });
    expect(refused.stderr).toContain("or copy it with its log to a writable folder");
  },
);
