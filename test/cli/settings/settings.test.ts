import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseEnv } from "node:util";
import { expect, test } from "vitest";
import { proxyOf } from "../../../src/cli/settings/run-options.ts";
import { readSettings, SETTINGS } from "../../../src/cli/settings/settings.ts";
import { tempFolder } from "../../support/temp-folder.ts";

function configFile(text: string): string {
  const path = join(tempFolder(), "caselaw.env");
  writeFileSync(path, text);
  return path;
}

test("readSettings takes the flag, then the environment, then the config file, then the default", () => {
  const config = configFile("CASELAW_DB=of-file.db\nCASELAW_DATA_DIR=of-file\nCASELAW_KEEP=all\n");
  const environment = { CASELAW_DB: "of-environment.db", CASELAW_DATA_DIR: "of-environment" };
  const settings = readSettings({ config, db: "of-flag.db" }, environment);
  expect(settings.db).toBe("of-flag.db");
  expect(settings.dataDir).toBe("of-environment");
  expect(settings.keep).toBe("all");
  expect(settings.source).toBe("static");
});

test("readSettings takes an empty variable for an absent one", () => {
  expect(readSettings({}, { CASELAW_DB: "" }).db).toBe("data/caselaw.db");
});

test("readSettings refuses an unknown key of the config file, naming file and key", () => {
  const config = configFile("CASELAW_DBB=x\n");
  expect(() => readSettings({ config }, {})).toThrow(
    `Cannot use config file "${config}": unknown key "CASELAW_DBB"`,
  );
});

test("readSettings refuses a line of the config file that is no setting", () => {
  for (const line of ["CASELAW_DB op.db", "CASELAW_DB: op.db", "CASELAW_DB", "this is not a setting"]) {
    const config = configFile(`# comment\r\n\r\nexport CASELAW_KEEP=none # comment\r\n${line}\r\n`);
    expect(() => readSettings({ config }, {}), line).toThrow("line 4 is neither KEY=value nor a comment (#)");
  }
});

test("readSettings refuses a config file that was asked for and is absent", () => {
  expect(() => readSettings({ config: "/nowhere/x.env" }, {})).toThrow(
    'Cannot read config file "/nowhere/x.env": no such file',
  );
});

test.each([
  [{ jobs: "0" }, {}, 'Cannot use --jobs "0": not a number from 1 to 64'],
  [{ jobs: "1e1" }, {}, 'Cannot use --jobs "1e1"'],
  [{ memory: "100" }, {}, 'Cannot use --memory "100": not a number from 320 to 1048576'],
  [
    {},
    { CASELAW_KEEP: "some" },
    'Cannot use CASELAW_KEEP of the environment "some": not one of all, newest, none',
  ],
  [{ closedText: "hidden" }, {}, '--closed-text "hidden": not one of searchable, unsearchable'],
  [{ sourceUrl: "ftp://x" }, {}, 'Cannot use --source-url "ftp://x": not an http or https URL'],
  [{ db: "" }, {}, 'Cannot use --db "": empty'],
])("readSettings refuses the value of %j %j", (flags, environment, message) => {
  expect(() => readSettings(flags, environment)).toThrow(message);
});

test("readSettings takes a token file asked for by flag before a token of the environment", () => {
  const environment = { CASELAW_TOKEN: "secret", CASELAW_TOKEN_FILE: "other" };
  expect(readSettings({ tokenFile: "file" }, environment)).toMatchObject({ token: null, tokenFile: "file" });
  expect(readSettings({}, environment)).toMatchObject({ token: "secret", tokenFile: null });
});

test("config/caselaw.env shows every setting with its default", () => {
  const text = readFileSync(new URL("../../../config/caselaw.env", import.meta.url), "utf8");
  expect(parseEnv(text)).toEqual({});
  const shown = parseEnv(text.replace(/^# (?=CASELAW_)/gm, ""));
  const presets = Object.values(SETTINGS).map(({ key, preset }) => [key, preset ?? ""]);
  expect(shown).toEqual(Object.fromEntries(presets));
});

test("proxyOf reads both spellings, the lower-case one first; null when no proxy is named", () => {
  const environment = { HTTPS_PROXY: "http://a", https_proxy: "http://b", NO_PROXY: "localhost" };
  expect(proxyOf(environment)).toEqual({ httpsProxy: "http://b", httpProxy: null, noProxy: "localhost" });
  expect(proxyOf({ NO_PROXY: "localhost", HTTPS_PROXY: "" })).toBeNull();
});
