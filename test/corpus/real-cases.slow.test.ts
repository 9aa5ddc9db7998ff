/**
 * The publisher's real cases, skipped where they are not at hand: near-duplicates, notes, and what their texts cite beside
 * the `cites_to` of their source; the same of the sample, whose reporters are invented.
 */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { extractCitations } from "../../src/citations/extract.ts";
import { knownReporter } from "../../src/citations/reporters.ts";
import { textBodyOf } from "../../src/corpus/bodies.ts";
import { openCorpus } from "../../src/corpus/open-corpus.ts";
import { type CaseBody, flatText } from "../../src/domain/casebody.ts";
import { normaliseCitation } from "../../src/domain/citation.ts";
import type { V1Case } from "../../src/v1/records.ts";
import type { V1Cited } from "../../src/v1/related.ts";
import { openV1, type V1 } from "../../src/v1/v1.ts";
import { publisherSimhash } from "../support/publisher-simhash.ts";
import { importAt, runOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";

const REAL = fileURLToPath(new URL("../../../shared/real/", import.meta.url));
const SAMPLE = fileURLToPath(new URL("../../data/sample/bulk/", import.meta.url));

test.skipIf(!existsSync(REAL))(
  "of 195 real cases none has nearly the same text as another one, 10 have notes, each of 48 planted copies is found; 99 of 100 citations are found, and 98 of 100 that are found are theirs (skipped without ../shared)",
  async () => {
    const options = runOptions();
    await importAt([join(REAL, "static")], options);
    const copies: string[] = [];
    {
      using corpus = openCorpus(options.corpusPath);
      const { compared, groups } = corpus.nearDuplicates();
      expect([compared, groups]).toEqual([195, []]);
      using v1 = openV1(options.corpusPath);
      expectCitations(v1);
      for (const one of v1.all("cases", { reporter: "652", full_case: true, ordering: "id" })) {
        const [found] = corpus.withBodies(corpus.casesOf([one.id]), { format: "text", preview: null });
        const body = found === undefined ? null : textBodyOf(found);
        // the publisher's own hash, of each fourth one
        if (copies.length % 4 === 0)
          expect(body === null ? null : publisherSimhash(flatText(body))).toBe(one.analysis?.simhash);
        const text = JSON.stringify(one).replace(/\bthe\b/, "tbe");
        copies.push(JSON.stringify({ ...JSON.parse(text), id: one.id + 90_000_000 }));
      }
    }
    expect(copies).toHaveLength(48);
    await importAt([join(REAL, "bulk", "zips")], options);
    expect(notesOf(options.corpusPath)).toEqual(NOTES);
    const path = join(tempFolder(), "copies.jsonl");
    writeFileSync(path, copies.map((line) => `${line}\n`).join(""));
    await importAt([path], options);
    using corpus = openCorpus(options.corpusPath);
    const groups = corpus.nearDuplicates().groups.map((group) => group.map(({ id }) => id));
    expect(groups).toEqual(groups.map(([id = 0]) => [id, id + 90_000_000]));
    expect(groups).toHaveLength(48);
    for (const [id = 0, copy = 0] of groups) {
      const others = corpus.casesOf([id]).flatMap((one) => corpus.sameDayDuplicates(one));
      expect(others.map((other) => other.id)).toEqual([copy]);
    }
  },
);

const TOO_EARLY = [11732538, 11732660, 11732707, 11732774, 11732827, 11732893, 11732958, 11733010];
const NOTES = [
  "page-differs 219098",
  "page-differs 6715359",
  ...TOO_EARLY.map((id) => `court-not-founded ${id}`),
];

function notesOf(path: string): string[] {
  using v1 = openV1(path);
  return [...v1.all("cases", { ordering: "id", page_size: 1000 })].flatMap(({ id, notes = [] }) =>
    notes.map(({ fault }) => `${fault} ${id}`),
  );
}

/** Of full case citations whose reporter is in the table, each citation counted once a case. */
function expectCitations(v1: V1): void {
  const sum = { cases: 0, silent: 0, entries: 0, inTable: 0, found: 0, extra: 0 };
  for (const one of v1.all("cases", { full_case: true, page_size: 100 })) {
    const given = entriesOf(one);
    if (given.length === 0) sum.silent++;
    if (given.length === 0) continue;
    sum.cases++;
    const own = new Set(one.citations.map(({ cite }) => normaliseCitation(cite)));
    const extracted = extractCitations(bodyOf(one))
      .filter(({ isKnown }) => isKnown)
      .map(({ cite, standard }) => [cite, standard].map(normaliseCitation))
      .filter((normals) => !normals.some((normal) => own.has(normal)));
    const has = new Set(extracted.flat());
    const onCases = given.filter(({ isCase }) => isCase);
    const known = onCases.filter(({ inTable }) => inTable);
    sum.entries += onCases.length;
    sum.inTable += known.length;
    sum.found += known.filter(({ normal }) => has.has(normal)).length;
    const wanted = new Set(given.map(({ normal }) => normal));
    sum.extra += extracted.filter((normals) => !normals.some((normal) => wanted.has(normal))).length;
  }
  expect(sum).toMatchObject({ cases: 121, silent: 74 });
  expect(sum.entries).toBeGreaterThan(3_500);
  expect(sum.inTable / sum.entries).toBeGreaterThan(0.99);
  expect(sum.found / sum.inTable).toBeGreaterThan(0.99);
  expect(sum.found / (sum.found + sum.extra)).toBeGreaterThan(0.98);
}

interface Entry {
  readonly normal: string;
  readonly isCase: boolean;
  readonly inTable: boolean;
}

/** The entries, each normal form once. */
function entriesOf({ cites_to: given = [] }: V1Case): Entry[] {
  const entries = given.map(({ cite, category, reporter }): [string, Entry] => {
    const normal = normaliseCitation(String(cite));
    const [volume = ""] = String(cite).split(/[\s-]/);
    const isCase = typeof category !== "string" || category.startsWith("reporters:");
    const inTable = knownReporter(normaliseCitation(String(reporter)), volume) !== null;
    return [normal, { normal, isCase, inTable }];
  });
  return [...new Map(entries).values()];
}

function bodyOf({ casebody }: V1Case): CaseBody {
  const data = casebody?.data ?? null;
  if (data === null || typeof data === "string") {
    return { parties: [], attorneys: [], judges: [], corrections: "", headMatter: "", opinions: [] };
  }
  const { head_matter: headMatter, ...rest } = data;
  return { ...rest, headMatter };
}

async function corpusOf(...paths: readonly string[]): Promise<V1> {
  const options = runOptions();
  await importAt(paths, options);
  return openV1(options.corpusPath);
}

test("finds in the sample's texts what its XML archives list of reporters that corpus or table know, and nothing else", async () => {
  const names = ["Absaroka-20180829", "Franklin-20231204", "North Sylvania-20220301", "Saratoga-20200604"];
  using corpus = await corpusOf(...names.map((name) => join(SAMPLE, `${name}-xml.zip`)));
  using untold = await corpusOf(...names.map((name) => join(SAMPLE, `${name}-text.zip`)));
  const known = new Set(untold.list("reporters").results.map(({ short_name: name }) => name));
  let merged = 0;
  for (const { id, cites_to: given = [] } of corpus.all("cases", { page_size: 1000 })) {
    const { cites = [] } = untold.cites(id) ?? {};
    // the older text archive has the same citations as its XML
    if (given.length === 0 || cites.some(({ found_in: origin }) => origin === "source")) continue;
    const wanted = new Map(given.map((entry) => [normaliseCitation(String(entry.cite)), entry]));
    expect(cites.filter((one) => !normalsOf(one).some((normal) => wanted.has(normal)))).toEqual([]);
    const found = new Map(cites.flatMap((one) => normalsOf(one).map((normal) => [normal, one] as const)));
    for (const [normal, { cite, reporter, case_ids: ids }] of wanted) {
      if (!Array.isArray(ids) && !known.has(String(reporter))) continue;
      expect([cite, found.get(normal)?.case_ids]).toEqual([cite, expect.arrayContaining([ids].flat())]);
      merged++;
    }
  }
  expect(merged).toBeGreaterThan(100);
});

function normalsOf({ cite, standard_cite: standard }: V1Cited): string[] {
  return [cite, standard].map(normaliseCitation);
}
