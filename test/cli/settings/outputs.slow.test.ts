/** What options that name a file or folder to write may not write over: whatever is precious, by any name. */

import { createHash } from "node:crypto";
import {
  copyFileSync,
  existsSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { basename, dirname, join, relative } from "node:path";
import { expect, test } from "vitest";
import { writeReport } from "../../../src/cli/settings/outputs.ts";
import { CaselawError } from "../../../src/domain/errors.ts";
import { totalOf } from "../../../src/import/report.ts";
import { sweep } from "../../support/fuzz.ts";
import { type RanHere, runHere } from "../../support/run-here.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { smallCorpus } from "../small-corpus.ts";

const corpus = smallCorpus();

/** Everything below a folder: of files their SHA-256, of links where they lead, which is not followed. */
function stateOf(folder: string): Record<string, unknown> {
  return Object.fromEntries(
    readdirSync(folder, { withFileTypes: true }).map((entry) => {
      const path = join(folder, entry.name);
      if (entry.isSymbolicLink()) return [entry.name, `link to ${readlinkSync(path)}`];
      if (entry.isDirectory()) return [entry.name, stateOf(path)];
      return [entry.name, createHash("sha256").update(readFileSync(path)).digest("hex")];
    }),
  );
}

interface Place {
  readonly folder: string;
  readonly flags: readonly string[];
  readonly at: (name: string) => string;
  readonly archive: string;
}

/** A folder of its own with all that is precious. */
function place(): Place {
  const folder = tempFolder();
  const at = (name: string): string => join(folder, name);
  for (const name of ["data/static/ill", "far", "config"]) mkdirSync(at(name), { recursive: true });
  copyFileSync(corpus.db, at("corpus.db"));
  copyFileSync(corpus.archive, at("Georgia-20200302-text.zip"));
  copyFileSync(corpus.archive, at("data/static/ill/1.zip"));
  writeFileSync(at("data/tokens"), `alice ${"a".repeat(64)}\n`);
  writeFileSync(at("config/caselaw.env"), "# nothing set\n");
  writeFileSync(at("credential"), "s3cret\n");
  writeFileSync(at("notes.json"), '{ "archives": "my own" }\n');
  const settings = ["--config", at("config/caselaw.env")];
  const flags = ["--db", at("corpus.db"), "--data-dir", at("data"), ...settings];
  return { folder, flags, at, archive: at("Georgia-20200302-text.zip") };
}

type Write = (place: Place, target: string) => Promise<RanHere>;

/** Each option that names what is written. */
const OPTIONS: Readonly<Record<string, Write>> = {
  "import --report": ({ flags, archive }, target) =>
    runHere(["import", archive, "--report", target, ...flags]),
  "import --dry-run --report": ({ flags, archive }, target) =>
    runHere(["import", archive, "--dry-run", "--report", target, ...flags]),
  "sync --report": ({ flags, at }, target) =>
    runHere([
      ...["sync", "--source-url", "http://127.0.0.1:1", "--token-file", at("credential")],
      ...["--report", target, ...flags],
    ]),
  backup: ({ flags }, target) => runHere(["backup", target, ...flags]),
  "backup --force": ({ flags }, target) => runHere(["backup", target, "--force", ...flags]),
  "export --to": ({ flags }, target) => runHere(["export", "--format", "csv", "--to", target, ...flags]),
  "export --to --force": ({ flags }, target) =>
    runHere(["export", "--format", "csv", "--force", "--to", target, ...flags]),
  "token --tokens": ({ flags }, target) => runHere(["token", "bob", "--tokens", target, ...flags]),
};

/** What must stay; made empty when it is not there, as SQLite and runs make some of them. */
const PRECIOUS = [
  ...["", "-wal", "-shm", "-journal", ".lock", ".lock.holder"].map((end) => `corpus.db${end}`),
  ...["data/.lock", "data/tokens", "data/static/ill/1.zip", "config/caselaw.env"],
  ...["Georgia-20200302-text.zip", "credential", "notes.json"],
];

/** Other names of a file: relative, through a symbolic link, through one to its folder, and a hard link. */
function namesOf({ at }: Place, name: string): string[] {
  const target = at(name);
  const links = at(`far/${PRECIOUS.indexOf(name)}`);
  mkdirSync(links);
  symlinkSync(target, join(links, "symbolic"));
  symlinkSync(dirname(target), join(links, "folder"));
  linkSync(target, join(links, "hard"));
  const linked = ["symbolic", join("folder", basename(target)), "hard"].map((one) => join(links, one));
  return [target, relative(process.cwd(), target), ...linked];
}

test.each(Object.keys(OPTIONS))(
  "O1: %s writes over nothing precious, whatever name leads there: exit 2, one line, every byte as it was",
  async (option) => {
    const held = place();
    for (const name of PRECIOUS) if (!existsSync(held.at(name))) writeFileSync(held.at(name), "");
    for (const name of preciousFor(option)) {
      // all names of all files for one option, and of one file for all options; every combination in the long run
      const isTried = option === "import --report" || name === "corpus.db";
      const names = sweep(namesOf(held, name), isTried ? 5 : 1);
      const before = stateOf(held.folder);
      for (const target of names) await expectRefused(option, held, target, before);
    }
  },
);

test.each(Object.keys(OPTIONS))(
  "O1: %s takes no name that something precious will have, no link to nothing, no empty name, no data folder",
  async (option) => {
    const held = place();
    symlinkSync(held.folder, held.at("far/folder"));
    symlinkSync("nothing", held.at("far/link"));
    for (const name of PRECIOUS.filter((one) => one.startsWith("corpus.db-")))
      await expectRefused(option, held, held.at(`far/folder/${name}`));
    expect(await expectRefused(option, held, held.at("far/link"))).toContain('it is a link to "nothing"');
    await expectRefused(option, held, "");
    await expectRefused(option, held, held.at("data"));
    renameSync(held.at("data"), held.at("other"));
    await expectRefused(option, held, held.at("data"));
  },
);

test("O1: a tokens file that the settings name is precious too", async () => {
  for (const name of ["mine", "absent"]) {
    const held = place();
    writeFileSync(held.at("config/caselaw.env"), `CASELAW_TOKENS=${held.at(name)}\n`);
    writeFileSync(held.at("mine"), `carol ${"c".repeat(64)}\n`);
    const told = await expectRefused("import --report", held, held.at(name));
    expect(told).toContain("it is the tokens file");
  }
});

test.each([
  ["a folder", (at: Place["at"]) => at("far")],
  ["a file among what is imported", (at: Place["at"]) => at("volume/CasesMetadata.json")],
])("O1: --report refuses %s", async (_what, target) => {
  const held = place();
  mkdirSync(held.at("volume"));
  writeFileSync(held.at("volume/CasesMetadata.json"), "[]");
  await expectRefused("import --report", held, target(held.at));
});

test("O1: --report replaces a report, also through a link, and what is empty; others keep their temporary names", async () => {
  const held = place();
  const report = held.at("report.json");
  writeFileSync(report, "");
  symlinkSync(report, held.at("far/report.json"));
  for (const name of [".part", `.${process.pid}.part`]) writeFileSync(`${report}${name}`, "mine");
  for (const target of [report, held.at("far/report.json"), report]) {
    expect(await OPTIONS["import --report"]?.(held, target)).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(report, "utf8"))).toHaveProperty("archives");
  }
  expect(lstatSync(held.at("far/report.json")).isSymbolicLink()).toBe(true);
  const left = readdirSync(held.folder).filter((name) => name.startsWith("report"));
  expect(left).toEqual(["report.json", `report.json.${process.pid}.part`, "report.json.part"].sort());
});

test("O1: backup --force replaces a backup, and token adds to a tokens file", async () => {
  const held = place();
  for (const option of ["backup", "backup --force"])
    expect(await OPTIONS[option]?.(held, held.at("copy.db"))).toMatchObject({ code: 0 });
  expect((await OPTIONS.backup?.(held, held.at("copy.db")))?.code).toBe(2);
  expect(await OPTIONS["token --tokens"]?.(held, held.at("data/tokens"))).toMatchObject({ code: 0 });
  expect(readFileSync(held.at("data/tokens"), "utf8")).toMatch(/^alice a{64}\nbob [0-9a-f]{64}\n$/);
});

test("O1: a report that came to be precious during the run is not written: exit 1, the work stands", async () => {
  const held = place();
  const report = held.at("report.json");
  const check = (): never => {
    throw new CaselawError("invalid", `Cannot write report "${report}": it is x; y`);
  };
  writeFileSync(report, "mine");
  await expect(writeReport(report, totalOf([], 0), check)).rejects.toThrow(
    expect.objectContaining({ code: "unavailable", message: `Cannot write report "${report}": it is x; y` }),
  );
  expect(readFileSync(report, "utf8")).toBe("mine");
  expect(readdirSync(held.folder).filter((name) => name.includes(".part"))).toEqual([]);
});

test("O1: a new corpus takes nothing away that has the name of its lock", async () => {
  for (const end of [".lock", ".lock.holder"]) {
    const held = place();
    writeFileSync(held.at(`new.db${end}`), "mine");
    const before = stateOf(held.folder);
    const ran = await runHere(["import", held.archive, ...held.flags, "--db", held.at("new.db")]);
    expect(ran.code, ran.stderr).toBe(2);
    expect(ran.stderr).toMatch(/^caselaw: Cannot [^\n]*: [^\n]*; move [^\n]*\n$/);
    expect(stateOf(held.folder)).toEqual(before);
  }
});

/** Of `token`, a tokens file is no other's. */
function preciousFor(option: string): readonly string[] {
  return option.startsWith("token") ? PRECIOUS.filter((name) => name !== "data/tokens") : PRECIOUS;
}

/** @returns what was printed */
async function expectRefused(
  option: string,
  held: Place,
  target: string,
  before = stateOf(held.folder),
): Promise<string> {
  const ran = await OPTIONS[option]?.(held, target);
  expect(ran, target).toMatchObject({ code: 2, stdout: "" });
  expect(ran?.stderr, target).toMatch(/^caselaw: Cannot write [^\n]*: [^\n]*; [^\n]*\n$/);
  expect(stateOf(held.folder), target).toEqual(before);
  return ran?.stderr ?? "";
}
