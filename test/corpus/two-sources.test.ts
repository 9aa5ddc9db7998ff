/** What users see of a corpus of both sources: where each text comes from, how it is cited, what cites it and what is said of it. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { runTool } from "../../src/mcp/run-tool.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { DAM, FERRY, ICE, LETTER, listenerCorpus, MILL } from "../support/listener-corpus.ts";
import { linksTo, pagesOf } from "../support/page-answer.ts";
import { runHere } from "../support/run-here.ts";
import { keptFolder, tempFolder } from "../support/temp-folder.ts";

const folder = keptFolder();
let corpus: Awaited<ReturnType<typeof listenerCorpus>>;
beforeAll(async () => {
  corpus = await listenerCorpus(folder);
});

const run = (...args: string[]) => runHere([...args, ...corpus.flags]);

const DRAFT = `The owner of a mill answers for it. Doe v. Mill, 364 Mass. 100, 102 (1973) ("The owner of a mill answers for the dam that he built.").

"A neighbor who sees the water rise has no duty to warn of it." Reed v. Dam Co., 566 U.S. 300, 302 (2012).

Reed v. Dam Co., 566 U.S. 300, 309 (2012), is cited with a page that it does not have.

"The ferry ran at night without a light." Wood v. Ferry, 99 F.4th 700, 703 (9th Cir. 2024).
`;

test("a draft with decisions of 1973, 2012 and 2024 is checked", async () => {
  const draft = join(tempFolder(), "draft.txt");
  writeFileSync(draft, DRAFT);
  const checked = JSON.parse((await run("check", draft, "--json")).stdout);
  const [mill, dam, wrong, ferry] = checked.citations;
  expect(mill).toMatchObject({
    verdict: "found",
    is_confirmed: true,
    cases: [{ id: MILL, text_source: null }],
  });
  expect(dam).toMatchObject({
    ...{ verdict: "found", name: { verdict: "match" }, year: { verdict: "match" }, is_confirmed: true },
    pin_pages: [{ written: "302", verdict: "in the case", reason: null }],
    cases: [
      {
        ...{ id: DAM, text_source: "CourtListener", citations: ["566 U.S. 300", "132 S. Ct. 1900"] },
        courtlistener_url: "https://www.courtlistener.com/opinion/12/reed-v-dam-co/",
      },
    ],
  });
  expect(wrong.pin_pages).toMatchObject([{ written: "309", verdict: "outside the case" }]);
  expect(ferry).toMatchObject({
    ...{ verdict: "found", court: { verdict: "match" }, is_confirmed: true },
    pin_pages: [
      {
        ...{ written: "703", verdict: "not compared" },
        reason: "its text (CourtListener, from PDF) has no page numbers",
      },
    ],
  });
  expect(checked.quotations).toMatchObject([
    { verdict: "exact", is_confirmed: true },
    { verdict: "exact", pages: ["302"], is_on_pin_page: true },
    {
      verdict: "exact",
      is_on_pin_page: null,
      is_confirmed: true,
      remark: expect.stringContaining("from PDF"),
    },
  ]);
  const table = await run("check", draft, "--format", "table");
  expect(table.code).toBe(3);
  expect(table.stdout).toContain("6 confirmed, 0 to be looked at, 1 wrong, 0 cannot be judged");
  const page = await run("check", draft, "--format", "html");
  expect(page.stdout).toContain(
    "page 703 not checkable: its text (CourtListener, from PDF) has no page numbers",
  );
  expect(page.stdout).toMatch(
    /Text: <a href="https:\/\/www\.courtlistener\.com\/opinion\/14\/wood-v-ferry\/"/,
  );
});

test("cases cite each other across the sources, by any of their citations", async () => {
  using v1 = openV1(corpus.db);
  const citing = (id: number) =>
    v1.list("cases", { cites_to: id, ordering: "id" }).results.map((one) => one.id);
  // by a parallel citation that only CourtListener lists
  expect(citing(MILL)).toEqual([ICE, DAM, FERRY]);
  expect(citing(DAM)).toEqual([LETTER]);
  expect(citing(FERRY)).toEqual([ICE]);
  const cited = (id: number) => (v1.cites(id)?.cites ?? []).map((one) => one.case?.id);
  expect(cited(ICE)).toEqual([FERRY, MILL]);
  expect(new Set(cited(DAM))).toEqual(new Set([MILL]));
  expect(v1.list("cases", { cites_to: "303 N.E.2d 50" }).count).toBe(3);
  expect(v1.list("cases", { cites_to: "cl:11" }).count).toBe(3);
  expect(v1.similar(DAM)?.similar.map(({ id }) => id)).toContain(FERRY);
  const [series] = v1.trends(["ferry"]).series;
  expect(series?.years.flatMap(({ year, count }) => (count > 0 ? [year] : []))).toEqual([1980, 2024]);
});

test("resolve names the source of a case, and the drawing of trends both sources", async () => {
  const found = JSON.parse((await run("resolve", "99 F.4th 700; 364 Mass. 100")).stdout);
  expect(found).toMatchObject({
    "99 F.4th 700": [{ source: "courtlistener", source_id: 14, citations: [{ cite: "99 F.4th 700" }] }],
    "364 Mass. 100": [{ source: "cap", source_id: MILL }],
  });
  const svg = pagesOf([], corpus.db)("/trends/?q=ferry&format=svg").html;
  expect(svg).toContain("Source: Caselaw Access Project and CourtListener, 5 cases in this corpus");
});

test("commands say where a text comes from, and never cite an id", async () => {
  const dam = await run("show", "566 U.S. 300");
  expect(dam.stdout).toMatch(/Text +CourtListener\n/);
  const letter = await run("show", "cl:13");
  expect(letter.stdout).toMatch(
    /Text +CourtListener, from PDF\n.*\nStatus +unpublished\nBlocked +at CourtListener/,
  );
  expect(letter.stdout).toContain("https://www.courtlistener.com/opinion/13/lane-v-letter-co/");
  const mill = await run("show", String(MILL));
  expect(mill.stdout).toContain("364 Mass. 100; 303 N.E.2d 50\n");
  expect(mill.stdout).not.toMatch(/^Text /m);
  const printed = await Promise.all([
    ...["bibtex", "biblatex", "ris", "csl"].map((format) => run("show", "cl:13", "--format", format)),
    ...["table", "csv"].map((format) => run("list", "cases", "--format", format)),
    run("search", "letter"),
  ]);
  for (const { stdout } of [dam, letter, mill, ...printed]) expect(stdout).not.toMatch(/\bcl:/);
  expect(printed.at(-1)?.stdout).toContain("Lane v. Letter Co., No. 17-16001 (9th Cir.)");
  expect(printed.at(-1)?.stdout).toMatch(/text: CourtListener, from\s+PDF, unpublished, blocked/);
  expect(printed[4]?.stdout).toMatch(/2019-02-04 +No\. 17-16001 +9th Cir\. +CL, PDF\n/);
  expect(printed[4]?.stdout).toMatch(/364 Mass\. 100 +Mass\.\n/);
});

test("what other decisions say of a case is listed with its page, the best first, and nothing of a blocked one", async () => {
  const { stdout } = await run("cites", String(MILL), "--cited-by", "--format", "table");
  expect(stdout).toContain(`
What other decisions say of it:
  (holding that the owner of a mill answers for its dam) Reed v. Dam Co., 566 U.S. 300, 301, id ${DAM}
  (holding that the owner of a mill answers for its dam and its gates) Wood v. Ferry, 99 F.4th 700, id ${FERRY}
`);
});

test("pages say where a text comes from, and what other decisions say of it", () => {
  const pages = pagesOf([], corpus.db);
  const ask = (address: string) => pages(address, { access: "owner" });
  const mill = ask(`/cases/${MILL}/`);
  expect(mill.text).toContain("364 Mass. 100 Doe v. Mill");
  expect(mill.text).toContain("Also at CourtListener Also cited as 303 N.E.2d 50 (CourtListener)");
  expect(mill.text).toContain("Judges Hale, Grant (CourtListener) Status published (CourtListener)");
  expect(linksTo(mill.html, "CourtListener")).toEqual([
    "https://www.courtlistener.com/opinion/11/doe-v-mill/",
  ]);
  expect(mill.text).toContain(
    "What other decisions say of it (holding that the owner of a mill answers for its dam) Reed v. Dam Co. 566 U.S. 300, 301 (2012)",
  );
  const letter = ask(`/cases/${LETTER}/`);
  expect(letter.html).toContain("<title>Lane v. Letter Co., No. 17-16001 (9th Cir.) · caselaw</title>");
  expect(letter.text).toContain(
    "Text CourtListener, from PDF Status unpublished (CourtListener) Blocked kept",
  );
  const source =
    "Text: CourtListener, from PDF, https://www.courtlistener.com/opinion/13/lane-v-letter-co/, unpublished, blocked";
  expect(ask(`/cases/${LETTER}.txt`).html).toContain(`\n${source}\n\n`);
  expect(ask(`/cases/${LETTER}.md`).html).toContain("Text\\: CourtListener, from PDF");
  const found = ask("/?search=letter");
  expect(found.text).toContain("No. 17-16001 (9th Cir.)");
  expect(found.text).toContain("Text: CourtListener, from PDF");
  for (const { text } of [mill, letter, found, ask(`/cases/${DAM}/similar/`)])
    expect(text).not.toMatch(/\bcl:/);
});

test("an assistant learns where a text comes from", () => {
  using v1 = openV1(corpus.db);
  const found = runTool(v1, "search_cases", { query: "ferry light", limit: 5, order: "relevance" });
  expect(found).toMatchObject({
    results: [
      {
        ...{ id: FERRY, text_source: "CourtListener, from PDF" },
        text_url: "https://www.courtlistener.com/opinion/14/wood-v-ferry/",
      },
    ],
  });
  const letter = runTool(v1, "read_case", { id: LETTER, part: 1, offset: 0 });
  expect(letter).toMatchObject({
    case: { citations: [], docket_number: "17-16001", warnings: ["unpublished", "blocked"] },
    ...{ pages: [], text: expect.stringContaining("A letter that was never sent") },
  });
  const citing = runTool(v1, "citing", { id: MILL, direction: "cited_by", limit: 5 });
  expect(citing).toMatchObject({
    said: [{ page: "301", case: { id: DAM, text_source: "CourtListener" } }, { page: null }],
  });
  expect(JSON.stringify([found, letter, citing])).not.toMatch(/\bcl:/);
  const { citations } = runTool(v1, "lookup_citations", { text: "99 F.4th 700" }) as { citations: unknown };
  expect(citations).toMatchObject([{ cases: [{ id: FERRY, text_source: "CourtListener, from PDF" }] }]);
});
