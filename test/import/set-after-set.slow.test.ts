/** After a set of CourtListener's tables the corpus is what this set and the other source say, whatever was imported before. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { line, textBody } from "../corpus/records.ts";
import { makeBagZip } from "../support/archives.ts";
import { dumpCorpus } from "../support/dump.ts";
import { type Decision, rowsOf, writeSet } from "../support/listener-set.ts";
import { runHere } from "../support/run-here.ts";
import { tempFolder } from "../support/temp-folder.ts";

type Bag = readonly ReturnType<typeof line>[];
/** A set of tables, or an archive of the other source. */
type Step = { readonly set: readonly Decision[] } | { readonly bag: Bag };

const ROE = { case_name: "Roe v. Mill" };
const CITES: Decision["citations"] = [[2, "7 Mass. 1"]];
const own = (id: number, more: Partial<Decision> = {}): Decision => ({ id, court: "mass", ...more });
const roe = (id: number, more: Partial<Decision> = {}): Decision =>
  own(id, { cluster: ROE, citations: CITES, ...more });
const named = (id: number, caseId: number, cluster: Decision["cluster"] = {}): Decision =>
  own(id, { cluster: { filepath_json_harvard: `law.free.cap.mass.7/1.${caseId}.json`, ...cluster } });
const harvard = (id: number, cite: string, more = {}) =>
  line(id, {
    name_abbreviation: "Roe v. Mill",
    citations: [{ type: "official", cite }],
    casebody: textBody("head", `Harvard ${id}`),
    ...more,
  });
const BAG: Bag = [harvard(7001, "7 Mass. 1"), harvard(7002, "8 Mass. 8")];
const OTHERS = [own(21), own(22)];

test.each<readonly [string, readonly Step[]]>([
  [
    "a decision without the citations that it had",
    [{ set: [roe(11), ...OTHERS] }, { set: [own(11), ...OTHERS] }],
  ],
  [
    "a decision that is no longer the case of another source",
    [{ bag: BAG }, { set: [roe(11)] }, { set: [own(11)] }],
  ],
  ["a decision that is gone", [{ bag: BAG }, { set: [roe(11), own(12)] }, { set: [own(12)] }]],
  [
    "a decision that is another case of another source",
    [{ bag: BAG }, { set: [roe(11)] }, { set: [roe(11, { citations: [[2, "8 Mass. 8"]] })] }],
  ],
  [
    "a citation that only a set gave to a case",
    [
      { bag: BAG },
      { set: [roe(11, { citations: [...CITES, [3, "9 N.E.2d 3"]] })] },
      { set: [roe(11), roe(12, { citations: [[3, "9 N.E.2d 3"]] })] },
    ],
  ],
  [
    "a case that only a set has",
    [
      { set: [{ ...named(12, 7005, ROE), citations: CITES }] },
      { set: [{ ...named(12, 7005, ROE), citations: CITES }, roe(11)] },
    ],
  ],
  [
    "a row that says that it is older than before",
    [
      { set: [roe(11, { cluster: { ...ROE, date_modified: "2025-02-02" } })] },
      { set: [own(11, { cluster: { case_name: "Roe", date_modified: "2024-01-01" } })] },
    ],
  ],
  [
    "of two clusters of a case the first one that is gone",
    [
      { set: [named(11, 7005, { date_modified: "2025-02-02" }), named(12, 7005)] },
      { set: [named(12, 7005, { date_modified: "2024-01-01" })] },
    ],
  ],
  [
    "a decision of another court",
    [
      { bag: BAG },
      { set: [roe(11, { cluster: { ...ROE, judges: "Holmes" } }), ...OTHERS] },
      { set: [roe(11, { court: "scotus" }), ...OTHERS] },
    ],
  ],
  ["a case that the other source removes", [{ bag: BAG }, { set: [roe(11), named(12, 7002)] }, { bag: [] }]],
  [
    "a case that the other source removes between two sets",
    [{ bag: BAG }, { set: [roe(11), named(12, 7002)] }, { bag: [] }, { set: [roe(11), named(12, 7002)] }],
  ],
])("%s", async (_what, steps) => {
  const folder = tempFolder();
  const paths = await Promise.all(steps.map((step, nth) => write(step, nth, folder)));
  const lastOf = (kind: "set" | "bag"): string[] =>
    paths.filter((_path, nth) => kind in (steps[nth] ?? {})).slice(-1);
  const imported = await corpusOf([...paths, ...lastOf("set")]);
  const expected = await corpusOf([...lastOf("bag"), ...lastOf("set")]);
  expect(imported).toEqual(expected);
});

async function write(step: Step, nth: number, folder: string): Promise<string> {
  if ("set" in step) {
    const path = join(folder, `set ${nth}`);
    writeSet(path, `2025-0${nth + 1}-01`, rowsOf(step.set));
    return path;
  }
  const lines = [...step.bag, harvard(7009, "9 Mass. 9")];
  return makeBagZip(join(folder, `Massachusetts-2020010${nth + 1}-text.zip`), { lines });
}

/** What a corpus answers after these imports. */
async function corpusOf(paths: readonly string[]) {
  const folder = tempFolder();
  const db = join(folder, "c.db");
  const where = ["--db", db, "--data-dir", folder, "--allow-shrink"];
  for (const path of paths) expect(await runHere(["import", path, ...where])).toMatchObject({ code: 0 });
  const { records, bodies, words } = dumpCorpus(db);
  return { cases: records.cases, bodies, words };
}
