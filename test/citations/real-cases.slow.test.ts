/** Compares extraction with `cites_to` of the publisher's cases, and of the sample, whose reporters are invented. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { normaliseCitation } from "../../src/domain/citation.ts";
import type { V1Cited } from "../../src/v1/related.ts";
import { openV1, type V1 } from "../../src/v1/v1.ts";
import { importAt, runOptions } from "../support/run.ts";
import { compareCitations, precisionOf, recallOf } from "./compare.ts";

const STATIC = fileURLToPath(new URL("../../../shared/real/static", import.meta.url));
const SAMPLE = fileURLToPath(new URL("../../data/sample/bulk/", import.meta.url));

async function corpusOf(...paths: readonly string[]): Promise<V1> {
  const options = runOptions();
  await importAt(paths, options);
  return openV1(options.corpusPath);
}

test.skipIf(!existsSync(STATIC))(
  "finds 99 of 100 citations of the publisher's cases, and 98 of 100 that it finds are theirs (skipped without ../shared)",
  async () => {
    using corpus = await corpusOf(STATIC);
    const compared = compareCitations(corpus.all("cases", { full_case: true, page_size: 100 }));
    expect(compared).toMatchObject({ cases: 121, silent: 74 });
    expect(compared.entries).toBeGreaterThan(3_500);
    expect(compared.inTable / compared.entries).toBeGreaterThan(0.99);
    expect(recallOf(compared)).toBeGreaterThan(0.99);
    expect(precisionOf(compared)).toBeGreaterThan(0.98);
  },
);

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
