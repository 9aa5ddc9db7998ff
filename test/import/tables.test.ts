/** Sets of CourtListener's tables are imported, beside the Caselaw Access Project and alone. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { openV1 } from "../../src/v1/v1.ts";
import { line, textBody } from "../corpus/records.ts";
import { makeCorpus } from "../support/corpus.ts";
import { type Decision, rowsOf, writeSet } from "../support/listener-set.ts";
import { runHere } from "../support/run-here.ts";
import { tempFolder } from "../support/temp-folder.ts";

const DECISIONS: readonly Decision[] = [
  { id: 11, court: "mass", cluster: { filepath_json_harvard: "law.free.cap.mass.7/1.7001.json" }, citations: [[2, "7 Mass. 1"], [3, "9 N.E.2d 3"]] },
  { id: 12, court: "mass", cluster: { case_name: "Roe v. Mill" }, citations: [[2, "8 Mass. 8"], [8, "1988 MA 4"]] },
  { id: 13, court: "mass", cluster: { case_name: "Other v. Person" }, citations: [[2, "8 Mass. 8"]] },
  { id: 14, court: "scotus", cluster: { date_filed: "2024-06-03", case_name: "Doe v. Agency" }, docketNumber: "23-1", citations: [[1, "602 U.S. 7"]] },
];

const MASS = { jurisdiction: { id: 4, slug: "mass", name: "Mass.", name_long: "Massachusetts", whitelisted: true } };

async function importInto(db: string, folder: string, ...more: string[]) {
  return runHere(["import", folder, "--db", db, "--data-dir", tempFolder(), ...more]);
}

test("a set becomes cases: those that another source has get what it lacks, the others ids of their own", async () => {
  const db = makeCorpus([
    line(7001, { ...MASS, citations: [{ type: "official", cite: "7 Mass. 1" }], casebody: textBody("head", "Harvard text") }),
    line(7002, { ...MASS, name_abbreviation: "Roe v. Mill", citations: [{ type: "official", cite: "8 Mass. 8" }], casebody: textBody("head", "another") }),
  ]);
  const folder = join(tempFolder(), "set");
  writeSet(folder, "2025-03-31", rowsOf(DECISIONS));
  const ran = await importInto(db, folder);
  console.log(ran.code, ran.stdout.slice(0, 1500), ran.stderr.slice(0, 3000));
  using v1 = openV1(db);
  console.log(JSON.stringify(v1.list("cases", { full_case: "true" }), null, 1).slice(0, 9000));
});
