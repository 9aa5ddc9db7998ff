/** The loop of the container that syncs every night, with a program in place of `caselaw`. */
import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runChild, startChild } from "../support/children.ts";
import { hasProgram } from "../support/other-programs.ts";
import { tempFolder } from "../support/temp-folder.ts";

const NIGHTLY = join(import.meta.dirname, "..", "..", "config", "nightly.sh");

/** A folder with a `caselaw` of these lines, and the environment that finds it. */
function programOf(lines: string): { folder: string; environment: Record<string, string> } {
  const folder = tempFolder();
  writeFileSync(join(folder, "caselaw"), `#!/bin/sh\n${lines}\n`);
  chmodSync(join(folder, "caselaw"), 0o755);
  return { folder, environment: { PATH: `${folder}:${process.env.PATH ?? ""}` } };
}

// the date of GNU, which the image has
describe.skipIf(!hasProgram("date", ["-d", "tomorrow 03:00"]))(
  "nightly.sh (skipped without the date of GNU)",
  () => {
    test("runs sync with its options at once, waits, and ends when it is stopped", async () => {
      const child = startChild(NIGHTLY, ["03:00", "--volume", "us/410"], programOf('echo "ran $*"; exit 3'));
      const [shown] = await once(child.stdout, "data");
      expect(String(shown)).toBe("ran sync --quiet --report report.json --volume us/410\n");
      const [reported] = await once(child.stderr, "data");
      expect(String(reported)).toBe("nightly.sh: caselaw sync ended with exit code 3\n");
      child.kill("SIGTERM");
      expect((await once(child, "exit"))[0]).toBe(0);
    });

    test("stops a run by a signal and waits for its end", async () => {
      const lines = 'trap "echo stopped; exit 143" TERM; echo started; while :; do sleep 0.1; done';
      const child = startChild(NIGHTLY, ["03:00"], programOf(lines));
      let shown = "";
      child.stdout.on("data", (chunk) => {
        shown += String(chunk);
        if (shown === "started\n") child.kill("SIGTERM");
      });
      expect((await once(child, "close"))[0]).toBe(0);
      expect(shown).toBe("started\nstopped\n");
    });

    test("ends after wrong use, which every night would repeat", async () => {
      const wrong = await runChild(NIGHTLY, ["03:00", "--reporter"], programOf("exit 2"));
      expect(wrong).toMatchObject({ code: 2, stderr: "nightly.sh: caselaw sync ended with exit code 2\n" });
      const time = await runChild(NIGHTLY, ["25:99"], programOf("exit 0"));
      expect(time.code).toBe(2);
      expect(time.stderr).toContain("25:99");
    });
  },
);
