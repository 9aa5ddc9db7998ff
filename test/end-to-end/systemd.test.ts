import { chmodSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runChild } from "../support/children.ts";
import { hasProgram } from "../support/other-programs.ts";
import { tempFolder } from "../support/temp-folder.ts";

const UNITS = join(import.meta.dirname, "..", "..", "config", "systemd");
const unitText = (name: string): string => readFileSync(join(UNITS, name), "utf8");
const SERVICES = ["caselaw-sync.service", "caselaw-serve.service"] as const;

test("the services report a failure, and run as an account that may write nothing else", () => {
  expect(readdirSync(UNITS).sort()).toEqual([
    "caselaw-failure@.service",
    "caselaw-serve.service",
    "caselaw-sync.service",
    "caselaw-sync.timer",
  ]);
  for (const name of SERVICES) {
    const text = unitText(name);
    expect(text).toContain("\nOnFailure=caselaw-failure@%n.service\n");
    expect(text).toContain("\nUser=caselaw\nStateDirectory=caselaw\n");
    expect(text).toContain("\nProtectSystem=strict\n");
  }
  const hardening = (name: string): string | undefined =>
    /^# hardening[^[]*?UMask=0022$/m.exec(unitText(name))?.[0];
  expect(hardening(SERVICES[0])).toBe(hardening(SERVICES[1]));
});

describe.skipIf(!hasProgram("systemd-analyze", ["--version"]))("systemd-analyze (skipped without it)", () => {
  /** The units, with a program in place of `caselaw`, which may not be installed. */
  function copyUnits(): string {
    const folder = tempFolder();
    const program = join(folder, "program");
    writeFileSync(program, "#!/bin/sh\n");
    chmodSync(program, 0o755);
    for (const name of readdirSync(UNITS))
      writeFileSync(
        join(folder, name),
        unitText(name).replace("ExecStart=caselaw ", `ExecStart=${program} `),
      );
    return folder;
  }

  test.each([...SERVICES, "caselaw-sync.timer", "caselaw-failure@x.service"])("accepts %s", async (name) => {
    const ended = await runChild("systemd-analyze", ["verify", "--man=no", `./${name}`], {
      folder: copyUnits(),
    });
    expect(ended).toMatchObject({ code: 0, stderr: "" });
  });

  test.each(SERVICES)("gives %s an exposure of at most 1.5", async (name) => {
    const args = ["security", "--offline=true", "--no-pager", "--threshold=15", `./${name}`];
    const { code, stdout } = await runChild("systemd-analyze", args, { folder: copyUnits() });
    expect(code, stdout).toBe(0);
  });
});
