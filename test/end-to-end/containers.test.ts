import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runChild } from "../support/children.ts";
import { hasProgram } from "../support/other-programs.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const textOf = (path: string): string => readFileSync(join(ROOT, path), "utf8");
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
