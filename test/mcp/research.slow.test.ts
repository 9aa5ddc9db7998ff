/**
 * Fifty tasks, in the long run more, in the manner of a research assistant, over the bundled sample and the real data: find, read, quote,
 * follow. A real client asks, and every answer is compared with the corpus.
 */

import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { Client } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import Database from "better-sqlite3";
import { expect, onTestFinished, test } from "vitest";
import { type CaseWithBody, textBodyOf } from "../../src/corpus/bodies.ts";
import { normaliseCitation } from "../../src/domain/citation.ts";
import { importPaths } from "../../src/import/import.ts";
import type { checkDraftText, citing } from "../../src/mcp/citation-tools.ts";
import type { findInCase, partResource, readCase } from "../../src/mcp/reading-tools.ts";
import type { searchCases } from "../../src/mcp/search-tools.ts";
import { openV1, type V1 } from "../../src/v1/v1.ts";
import { fuzzing, seededRandom } from "../support/fuzz.ts";
import { runOptions } from "../support/run.ts";

const MAIN = join(import.meta.dirname, "../../src/cli/main.ts");
const pathOf = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const SOURCES = ["data/sample", "../shared/real/bulk/zips", "../shared/real/static"].map(pathOf);
const SEED = Number(process.env.CASELAW_SEED ?? 11);
const MAX_ANSWER = 100_000;
const MAX_DEFINITIONS = 12_000;

interface Answers {
  readonly search_cases: ReturnType<typeof searchCases>;
  readonly read_case: ReturnType<typeof readCase>;
  readonly find_in_case: ReturnType<typeof findInCase>;
  readonly check_text: ReturnType<typeof checkDraftText>;
  readonly citing: ReturnType<typeof citing>;
}

/** The client's side. */
interface Desk {
  readonly call: <Name extends keyof Answers>(
    name: Name,
    input: Readonly<Record<string, unknown>>,
  ) => Promise<Answers[Name]>;
  readonly read: (uri: string) => Promise<readonly { readonly text: string }[]>;
}

/** What tasks are made from, and answers are compared with. */
interface Library {
  readonly v1: V1;
  /** With a text. */
  readonly cases: readonly CaseWithBody[];
  /** All of them, with the letters of their texts. */
  readonly byId: ReadonlyMap<number, { readonly one: CaseWithBody; readonly letters: string }>;
  /** Of the archive that a case's text is from. */
  readonly releaseOf: (id: number) => string | null;
  readonly random: () => number;
}

type Task = (desk: Desk, library: Library) => Promise<readonly string[]>;

const TASKS: readonly { readonly name: string; readonly count: number; readonly run: Task }[] = [
  { name: "find", count: fuzzing(15).numRuns, run: find },
  { name: "read", count: fuzzing(15).numRuns, run: read },
  { name: "quote", count: fuzzing(10).numRuns, run: quote },
  { name: "follow", count: fuzzing(10).numRuns, run: follow },
];

function pick<T>(from: readonly T[], random: () => number): T {
  const one = from[Math.floor(random() * from.length)];
  if (one === undefined) throw new Error("nothing to pick from");
  return one;
}

function partsOf(one: CaseWithBody): string[] {
  const body = textBodyOf(one);
  return body === null ? [] : [body.headMatter, ...body.opinions.map(({ text }) => text)];
}

function yearOf(one: CaseWithBody): string {
  return one.decisionDate?.slice(0, 4) ?? "";
}

function lettersOf(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]/gu, "");
}

function lettersIn(one: CaseWithBody): string {
  return lettersOf([one.name, textBodyOf(one)?.corrections ?? "", ...partsOf(one)].join(" "));
}

/** A phrase of a case, with some filters: the case is found on one of the pages, and every result fits. */
async function find(desk: Desk, library: Library): Promise<readonly string[]> {
  const { cases, random } = library;
  const one = pick(cases, random);
  const phrases = partsOf(one)
    .join(" ")
    .match(/\b[A-Za-z]{3,} [a-z]{3,} [a-z]{3,} [a-z]{3,}\b/g);
  if (phrases === null) return [];
  const year = yearOf(one);
  const input = {
    query: `"${pick(phrases, random)}"`,
    ...(random() < 0.5 && one.jurisdiction !== null ? { jurisdiction: one.jurisdiction.slug } : {}),
    ...(random() < 0.3 && one.court !== null ? { court: one.court.slug } : {}),
    ...(random() < 0.5 && year !== "" ? { from: year, to: year } : {}),
    order: pick(["relevance", "newest", "oldest"], random),
    limit: 1 + Math.floor(random() * 20),
  };
  const wrong: string[] = [];
  const ids: number[] = [];
  let total: number | null = null;
  let cursor: string | null = null;
  do {
    const page: Answers["search_cases"] = await desk.call(
      "search_cases",
      cursor === null ? input : { ...input, cursor },
    );
    total ??= page.count;
    if (page.results.length > input.limit) wrong.push("more results than asked for");
    for (const { id, snippets } of page.results) {
      ids.push(id);
      wrong.push(...wrongResult(library, id, snippets, input));
    }
    cursor = page.cursor;
  } while (cursor !== null);
  if (!ids.includes(one.id)) wrong.push(`case ${one.id} is not found by ${JSON.stringify(input)}`);
  if (new Set(ids).size !== ids.length) wrong.push(`a case is twice in ${JSON.stringify(input)}`);
  if (total !== null && total !== ids.length)
    wrong.push(`${total} counted, ${ids.length} found by ${JSON.stringify(input)}`);
  return wrong;
}

function wrongResult(
  { byId }: Library,
  id: number,
  snippets: readonly string[],
  input: { readonly query: string; readonly jurisdiction?: string; readonly from?: string },
): string[] {
  const { one, letters } = byId.get(id) ?? {};
  if (one === undefined || letters === undefined) return [`case ${id} is not in the corpus`];
  const isIn = (snippet: string) => snippet.split("…").every((part) => letters.includes(lettersOf(part)));
  return [
    ...(input.jurisdiction !== undefined && one.jurisdiction?.slug !== input.jurisdiction
      ? [`case ${id} is not of ${input.jurisdiction}`]
      : []),
    ...(input.from !== undefined && yearOf(one) !== input.from ? [`case ${id} is not of ${input.from}`] : []),
    ...snippets.filter((snippet) => !isIn(snippet)).map((snippet) => `case ${id} lacks “${snippet}”`),
  ];
}

/** A part of a case from its beginning to its end, by the tool or as a resource. */
async function read(desk: Desk, { cases, random, releaseOf }: Library): Promise<readonly string[]> {
  const one = pick(cases, random);
  const texts = partsOf(one);
  const part = Math.floor(random() * texts.length);
  const wanted = texts[part] ?? "";
  const { text, answers } = await (random() < 0.5 ? readByTool : readAsResource)(desk, one.id, part);
  const where = `part ${part} of case ${one.id}`;
  const sha256 = createHash("sha256").update(wanted).digest("hex");
  const release = releaseOf(one.id);
  return [
    ...(text === wanted ? [] : [`${where} has another text`]),
    ...answers.flatMap((answer) => [
      ...(answer.sha256 === sha256 ? [] : [`${where} has another SHA-256`]),
      ...(answer.release === release ? [] : [`${where}: release ${answer.release}, not ${release}`]),
      ...(answer.case.citations.join() === one.citations.map(({ cite }) => cite).join()
        ? []
        : [`${where} has other citations`]),
      ...answer.pages
        .filter((page) => !isPageOf(one, page))
        .map((page) => `${where}: page ${page} is not of the case`),
    ]),
  ];
}

function isPageOf({ firstPage, lastPage }: CaseWithBody, page: string): boolean {
  const [first, last, own] = [firstPage, lastPage, page.replace(/^\*/, "")].map(Number);
  if (first === undefined || last === undefined || own === undefined) return false;
  if (![first, last, own].every(Number.isInteger)) return true;
  return own >= first && own <= Math.max(first, last);
}

interface ReadText {
  readonly text: string;
  readonly answers: readonly Omit<Answers["read_case"], "parts">[];
}

async function readByTool(desk: Desk, id: number, part: number): Promise<ReadText> {
  const answers: Omit<Answers["read_case"], "parts">[] = [];
  let offset: number | null = 0;
  while (offset !== null) {
    const answer: Answers["read_case"] = await desk.call("read_case", { id, part, offset });
    answers.push(answer);
    offset = answer.next_offset;
  }
  return { text: answers.map(({ text }) => text).join(""), answers };
}

async function readAsResource(desk: Desk, id: number, part: number): Promise<ReadText> {
  const [overview] = await desk.read(`caselaw://cases/${id}`);
  const { parts } = JSON.parse(overview?.text ?? "{}") as { parts: { uri: string }[] };
  const texts: string[] = [];
  const answers: Omit<Answers["read_case"], "parts">[] = [];
  let uri: string | null = parts[part]?.uri ?? null;
  while (uri !== null) {
    const [text, about]: readonly { readonly text: string }[] = await desk.read(uri);
    const answer = JSON.parse(about?.text ?? "{}") as ReturnType<typeof partResource>;
    texts.push(text?.text ?? "");
    answers.push(answer);
    uri = answer.next_uri;
  }
  return { text: texts.join(""), answers };
}

/** Without words that a citation or a quotation mark would confuse. */
function sentenceOf(text: string, random: () => number): string | null {
  const sentences = text.match(/(?<=[a-z][.?!]\s)[A-Z][^.?!"“”[\]\n]{60,200}(?=\.\s)/g) ?? [];
  const plain = sentences.filter((sentence) => !/\d|\*/.test(sentence));
  return plain.length === 0 ? null : pick(plain, random);
}

interface Statement {
  readonly one: CaseWithBody;
  readonly sentence: string;
  readonly name: string;
  readonly cite: string;
  readonly year: string;
}

/** What can be said of a case without doubt: names of another form are compared elsewhere. */
function statementOf({ cases, random }: Library): Statement | null {
  for (let nth = 0; nth < 200; nth++) {
    const one = pick(cases, random);
    const sentence = sentenceOf(partsOf(one).slice(1).join("\n"), random);
    const cite = one.citations.find(({ type }) => type === "official")?.cite ?? "";
    const name = one.nameAbbreviation;
    if (sentence === null || !/^\d{1,3} [^,]+ \d{1,4}$/.test(cite) || Number(yearOf(one)) < 1600) continue;
    if (/^[A-Z][^;:()"“”[\]]{2,40} v\. [A-Z][^;:()"“”[\]]{2,40}$/.test(name))
      return { one, sentence, name, cite, year: yearOf(one) };
  }
  return null;
}

/** Finds a sentence in a case, quotes it with the page that was found, and checks what it wrote. */
async function quote(desk: Desk, library: Library): Promise<readonly string[]> {
  const statement = statementOf(library);
  if (statement === null) return ["there is nothing to quote"];
  const { one, sentence, name, cite, year } = statement;
  const words = sentence.split(/\s+/).slice(0, 8).join(" ");
  const where = `“${words}” in case ${one.id}`;
  const found = await desk.call("find_in_case", { id: one.id, text: words });
  const texts = partsOf(one);
  const wrong = found.passages
    .filter(
      ({ part, offset, text }) =>
        !lettersOf(texts[part]?.slice(offset) ?? "").startsWith(lettersOf(words)) ||
        !texts[part]?.includes(text),
    )
    .map(() => `${where} is not where the answer says`);
  const [first] = found.passages;
  if (first === undefined) return [`${where} is not found`];
  const [page] = first.pages;
  const pin = page === undefined || !/^\d+$/.test(page) ? "" : `, ${page}`;
  const draft = `It was held that “${sentence}.” ${name}, ${cite}${pin} (${year}).`;
  const checked = await desk.call("check_text", { text: draft });
  const [citation, quotation] = [checked.citations[0], checked.quotations[0]];
  // one of a dissent is to be looked at, because this draft does not say so
  const isOfCourt = !/dissent|concurrence/.test(quotation?.part ?? "");
  if ((isOfCourt && checked.open > 0) || citation?.cases[0]?.id !== one.id || quotation?.citation !== 0)
    wrong.push(`not confirmed: ${draft} ${JSON.stringify([citation, quotation])}`);
  return wrong;
}

async function followed(desk: Desk, input: Readonly<Record<string, unknown>>) {
  const results: Answers["citing"]["results"][number][] = [];
  let count: number | null = null;
  let cursor: string | null = null;
  do {
    const page: Answers["citing"] = await desk.call("citing", cursor === null ? input : { ...input, cursor });
    count ??= page.count;
    results.push(...page.results);
    cursor = page.cursor;
  } while (cursor !== null);
  return { results, count };
}

/** From a case to what it cites, and back from one of these to what cites it. */
async function follow(desk: Desk, { v1, cases, random }: Library): Promise<readonly string[]> {
  let one = pick(cases, random);
  for (let nth = 0; nth < 200; nth++) {
    if (v1.corpus.cites([one.id])[0]?.cites.some((cited) => cited.case !== null) === true) break;
    one = pick(cases, random);
  }
  const ours = v1.corpus.cites([one.id])[0]?.cites ?? [];
  const limit = 1 + Math.floor(random() * 20);
  const { results, count } = await followed(desk, { id: one.id, direction: "cites", limit });
  const shown = (list: readonly { cite: string; case: { id: number } | null }[]) =>
    list.map(({ cite, case: cited }) => `${cite} ${cited?.id ?? ""}`).join("; ");
  const wanted = ours.map((cited) => ({ cite: cited.standardCite, case: cited.case }));
  const text = partsOf(one).join("\n");
  const wrong = [
    ...(shown(results) === shown(wanted) && count === ours.length
      ? []
      : [`case ${one.id} cites ${shown(wanted)}, not ${shown(results)}`]),
    ...results
      .filter(({ passage }) => passage !== null && !text.includes(passage))
      .map(({ cite }) => `the passage with ${cite} is not in case ${one.id}`),
    ...ours
      .filter(({ cite }, nth) => {
        const isInText = normaliseCitation(text).includes(normaliseCitation(cite));
        return isInText && text.includes(cite) && (results[nth]?.passage ?? null) === null;
      })
      .map(({ cite }) => `case ${one.id} has ${cite}, but no passage is shown`),
  ];
  const cited = results.flatMap((result) => (result.case === null ? [] : [result.case.id]));
  if (cited.length === 0) return wrong;
  const id = pick(cited, random);
  const back = await followed(desk, { id, direction: "cited_by", limit });
  const ids = back.results.flatMap((result) => (result.case === null ? [] : [result.case.id]));
  const listed = v1
    .list("cases", { cites_to: id, page_size: 1_000, ordering: "id" })
    .results.map((result) => result.id);
  if (ids.toSorted((a, b) => a - b).join() !== listed.join() || back.count !== listed.length)
    wrong.push(`case ${id} is cited by ${listed}, not ${ids}`);
  if (!ids.includes(one.id)) wrong.push(`case ${one.id} cites ${id}, but not the other way`);
  const silent = back.results.filter(({ case: by, passage }) => by?.id === one.id && passage === null);
  const isNamed = ours.some((own) => own.case?.id === id && text.includes(own.cite));
  if (silent.length > 0 && isNamed) wrong.push(`case ${one.id} names ${id}, but no passage is shown`);
  return wrong;
}

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

test("fifty tasks: every answer is what the corpus has", async () => {
  const corpus = await corpusOf();
  using v1 = openV1(corpus);
  using db = disposable(new Database(corpus, { readonly: true }));
  const ids = v1.list("cases", { ordering: "id", page_size: 5_000 }).results.map(({ id }) => id);
  const all = v1.corpus.withBodies(v1.corpus.casesOf(ids), { format: "joined text", preview: null });
  const byId = new Map(all.map((one) => [one.id, { one, letters: lettersIn(one) }]));
  const library: Library = {
    ...{ v1, byId, random: seededRandom(SEED), releaseOf: (id) => releaseOf(db.value, id) },
    cases: all.filter((one) => textBodyOf(one) !== null),
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
  expect([answers.length > 1.5 * tasks.length, Math.max(...answers) < MAX_ANSWER]).toEqual([true, true]);
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
