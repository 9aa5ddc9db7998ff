/** Notes and near-duplicates of the publisher's real cases; skipped where they are not at hand. */
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { textBodyOf } from "../../src/corpus/bodies.ts";
import { openCorpus } from "../../src/corpus/open-corpus.ts";
import { flatText } from "../../src/domain/casebody.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { publisherSimhash } from "../support/publisher-simhash.ts";
import { importAt, runOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";

const REAL = fileURLToPath(new URL("../../../shared/real/", import.meta.url));

test.skipIf(!existsSync(REAL))(
  "of 195 real cases none has nearly the same text as another one, 10 have notes, and each of 48 planted copies is found (skipped without ../shared)",
  async () => {
    const options = runOptions();
    await importAt([join(REAL, "static")], options);
    const copies: string[] = [];
    {
      using corpus = openCorpus(options.corpusPath);
      const { compared, groups } = corpus.nearDuplicates();
      expect([compared, groups]).toEqual([195, []]);
      using v1 = openV1(options.corpusPath);
      for (const one of v1.all("cases", { reporter: "652", full_case: true, ordering: "id" })) {
        const [found] = corpus.withBodies(corpus.casesOf([one.id]), { format: "text", preview: null });
        const body = found === undefined ? null : textBodyOf(found);
        // the publisher's own hash
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
