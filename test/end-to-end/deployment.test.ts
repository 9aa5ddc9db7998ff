/** The files of config/ for systemd, for containers, and the loop that syncs every night, with a program in place of `caselaw`. */
import { once } from "node:events";
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { runChild, startChild } from "../support/children.ts";
import { hasProgram } from "../support/other-programs.ts";
import { tempFolder } from "../support/temp-folder.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const CONFIG = join(ROOT, "config");
const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");

/** A folder with a `caselaw` of these lines, and the environment that finds it. */
function programOf(lines: string): { folder: string; environment: Record<string, string> } {
  const folder = tempFolder();
  writeFileSync(join(folder, "caselaw"), `#!/bin/sh\n${lines}\n`);
  chmodSync(join(folder, "caselaw"), 0o755);
  return { folder, environment: { PATH: `${folder}:${process.env.PATH ?? ""}` } };
}

const UNITS = join(CONFIG, "systemd");
const unitText = (name: string): string => textOf(`config/systemd/${name}`);
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
    const { folder } = programOf("");
    const program = join(folder, "caselaw");
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

const containerfile = textOf("config/Containerfile");

test("the Containerfile copies what exists, and has every file of the package", () => {
  const copied = [...containerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = ""]) =>
    paths.split(" "),
  );
  expect(copied.length).toBeGreaterThan(7);
  expect(copied.filter((path) => !existsSync(join(ROOT, path)))).toEqual([]);
  const { files, engines } = JSON.parse(textOf("package.json"));
  const image = containerfile.slice(containerfile.lastIndexOf("\nFROM "));
  // units of systemd start no program in a container
  const needed = files.filter((path: string) => !["config/systemd", "config/monitoring"].includes(path));
  expect(needed.filter((path: string) => !image.includes(path))).toEqual([]);
  expect([...containerfile.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base)).toEqual(
    Array(2).fill(`docker.io/library/node:${/\d+/.exec(engines.node)?.[0]}-slim`),
  );
});

test("the image runs as another account than root, with a volume and a health check", () => {
  for (const line of ["USER node", "VOLUME /data", 'ENTRYPOINT ["caselaw"]', 'CMD ["serve"]'])
    expect(containerfile).toContain(`\n${line}\n`);
  expect(containerfile).toMatch(/\nHEALTHCHECK .*\\\n {2}CMD .*127\.0\.0\.1:8000\/healthz/);
});

test.skipIf(!hasProgram("docker-compose", ["version"]))(
  "docker-compose accepts the file (skipped without it)",
  async () => {
    const { code, stdout, stderr } = await runChild(
      "docker-compose",
      ["-f", "config/compose.yaml", "config"],
      {
        folder: ROOT,
        environment: { PATH: process.env.PATH ?? "" },
      },
    );
    expect(code, stderr).toBe(0);
    expect(stdout.match(/read_only: true/g)).toHaveLength(2);
    expect(stdout).toContain("/opt/caselaw/nightly.sh");
  },
);

const NIGHTLY = join(CONFIG, "nightly.sh");

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
