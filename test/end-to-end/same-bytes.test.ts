/**
 * The same envelopes from the service, the library and the command line, byte for byte (docs/interface.md, "list").
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Output, Stopped } from "../../src/cli/process.ts";
import { runProgram } from "../../src/cli/program.ts";
import { CaselawError } from "../../src/domain/errors.ts";
import { digestOfToken } from "../../src/http/credentials.ts";
import { CASE_PARAMETERS } from "../../src/v1/case-parameters.ts";
import { COLLECTIONS, parametersOf } from "../../src/v1/collections.ts";
import { openV1, type V1 } from "../../src/v1/v1.ts";
import { startBulkService } from "../support/bulk-service.ts";
import { fuzzing } from "../support/fuzz.ts";
import { importAt, syncAt, syncOptions } from "../support/run.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { type GeneratedQuestion, generateQuestions } from "./questions.ts";

const SAMPLE = join(import.meta.dirname, "../../data/sample");
const REQUESTS = fuzzing(360).numRuns;
const SEED = 1_869_044;
const TOKEN = "a-token-of-the-owner";

/** What a question comes to, whoever is asked: an envelope, or what is wrong. */
interface Reply {
  readonly kind: "envelope" | "wrong parameters" | "wrong cursor";
  readonly text: string;
}

type Ended = Readonly<Record<"stdout" | "stderr", string>> & { readonly code: number };

const folder = keptFolder();
const stop = new AbortController();
let url = "";
let served: Promise<number>;
let corpusPath = "";

beforeAll(async () => {
  const publisher = await startBulkService(SAMPLE);
  const options = syncOptions("bulk", publisher.url, folder);
  await syncAt(options);
  await publisher.close();
  await importAt([join(SAMPLE, "static")], { ...options, mode: "import" });
  corpusPath = options.corpusPath;
  const tokens = join(folder, "tokens");
  writeFileSync(tokens, `owner ${digestOfToken(TOKEN)}\n`);
  const listening = Promise.withResolvers<string>();
  served = runProgram(["serve", "--port", "0", "--readers", "1", "--quiet", "--tokens", tokens], {
    environment: { CASELAW_DB: corpusPath, CASELAW_DATA_DIR: options.dataFolder },
    stdout: outputTo((text) => listening.resolve(text)),
    stderr: outputTo((text) => listening.reject(new Error(text))),
    listen: async () => stop.signal,
  });
  url = /^Listening on (\S+)\n$/.exec(await listening.promise)?.[1] ?? "";
});

afterAll(async () => {
  stop.abort(new Stopped(143));
  expect(await served).toBe(143);
});

const OF_FILTER: ReadonlySet<string> = new Set(
  CASE_PARAMETERS.filter(({ suffixOf }) => suffixOf !== undefined).map(({ name }) => name),
);

function queryOf({ pairs }: GeneratedQuestion): URLSearchParams {
  const query = new URLSearchParams();
  for (const [name, value] of pairs) query.append(name, value);
  return query;
}

function outputTo(take: (text: string) => void): Output {
  return { isTerminal: false, columns: 80, write: async (text) => take(text) };
}

async function fromService(
  { collection }: GeneratedQuestion,
  query: URLSearchParams,
  headers: object,
): Promise<Reply> {
  const response = await fetch(`${url}/v1/${collection}/?${query}`, { headers: { ...headers } });
  const text = await response.text();
  if (response.status === 200) return { kind: "envelope", text };
  if (response.status === 400) return { kind: "wrong parameters", text };
  expect({ status: response.status, text }).toEqual({ status: 404, text: '{"detail":"Invalid cursor"}' });
  return { kind: "wrong cursor", text: "Invalid cursor" };
}

function fromLibrary(corpus: V1, { collection }: GeneratedQuestion, query: URLSearchParams): Reply {
  try {
    return { kind: "envelope", text: JSON.stringify(corpus.list(collection, query)) };
  } catch (error) {
    if (!(error instanceof CaselawError)) throw error;
    if (error.parameters !== undefined) {
      return { kind: "wrong parameters", text: JSON.stringify(error.parameters) };
    }
    return { kind: "wrong cursor", text: error.message };
  }
}

/** Parameters with a suffix, and those of a field, share one flag. */
function flagOf(name: string): string {
  const own = CASE_PARAMETERS.find((parameter) => parameter.name === name)?.flag ?? name;
  return isFilter(name) ? `--filter ${name}` : `--${own.replaceAll("_", "-")}`;
}

function isFilter(name: string): boolean {
  return OF_FILTER.has(name) || name.includes("__");
}

/** The question as flags, printed as the command line prints it. */
async function fromCommandLine({ collection }: GeneratedQuestion, query: URLSearchParams): Promise<Ended> {
  const flags = [...query].map(([name, value]) =>
    isFilter(name) ? `--filter=${name}=${value}` : `${flagOf(name)}=${value}`,
  );
  const printed: Record<"stdout" | "stderr", string[]> = { stdout: [], stderr: [] };
  const code = await runProgram(["list", collection, "--format", "json", ...flags], {
    environment: { CASELAW_DB: corpusPath, CASELAW_BASE_URL: url },
    stdout: outputTo((text) => void printed.stdout.push(text)),
    stderr: outputTo((text) => void printed.stderr.push(text)),
    listen: async () => stop.signal,
  });
  return { code, stdout: printed.stdout.join(""), stderr: printed.stderr.join("") };
}

/**
 * The command line prints the envelope, or refuses with exit 2 and a line for each wrong parameter that names its flag
 * (docs/interface.md, "Command line"). What a text was not taken for is told on stderr beside an envelope.
 */
function expectSame({ code, stdout, stderr }: Ended, { kind, text }: Reply, told: string): void {
  if (kind === "envelope") {
    expect({ code, stdout }, told).toEqual({ code: 0, stdout: `${text}\n` });
    return;
  }
  expect({ code, stdout }, told).toEqual({ code: 2, stdout: "" });
  const wrong: object = kind === "wrong cursor" ? { cursor: [text] } : JSON.parse(text);
  const lines = stderr.split("\n").filter((line) => line.startsWith("caselaw: "));
  const flags = Object.keys(wrong).map(flagOf);
  expect(lines.length, told).toBe(flags.length);
  for (const [index, flag] of flags.entries()) expect(lines[index], told).toContain(flag);
}

test(`${REQUESTS} generated questions (seed ${SEED}) have the same bytes over HTTP, in the library and on the command line`, async () => {
  using owner = openV1(corpusPath, { baseUrl: url, access: "owner" });
  using anyone = openV1(corpusPath, { baseUrl: url, access: "anyone" });
  const seen = { asked: 0, found: 0, followed: 0, kinds: new Set<string>(), names: new Set<string>() };

  const askAll = async (question: GeneratedQuestion, query: URLSearchParams): Promise<Reply> => {
    const reply = fromLibrary(owner, question, query);
    const told = `${question.collection} ${query}`;
    const headers = { Authorization: `Token ${TOKEN}` };
    expect(await fromService(question, query, headers), told).toEqual(reply);
    expect(await fromService(question, query, {}), told).toEqual(fromLibrary(anyone, question, query));
    expectSame(await fromCommandLine(question, query), reply, told);
    seen.asked++;
    seen.kinds.add(reply.kind);
    for (const name of query.keys()) seen.names.add(`${question.collection} ${name}`);
    return reply;
  };

  for (const question of generateQuestions(owner, SEED, REQUESTS)) {
    let reply = await askAll(question, queryOf(question));
    for (const step of question.steps) {
      if (seen.asked === REQUESTS || reply.kind !== "envelope") break;
      const envelope = JSON.parse(reply.text);
      seen.found += Math.sign(envelope.results.length);
      if (envelope[step] === null) continue;
      seen.followed++;
      reply = await askAll(question, new URL(envelope[step]).searchParams);
    }
    if (seen.asked === REQUESTS) break;
  }

  expect(seen.asked).toBe(REQUESTS);
  expect([...seen.kinds].sort()).toEqual(["envelope", "wrong cursor", "wrong parameters"]);
  const plain = COLLECTIONS.flatMap((one) =>
    parametersOf(one)
      .filter(({ suffixOf }) => suffixOf === undefined)
      .map(({ name }) => `${one} ${name}`),
  );
  expect(plain.filter((name) => !seen.names.has(name))).toEqual([]);
  expect(seen.names.size).toBeGreaterThan(plain.length + OF_FILTER.size / 3);
  expect(seen.found).toBeGreaterThan(REQUESTS / 5);
  expect(seen.followed).toBeGreaterThan(REQUESTS / 10);
});
