import { chmodSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { OTHER_USER, OTHER_USER_LACK, skippedFor } from "../../support/other-user.ts";
import { runHere } from "../../support/run-here.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { runCli } from "../run-cli.ts";

test("demo imports the sample into demo.db of the data folder, whatever the settings of another corpus, and searches it, also a second time", async () => {
  const folder = tempFolder();
  const environment = { CASELAW_DB: "other.db", CASELAW_ENGINE_URL: "http://127.0.0.1:9" };
  for (const counts of ["306 added", "612 unchanged"]) {
    const { code, stdout } = await runHere(["demo", "--data-dir", "here"], { folder, environment });
    expect(code).toBe(0);
    expect(stdout).toContain(counts);
    expect(stdout).toContain('9 cases match "mill dam"');
    expect(stdout).toContain("Strong v. Kneeland, 61 Frankl. 33");
  }
  expect(readdirSync(folder)).toEqual(["here"]);
  expect(readdirSync(join(folder, "here"))).toContain("demo.db");
});

test("demo refuses --db", async () => {
  const folder = tempFolder();
  const { code, stderr } = await runHere(["demo", "--db", "mine.db"], { folder });
  expect({ code, stderr }).toEqual({
    code: 2,
    stderr: "caselaw: Cannot use --db: the sample is imported into demo.db of the data folder\n",
  });
  expect(readdirSync(folder)).toEqual([]);
});

test.skipIf(OTHER_USER_LACK !== null)(
  `demo where nothing may be written says what to do${skippedFor(OTHER_USER_LACK)}`,
  async () => {
    const folder = tempFolder();
    chmodSync(folder, 0o755);
    const { code, stderr } = await runCli(["demo"], { folder, user: OTHER_USER });
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: expect.stringMatching(
        /^caselaw: Cannot use corpus "data\/demo.db": .*\n {2}Change the rights of the folder, or choose another corpus with --db and another data folder with --data-dir\.\n$/,
      ),
    });
  },
);
