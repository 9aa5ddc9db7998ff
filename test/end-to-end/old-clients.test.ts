/** docs/old-clients.md: what clients of the service's last years ask, with another base URL only; and a client in a shell. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { digestOfToken } from "../../src/http/credentials.ts";
import type { Question } from "../../src/v1/parameter.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { serviceOfFile } from "../http/serving.ts";
import { runChild } from "../support/children.ts";
import { jsonLines } from "../support/json-lines.ts";
import { HAS_PYTHON, hasProgram } from "../support/other-programs.ts";
import { importAt, runOptions } from "../support/run.ts";
import { keptFolder } from "../support/temp-folder.ts";

const SAMPLE = join(import.meta.dirname, "../../data/sample/bulk");
const EXAMPLES = join(import.meta.dirname, "examples/");
const TOKEN = "a-token-of-a-client";
const folder = keptFolder();
const options = runOptions(folder);

const served = serviceOfFile(async () => {
  await importAt([SAMPLE], options);
  const tokensFile = join(folder, "tokens");
  writeFileSync(tokensFile, `client ${digestOfToken(TOKEN)}\n`);
  return { corpusPath: options.corpusPath, tokensFile };
});

function idsOf(question: Question): number[] {
  using v1 = openV1(options.corpusPath);
  return [...v1.all("cases", question)].map(({ id }) => id).toSorted((a, b) => a - b);
}

test.skipIf(!hasProgram("curl", ["--version"]))(
  "curl pages through a search (skipped without it)",
  async () => {
    const { code, stdout, stderr } = await runChild("sh", [`${EXAMPLES}page.sh`, served.url, "negligence"]);
    expect(code, stderr).toBe(0);
    const pages: { results: { id: number }[] }[] = stdout
      .trimEnd()
      .split("\n")
      .map((page) => JSON.parse(page));
    expect(pages.length).toBeGreaterThan(1);
    const ids = pages.flatMap(({ results }) => results.map(({ id }) => id));
    expect(ids.toSorted((a, b) => a - b)).toEqual(idsOf({ search: "negligence" }));
  },
);

test("a citation that no case bears is answered by an empty list", async () => {
  const answer = await fetch(`${served.url}/v1/cases/?cite=1+Ill.+Cir.+Ct.+387&full_case=true`);
  expect(await answer.json()).toEqual({ count: 0, next: null, previous: null, results: [] });
});

describe.skipIf(!HAS_PYTHON)("old clients (skipped without Python)", () => {
  let found: Readonly<Record<string, unknown>> = {};
  beforeAll(async () => {
    const { code, stdout, stderr } = await runChild("python3", [
      `${EXAMPLES}old_clients.py`,
      served.url,
      TOKEN,
    ]);
    expect(code, stderr).toBe(0);
    found = Object.fromEntries(jsonLines(stdout));
  });

  const wanted: Readonly<Record<string, () => unknown>> = {
    tutorial_downloader: () => [
      true,
      idsOf({ reporter: 9001, decision_date_min: "1791", decision_date_max: "1840" }),
    ],
    python_wrapper: () => {
      using v1 = openV1(options.corpusPath);
      const dates = { decision_date_min: "1850", decision_date_max: "1900" };
      const cases = [...v1.all("cases", { search: "mill", jurisdiction: "frankl", ...dates })];
      return [
        [...v1.all("jurisdictions")].map(({ slug }) => slug).toSorted(),
        [...v1.all("courts", { name: "appeals" })].map(({ slug }) => slug).toSorted(),
        true,
        cases.map(({ id, court }) => [id, court.slug]).toSorted(([a], [b]) => Number(a) - Number(b)),
      ];
    },
    csv_of_a_search: () => idsOf({ search: "mill dam" }),
    word_in_texts: () => [idsOf({ search: "trover" }), true],
    citation_client: () => [true, "ok", 401, 404],
    court_objects: () => [90101, true, true],
    lesson: () => {
      using v1 = openV1(options.corpusPath);
      const page = v1.list("cases", { jurisdiction: "frankl", decision_date_min: "1900", page_size: 3 });
      return [page.count, page.results.map(({ id, jurisdiction }) => [id, jurisdiction.name_long])];
    },
    empty_parameters: () => idsOf({ decision_date_min: "2000-06-01" }),
    // one of the nine texts is closed, and no token is sent
    data_frame: () => [9, true, 8],
    one_day: () => [91029219],
    search_with_lower_case_scheme: () => ["ok"],
    bulk_list: () => [
      "Absaroka-20180829-text.zip",
      "Franklin-20231204-text.zip",
      "North Sylvania-20220301-text.zip",
      "Saratoga-20200604-text.zip",
    ],
    trends: () => {
      using v1 = openV1(options.corpusPath);
      return v1.ngrams({ q: "mill dam", jurisdiction: "frankl", year: 1877 }).results["mill dam"]?.frankl;
    },
    order_by_analysis: () => {
      using v1 = openV1(options.corpusPath);
      const { results } = v1.list("cases", { ordering: "-analysis.word_count", page_size: 3 });
      return [results.map(({ id }) => id), 3];
    },
    citing_cases: () => idsOf({ cites_to: "7 Frankl. 60" }),
    true_in_capitals: () => 400,
  };

  test("every client is asked for", () => {
    expect(Object.keys(found)).toEqual(Object.keys(wanted));
  });

  test.each(Object.entries(wanted))("%s gets what it asks for", (client, value) => {
    expect(found[client]).toEqual(value());
    expect(JSON.stringify(found[client]).length).toBeGreaterThan(2);
  });
});
