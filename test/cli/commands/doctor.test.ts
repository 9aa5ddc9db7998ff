import { chmodSync, mkdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startBulkService } from "../../support/bulk-service.ts";
import { makeCorpus } from "../../support/corpus.ts";
import { bulkCases } from "../../support/records.ts";
import { runHere } from "../../support/run-here.ts";
import { tempFolder } from "../../support/temp-folder.ts";

function corpusIn(folder: string): readonly string[] {
  const dataFolder = join(folder, "data");
  mkdirSync(dataFolder, { recursive: true });
  return ["--db", makeCorpus(bulkCases(1, 2), join(folder, "c.db")), "--data-dir", dataFolder];
}

async function doctor(flags: readonly string[]): Promise<{ code: number; states: Record<string, string> }> {
  const { code, stdout } = await runHere(["doctor", "--json", ...flags]);
  const { checks } = JSON.parse(stdout);
  return {
    code,
    states: Object.fromEntries(checks.map(({ check, state }: Record<string, string>) => [check, state])),
  };
}

test("doctor finds a corpus, its last verification and the source, and changes nothing", async () => {
  const folder = tempFolder();
  const flags = corpusIn(folder);
  const path = join(folder, "c.db");
  const before = statSync(path).mtimeMs;
  const source = await startBulkService(folder);
  const first = await doctor([...flags, "--offline"]);
  expect(first).toMatchObject({
    code: 0,
    states: { corpus: "ok", cases: "ok", verify: "warning", rights: "ok" },
  });
  expect(first.states).not.toHaveProperty("source");
  await runHere(["verify", ...flags]);
  expect((await doctor([...flags, "--offline"])).states.verify).toBe("ok");
  // a folder that is not there yet gets the note too
  const others = ["--db", path, "--data-dir", join(folder, "other", "data")];
  await runHere(["verify", ...others]);
  expect((await doctor([...others, "--offline"])).states.verify).toBe("ok");
  const config = join(folder, "caselaw.env");
  writeFileSync(config, `CASELAW_SOURCE=bulk\nCASELAW_SOURCE_URL=${source.url}\n`);
  expect((await doctor([...flags, "--config", config])).states).toMatchObject({ source: "ok", clock: "ok" });
  const elsewhere = await doctor([
    ...flags,
    "--config",
    config,
    "--source-url",
    `${source.url}/no/such/folder/`,
  ]);
  expect(elsewhere.states.source).toBe("warning");
  await source.close();
  const down = await doctor([...flags, "--config", config]);
  expect(down).toMatchObject({ code: 3, states: { source: "failed", clock: "unknown" } });
  expect(statSync(path).mtimeMs).toBe(before);
});

test("a corpus that is missing or damaged is a failed check, with what to do", async () => {
  const folder = tempFolder();
  const { code, stdout } = await runHere([
    "doctor",
    "--offline",
    "--db",
    join(folder, "no.db"),
    "--data-dir",
    folder,
  ]);
  expect(code).toBe(3);
  expect(stdout).toMatch(/^failed {3}corpus: /);
  expect(stdout).toMatch(/Not well\n$/);
});

test("a tokens file that others can change fails, and a wrong age is refused", async () => {
  const folder = tempFolder();
  const flags = corpusIn(folder);
  const tokens = join(folder, "data", "tokens");
  writeFileSync(tokens, "");
  chmodSync(tokens, 0o666);
  expect((await doctor([...flags, "--offline"])).states["tokens file"]).toBe("failed");
  chmodSync(tokens, 0o600);
  expect((await doctor([...flags, "--offline"])).states["tokens file"]).toBe("ok");
  expect((await runHere(["doctor", "--max-age", "x", ...flags])).code).toBe(2);
});
