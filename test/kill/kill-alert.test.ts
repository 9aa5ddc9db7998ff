/** Runs of alerts that are killed after each kind of change on disk, and before or after their webhook answers. */
import { cpSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { alertNames, readAlert } from "../../src/alerts/alert.ts";
import { addTo } from "../alerts/alerting.ts";
import { runCli } from "../cli/run-cli.ts";
import { importRecords, openTestWriter } from "../support/corpus.ts";
import { HANG_MS } from "../support/hang.ts";
import { jsonLines } from "../support/json-lines.ts";
import { callsOf, killPoints } from "../support/kill-points.ts";
import { CALL_KINDS } from "../support/patch-calls.ts";
import { bulkCases } from "../support/records.ts";
import { runHere } from "../support/run-here.ts";
import { startService } from "../support/service.ts";
import { tempFolder } from "../support/temp-folder.ts";

const PRELOAD = new URL("../support/preload-kill.ts", import.meta.url).href;
/** Two deliveries of the webhook. */
const CASES = 1_200;

test(
  "D4: an alert run that is killed anywhere loses nothing: the next run delivers what is left, and no file is half",
  async () => {
    const root = tempFolder();
    const [corpus, dataFolder, template] = [join(root, "test.db"), join(root, "data"), join(root, "first")];
    let bodies: { alert: string; results: { id: number }[] }[] = [];
    let onBody = (): void => {};
    const hook = await startService(async (request, response) => {
      const chunks = await Array.fromAsync(request);
      bodies.push(JSON.parse(Buffer.concat(chunks).toString("utf8")));
      onBody();
      response.writeHead(204).end();
    }, 0);
    onTestFinished(() => hook.close());
    takeCases(corpus, 1, "2000-01-01");
    await addTo(template, corpus, { name: "hooked", webhook: `${hook.url}/x`, hasFeed: true });
    await addTo(template, corpus, { name: "printed" });
    takeCases(corpus, CASES + 1, "2001-01-01");

    const args = ["alert", "run", "--format", "jsonl", "--db", corpus, "--data-dir", dataFolder];
    const environment = { NODE_OPTIONS: `--import=${PRELOAD}` };
    const reset = (): void => {
      rmSync(dataFolder, { recursive: true, force: true });
      cpSync(template, dataFolder, { recursive: true });
      bodies = [];
    };
    const expectNothingLost = async (printed: string, where: string): Promise<void> => {
      const marks = alertNames(dataFolder).map((name) => readAlert(dataFolder, name));
      expect(marks.map(({ name }) => name)).toEqual(["hooked", "printed"]);
      for (const { name, seen } of marks) {
        // what counts as reported was delivered before
        const delivered = new Set([1, ...idsOf(name === "hooked" ? bodies : linesOf(printed, name))]);
        expect(
          seen.filter((id) => !delivered.has(id)),
          `${where}, ${name}`,
        ).toEqual([]);
      }
      const next = await runHere(args);
      expect(next.code, next.stderr).toBe(0);
      expect(new Set(idsOf(bodies)).size, where).toBe(CASES);
      const lines = [...linesOf(printed, "printed"), ...linesOf(next.stdout, "printed")];
      expect(new Set(idsOf(lines)).size, where).toBe(CASES);
      const feed = readFileSync(join(dataFolder, "alerts", "hooked.atom"), "utf8");
      expect(feed.match(/<entry>/g), where).toHaveLength(1_000);
      expect((await runHere(args)).stdout).toBe("");
    };

    const run = (more: Record<string, string>) => runCli(args, { environment: { ...environment, ...more } });
    reset();
    const points = killPoints(await callsOf(run), ["rename", "fsync", "write"]);
    expect(points.length).toBeGreaterThan(8);
    for (const at of points) {
      reset();
      const ended = await run({ KILL_KINDS: CALL_KINDS.join(), KILL_AT: String(at) });
      await expectNothingLost(ended.stdout, `call ${at}`);
    }

    for (const number of [1, 2]) {
      reset();
      const ended = await runCli(args, {
        environment,
        onStart: (child) => {
          onBody = () => void (bodies.length === number && child.kill("SIGKILL"));
        },
      });
      onBody = () => {};
      expect(ended.code).toBe(null);
      await expectNothingLost(ended.stdout, `delivery ${number}`);
    }
  },
  10 * HANG_MS,
);

function takeCases(corpus: string, to: number, release: string): void {
  using writer = openTestWriter(corpus);
  importRecords(writer, { records: bulkCases(1, to), release });
}

/** The complete lines of an alert. */
function linesOf(printed: string, name: string): { results: { id: number }[] }[] {
  const complete = printed.slice(0, printed.lastIndexOf("\n") + 1);
  return jsonLines(complete).filter(({ alert }) => alert === name);
}

function idsOf(deliveries: readonly { readonly results: readonly { readonly id: number }[] }[]): number[] {
  return deliveries.flatMap(({ results }) => results.map(({ id }) => id));
}
