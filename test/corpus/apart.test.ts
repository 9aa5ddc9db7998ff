/** Cases that share a citation with a decision of CourtListener and stayed apart are listed, with the reason. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { CLUSTER_IDS } from "../../src/domain/case-id.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { runHere } from "../support/run-here.ts";
import { keptFolder } from "../support/temp-folder.ts";
import { line } from "./records.ts";

const cite = (text: string) => ({ citations: [{ type: "official", cite: text }] });

function own(cluster: number, more: object): Record<string, unknown> {
  return line(CLUSTER_IDS + cluster, {
    courtlistener: { cluster_ids: [cluster], citations: [] },
    ...more,
  });
}

const path = makeCorpus(
  [
    line(1, { name_abbreviation: "Roe v. Mill", name: "Roe v. Mill", ...cite("1 Mass. 1") }),
    line(2, { name_abbreviation: "Doe v. Dam", name: "Doe v. Dam", ...cite("2 Mass. 2") }),
    line(3, { name_abbreviation: "Doe v. Dam", name: "Doe v. Dam", ...cite("3 Mass. 3") }),
    own(11, { name_abbreviation: "Hill v. Brook", name: "Hill v. Brook", ...cite("1 Mass. 1") }),
    own(12, {
      name_abbreviation: "Doe v. Mill",
      name: "Doe v. Mill",
      ...cite("2 Mass. 2"),
      decision_date: "1999-01-01",
    }),
    own(13, { name_abbreviation: "Doe v. Dam", name: "Doe v. Dam", ...cite("3 Mass. 3") }),
    own(14, cite("9 Mass. 9")),
    own(15, cite("9 Mass. 9")),
    own(16, { ...cite("9 Mass. 9"), decision_date: "1999-01-01" }),
    own(17, cite("17 Mass. 17")),
  ],
  join(keptFolder(), "test.db"),
);

test("pairs of both sources, and of one day of CourtListener, are listed with the reason", () => {
  using v1 = openV1(path);
  const { apart } = v1.stats({ duplicates: "listed" }).duplicates ?? {};
  const found = apart?.pairs.map(({ cite: shared, why, cases }) => [
    ...[shared, why],
    cases.map(({ id }) => (id > CLUSTER_IDS ? `cl:${id - CLUSTER_IDS}` : id)),
  ]);
  expect(found).toEqual([
    ["1 Mass. 1", "names", ["cl:11", 1]],
    ["2 Mass. 2", "dates", ["cl:12", 2]],
    ["3 Mass. 3", "several", ["cl:13", 3]],
    ["9 Mass. 9", "courtlistener", ["cl:15", "cl:14"]],
  ]);
  expect(apart?.count).toBe(4);
  expect(apart?.pairs[0]?.cases[0]).toMatchObject({ court: "mass", decision_date: "1988-05-20" });
});

test("caselaw stats --duplicates prints them", async () => {
  const { stdout } = await runHere(["stats", "--duplicates", "--db", path]);
  expect(stdout).toMatch(
    /1 Mass\. 1 +9000000000011 +1988-05-20 +mass +Hill v\. Brook +other parties\n +1 +1988/,
  );
  expect(stdout).toContain("that were not merged: 4");
});
