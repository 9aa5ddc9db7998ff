/** Broken words, from the import to the answers (docs/formats.md, "Words broken by a page turn", "Words broken by a hyphen"). */
import { join } from "node:path";
import { expect, test } from "vitest";
import { openArchive } from "../../src/archive/open-archive.ts";
import { readHtmlBody } from "../../src/casebody/read-body.ts";
import { CorpusSnapshot, openCorpus } from "../../src/corpus/open-corpus.ts";
import { documentOf } from "../../src/engine/layout/case-document.ts";
import { readableText } from "../../src/export/files.ts";
import { runExport } from "../../src/export/run-export.ts";
import { findInCase } from "../../src/mcp/reading-tools.ts";
import { checkText } from "../../src/v1/check/check.ts";
import { openV1 } from "../../src/v1/v1.ts";
import { importRecords, openTestWriter } from "../support/corpus.ts";
import { keptLines } from "../support/kept.ts";
import { pagesOf } from "../support/page-answer.ts";
import { bodyData, staticCase } from "../support/records.ts";
import { runHere } from "../support/run-here.ts";
import { tempFolder } from "../support/temp-folder.ts";

const MARK = '<a id="p571" href="#p571" data-label="571" data-citation-index="1" class="page-label">*571</a>';
const HTML = `<section class="casebody"><section class="head-matter"><p>Head.</p></section>
<article class="opinion" data-type="majority"><p>The court in <em>Maxey v. Redevelop</em>
      ${MARK}
      <em>ment Authority</em> of Racine held that.</p></article></section>`;
const BROKEN = "The court in Maxey v. Redevelop ment Authority of Racine held that.";

const PAGES = {
  ...{ first_page: "570", last_page: "572" },
  citations: [{ type: "official", cite: "1 A.2d 570" }],
};

function archive(...ids: readonly number[]) {
  return {
    records: ids.map((id) => staticCase(id, { ...PAGES, casebody: body() })),
    html: Object.fromEntries(ids.map((id) => [id, HTML])),
  };
}

/** As the publisher's JSON has it. */
function body(): unknown {
  const { opinions, headMatter, ...rest } = readHtmlBody(HTML);
  return { ...rest, opinions, head_matter: headMatter };
}

function imported(...ids: readonly number[]): string {
  const path = `${tempFolder()}/broken.db`;
  using writer = openTestWriter(path);
  importRecords(writer, archive(...ids));
  return path;
}

test("a word broken by a page turn is found as one, and its parts are not words", () => {
  using v1 = openV1(imported(1));
  const count = (search: string): number | null => v1.list("cases", { search }).count;
  expect(count("redevelopment")).toBe(1);
  expect(count('"v redevelopment authority of racine"')).toBe(1);
  expect(count("redevelopment /1 authority")).toBe(1);
  expect(count("redevelopm*")).toBe(1);
  expect(count("ment")).toBe(0);
  expect(v1.ngrams({ q: "redevelopment authority" }).results).not.toEqual({});
});

test("a preview, the line of a search, and the passage for an assistant have the word as one", async () => {
  const path = imported(1);
  using v1 = openV1(path);
  const [found] = v1.list("cases", { search: "redevelopment", preview: true }).results;
  expect(found?.preview?.join()).toContain('v. <em class="search_highlight">Redevelopment</em> Authority');
  expect((await runHere(["search", "redevelopment", "--db", path])).stdout).toContain(
    "\n   The court in Maxey v. Redevelopment Authority of Racine held that.\n",
  );
  const { passages } = findInCase(v1, { id: 1, text: "redevelopment", limit: 5 });
  expect(passages).toMatchObject([{ pages: ["570", "571"] }]);
});

test("a quotation of the printed text is exact, and on both pages", () => {
  using v1 = openV1(imported(1));
  const quote = (text: string) => checkText(v1, `“${text},” 1 A.2d 570, 571.`).quotations;
  expect(quote("The court in Maxey v. Redevelopment Authority of Racine")).toMatchObject([
    { verdict: "exact", pages: ["570", "571"] },
  ]);
  expect(quote("The court in Maxey v. Redevelop ment Authority of Racine")).toMatchObject([
    { verdict: "equal but for spacing, hyphenation, brackets and ellipses" },
  ]);
});

test("text, HTML and exports stay as the publisher gives them", () => {
  const path = imported(1);
  using v1 = openV1(path);
  expect(v1.case(1, "text")?.casebody?.data).toMatchObject({ opinions: [{ text: BROKEN }] });
  expect(v1.case(1, "html")?.casebody?.data).toBe(HTML);
  using corpus = openCorpus(path);
  const [one] = corpus.withBodies(corpus.casesOf([1]), { format: "text", preview: null });
  if (one === undefined) throw new Error("no case");
  expect(readableText(one)).toContain(BROKEN);
});

test("the files of a case for reading have the word as one, with the mark of the page", () => {
  const ask = pagesOf([], imported(1));
  const file = (ending: "txt" | "md") => ask(`/cases/1.${ending}`, { access: "owner" }).html;
  expect(file("txt")).toContain("Maxey v. Redevelopment Authority");
  expect(file("md")).toContain("*Maxey v. Redevelopment* \\[\\*571\\]  *Authority* of Racine");
});

test("an engine gets the same words", () => {
  using corpus = new CorpusSnapshot(imported(1));
  const [one] = corpus.casesOf([1]);
  if (one === undefined) throw new Error("no case");
  expect(documentOf(one, corpus.storedBodies([1]).get(1), 10)).toMatchObject({
    opinions: expect.stringContaining(" redevelop author "),
  });
});

test("a word broken by a hyphen is found, quoted and read as one; text and bulk files stay the publisher's", async () => {
  const path = `${tempFolder()}/hyphen.db`;
  const text = "The appellee won. The ap-pellee was enabled. Self-incriminating.";
  const casebody = bodyData("", text);
  {
    using writer = openTestWriter(path);
    importRecords(writer, { records: [staticCase(1, { ...PAGES, casebody })], html: {} });
  }
  using v1 = openV1(path);
  for (const search of [
    '"appellee was enabled"',
    '"ap-pellee was enabled"',
    "ap-pellee /1 won",
    "self-incriminating",
  ])
    expect(v1.list("cases", { search }).count).toBe(1);
  expect(v1.list("cases", { search: "pellee" }).count).toBe(0);
  expect(v1.list("cases", { search: "ap-pellee", preview: true }).results[0]?.preview?.join()).toContain(
    'The <em class="search_highlight">appellee</em> was enabled',
  );
  expect(checkText(v1, "“The appellee was enabled,” 1 A.2d 570.").quotations).toMatchObject([
    { verdict: "exact" },
  ]);
  expect(pagesOf([], path)("/cases/1.md", { access: "owner" }).html).toContain("The appellee was enabled");
  expect(v1.case(1, "text")?.casebody?.data).toMatchObject({ opinions: [{ text }] });
  const target = join(tempFolder(), "bulk");
  const { files } = await runExport(path, { format: "bulk", target });
  await using bag = await openArchive(join(target, files[0]?.path ?? ""));
  if (bag.layout !== "lines") throw new Error(bag.layout);
  await bag.validate();
  const lines = await keptLines(bag.records());
  expect(lines.map((line) => JSON.parse(line).casebody.data.opinions[0].text)).toEqual([text]);
});
