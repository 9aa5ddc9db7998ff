/**
 * Clients with nothing but standard libraries, and the requests of the published Python client justopinion 0.4.0, noted
 * while it ran against a service. It reads whole dates alone, and writes some citations its own way before it asks.
 */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { digestOfToken } from "../../src/http/credentials.ts";
import { serviceOfFile } from "../http/serving.ts";
import { runChild } from "../support/children.ts";
import { importAt, runOptions } from "../support/run.ts";
import { keptFolder } from "../support/temp-folder.ts";

const SAMPLE = new URL("../../data/sample/bulk", import.meta.url).pathname;
const EXAMPLES = new URL("examples", import.meta.url).pathname;
const TOKEN = "a-token-of-a-client";
const TEXT = "negligence";
const folder = keptFolder();

const served = serviceOfFile(async () => {
  const options = runOptions(folder);
  await importAt([SAMPLE], options);
  const tokensFile = join(folder, "tokens");
  writeFileSync(tokensFile, `client ${digestOfToken(TOKEN)}\n`);
  return { corpusPath: options.corpusPath, tokensFile };
});

/** An answer's JSON, as it comes: the assertions judge it. */
async function ask(path: string, headers: Record<string, string> = {}): Promise<Record<string, unknown>> {
  const response = await fetch(served.url + path, { headers });
  return JSON.parse(await response.text());
}

function isMissing(program: string): boolean {
  return spawnSync(program, ["--version"]).status !== 0;
}

async function runExample(program: string, example: string): Promise<string[]> {
  const args = [join(EXAMPLES, example), served.url, TEXT];
  const { code, stdout, stderr } = await runChild(program, args);
  expect(code, stderr).toBe(0);
  return stdout.split("\n").filter(Boolean);
}

/** What the examples are to print, asked in one page. */
async function wantedRows(): Promise<string[]> {
  const url = `${served.url}/v1/cases/?search=${TEXT}&full_case=true&page_size=10000`;
  const { results } = JSON.parse(await (await fetch(url)).text());
  expect(results.length).toBeGreaterThan(5);
  return results.map(rowOf);
}

function rowOf(one: {
  readonly id: number;
  readonly name_abbreviation: string;
  readonly casebody: { readonly data: { readonly opinions: readonly { readonly text: string }[] } | null };
}): string {
  const texts = (one.casebody.data?.opinions ?? []).map(({ text }) => [...text].length);
  return [one.id, one.name_abbreviation, texts.reduce((sum, size) => sum + size, 0)].join("\t");
}

test.skipIf(isMissing("python3"))(
  "a client in Python pages through a search (skipped without it)",
  async () => {
    expect(await runExample("python3", "page.py")).toEqual(await wantedRows());
  },
);

test("a client in JavaScript pages through a search", async () => {
  expect(await runExample(process.execPath, "page.mjs")).toEqual(await wantedRows());
});

test.skipIf(isMissing("curl"))("a client in curl pages through a search (skipped without it)", async () => {
  const pages = await runExample("sh", "page.sh");
  expect(pages.flatMap((page) => JSON.parse(page).results.map(rowOf))).toEqual(await wantedRows());
});

test("justopinion reads a case by citation and by id, with its token when it wants the whole text", async () => {
  const { results } = JSON.parse(await (await fetch(`${served.url}/v1/citations/?page_size=1`)).text());
  const [{ cite, case_id: id }] = results;
  const query = new URLSearchParams({ cite, full_case: "true" });
  const headers = { Authorization: `Token ${TOKEN}` };
  const byCite = await ask(`/v1/cases/?${query}`, headers);
  const byId = await ask(`/v1/cases/${id}/?full_case=true`, headers);
  expect(byCite.results).toContainEqual(byId);
  expect(byId.casebody).toMatchObject({ status: "ok", data: { opinions: expect.any(Array) } });
  const plain = await ask(`/v1/cases/${id}/`);
  expect({ ...plain, casebody: byId.casebody }).toEqual(byId);
});

test("justopinion is told of a wrong token by detail, and of a missing id by 404", async () => {
  const headers = { Authorization: "Token wrong" };
  const wrong = await fetch(`${served.url}/v1/cases/?cite=1+Frankl.+2&full_case=true`, { headers });
  expect({ status: wrong.status, body: await wrong.json() }).toEqual({
    status: 401,
    body: { detail: "Invalid token." },
  });
  expect((await fetch(`${served.url}/v1/cases/99999999/`)).status).toBe(404);
});

test("justopinion is told of a citation that no case bears by an empty list, as it writes the citation", async () => {
  const answer = await ask("/v1/cases/?cite=1+Ill.+Cir.+Ct.+387&full_case=true", {
    Authorization: `Token ${TOKEN}`,
  });
  expect(answer).toEqual({ count: 0, next: null, previous: null, results: [] });
});
