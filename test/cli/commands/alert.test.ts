import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { makeBagZip } from "../../support/archives.ts";
import { startBulkService } from "../../support/bulk-service.ts";
import { importRecords, makeCorpus, openTestWriter } from "../../support/corpus.ts";
import { jsonLines } from "../../support/json-lines.ts";
import { bulkCase } from "../../support/records.ts";
import { runHere } from "../../support/run-here.ts";
import { type Service, startService } from "../../support/service.ts";
import { tempFolder } from "../../support/temp-folder.ts";
import { caseLine, SMALL_CASES, smallCorpus } from "../small-corpus.ts";

const corpus = smallCorpus();
const SAMPLE = join(import.meta.dirname, "../../../data/sample");

/** The same corpus, with alerts of the running test. */
function alertsHere() {
  const dataFolder = tempFolder();
  return {
    dataFolder,
    alert: (...args: readonly string[]) =>
      runHere(["alert", ...args, "--db", corpus.db, "--data-dir", dataFolder]),
  };
}

interface Hook {
  readonly service: Service;
  /** The bodies that were accepted or refused, in order. */
  readonly bodies: {
    readonly alert: string;
    readonly new: number;
    readonly results: readonly { id: number }[];
  }[];
  status: number;
}

async function startHook(): Promise<Hook> {
  const bodies: Hook["bodies"] = [];
  const hook = { status: 204, bodies };
  const service = await startService(async (request, response) => {
    const chunks = await Array.fromAsync(request);
    bodies.push(JSON.parse(Buffer.concat(chunks).toString("utf8")));
    response.writeHead(hook.status, hook.status === 302 ? { Location: "http://127.0.0.1:1/" } : {}).end();
  }, 0);
  onTestFinished(() => service.close());
  return Object.assign(hook, { service });
}

test("H16: an alert does not report blocked decisions", async () => {
  const folder = tempFolder();
  const db = join(folder, "corpus.db");
  const blocked = { courtlistener: { cluster_ids: [7], blocked: true } };
  makeCorpus([bulkCase(1)], db);
  const flags = ["--db", db, "--data-dir", folder];
  await runHere(["alert", "add", "cases", "Case", ...flags]);
  using writer = openTestWriter(db);
  importRecords(writer, { records: [bulkCase(1), bulkCase(2, blocked), bulkCase(3)], release: "2020-02-01" });
  const { stdout } = await runHere(["alert", "run", "--format", "jsonl", ...flags]);
  const ids = stdout.match(/"id":\d+,"url":"[^"]*\/cases\//g)?.map((found) => /\d+/.exec(found)?.[0]);
  expect(ids).toEqual(["3"]);
});

test("alert add, list, show, run and remove", async () => {
  const { alert, dataFolder } = alertsHere();
  expect((await alert("list")).stdout).toBe("No alerts\n");
  const added = await alert("add", "gold", '"gold letters"', "--jurisdiction", "ga", "--feed");
  expect(added).toEqual({
    code: 0,
    stderr: "",
    stdout: "Alert gold added: 1 case matches now and counts as reported\n",
  });
  expect((await alert("list")).stdout).toMatch(
    /^gold search: "gold letters", jurisdiction: ga; new; feed; up to \d{4}-/,
  );
  expect((await alert("show", "gold")).stdout).toMatch(
    /^gold\n {2}search: "gold letters"\n {2}jurisdiction: ga\n/,
  );
  expect(JSON.parse((await alert("show", "gold", "--json")).stdout)).toMatchObject({
    name: "gold",
    question: [
      ["search", '"gold letters"'],
      ["jurisdiction", "ga"],
    ],
    reports: "new",
    webhook: null,
    feed: join(dataFolder, "alerts", "gold.atom"),
    change: 5,
    cases: 1,
  });
  expect(await alert("run")).toEqual({ code: 0, stderr: "", stdout: "Nothing new\n" });
  expect((await alert("remove", "gold")).stdout).toBe("Alert gold removed\n");
  expect(existsSync(join(dataFolder, "alerts", "gold.atom"))).toBe(false);
  expect((await alert("run", "gold")).code).toBe(2);
});

test.each([
  [
    ["a", "x", "--jurisdiction", "gaa"],
    /Cannot use --jurisdiction "gaa": .*\n {2}Did you mean --jurisdiction "ga"/,
  ],
  [["a", "x", "--filter", "decision_date__gt=soon"], /--filter decision_date__gt/],
  [
    ["a", "x", "--decision-date-min", "1988-13"],
    /Cannot use --decision-date-min "1988-13": Invalid date format/,
  ],
  [["a", "§"], /Cannot use --search "§": It contains no searchable word/],
  [["a", "x", "--webhook", "ftp://x.org/"], /Cannot use --webhook: not an http or https address/],
  [["a", "x", "--webhook", "https://user:word@x.org/"], /without user name and password/],
  [["a", "x", "--webhook", "x.org"], /Cannot use --webhook: not a URL/],
  [["a", "x", "--ordering", "id"], /unknown option '--ordering'/],
  [["A", "x"], /Cannot name an alert "A"/],
  [["../a", "x"], /Cannot name an alert/],
  [["a b", "x"], /Cannot name an alert/],
  [["a".repeat(65), "x"], /Cannot name an alert/],
])("alert add %j is refused: exit 2, and no alert is there", async (args, message) => {
  const { alert } = alertsHere();
  const { code, stdout, stderr } = await alert("add", ...args);
  expect(stderr).toMatch(message);
  expect({ code, stdout }).toEqual({ code: 2, stdout: "" });
  expect((await alert("list")).stdout).toBe("No alerts\n");
});

test("alert run prints the new cases once, as text or JSON; their text cannot steer a terminal", async () => {
  const folder = tempFolder();
  const flags = ["--db", join(folder, "corpus.db"), "--data-dir", join(folder, "data")];
  const take = async (release: string, lines: readonly unknown[]): Promise<void> => {
    const archive = join(folder, `Georgia-${release}-text.zip`);
    await makeBagZip(archive, { lines });
    expect((await runHere(["import", archive, ...flags, "--quiet"])).code).toBe(0);
  };
  await take("20200101", [caseLine(9, "Old v. Case", "1801", "1 Charlton 1", "gold")]);
  expect((await runHere(["alert", "add", "doe", "--name", "doe", ...flags])).code).toBe(0);
  expect((await runHere(["alert", "add", "evil", "--author", "charlton", "--feed", ...flags])).code).toBe(0);
  await take("20200302", [...SMALL_CASES, caseLine(9, "Old v. Case", "1801", "1 Charlton 1", "gold")]);
  const text = await runHere(["alert", "run", "doe", ...flags]);
  expect(text.stdout).toBe(
    "doe: 2 new\n  new 3 Doe v. Roe (1806, Superior Court of Georgia, 2 Charlton 7)\n  new 4 In re Doe (Superior Court of Georgia, 2 Charlton 7)\n",
  );
  const { stdout, code } = await runHere(["alert", "run", "--format", "jsonl", ...flags]);
  const [news, ...others] = jsonLines(stdout);
  expect([code, others]).toEqual([0, []]);
  expect(news).toMatchObject({
    alert: "evil",
    since: 1,
    until: 6,
    note: null,
    new: 5,
    changed: 0,
    more: false,
  });
  expect(news.results[0]).toEqual({
    kind: "new",
    id: 1,
    url: "http://127.0.0.1:8000/v1/cases/1/",
    frontend_url: "http://127.0.0.1:8000/cases/1/",
    name_abbreviation: "Wood v. Smith",
    decision_date: "1805-05-01",
    citations: ["1 Charlton 42"],
    court: "Superior Court of Georgia",
    jurisdiction: "ga",
  });
  const feed = readFileSync(join(folder, "data", "alerts", "evil.atom"), "utf8");
  expect(feed.match(/<entry>/g)).toHaveLength(5);
  expect(feed).not.toContain("\u001b");
  expect((await runHere(["alert", "run", ...flags])).stdout).toBe("Nothing new\n");
});

test("sync runs the alerts: a webhook that fails is in the report and exit code 3, the import is kept, and the next run sends it again", async () => {
  const folder = tempFolder();
  const flags = ["--db", join(folder, "corpus.db"), "--data-dir", join(folder, "data")];
  const source = await startBulkService(SAMPLE, {});
  onTestFinished(() => source.close());
  const hook = await startHook();
  const sync = (slug: string, ...more: readonly string[]) =>
    runHere([
      ...["sync", "--source", "bulk", "--source-url", source.url, "--body-format", "text"],
      ...["--jurisdiction", slug, "--quiet", ...flags, ...more],
    ]);
  expect((await sync("absar")).code).toBe(0);
  const added = await runHere(["alert", "add", "all", "--webhook", `${hook.service.url}/secret`, ...flags]);
  expect(added.code).toBe(0);
  hook.status = 400;
  const report = join(folder, "report.json");
  const failed = await sync("sarat", "--report", report);
  expect(failed.code).toBe(3);
  expect(failed.stderr).toContain(
    `caselaw: alert "all": Cannot send to ${hook.service.url}: the server answered 400`,
  );
  expect(failed.stderr).not.toContain("secret");
  const { problems, total } = JSON.parse(readFileSync(report, "utf8"));
  expect(problems).toEqual([expect.stringContaining('alert "all": Cannot send')]);
  expect(total.added).toBeGreaterThan(0);
  const { runs } = JSON.parse((await runHere(["stats", "--json", ...flags])).stdout);
  expect(runs[0]).toMatchObject({ command: "sync", outcome: "faulty" });
  expect((await runHere(["doctor", "--offline", ...flags])).stdout).toContain(runs[0].error);
  expect((await sync("sarat", "--no-alerts")).code).toBe(0);
  hook.status = 302;
  expect((await sync("sarat")).stderr).toContain("the server answered 302");
  hook.status = 200;
  const again = await sync("sarat");
  expect(again.code).toBe(0);
  expect(hook.bodies).toHaveLength(3);
  expect(hook.bodies[2]).toEqual(hook.bodies[0]);
  expect(hook.bodies[2]?.results).toHaveLength(total.added);
  // printed too, because an alert is a requested result
  expect(again.stdout).toMatch(new RegExp(`^all: ${total.added} new\n`));
  expect((await sync("sarat")).stdout).toBe("");
});

test("alert run without a corpus fails and keeps the alerts; a dry run of sync runs none", async () => {
  const { dataFolder, alert } = alertsHere();
  await alert("add", "a", "x");
  const missing = await runHere([
    "alert",
    "run",
    "--db",
    join(dataFolder, "no.db"),
    "--data-dir",
    dataFolder,
  ]);
  expect([missing.code, missing.stderr]).toEqual([1, expect.stringContaining("Cannot open corpus")]);
  expect((await alert("run")).stdout).toBe("Nothing new\n");
});
