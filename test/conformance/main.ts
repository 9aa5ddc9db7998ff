/**
 * `node test/conformance/main.ts --base-url URL [--token TOKEN]`: judges any service of the v1 interface; 1 on a FAIL.
 * With a token the service is held to need it: one that shows closed bodies to everyone (`serve --open`) then fails.
 */
import { parseArgs } from "node:util";
import { openClient } from "./client.ts";
import { judge, type Verdict } from "./statement.ts";
import { STATEMENTS } from "./statements.ts";

const { values } = parseArgs({ options: { "base-url": { type: "string" }, token: { type: "string" } } });
const baseUrl = values["base-url"];
if (baseUrl === undefined || !URL.canParse(baseUrl)) {
  process.stderr.write("Usage: node test/conformance/main.ts --base-url URL [--token TOKEN]\n");
  process.exitCode = 2;
} else {
  process.exitCode = await judgeAll(baseUrl, values.token ?? null);
}

async function judgeAll(url: string, token: string | null): Promise<number> {
  const client = openClient(url, token);
  const verdicts: Verdict[] = [];
  for (const statement of STATEMENTS) {
    const verdict = await judge(statement, client);
    verdicts.push(verdict);
    process.stdout.write(`${rowOf(verdict)}\n`);
  }
  const count = (wanted: Verdict["result"]): number =>
    verdicts.filter(({ result }) => result === wanted).length;
  const [ok, failed, skipped] = [count("ok"), count("FAIL"), count("skipped")];
  process.stdout.write(`\n${verdicts.length} statements: ${ok} ok, ${failed} FAIL, ${skipped} skipped\n`);
  return failed === 0 ? 0 : 1;
}

function rowOf({ statement: { id, says, from }, result, found }: Verdict): string {
  return `${result.padEnd(7)} ${id}: ${says} (${from})${found === "" ? "" : `\n        ${found}`}`;
}
