import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startBulkService } from "../../support/bulk-service.ts";
import { type RanHere, runHere } from "../../support/run-here.ts";
import { startScriptedServer } from "../../support/scripted-server.ts";
import { type Service, startService } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { runCli } from "../run-cli.ts";

const SAMPLE = join(import.meta.dirname, "../../../data/sample");
const TOKEN = "t0ken-of-the-test";

async function bulkService(): Promise<Service> {
  const service = await startBulkService(SAMPLE, { token: TOKEN });
  onTestFinished(() => service.close());
  return service;
}

function bulkArgs(command: string, { url }: Service): string[] {
  return [
    command,
    "--source",
    "bulk",
    "--source-url",
    url,
    "--jurisdiction",
    "absar",
    "sarat",
    "--body-format",
    "text",
  ];
}

test("N3: sync fetches and imports what download has not, the second time neither; a dry run writes nothing, and no run shows the token", async () => {
  const [folder, service] = [tempFolder(), await bulkService()];
  const runs: RanHere[] = [];
  const run = async (args: readonly string[], environment: Readonly<Record<string, string>> = {}) => {
    runs.push(await runHere(args, { folder, environment }));
    return runs.at(-1);
  };
  const downloads = () => service.requests.filter(({ url }) => url.includes("/download/")).length;

  const wrong = await run(bulkArgs("sync", service), { CASELAW_TOKEN: "wr0ng" });
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining("/v1/jurisdictions/") });
  const dry = await run([...bulkArgs("sync", service), "--dry-run"], { CASELAW_TOKEN: TOKEN });
  expect([dry?.code, dry?.stdout]).toEqual([
    0,
    expect.stringMatching(/^Dry run: nothing was written\nto download: 2 units of unknown size; .* free\n$/),
  ]);
  expect(readdirSync(folder)).toEqual([]);

  writeFileSync(join(folder, "token"), `${TOKEN}\n`);
  const fetched = await run([
    ...bulkArgs("download", service),
    ...["--token-file", "token", "--report", "r.json"],
  ]);
  expect(fetched).toMatchObject({ code: 0, stdout: "Units: 2 downloaded\n" });
  expect(JSON.parse(readFileSync(join(folder, "r.json"), "utf8")).archives).toEqual([]);
  expect((await run(["import", "data/bulk"]))?.stdout).toMatch(/^Archives: 2 imported\n/);

  rmSync(join(folder, "data"), { recursive: true });
  const first = await run(bulkArgs("sync", service), { CASELAW_TOKEN: TOKEN });
  expect(first).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Units: 2 downloaded\nArchives: 2 imported\n/),
  });
  const before = downloads();
  const second = await run(bulkArgs("sync", service), { CASELAW_TOKEN: TOKEN });
  expect(second).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Units: 2 already here\nArchives: 2 unchanged\n/),
  });
  expect(downloads()).toBe(before);
  for (const { stdout, stderr } of runs) expect(stdout + stderr).not.toMatch(`${TOKEN}|wr0ng`);
});

test("sync sends its report to --notify-url; what cannot be sent changes no exit code", async () => {
  const [folder, service] = [tempFolder(), await bulkService()];
  const bodies: unknown[] = [];
  const hook = await startService(async (request, response) => {
    const chunks = await Array.fromAsync(request);
    bodies.push(JSON.parse(Buffer.concat(chunks).toString("utf8")));
    response.writeHead(bodies.length < 3 ? 204 : 410).end();
  }, 0);
  onTestFinished(() => hook.close());
  const environment = { CASELAW_TOKEN: TOKEN, CASELAW_NOTIFY_URL: `${hook.url}/secret` };
  const sync = (...args: readonly string[]) =>
    runHere([...bulkArgs("sync", service), ...args], { folder, environment });
  await sync("--dry-run");
  expect(bodies).toEqual([]);
  expect((await sync("--report", "r.json")).code).toBe(0);
  const report = JSON.parse(readFileSync(join(folder, "r.json"), "utf8"));
  expect(bodies).toEqual([{ command: "sync", outcome: "done", error: null, report }]);
  const failed = await sync("--jurisdiction", "nowhere");
  expect(failed.code).not.toBe(0);
  expect(bodies[1]).toMatchObject({
    outcome: "failed",
    error: expect.stringContaining("nowhere"),
    report: null,
  });
  const unsent = await sync();
  expect(unsent).toMatchObject({
    code: 0,
    stderr: expect.stringContaining(`notification: Cannot send to ${hook.url}: `),
  });
  expect(unsent.stderr).not.toContain("secret");
});

test("sync refuses a selection that the source does not have: exit 2", async () => {
  const [folder, service] = [tempFolder(), await bulkService()];
  const args = ["sync", "--source", "bulk", "--source-url", service.url, "--jurisdiction", "atlantis"];
  const { code, stderr } = await runHere(args, { folder });
  expect(stderr).toContain('caselaw: Cannot sync jurisdiction "atlantis"');
  expect(code).toBe(2);
});

/** A sync that is stopped while the source does not answer. */
async function runStopped(
  folder: string,
  stop: (child: ChildProcess) => boolean,
  more: readonly string[] = [],
) {
  await using server = await startScriptedServer({});
  let stopChild = (): boolean => false;
  const stall = (): { stallAfter: number } => {
    stopChild();
    return { stallAfter: -1 };
  };
  server.script.set("/JurisdictionsMetadata.json", [stall]);
  const onStart = (child: ChildProcess): void => {
    stopChild = () => stop(child);
  };
  return await runCli(["sync", "--source-url", server.url, ...more], { folder, onStart });
}

test("sync stopped twice ends at once and leaves neither locks nor half a report", async () => {
  const folder = tempFolder();
  const stop = (child: ChildProcess) => child.kill("SIGINT") && child.kill("SIGTERM");
  const { code } = await runStopped(folder, stop, ["--report", "report.json"]);
  // null: the second signal came when the process had stopped listening; a shell reports 143 then, too
  expect([130, 143, null]).toContain(code);
  expect(readdirSync(folder, { recursive: true }).map(String)).toEqual([]);
});
