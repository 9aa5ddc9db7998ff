/** The report of a check as HTML: complete, in words, and inert whatever the draft contains; `browser/check` has it in a file. */
import fc from "fast-check";
import { Parser } from "htmlparser2";
import { expect, test } from "vitest";
import { checkReport } from "../../../src/pages/check/check-report.ts";
import { checkText } from "../../../src/v1/check/check.ts";
import { openV1, type V1 } from "../../../src/v1/v1.ts";
import { makeBulkCorpus } from "../../support/corpus.ts";
import { fuzzing } from "../../support/fuzz.ts";
import { bulkCase, textBody } from "../../support/records.ts";

const TEXT =
  "The owner of the mill dam is not liable for the flood, which came from the hills above his land.";

function corpus(): V1 {
  return openV1(
    makeBulkCorpus([
      bulkCase(1, {
        last_page: "2",
        ...{ name: "Hale <b>& Sons</b> v. Finch", name_abbreviation: "Hale <b>& Sons</b> v. Finch" },
        casebody: textBody(TEXT),
      }),
      bulkCase(9, { casebody: null }),
    ]),
  );
}

interface Parsed {
  /** Without the notes. */
  readonly draft: string;
  readonly tags: ReadonlySet<string>;
  readonly ids: readonly string[];
  readonly links: readonly string[];
}

function parsed(html: string): Parsed {
  const tags = new Set<string>();
  const [ids, links, open]: [string[], string[], boolean[]] = [[], [], []];
  let draft = "";
  let isDraft = false;
  const parser = new Parser({
    onopentag: (tag, { id, href, class: classes = "" }) => {
      tags.add(tag);
      if (id !== undefined) ids.push(id);
      if (href !== undefined) links.push(href);
      isDraft ||= classes === "check-text";
      open.push(classes.includes("check-note"));
    },
    ontext: (text) => {
      if (isDraft && !open.includes(true)) draft += text;
    },
    onclosetag: (tag) => {
      open.pop();
      if (tag === "div") isDraft = false;
    },
  });
  parser.end(html);
  return { draft, tags, ids, links };
}

function report(text: string): string {
  using v1 = corpus();
  return checkReport(text, checkText(v1, text), "").toString();
}

test("each result is in the table and next to its mark, in words", () => {
  const html = report(
    "“the mill dam is liable for the flood, which came” Hale v. Finch, 1 Ill. 1, 7 (Ga. 1900); 1 Ill. 99; 2 Ill. 1; 1 Ill. 9.",
  );
  for (const [symbol, words] of [
    ["✗", "altered"],
    ["✗", "found, but the year and the court and the page differ"],
    ["✗", "no such case in a volume that is imported"],
    ["?", "volume not imported"],
    ["✓", "found"],
  ]) {
    expect(html).toContain(`${symbol}</span> ${words}</strong>`);
    expect(html).toContain(`${symbol}</span>\u00a0${words}</a>`);
  }
  expect(html).toContain('<ins><span class="hidden-text">only in the case: </span>not</ins>');
  expect(html).toContain("<bdi>court differs: Ga., decided by Ill.</bdi>");
  expect(html).toContain("Hale &lt;b&gt;&amp; Sons&lt;/b&gt; v. Finch");
});

test("problems are first in the table, and a note in the text stands behind a citation as a whole", () => {
  const html = report(
    "Hale v. Finch, 1 Ill. 1, 1-2, 9 N.E. 8 (1901). Hale v. Finch, 1 Ill. at 1. Hale v. Finch, 1 Ill. 1, 7 (1901).",
  );
  expect([...html.matchAll(/<tr id="result-(\d)"/g)].map(([, number]) => number)).toEqual([
    "4",
    "2",
    "1",
    "3",
  ]);
  const text = html.slice(html.indexOf("check-text")).replace(/<[^>]+>/g, "");
  expect(text).toContain(
    "1 Ill. 1, 1-2, 9 N.E. 8 (1901)1\u00a0✓\u00a0found2\u00a0?\u00a0volume not imported. Hale v. Finch, 1 Ill. at 13\u00a0✓\u00a0found. Hale",
  );
});

test("the notes on the data of a case are next to the case", () => {
  using v1 = openV1(makeBulkCorpus([bulkCase(1, { first_page: "8" })]));
  const html = checkReport("1 Ill. 1", checkText(v1, "1 Ill. 1"), "").toString();
  expect(html).toContain(
    "Note on the data: <bdi>The first page is 8, but the official citation is 1 Ill. 1.</bdi>",
  );
});

const hostile = fc.constantFrom(
  "1 Ill. 1",
  " 1 Ill. 9, 3 (1901) ",
  "“the owner of the mill dam”",
  '"is not <i>liable</i> for 1 Ill. 1 it"',
  "<script>alert(1)</script>",
  '"><img src=x onerror=alert(1)>',
  "</bdi></mark></div></textarea><iframe src=//x>",
  "</style><!--",
  "\u202e",
  "&amp;&#x3c;",
  "\u0000\u001b[2J",
  "\n\n",
  "v. Finch, ",
);

test("the report has the draft's text, links that lead somewhere, and no element of the draft's", () => {
  using v1 = corpus();
  const allowed = "p section h2 table thead tbody tr th td a q bdi span strong div mark code del ins".split(
    " ",
  );
  fc.assert(
    fc.property(fc.array(fc.oneof(hostile, fc.string({ unit: "binary" })), { maxLength: 12 }), (parts) => {
      const text = parts.join("");
      const html = checkReport(text, checkText(v1, text), "/base").toString();
      const { draft, tags, ids, links } = parsed(html);
      expect(draft).toBe(text);
      expect([...tags].filter((tag) => !allowed.includes(tag))).toEqual([]);
      expect(new Set(ids).size).toBe(ids.length);
      const isGood = (link: string) => /^\/base\/cases\/\d+\/$/.test(link) || ids.includes(link.slice(1));
      expect(links.filter((link) => !isGood(link))).toEqual([]);
    }),
    fuzzing(30),
  );
});
