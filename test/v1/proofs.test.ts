/** The root of the texts of a corpus, and the proofs that a stranger checks (docs/operations.md, "Proofs"). */
import { createHash } from "node:crypto";
import { join } from "node:path";
import { expect, test } from "vitest";
import { HashTree } from "../../src/domain/hash-tree.ts";
import { proveCase } from "../../src/v1/proofs.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { line, textBody } from "../corpus/records.ts";
import { makeBagZip } from "../support/archives.ts";
import { corpusOfRuns, DONE, importRecords, openTestWriter } from "../support/corpus.ts";
import { bulkCases, xmlBody } from "../support/records.ts";
import { importAt, runOptions } from "../support/run.ts";
import { runHere } from "../support/run-here.ts";
import { tempFolder } from "../support/temp-folder.ts";

function casesOf(...ids: readonly number[]): Record<string, unknown>[] {
  return ids.map((id) => line(id, { casebody: textBody(`Head ${id}.`, `Text ${id} “é 😀”.`, "Dissent.") }));
}

function rootOf(path: string): string | null {
  using v1 = openV1(path);
  return v1.stats().text_root;
}

/** As the documentation says, from the answers of the interface. */
function rootOfAnswers(path: string): string {
  using v1 = openV1(path);
  const tree = new HashTree();
  for (const { id, casebody } of v1.all("cases", { ordering: "id", full_case: "true" })) {
    const data = casebody?.data ?? null;
    const texts =
      data === null ? [] : [data.head_matter, ...data.opinions.map(({ text }) => text), data.corrections];
    tree.add(`${id} ${data === null ? "-" : createHash("sha256").update(texts.join("\n")).digest("hex")}`);
  }
  return tree.root().toString("hex");
}

test("the same archives in another order give the same root, which the answers of the interface give too", async () => {
  const [folder, one, other] = [tempFolder(), runOptions(), runOptions()];
  const cases = bulkCases(1, 12);
  const text = await makeBagZip(join(folder, "Illinois-20200302-text.zip"), { lines: cases });
  const xml = await makeBagZip(join(folder, "Illinois-20190101-xml.zip"), {
    lines: cases.map((one) => ({ ...one, casebody: xmlBody("else") })),
  });
  const more = await makeBagZip(join(folder, "Maine-20200302-text.zip"), {
    lines: casesOf(800, 3_000).map((raw) => ({ ...raw, jurisdiction: { id: 7, slug: "me", name: "Me." } })),
  });
  await importAt([text, xml, more], one);
  await importAt([more, xml, text], other);
  expect(rootOf(one.corpusPath)).toBe(rootOfAnswers(one.corpusPath));
  expect(rootOf(other.corpusPath)).toBe(rootOf(one.corpusPath));
  expect(proveCase(one.corpusPath, 3_000)).toMatchObject({ leaf_index: 13, tree_size: 14 });
  expect(proveCase(one.corpusPath, 4)?.text_sha256).not.toBeNull();
});

test("the root follows texts, not metadata: what is changed, removed and added again", () => {
  const cases = casesOf(1, 2, 3);
  const path = corpusOfRuns([{ records: cases, release: "2020-01-01" }]);
  const first = rootOf(path);
  const run = (records: readonly unknown[], release: string): string | null => {
    corpusOfRuns([{ records, release }], path);
    expect(rootOf(path)).toBe(rootOfAnswers(path));
    return rootOf(path);
  };
  expect(run([...cases.slice(0, 2), { ...cases[2], name: "Other" }], "2020-02-01")).toBe(first);
  const changed = run(
    [...cases.slice(0, 2), { ...cases[2], casebody: textBody("Another text") }],
    "2020-03-01",
  );
  expect(changed).not.toBe(first);
  expect(run(cases.slice(0, 2), "2020-04-01")).not.toBe(changed);
  expect(run([...cases, line(4)], "2020-05-01")).not.toBe(first);
  expect(proveCase(path, 4)).toMatchObject({ text_sha256: null });
  expect(run(cases, "2020-06-01")).toBe(first);
});

test("while a run writes and after it was killed the root is unknown, and the next run notes it", () => {
  const path = corpusOfRuns([{ records: casesOf(1) }]);
  const cases = casesOf(1, 2);
  {
    using writer = openTestWriter(path);
    writer.beginRun("killed");
    importRecords(writer, { records: cases, release: "2020-02-01" });
    expect(rootOf(path)).toBeNull();
    expect(proveCase(path, 2)?.root).toBe(rootOfAnswers(path));
    writer.endRun({ ...DONE, outcome: "stopped" });
  }
  expect(rootOf(path)).toBeNull();
  corpusOfRuns([{ records: cases, release: "2020-02-01" }], path);
  expect(rootOf(path)).toBe(rootOfAnswers(path));
});

test("verify --against tells an equal root, an older one with and without a proof, and an unknown one", async () => {
  const path = corpusOfRuns([{ records: casesOf(2, 4, 6), release: "2020-01-01" }]);
  const first = rootOf(path) ?? "";
  const against = (root: string, ...more: readonly string[]) =>
    runHere(["verify", "--against", root, "--db", path, ...more]);
  expect(await against(first.toUpperCase())).toMatchObject({
    code: 0,
    stdout: "The corpus has this root, of 3 cases\n",
  });
  corpusOfRuns([{ records: casesOf(8, 9), unit: "more" }], path);
  const extended = await against(first);
  expect(extended).toMatchObject({ code: 1 });
  expect(extended.stdout).toMatch(/Their texts are unchanged; 2 cases with higher ids were added/);
  corpusOfRuns([{ records: casesOf(5), unit: "between" }], path);
  const changed = JSON.parse((await against(first, "--json")).stdout);
  expect(changed).toMatchObject({
    ...{ verdict: "changed", tree_size: 6, consistency_path: null },
    earlier: { tree_size: 3, last_change: 3 },
  });
  expect((await against("0".repeat(64))).stdout).toMatch(/No run of this corpus ended with/);
  expect(await against("0")).toMatchObject({ code: 2 });
});

test("a corpus that grew from empty is extended", async () => {
  const path = corpusOfRuns([{ records: [] }]);
  const empty = rootOf(path) ?? "";
  corpusOfRuns([{ records: casesOf(1, 2, 3), unit: "more" }], path);
  const { stdout } = await runHere(["verify", "--against", empty, "--json", "--db", path]);
  expect(JSON.parse(stdout)).toMatchObject({ verdict: "extended", tree_size: 3, consistency_path: [] });
});
