/**
 * Records damaged by chance (docs/faults.md, "R1" to "R6", "X5", "X6"): each is refused with its place or taken so that it
 * answers in every format; the report adds up, the corpus is sound, and the same records packed again change nothing.
 */
import { rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { makeBagZip, makeVolumeZip } from "../support/archives.ts";
import { contributedIds, dumpCorpus } from "../support/dump.ts";
import { fuzzing, mangled } from "../support/fuzz.ts";
import { bulkCase, staticCase, staticHtml, textBody, xmlBody } from "../support/records.ts";
import { importAt, only, runOptions } from "../support/run.ts";
import { tempFolder } from "../support/temp-folder.ts";
import { expectWhole } from "../support/verify.ts";

const RECORDS = 40;
const ODD_TEXTS = [
  ..."x 12 ill ../x 1988 1911-02-29 0000-00-00 9999-12-31 -1-1-1 2023-07-14T19:38:59.7431880+00:00 2023".split(
    " ",
  ),
  ...["", " ", "\u0000", "\ud800x", "abc\ufffedef", "𝒜\u2028", "\u202e\u001b[31m", "a".repeat(2_000)],
];
const ODD: readonly unknown[] = [
  ...[...ODD_TEXTS, null, true, 0, -1, 1.5, 12, 2 ** 53, [], {}, [null], [[]], [5], ["x"], { id: 7 }],
  ...[{ id: "7" }, { cite: 5 }, [{ cite: "1 Ill. 1", type: null }], { status: 5 }, { slug: "constructor" }],
  ...[null, {}, "<casebody/>"].map((data) => ({ status: "ok", data })),
  { status: "error_x", data: "x" },
];
const odd = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...ODD) },
  { weight: 1, arbitrary: fc.jsonValue() },
  { weight: 1, arbitrary: fc.string({ unit: "binary", maxLength: 30 }) },
);

/** Puts odd values, or nothing, at some places of a record, or keys that mean something elsewhere. */
interface Change {
  readonly place: number;
  readonly kind: "put" | "put" | "drop" | "add";
  readonly key: string;
  readonly value: unknown;
}
const change: fc.Arbitrary<Change> = fc.record({
  place: fc.nat(200),
  kind: fc.constantFrom("put", "put", "drop", "add"),
  key: fc.constantFrom(..."__proto__ constructor id status data toString x slug \ud800".split(" "), ""),
  value: odd,
});
const changes = fc.array(change, { maxLength: 3 });

/** A line of a bag: a record with changed values, at times with its text damaged too. */
const line = (id: number): fc.Arbitrary<string> => {
  const body = id % 2 === 0 ? xmlBody(`word${id}`) : textBody(`word${id}`);
  const more = {
    casebody: body,
    last_updated: "2023-07-14T19:38:59+00:00",
    cites_to: [{ cite: "1 U.S. 1" }],
  };
  const record = changes.map((all) => JSON.stringify(all.reduce(changed, bulkCase(id, more))));
  const parts = ['{ } [ " , : \\ \\u0000 \\ud800 null 1e400 <p> &'.split(" "), "\r", "\u0085"].flat();
  return fc.oneof(
    { weight: 4, arbitrary: record },
    { weight: 1, arbitrary: mangled(record, parts).map((text) => text.replaceAll("\n", " ")) },
  );
};

/** A case file and its page. */
const file = (id: number) =>
  fc.tuple(
    changes.map((all) => all.reduce(changed, staticCase(id, { file_name: nameOf(id) }))),
    fc.oneof(
      fc.constant(staticHtml(`word${id}`)),
      mangled(fc.constant(staticHtml(`word${id}`)), ["<", "<p>", "&"]),
    ),
  );

const ids = Array.from({ length: RECORDS }, (_, index) => index + 1);

test("importPaths refuses a damaged record with its place, or takes it so that it can be read back", async () => {
  const folder = tempFolder();
  let turn = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(...ids.map(line)),
      fc.tuple(...ids.slice(0, 8).map(file)),
      async (lines, files) => {
        const own = join(folder, String(turn++));
        await importTwice(own, lines, files);
        rmSync(own, { recursive: true, force: true });
      },
    ),
    fuzzing(3),
  );
});

async function importTwice(
  folder: string,
  lines: readonly string[],
  files: readonly (readonly [Record<string, unknown>, string])[],
): Promise<void> {
  const options = runOptions(folder);
  const bag = (compress: boolean) =>
    makeBagZip(join(folder, String(compress), "Illinois-20230801-text.zip"), { lines }, { compress });
  const cases = Object.fromEntries(files.map(([record], index) => [nameOf(index + 1), record]));
  const html = Object.fromEntries(files.map(([, page], index) => [nameOf(index + 1), page]));
  const volume = (compress: boolean) =>
    makeVolumeZip(join(folder, String(compress), "a2d", "1.zip"), { cases, html }, { compress });
  const first = await importAt([await bag(true), await volume(true)], options);
  expect(first.archives.map(({ status }) => status)).not.toContain("failed");
  expectReadable(options.corpusPath);
  await expectWhole(options.corpusPath);
  const before = dumpCorpus(options.corpusPath);
  for (const path of [await bag(false), await volume(false)]) {
    expect(only(await importAt([path], options))).toMatchObject({ added: 0, changed: 0, removed: 0 });
  }
  expect(dumpCorpus(options.corpusPath)).toEqual(before);
}

function expectReadable(corpusPath: string): void {
  using corpus = openV1(corpusPath);
  for (const id of contributedIds(corpusPath)) {
    for (const format of ["text", "html", "xml"] as const) {
      const found = corpus.case(id, format);
      expect(found?.id).toBe(id);
      expect(["ok", "error_format_unavailable"]).toContain(found?.casebody?.status);
      expect(JSON.stringify(found).isWellFormed()).toBe(true);
    }
  }
}

function changed(
  record: Record<string, unknown>,
  { place, kind, key, value }: Change,
): Record<string, unknown> {
  const copy: Record<string, unknown> = JSON.parse(JSON.stringify(record));
  const containers = containersIn(copy);
  const container = containers[place % containers.length] ?? copy;
  const keys = Object.keys(container);
  const at = kind === "add" ? key : (keys[place % Math.max(1, keys.length)] ?? key);
  if (kind === "drop") Reflect.deleteProperty(container, at);
  // as JSON would: `__proto__` is a key like any other
  else Object.defineProperty(container, at, { value, enumerable: true, configurable: true, writable: true });
  return copy;
}

/** The record and all objects in it. */
function containersIn(value: object): object[] {
  const inner = Object.values(value).filter((one) => typeof one === "object" && one !== null);
  return [value, ...inner.flatMap(containersIn)];
}

function nameOf(id: number): string {
  return `${String(id).padStart(4, "0")}-01`;
}
