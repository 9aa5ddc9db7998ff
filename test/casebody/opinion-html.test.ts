/** The shapes in which CourtListener has texts, as public files and its own tests show them, with texts of real decisions. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findElements, textOf } from "../../src/casebody/body-tree.ts";
import { decisionHtml } from "../../src/casebody/opinion-html.ts";
import { parseHtml, scanHtml } from "../../src/casebody/parse-html.ts";
import { readHtmlBody } from "../../src/casebody/read-body.ts";
import { hasClass } from "../../src/casebody/vocabulary.ts";
import type { SourceDecision, SourceOpinion } from "../../src/domain/case.ts";
import { givenDecision, givenOpinion, pagesIn } from "./given-decision.ts";

function htmlOf(
  text: string,
  more: Partial<SourceOpinion> = {},
  decision: Partial<SourceDecision> = {},
): string {
  return decisionHtml(givenDecision([givenOpinion(text, more)], decision));
}

/** The footnotes: label, number of marks that lead to it, text. */
function notesIn(html: string): (readonly [string | undefined, number, string])[] {
  const nodes = parseHtml(html);
  const marks = findElements(nodes, (element) => hasClass(element, "footnotemark"));
  return findElements(nodes, ({ name }) => name === "aside").map(({ attributes, children }) => {
    const href = `#${attributes.get("id")}`;
    const leading = marks.filter((mark) => mark.attributes.get("href") === href).length;
    return [
      attributes.get("data-label"),
      leading,
      textOf(children.filter((node) => typeof node === "string" || node.name !== "a")),
    ];
  });
}

interface Shape {
  readonly field: string;
  readonly text: string;
  readonly form?: SourceOpinion["form"];
  readonly headMatter?: string;
  readonly author?: string | null;
  /** Of the opinion, in lines. */
  readonly lines: readonly string[];
  readonly pages?: readonly string[];
  readonly notes?: readonly (readonly [string, number, string])[];
}

const SHAPES: readonly Shape[] = [
  {
    field: "xml_harvard",
    text: `<?xml version="1.0" encoding="utf-8"?>
<opinion type="majority">
<author id="b92-4"><page-number citation-index="1" label="60">*60</page-number>Justice White</author>
<p id="AHF">delivered the opinion of the Court.</p>
<p id="b92-6">Petitioner filed suit alleging violations under §1983.<footnotemark>1</footnotemark> He had been denied a pro<page-number citation-index="1" label="61"/>motion <em>Saucier, </em><page-number citation-index="1" label="62">*62</page-number>533 U. S. at 201.</p>
<blockquote id="b93-1">“Every person</blockquote>
<footnote label="1"><p id="b92-8">42 U. S. C. § 1983 provides.</p></footnote></opinion>`,
    author: "Justice White",
    lines: [
      "Justice White",
      "delivered the opinion of the Court.",
      "Petitioner filed suit alleging violations under §1983. He had been denied a promotion Saucier, 533 U. S. at 201.",
      "“Every person",
      "42 U. S. C. § 1983 provides.",
    ],
    pages: ["60", "61", "62"],
    notes: [["1", 1, "42 U. S. C. § 1983 provides."]],
  },
  {
    field: "xml_harvard, rewritten by a merge",
    text: `<?xml version="1.0" encoding="utf-8"?>
<opinion type="majority">
<author id="b89-11">
  Mr. Justice Jackson
 </author>
<p id="b89-12">
  Petitioner was convicted upon information of a detective.
  <a class="footnote" href="#fn1" id="fn1_ref">
   1
  </a>
  The officer received in
  <span citation-index="1" class="star-pagination" label="12">
   *12
   </span>
  formation which
  <em>
   Brown
  </em>
  v.
  <em>
   Illinois,
  </em>
  <span class="citation" data-id="9426178"><a href="/opinion/109304/brown-v-illinois/#603">422 U. S. 590, 603</a></span> has. The district court’s
  <span citation-index="1" class="star-pagination" label="13">
   *13
   </span>
  finding is also reviewed, and no other finding.
 </p>
<div class="footnotes"><div class="footnote" id="fn1" label="1">
<a class="footnote" href="#fn1_ref">
   1
  </a>
<p id="b634-7">
   See n. 2,
   <em>
    infra.
   </em>
  </p>
</div></div></opinion>`,
    author: "Mr. Justice Jackson",
    lines: [
      "Mr. Justice Jackson",
      "Petitioner was convicted upon information of a detective. The officer received information which Brown v. Illinois, 422 U. S. 590, 603 has. The district court’s finding is also reviewed, and no other finding.",
      "See n. 2, infra.",
    ],
    pages: ["12", "13"],
    notes: [["1", 1, "See n. 2, infra."]],
  },
  {
    field: "html_lawbox",
    text: `<div>
<center><b><span class="citation" data-id="9431666"><a href="/opinion/112257/graham-v-connor/">490 U.S. 386</a></span> (1989)</b></center>
<center><h1>GRAHAM<br>
v.<br>
CONNOR ET AL.</h1></center>
<center><p><b>United States Supreme Court.</b></p></center>
CERTIORARI TO THE UNITED STATES COURT OF APPEALS
<p><span class="star-pagination">*388</span> <i>H. Gerald Beaver</i> argued the cause.<sup>[*]</sup></p>
<p>CHIEF JUSTICE REHNQUIST delivered the opinion of the Court.</p>
<p>He<sup>[1]</sup> made an [<sup>[2]</sup>] investigatory <i>stop</i> <span class="star-pagination">*389</span> <i>of</i> it.</p>
<h2>NOTES</h2>
<p>[*]  Briefs of amici curiae were filed.</p>
<p>[1]  The majority did note that.</p>
<p>Our cases have not resolved it.</p></div>`,
    headMatter: "490 U.S. 386 (1989)\nGRAHAM\nv.\nCONNOR ET AL.\nUnited States Supreme Court.",
    author: "CHIEF JUSTICE REHNQUIST delivered the opinion of the Court.",
    lines: [
      "CERTIORARI TO THE UNITED STATES COURT OF APPEALS",
      "H. Gerald Beaver argued the cause.",
      "CHIEF JUSTICE REHNQUIST delivered the opinion of the Court.",
      "He made an [[2]] investigatory stop of it.",
      "NOTES",
      "Briefs of amici curiae were filed.",
      "The majority did note that.",
      "Our cases have not resolved it.",
    ],
    pages: ["388", "389"],
    notes: [
      ["*", 1, "Briefs of amici curiae were filed."],
      ["1", 1, "The majority did note that.\nOur cases have not resolved it."],
    ],
  },
  {
    field: "html_columbia",
    text: `<p>On appeal.<sup id="op0-ref-fn1"><a href="#op0-fn1">1</a></sup> He was not licensed. <span class="star-pagination">*Page 758</span>
The verdict was contrary to law: <cross_reference><span class="citation no-link">65 Ga. App. 749</span></cross_reference>, <citation>61 S.W.3d 498</citation>.
<footnote_body>
<sup id="op0-fn1"><a href="#op0-ref-fn1">1</a></sup>
<blockquote>Judge Flores presided.
</blockquote></footnote_body></p>
<blockquote><p>“Ex mero motu”</p>
<p>this cause</p></blockquote>
<pre>  a  1
  b  2</pre>`,
    lines: [
      "On appeal. He was not licensed. The verdict was contrary to law: 65 Ga. App. 749, 61 S.W.3d 498.",
      "“Ex mero motu”",
      "this cause",
      "a 1",
      "b 2",
      "Judge Flores presided.",
    ],
    pages: ["758"],
    notes: [["1", 1, "Judge Flores presided."]],
  },
  {
    field: "html_anon_2020",
    text: `<div class="courtcasedochead col-12"><div class="caseinfo"><div class="fullcasename">Oil Corporation v. Commissioner.</div></div></div>
<div class="courtcasedocbody"><div class="opinion"><bodytext><p>We <span class="star-pagination" number="1" pagescheme="1966 Tax Ct. Memo LEXIS 170">*170 </span> hold<sup><a href="#fn_fnote1" id="fnr_fnote1">1</a></sup> <span class="star-pagination" number="P2" pagescheme="T.C. Memo">*153</span>so.</p></bodytext></div></div>
<div class="footnotes"><h4>Footnotes</h4><ul><li><div id="fn_fnote1"><bodytext><p>1. SEC. 42. GROSS INCOME <a href="#fnr_fnote1">↩</a></p></bodytext></div></li></ul></div>`,
    headMatter: "Oil Corporation v. Commissioner.",
    lines: ["We hold so.", "Footnotes", "SEC. 42. GROSS INCOME"],
    notes: [["1", 1, "SEC. 42. GROSS INCOME"]],
  },
  {
    field: "html of Public.Resource.Org",
    text: `<p class="case_cite">625 F.2d 850</p>
<p class="parties">BOB'S BIG BOY<br>v.<br>NATIONAL LABOR RELATIONS BOARD</p>
<p class="court">United States Court of Appeals,<br>Ninth Circuit.</p>
<div class="prelims"><p class="indent">Before GOODWIN, WALLACE and FARRIS, Circuit Judges.</p>
<p class="indent">WALLACE, Circuit Judge.</p></div>
<div class="num" id="p1"><span class="num">1</span><p class="indent">This petition seeks review.<a class="footnote" href="#fn1" name="fn1_ref">1</a></p></div>
<div class="footnotes"><div class="footnote" id="fn1"><a class="footnote" href="#fn1_ref">1</a><p> See 410 U.S. 113.</p></div></div>`,
    headMatter:
      "625 F.2d 850\nBOB'S BIG BOY\nv.\nNATIONAL LABOR RELATIONS BOARD\nUnited States Court of Appeals,\nNinth Circuit.",
    author: "WALLACE, Circuit Judge.",
    lines: [
      "Before GOODWIN, WALLACE and FARRIS, Circuit Judges.",
      "WALLACE, Circuit Judge.",
      "This petition seeks review.",
      "See 410 U.S. 113.",
    ],
    notes: [["1", 1, "See 410 U.S. 113."]],
  },
  {
    field: "html of a court",
    text: `<font size="3">The judgment is <u>affirmed</u>.<br><br>Costs to<br>appellant.</font><table><tr><td>Year</td><td>2024</td></tr><tr><td>Sum</td><td>1</td></tr></table>`,
    lines: ["The judgment is affirmed.", "Costs to", "appellant.", "Year 2024", "Sum 1"],
  },
  {
    field: "html of a court with a head that is not closed",
    text: "<HTML><HEAD><TITLE>23-1.htm</TITLE><P>Affirmed.</P></HTML>",
    lines: ["Affirmed."],
  },
  {
    field: "html_with_citations of text from PDF",
    text: `<pre class="inline">             UNITED STATES DISTRICT COURT

        The indictment charges him with being a felon in possession of a
firearm, in violation of </pre><span class="citation no-link">18 U.S.C. §  922</span><pre class="inline">(g)(1). See Werb v. D&#x27;Alessandro,
</pre><span class="citation" data-id="2383227"><a href="/opinion/2383227/werb/">606 A.2d 117, 119</a></span><pre class="inline"> (Del. 1992), as to the ap-
pellee.
        It is &lt;so&gt; ordered.</pre>`,
    lines: [
      "UNITED STATES DISTRICT COURT",
      "The indictment charges him with being a felon in possession of a firearm, in violation of 18 U.S.C. § 922(g)(1). See Werb v. D'Alessandro, 606 A.2d 117, 119 (Del. 1992), as to the ap-pellee.",
      "It is <so> ordered.",
    ],
  },
  {
    field: "html_with_citations of long text from PDF, which begins without a tag",
    text: `The first line of it is long enough for a line of print, as
of </pre><span class="citation no-link">1 U.S. 1</span><pre class="inline">, it is.

Next.`,
    lines: ["The first line of it is long enough for a line of print, as of 1 U.S. 1, it is.", "Next."],
  },
  {
    field: "html_with_citations without blocks",
    text: 'it is <span class="star-pagination">*9</span> this page <span class="star-pagination">*10</span> and on',
    lines: ["it is this page and on"],
    pages: ["9", "10"],
  },
  {
    field: "plain_text",
    form: "plain text",
    text: `                    No. 19-1234  Doe v. Roe                        Page 1

        The court of appeals has jurisdiction over the appeals of all
final decisions of the courts
\f                   No. 19-1234  Doe v. Roe                        Page 2

of the United States. *101 is no page here.
        The judgment is affirmed.
                                   -2-
\f                   No. 19-1234  Doe v. Roe                        Page 3

Costs are taxed.`,
    lines: [
      "The court of appeals has jurisdiction over the appeals of all final decisions of the courts of the United States. *101 is no page here.",
      "The judgment is affirmed.",
      "Costs are taxed.",
    ],
  },
];

describe.each(SHAPES)(
  "$field",
  ({ text, form = "markup", lines, pages = [], notes = [], headMatter = "", author = null }) => {
    const html = htmlOf(text, { form });

    test("gives text and author", () => {
      const body = readHtmlBody(html);
      expect(body.opinions).toEqual([{ type: "majority", author, text: lines.join("\n") }]);
      expect(body.headMatter).toBe(headMatter);
    });

    test("gives pages and footnotes", () => {
      expect(pagesIn(html)).toEqual(pages);
      expect(notesIn(html)).toEqual(notes);
    });

    test("is in the shape that the scanner reads", () => {
      expect(scanHtml(html)?.html).toBe(html);
    });
  },
);

test("pages of other reporters are neither marks nor text", () => {
  const page = (index: number, label: string) =>
    `<page-number citation-index="${index}" label="${label}">*${label}</page-number>`;
  const html = htmlOf(`<p>a ${page(1, "8")}b ${page(2, "353")}c ${page(1, "Supp. 9")}d</p>`);
  expect(pagesIn(html)).toEqual(["8", "Supp. 9"]);
  expect(readHtmlBody(html).opinions[0]?.text).toBe("a b c d");
  expect(
    pagesIn(
      htmlOf('<p>a <span class="star-pagination">*8</span> b <span class="star-pagination">**353</span></p>'),
    ),
  ).toEqual(["8"]);
});

test("a footnote of Columbia's can have several paragraphs", () => {
  const html = htmlOf(
    `<p>See Roe.<sup id="ref-fn1"><a href="#fn1">1</a></sup></p><p><footnote_body><sup id="fn1"><a href="#ref-fn1">1</a></sup> Compare Brown, which provides:</p><p><blockquote>A passage.</blockquote></p><p>It explains the rule.</footnote_body></p><p>Affirmed.</p>`,
  );
  expect(notesIn(html)).toEqual([
    ["1", 1, "Compare Brown, which provides:\nA passage.\nIt explains the rule."],
  ]);
  expect(readHtmlBody(html).opinions[0]?.text).toMatch(/^See Roe\.\nAffirmed\.\nCompare/);
});

test("a star in text is a page only if it is the next page of the case", () => {
  const text = "It was so *11 decided, at *12, and [*12] affirmed * 13 in part, *14 and *99.";
  const html = htmlOf(text, { form: "plain text" }, { firstPage: "10", lastPage: "20" });
  expect(pagesIn(html)).toEqual(["11", "12"]);
  expect(readHtmlBody(html).opinions[0]?.text).toBe(
    "It was so decided, at *12, and affirmed * 13 in part, *14 and *99.",
  );
});

test("ids do not repeat between opinions, and marks refer to footnotes of their own opinion", () => {
  const opinion =
    '<p>a<footnotemark>1</footnotemark> <page-number label="7">*7</page-number>b</p><footnote label="1"><p>n</p></footnote>';
  const html = decisionHtml(
    givenDecision([givenOpinion(opinion), givenOpinion(opinion, { type: "dissent" })]),
  );
  const ids = [...html.matchAll(/ id="([^"]*)"/g)].map(([, id]) => id);
  expect(ids.toSorted()).toEqual([
    "footnote_1_1",
    "footnote_2_1",
    "p7",
    "ref_footnote_1_1",
    "ref_footnote_2_1",
  ]);
  expect(notesIn(html)).toEqual([
    ["1", 1, "n"],
    ["1", 1, "n"],
  ]);
  expect(pagesIn(html)).toEqual(["7", "7"]);
});

describe("the author", () => {
  const authorOf = (text: string, more: Partial<SourceOpinion>) => {
    const { author, text: all } = readHtmlBody(htmlOf(text, more)).opinions[0] ?? {};
    return [author, all];
  };

  test.each([
    [
      "<p>MARSHALL, Circuit Judge:</p><p>We affirm.</p>",
      "Marshall",
      "MARSHALL, Circuit Judge:",
      "MARSHALL, Circuit Judge:\nWe affirm.",
    ],
    [
      "<p>MARSHALL, Circuit Judge: We affirm.</p>",
      "Thurgood Marshall",
      "MARSHALL, Circuit Judge:",
      "MARSHALL, Circuit Judge:\nWe affirm.",
    ],
    [
      "<p>STEVENS, J., with whom BREYER, J., joins, dissenting.</p><p>No.</p>",
      "Stevens",
      "STEVENS, J., with whom BREYER, J., joins, dissenting.",
      "STEVENS, J., with whom BREYER, J., joins, dissenting.\nNo.",
    ],
    [
      "<p>WALLACE, Circuit Judge.</p><p>We.</p>",
      null,
      "WALLACE, Circuit Judge.",
      "WALLACE, Circuit Judge.\nWe.",
    ],
    ["<p>PER CURIAM.</p><p>We.</p>", null, "PER CURIAM.", "PER CURIAM.\nWe."],
    [
      "<p>Before MARSHALL, Chief Judge, and LOPEZ, Circuit Judge.</p>",
      "Marshall",
      "Marshall, joined by Stevens",
      "Marshall, joined by Stevens\nBefore MARSHALL, Chief Judge, and LOPEZ, Circuit Judge.",
    ],
    [
      "<p>We affirm.</p>",
      "Marshall",
      "Marshall, joined by Stevens",
      "Marshall, joined by Stevens\nWe affirm.",
    ],
    ["<p>LOPEZ, J.</p>", "Marshall", "Marshall, joined by Stevens", "Marshall, joined by Stevens\nLOPEZ, J."],
    ["<p>John Doe, Judge, was sued.</p>", null, null, "John Doe, Judge, was sued."],
    [
      "<p>Denied.</p><p>ALITO, J., dissenting.</p>",
      "Per Curiam",
      "Per Curiam, joined by Stevens",
      "Per Curiam, joined by Stevens\nDenied.\nALITO, J., dissenting.",
    ],
    ["<p>Denied.</p><p>ALITO, J., dissenting.</p>", null, null, "Denied.\nALITO, J., dissenting."],
  ])("of %j by %j", (text, author, expected, all) => {
    expect(authorOf(text, { author, joinedBy: "Stevens" })).toEqual([expected, all]);
  });
});

describe("head matter", () => {
  test("keeps its parts, and fields follow that it does not contain", () => {
    const html = htmlOf(
      "<p>x</p>",
      {},
      {
        parties: "CANNON v. THE STATE & al.",
        headMatter: `<casebody> <docketnumber id="b795-7">30614.</docketnumber><attorneys id="b796-4"><page-number citation-index="1" label="758">*758</page-number><em>B. B. Giles, </em>for plaintiff.</attorneys></casebody>`,
        attorneys: "B. B. Giles",
        judges: "MacIntyre",
        syllabus: "<p>Error.</p>",
        firstPage: "757",
        lastPage: "758",
      },
    );
    expect(html).toContain('<section class="casebody" data-firstpage="757" data-lastpage="758">');
    expect(readHtmlBody(html)).toMatchObject({
      parties: ["CANNON v. THE STATE & al."],
      attorneys: ["B. B. Giles, for plaintiff."],
      judges: ["MacIntyre"],
      headMatter: "CANNON v. THE STATE & al.\n30614.\nB. B. Giles, for plaintiff.\nMacIntyre\nError.",
    });
    expect(pagesIn(html)).toEqual(["758"]);
  });

  test("names without text are not a body", () => {
    expect(htmlOf(" <p>&nbsp;</p>", { author: "Marshall" }, { parties: "A v. B", judges: "C" })).toBe("");
    expect(htmlOf("", {}, { syllabus: "Affirmed." })).toContain('<p class="syllabus">Affirmed.</p>');
  });
});

test("an opinion without text has no article; a type that is unknown is that of the XML", () => {
  const html = decisionHtml(
    givenDecision([
      givenOpinion(""),
      givenOpinion('<opinion type="dissent"><p>x</p></opinion>', { type: null }),
      givenOpinion("y", { type: null }),
    ]),
  );
  expect(readHtmlBody(html).opinions.map(({ type, text }) => [type, text])).toEqual([
    ["dissent", "x"],
    [null, "y"],
  ]);
});

/** All tags and attributes that can be written. */
const WRITTEN =
  /^(?:<\/?(?:article|aside|blockquote|em|h4|p|section|strong|sub|sup|span|a)(?: (?:class|data-type|data-label|data-citation-index)="[^"<>]*"| (?:id|href)="#?(?:p[\w.-]+|(?:ref_)?footnote_\d+_\d+)")*>|<br \/>)$/;

const ATTACKS = [
  "<script>alert(1)</script>",
  "<style>p{}</style>",
  "<iframe src=//evil.test></iframe>",
  "<svg onload=alert(1)><script>x</script><a href='javascript:x'>y</a></svg>",
  "<math><mi><style><img src=x onerror=alert(1)></style></mi></math>",
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>"></noscript>',
  "<textarea></textarea><script>1</script>",
  "<img src=x onerror=alert(1)>",
  '<img src="data:image/svg+xml;base64,AAAA">',
  '<a href="javascript:alert(1)" class="footnote" id="x" onclick=y>1</a>',
  '<a href="//evil.test">a</a>',
  '<base href="//evil.test">',
  '<form action="//evil.test"><input name=q><button formaction=x>a</button></form>',
  '<p style="x" onclick="y" id="main" class="cb-page">a</p>',
  '<meta http-equiv="refresh" content="0;url=//evil.test">',
  '<page-number label="&quot;&gt;&lt;script&gt;">*<b onclick=x>1</b></page-number>',
  '<footnotemark>&lt;script&gt;</footnotemark><footnote label="&quot; onclick=&quot;x"><p>n</p></footnote>',
  '<footnote label="&lt;script&gt;"><p>n</p></footnote>',
  "<bracketnum>&lt;img&gt;</bracketnum>",
  "&lt;script&gt;alert(1)&lt;/script&gt;",
  "\u00000\u0000 &#0;0&#0; \u0001",
  "<author><script>x</script>Marshall</author>",
  "<constructor>x</constructor><__proto__>y</__proto__><toString>z",
  "<!-- <script>x</script> --><![CDATA[<script>]]><?xml <script> ?>",
];

test.each(ATTACKS)("%j leaves text and our own markup only", (attack) => {
  for (const text of [
    attack,
    `<p>a ${attack} b</p>`,
    `<pre class="inline">a\n${attack}</pre>`,
    `<div><sup>[1]</sup>${attack}`,
  ])
    for (const form of ["markup", "plain text"] as const) {
      const html = htmlOf(
        text,
        { form, author: attack, joinedBy: attack, type: attack.replace(/[<>"]/g, "") },
        { headMatter: attack, attorneys: attack, judges: attack, parties: attack },
      );
      const [, ...tags] = html.match(/<[^<>]*>/g) ?? [];
      for (const tag of tags) expect(tag).toMatch(WRITTEN);
      expect(html.replace(/<[^<>]*>/g, "")).not.toMatch(/[<>\0]/);
    }
});

test("whatever the markup, no error, no other tag, and all words stay", () => {
  const tags =
    "p div i b sup blockquote center pre footnote author opinion page-number td a span font br".split(" ");
  const piece = fc.oneof(
    fc.constantFrom(...tags).map((tag) => `<${tag}>`),
    fc.constantFrom(...tags).map((tag) => `</${tag}>`),
    fc.constantFrom(
      "<p",
      "<",
      ">",
      "&",
      "&amp;",
      "\n\n",
      " ",
      '<a class="footnote" href="#fn1">1</a>',
      '<div class="footnote">',
      "\f",
      "[1] ",
      "</",
    ),
    fc.constantFrom("judgment", "affirmed", "reversed"),
  );
  fc.assert(
    fc.property(
      fc.array(piece, { maxLength: 30 }),
      fc.constantFrom("markup", "plain text"),
      (parts, form) => {
        const text = parts.map((part) => (/^[a-z]+$/.test(part) ? ` ${part} ` : part)).join("");
        const html = htmlOf(text, { form: form as SourceOpinion["form"] });
        expect(html === "" || scanHtml(html)?.html === html).toBe(true);
        const [, ...written] = html.match(/<[^<>]*>/g) ?? [];
        for (const tag of written) expect(tag).toMatch(WRITTEN);
        // words in a tag are not text
        const read =
          form === "markup" ? text.replaceAll(' class="footnote"', "") : text.replaceAll("<", "&lt;");
        const words = textOf(parseHtml(`<div>${read}</div>`)).match(/judgment|affirmed|reversed/g) ?? [];
        const found = html.replace(/<[^<>]*>/g, " ").match(/judgment|affirmed|reversed/g) ?? [];
        expect(found.toSorted()).toEqual(words.toSorted());
      },
    ),
    { numRuns: 400 },
  );
});
