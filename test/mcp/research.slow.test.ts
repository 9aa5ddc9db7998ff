/**
 * A hundred tasks in the manner of a research assistant, over the bundled sample and the real data: find, read, quote,
 * follow. A real client asks, and every answer is compared with the corpus.
 */
import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { textBodyOf } from "../../src/corpus/bodies.ts";
import { importPaths } from "../../src/import/import.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { seededRandom } from "../support/fuzz.ts";
import { runOptions } from "../support/run.ts";
import { type Desk, type Library, pick, TASKS } from "./research-tasks.ts";

const MAIN = new URL("../../src/cli/main.ts", import.meta.url).pathname;
const pathOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const SOURCES = ["data/sample", "../shared/real/bulk/zips", "../shared/real/static"].map(pathOf);
const SEED = Number(process.env.CASELAW_SEED ?? 11);
const MAX_ANSWER = 100_000;
const MAX_DEFINITIONS = 12_000;

async function corpusOf(): Promise<string> {
  const options = runOptions();
  await importPaths(
    SOURCES.filter((path) => existsSync(path)),
    options,
  );
  return options.corpusPath;
}

async function deskOf(corpus: string): Promise<{ desk: Desk; client: Client; answers: number[] }> {
  const client = new Client({ name: "test", version: "1" });
  const args = [MAIN, "mcp", "--db", corpus];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, stderr: "ignore" }));
  onTestFinished(() => client.close());
  const answers: number[] = [];
  const desk: Desk = {
    call: async (name, input) => {
      const { isError, structuredContent, content } = await client.callTool({ name, arguments: input });
      if (isError === true) throw new Error(`${name} ${JSON.stringify(input)}: ${JSON.stringify(content)}`);
      answers.push(Buffer.byteLength(JSON.stringify(structuredContent)));
      return structuredContent as never;
    },
    read: async (uri) => {
      const { contents } = await client.readResource({ uri });
      answers.push(Buffer.byteLength(JSON.stringify(contents)));
      return contents.map((one) => ({ text: "text" in one && typeof one.text === "string" ? one.text : "" }));
    },
  };
  return { desk, client, answers };
}

test("a hundred tasks: every answer is what the corpus has", async () => {
  const corpus = await corpusOf();
  using v1 = openV1(corpus);
  using db = disposable(new Database(corpus, { readonly: true }));
  const ids = v1.list("cases", { ordering: "id", page_size: 5_000 }).results.map(({ id }) => id);
  const cases = v1.corpus
    .withBodies(v1.corpus.casesOf(ids), { format: "joined text", preview: null })
    .filter((one) => textBodyOf(one) !== null);
  const library: Library = {
    v1,
    cases,
    random: seededRandom(SEED),
    releaseOf: (id) => releaseOf(db.value, id),
  };
  const { desk, client, answers } = await deskOf(corpus);
  const tasks = shuffled(
    TASKS.flatMap((task) => Array.from({ length: task.count }, () => task)),
    library.random,
  );
  const wrong: string[] = [];
  for (const { name, run } of tasks)
    wrong.push(...(await run(desk, library)).map((found) => `${name}: ${found}`));
  expect(wrong).toEqual([]);
  expect([tasks.length, answers.length > 150, Math.max(...answers) < MAX_ANSWER]).toEqual([100, true, true]);
  const definitions = [await client.listTools(), await client.listResourceTemplates()];
  expect(JSON.stringify(definitions).length).toBeLessThan(MAX_DEFINITIONS);
});

/** Read from the file itself. */
function releaseOf(db: Database.Database, id: number): string | null {
  const row = db
    .prepare<[number], { release: string | null }>(
      `SELECT unit.release FROM court_case AS c
         JOIN case_body AS b ON b.case_id = c.id AND b.form = c.text_form
         JOIN unit ON unit.id = b.unit_id WHERE c.id = ?`,
    )
    .get(id);
  return row?.release ?? null;
}

function disposable(value: Database.Database): Disposable & { readonly value: Database.Database } {
  return { value, [Symbol.dispose]: () => value.close() };
}

function shuffled<T>(list: readonly T[], random: () => number): T[] {
  const left = [...list];
  return list.map(() => {
    const one = pick(left, random);
    left.splice(left.indexOf(one), 1);
    return one;
  });
}
