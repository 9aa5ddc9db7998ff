import type { ChildProcess } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { startBulkService } from "../../support/bulk-service.ts";
import { runHere } from "../../support/run-here.ts";
import { startScriptedServer } from "../../support/scripted-server.ts";
import { type Service, startService } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { runCli } from "../run-cli.ts";

const SAMPLE = new URL("../../../data/sample", import.meta.url).pathname;
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

test("sync fetches and imports, and the second time does neither", async () => {
  const [folder, service] = [tempFolder(), await bulkService()];
  const environment = { CASELAW_TOKEN: TOKEN };
  const first = await runHere(bulkArgs("sync", service), { folder, environment });
  expect(first.code).toBe(0);
  expect(first.stdout).toMatch(/^Units: 2 downloaded\nArchives: 2 imported\n/);
  const before = service.requests.filter(({ path }) => path.includes("/download/")).length;
  const second = await runHere(bulkArgs("sync", service), { folder, environment });
  expect(second.code).toBe(0);
  expect(second.stdout).toMatch(/^Units: 2 already here\nArchives: 2 unchanged\n/);
  expect(service.requests.filter(({ path }) => path.includes("/download/")).length).toBe(before);
  for (const text of [first.stdout, first.stderr, second.stdout, second.stderr])
    expect(text).not.toContain(TOKEN);
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

test("sync takes the credential of --token-file", async () => {
  const [folder, service] = [tempFolder(), await bulkService()];
  writeFileSync(join(folder, "token"), `${TOKEN}\n`);
  const { code } = await runHere([...bulkArgs("sync", service), "--token-file", "token"], { folder });
  expect(code).toBe(0);
});

test("N3: sync with a wrong credential fails on the listing: exit 1, the token not shown", async () => {
  const [folder, service] = [tempFolder(), await bulkService()];
  const environment = { CASELAW_TOKEN: "wr0ng" };
  const { code, stderr } = await runHere(bulkArgs("sync", service), { folder, environment });
  expect(code).toBe(1);
  expect(stderr).toContain("/v1/jurisdictions/");
  expect(stderr).not.toContain("wr0ng");
});

test("download fetches only, and import takes what it fetched", async () => {
  const [folder, service] = [tempFolder(), await bulkService()];
  const environment = { CASELAW_TOKEN: TOKEN };
  const fetched = await runHere([...bulkArgs("download", service), "--report", "r.json"], {
    folder,
    environment,
  });
  expect({ code: fetched.code, stdout: fetched.stdout }).toEqual({
    code: 0,
    stdout: "Units: 2 downloaded\n",
  });
  expect(JSON.parse(readFileSync(join(folder, "r.json"), "utf8")).archives).toEqual([]);
  const imported = await runHere(["import", "data/bulk"], { folder });
  expect(imported.stdout).toMatch(/^Archives: 2 imported\n/);
});

test("sync --dry-run tells the plan and writes nothing", async () => {
  const [folder, service] = [tempFolder(), await bulkService()];
  const { code, stdout } = await runHere([...bulkArgs("sync", service), "--dry-run"], { folder });
  expect(stdout).toMatch(/^Dry run: nothing was written\nto download: 2 units of unknown size; .* free\n$/);
  expect(code).toBe(0);
  expect(readdirSync(folder)).toEqual([]);
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
