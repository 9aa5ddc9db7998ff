/**
 * A corpus of both sources, as its user has it: two cases of the Caselaw Access Project (1973, 1980), one of which CourtListener has too, and
 * decisions of 2012 (HTML with star pages), of 2019 (text from PDF, cited by its docket number) and of 2024.
 */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { line, textBody } from "../corpus/records.ts";
import { type Decision, rowsOf, writeSet } from "./listener-set.ts";
import { runHere } from "./run-here.ts";

export const MILL = 7001;
export const ICE = 7002;
const OWN = 9_000_000_000_000;
export const DAM = OWN + 12;
export const LETTER = OWN + 13;
export const FERRY = OWN + 14;

const HELD = "holding that the owner of a mill answers for its dam";

const LISTED: readonly Decision[] = [
  {
    id: 11,
    court: "mass",
    cluster: {
      filepath_json_harvard: "law.free.cap.mass.364/100.7001.json",
      judges: "Hale, Grant",
      slug: "doe-v-mill",
    },
    citations: [
      [2, "364 Mass. 100"],
      [3, "303 N.E.2d 50"],
    ],
  },
  {
    id: 12,
    court: "scotus",
    cluster: { date_filed: "2012-05-21", case_name: "Reed v. Dam Co.", slug: "reed-v-dam-co" },
    docketNumber: "10-948",
    citations: [
      [1, "566 U.S. 300"],
      [3, "132 S. Ct. 1900"],
    ],
    opinions: [
      {
        html_with_citations: `<p>We granted certiorari to decide who answers for a dam.</p>
<p>Doe v. Mill, 303 N.E.2d 50, is the first decision of the question.</p>
<p>The court there <span class="star-pagination" number="301">*301</span> looked to the owner of the land. Doe v. Mill, 364 Mass. 100, 102 (1973) (${HELD}).</p>
<p><span class="star-pagination" number="302">*302</span> A neighbor who sees the water rise has no duty to warn of it.</p>`,
      },
    ],
  },
  {
    id: 13,
    court: "ca9",
    cluster: {
      date_filed: "2019-02-04",
      case_name: "Lane v. Letter Co.",
      slug: "lane-v-letter-co",
      precedential_status: "Unpublished",
      blocked: "t",
    },
    docketNumber: "17-16001",
    opinions: [
      {
        html_with_citations: null,
        plain_text:
          "A letter that was never sent binds nobody.\n\nSee Reed v. Dam Co., 566 U.S. 300, 302 (2012).\n",
      },
    ],
  },
  {
    id: 14,
    court: "ca9",
    cluster: { date_filed: "2024-06-03", case_name: "Wood v. Ferry", slug: "wood-v-ferry" },
    docketNumber: "23-1",
    citations: [[1, "99 F.4th 700"]],
    opinions: [
      {
        html_with_citations: null,
        plain_text: `The ferry ran at night without a light. See Doe v. Mill, 303 N.E.2d 50 (Mass. 1973) (${HELD} and its gates).\n`,
      },
    ],
  },
];

const PARENTHETICALS = [
  { described_opinion_id: 110, describing_opinion_id: 120, score: "0.9", text: HELD },
  { described_opinion_id: 110, describing_opinion_id: 140, score: "0.5", text: `${HELD} and its gates` },
  { described_opinion_id: 110, describing_opinion_id: 130, score: "0.7", text: "same" },
];

const MASS = {
  jurisdiction: { id: 4, slug: "mass", name: "Mass.", name_long: "Massachusetts", whitelisted: true },
  reporter: { id: 70, full_name: "Massachusetts Reports" },
};

/** @param root the folder of the tests @returns the flags with which commands ask it */
export async function listenerCorpus(
  root: string,
): Promise<{ readonly db: string; readonly flags: readonly string[] }> {
  const [dataFolder, folder] = [join(root, "data"), join(root, "set")];
  const records = [
    line(MILL, {
      ...MASS,
      name: "Jane Doe v. Mill Company",
      name_abbreviation: "Doe v. Mill",
      decision_date: "1973-06-01",
      first_page: "100",
      last_page: "110",
      citations: [{ type: "official", cite: "364 Mass. 100" }],
      casebody: textBody("head", "The owner of a mill answers for the dam that he built."),
    }),
    line(ICE, {
      ...MASS,
      name_abbreviation: "Poe v. Ice Co.",
      decision_date: "1980-06-01",
      citations: [{ type: "official", cite: "380 Mass. 7" }],
      casebody: textBody("head", "We follow Wood v. Ferry, 99 F.4th 700, and Doe v. Mill, 303 N.E.2d 50."),
    }),
  ];
  const db = join(root, "corpus.db");
  const lines = join(root, "cases.jsonl");
  writeFileSync(lines, records.map((one) => `${JSON.stringify(one)}\n`).join(""));
  writeSet(folder, "2025-03-31", rowsOf(LISTED, { parentheticals: PARENTHETICALS }));
  const flags = ["--db", db, "--data-dir", dataFolder];
  for (const paths of [[lines], [folder, "--parentheticals"]]) {
    const { code, stderr } = await runHere(["import", ...paths, ...flags]);
    if (code !== 0) throw new Error(stderr);
  }
  return { db, flags };
}
