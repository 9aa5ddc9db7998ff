/** Exports of small corpora, and what is in their files. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CaseWithBody } from "../../src/corpus/bodies.ts";
import type { Manifest } from "../../src/export/manifest.ts";
import { type ExportRequest, runExport } from "../../src/export/run-export.ts";
import type { V1Case } from "../../src/v1/records.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { makeCorpus } from "../support/corpus.ts";
import { bulkCase } from "../support/records.ts";
import { tempFolder } from "../support/temp-folder.ts";

/** Cases that differ where formats stumble: nulls beside empty texts, quotes, line ends, precisions of dates, what is cited. */
export const ODD_CASES: readonly Record<string, unknown>[] = [
  bulkCase(3, { decision_date: "1901-02", docket_number: "" }),
  bulkCase(1, {
    name: 'The "Anna", her tackle\r\n& crew',
    cites_to: [{ cite: "1 Ill. 3" }, { cite: "9 Nowhere 9" }],
  }),
  bulkCase(2, {
    decision_date: null,
    citations: [
      { type: "official", cite: "1 Ill. 1" },
      { type: "parallel", cite: "§ 7 / Ünï" },
    ],
    cites_to: [{ cite: "1 Ill. 3", case_ids: [3, 77] }],
    casebody: {
      status: "ok",
      data: {
        ...oddBody(),
        opinions: [
          { type: null, author: null, text: "" },
          { type: "dissent", author: "X, J.", text: "a\nb,“c”" },
        ],
      },
    },
  }),
  bulkCase(4, {
    decision_date: "1899",
    casebody: { status: "ok", data: oddBody() },
    jurisdiction: { id: 30, slug: "ind", name: "Ind.", name_long: "Indiana", whitelisted: false },
  }),
  bulkCase(5, { decision_date: "1901-02-31" }),
];

function oddBody(): Record<string, unknown> {
  return {
    parties: [],
    opinions: [],
    head_matter: "",
    attorneys: [null, "Mr. A"],
    judges: ["J., C. J."],
    corrections: "",
  };
}

export interface Exported {
  readonly folder: string;
  readonly manifest: Manifest;
  /** What the interface answers for the same cases, by ascending id, bodies as asked. */
  readonly records: readonly V1Case[];
  /** The same as values. */
  readonly cases: readonly CaseWithBody[];
}

/** Exports a corpus of these cases into a folder of the running test. */
export async function exported(
  request: Omit<ExportRequest, "target">,
  cases: readonly unknown[] = ODD_CASES,
): Promise<Exported> {
  const path = makeCorpus(cases);
  const folder = join(tempFolder(), "out");
  const manifest = await runExport(path, { ...request, target: folder });
  const { body_format: format, full_case: full } = manifest.options;
  using corpus = openV1(path, { baseUrl: "" });
  const body = full && format !== null ? { full_case: true, body_format: format } : {};
  const pages = [...corpus.pages("cases", { ordering: "id", ...body })];
  const records = pages.flatMap(({ envelope }) => envelope.results);
  return { folder, manifest, records, cases: pages.flatMap(({ page }) => page.items) };
}

/** The files below a folder, sorted. */
export function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

export function textIn(folder: string, file: string): string {
  return readFileSync(join(folder, file), "utf8");
}
