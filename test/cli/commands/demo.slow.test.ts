import { chmodSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { wordsOf } from "../../support/markdown.ts";
import { OTHER_USER, OTHER_USER_LACK, skippedFor } from "../../support/other-user.ts";
import { runHere } from "../../support/run-here.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { runCli } from "../run-cli.ts";

test("demo imports the sample into demo.db of the data folder, whatever the settings of another corpus, searches it, also a second time, and ends with three commands that answer what it says", async () => {
  const folder = tempFolder();
  const environment = { CASELAW_DB: "other.db", CASELAW_ENGINE_URL: "http://127.0.0.1:9" };
  let shown = "";
  for (const counts of ["198 added", "198 unchanged"]) {
    const { code, stdout } = await runHere(["demo", "--data-dir", "here"], { folder, environment });
    expect(code).toBe(0);
    expect(stdout).toContain(counts);
    expect(stdout).toContain('2 cases match "citizens of another state"');
    expect(stdout).toContain("Chisholm v. Georgia, 2 U.S. (Dall.) 419");
    shown = stdout;
  }
  expect(readdirSync(folder)).toEqual(["here"]);
  expect(readdirSync(join(folder, "here"))).toContain("demo.db");
  const commands = [...shown.matchAll(/^ {2}\S*caselaw (.*)\n {6}(.*)$/gm)];
  const answers = [];
  for (const [, command = "", said = ""] of commands) {
    const { code, stdout } = await runHere(wordsOf(command), { folder });
    expect(code).toBe(0);
    answers.push([said, stdout]);
  }
  expect(answers).toEqual([
    ["reads Chisholm v. Georgia (1793)", expect.stringContaining("Chisholm v. Georgia")],
    [
      "lists what Read v. Dews cites, such as Georgia v. Braislford",
      expect.stringContaining("Georgia v. Braislford"),
    ],
    ["finds 5 cases", expect.stringMatching(/^5 cases match/)],
  ]);
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
