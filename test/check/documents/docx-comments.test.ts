import fc from "fast-check";
import { expect, test } from "vitest";
import { fromBufferPromise } from "yauzl";
import { writeComments } from "../../../src/check/documents/docx-comments.ts";
import { readDocx } from "../../../src/check/documents/docx-document.ts";
import { readDocxParts } from "../../../src/check/documents/docx-package.ts";
import { readElements } from "../../../src/check/documents/elements.ts";
import { docxPackage, zipOf } from "../../support/draft-files.ts";
import { fuzzing } from "../../support/fuzz.ts";

const AUTHOR = { author: "caselaw", initials: "cl", date: new Date("2026-01-02T03:04:05.678Z") };
const T = (text: string) => `<w:t xml:space="preserve">${text}</w:t>`;
const R = (content: string, format = "") => `<w:r w:rsidR="1">${format}${content}</w:r>`;
const P = (content: string) => `<w:p>${content}</w:p>`;
const NOTE = (id: number, text: string) => `<w:footnote w:id="${id}">${P(R(T(text)))}</w:footnote>`;
const CALL = (id: number) => R(`<w:footnoteReference w:id="${id}"/>`);

async function commented(bytes: Buffer, ...subjects: readonly string[]) {
  const { text } = await readDocx(bytes);
  const comments = subjects
    .map((subject) => ({
      start: text.indexOf(subject),
      end: text.indexOf(subject) + subject.length,
      text: subject,
    }))
    .sort((a, b) => a.start - b.start);
  expect(comments.map(({ start }) => start)).not.toContain(-1);
  return { text, copy: await writeComments(bytes, text, comments, AUTHOR) };
}

/** What each comment is about: the text between its marks, which must be where marks may be. */
function marked(xml: string): Map<string, string> {
  const open: string[] = [];
  const active = new Map<string, string>();
  const ended = new Set<string>();
  const add = (text: string): void => {
    for (const [id, before] of active) if (!ended.has(id)) active.set(id, before + text);
  };
  readElements(xml, "xml", {
    open: (tag, { "w:id": id = "" }) => {
      if (tag.startsWith("w:commentRange")) expect(open).not.toContain("w:r");
      if (tag === "w:commentRangeStart") active.set(id, "");
      if (tag === "w:commentRangeEnd") ended.add(id);
      if (tag === "w:commentReference") {
        expect(open.filter((one) => one === "w:r")).toHaveLength(1);
        expect(ended.has(id)).toBe(true);
      }
      open.push(tag);
    },
    text: (text) => {
      if (open.at(-1) === "w:t" && !open.includes("mc:Fallback") && !open.includes("w:moveFrom")) add(text);
    },
    close: () => void open.pop(),
  });
  expect(new Set(active.keys())).toEqual(ended);
  return active;
}

async function namesIn(bytes: Buffer): Promise<string[]> {
  const names: string[] = [];
  for await (const { fileName } of (await fromBufferPromise(bytes, { lazyEntries: true })).eachEntry())
    names.push(fileName);
  return names;
}

test.each([
  ["a run", P(R(T("See 1 Ill. 1 now."))), "1 Ill. 1"],
  ["a complete run", P(R(T("See ")) + R(T("1 Ill. 1"), "<w:rPr><w:b/></w:rPr>")), "1 Ill. 1"],
  ["several runs", P(R(T("See 1 Il")) + R(T("l. 1"), "<w:rPr><w:i/></w:rPr>") + R(T(" now"))), "1 Ill. 1"],
  ["a text without kept space", P("<w:r><w:t>See 1 Ill. 1 now.</w:t></w:r>"), "1 Ill. 1"],
  ["entities", P(R(T("A &amp; B &#x26; C &lt; 1 Ill. 1"))), "& C < 1 Ill. 1"],
  ["several texts of a run", P(R(`${T("a 1 Ill.")}${T(" 1")}<w:tab/>${T("b")}`)), "1 Ill. 1"],
  ["a link", P(`<w:hyperlink>${R(T("See 1 Ill. 1 now"))}</w:hyperlink>`), "1 Ill. 1"],
  ["an insertion", P(`${R(T("See 1 "))}<w:ins w:id="9">${R(T("Ill. 1 now"))}</w:ins>`), "1 Ill. 1"],
  ["two paragraphs", P(R(T("So. “a b"))) + P(R(T("c d” 1"))), "a b\n\nc d"],
  ["cells", `<w:tbl><w:tr><w:tc>${P(R(T("x 1 Ill. 1 y")))}</w:tc></w:tr></w:tbl>`, "1 Ill. 1"],
])("a comment is around its words: %s", async (_, body, subject) => {
  const { text, copy } = await commented(await docxPackage(body), subject);
  const { document, related } = await readDocxParts(copy);
  expect([...marked(document.xml).values()]).toEqual([subject.replaceAll("\n", "")]);
  expect((await readDocx(copy)).text).toBe(text);
  expect(related.comments.xml).toContain(
    '<w:comment w:id="0" w:author="caselaw" w:date="2026-01-02T03:04:05Z" w:initials="cl">',
  );
});

test.each([
  ["a text with markup", P(R("<w:t>See <!-- x -->1 Ill. 1 now</w:t>")), "See 1 Ill. 1 now"],
  ["a text that loses its space", P(R("<w:t> See 1 Ill. 1 now</w:t>")), " See 1 Ill. 1 now"],
  [
    "a text box",
    P(R(`<w:drawing><w:txbxContent>${P(R(T("See 1 Ill. 1 now")))}</w:txbxContent></w:drawing>`) + R(T("x"))),
    "See 1 Ill. 1 now",
  ],
])("where a run cannot be divided, the comment is around it: %s", async (_, body, words) => {
  const { copy } = await commented(await docxPackage(body), "1 Ill. 1");
  expect([...marked((await readDocxParts(copy)).document.xml).values()]).toEqual([words]);
});

test("a comment in a note is at its number; that of a note which nobody calls is at the end", async () => {
  const notes = `<w:footnotes>${NOTE(1, "See 1 Ill. 1.")}${NOTE(2, "Nobody's 2 Ill. 2.")}</w:footnotes>`;
  const bytes = await docxPackage(P(R(T("A")) + CALL(1) + R(T("B")) + R(T("C"))), {
    "word/footnotes.xml": notes,
  });
  const { text, copy } = await commented(bytes, "1 Ill. 1", "2 Ill. 2");
  const { document } = await readDocxParts(copy);
  expect(document.xml).toContain(`<w:commentRangeStart w:id="0"/>${CALL(1)}<w:commentRangeEnd w:id="0"/>`);
  expect(document.xml).toContain(`<w:commentRangeStart w:id="1"/>${R(T("C"))}<w:commentRangeEnd w:id="1"/>`);
  expect((await readDocx(copy)).text).toBe(text);
});

test("comments of people stay, and all other parts are as they were", async () => {
  const existing = '<w:comments xmlns:w="x"><w:comment w:id="7" w:author="Ann"/></w:comments>';
  const relations =
    '<Relationships><Relationship Id="r1" Type="http://x/comments" Target="notes/c.xml"/></Relationships>';
  const bytes = await docxPackage(P(R(T("See 1 Ill. 1."))), {
    "word/media/a.png": "\u0000picture",
    "word/notes/c.xml": existing,
    "word/_rels/document.xml.rels": relations,
  });
  const { copy } = await commented(bytes, "1 Ill. 1");
  const { related, relations: after } = await readDocxParts(copy);
  expect(related.comments.xml).toContain('<w:comment w:id="7" w:author="Ann"/><w:comment w:id="8" ');
  expect(after.xml).toBe(relations);
  expect(await namesIn(copy)).toEqual(await namesIn(bytes));
});

test("the main part may have another name, and the strict form of the standard its own", async () => {
  const bytes = await zipOf({
    "[Content_Types].xml": "<Types/>",
    "_rels/.rels":
      '<Relationships><Relationship Type="http://purl.oclc.org/ooxml/officeDocument/relationships/officeDocument" Target="/word/document2.xml"/></Relationships>',
    "word/document2.xml": `<w:document xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"><w:body>${P(R(T("1 Ill. 1")))}</w:body></w:document>`,
  });
  const { copy } = await commented(bytes, "1 Ill. 1");
  const { relations, related } = await readDocxParts(copy);
  expect(relations).toMatchObject({
    name: "word/_rels/document2.xml.rels",
    xml: expect.stringContaining('Type="http://purl.oclc.org/ooxml/officeDocument/relationships/comments"'),
  });
  expect(related.comments.xml).toContain('xmlns:w="http://purl.oclc.org/ooxml/wordprocessingml/main"');
});

test("a comment has no character that XML does not have", async () => {
  const bytes = await docxPackage(P(R(T("1 Ill. 1"))));
  const { text } = await readDocx(bytes);
  const copy = await writeComments(bytes, text, [{ start: 0, end: 8, text: 'a<b&"\u0001\ud800c' }], AUTHOR);
  expect((await readDocxParts(copy)).related.comments.xml).toContain("a&lt;b&amp;&quot;\ufffd\ufffdc");
});

test.each([
  ["its XML is not well-formed", `<w:p>${R(T("1 Ill. 1"))}</w:q>`],
  ["its text is in no run", P(T("1 Ill. 1"))],
])("a file is refused where %s", async (why, body) => {
  const bytes = await docxPackage(body);
  const { text } = await readDocx(bytes);
  await expect(writeComments(bytes, text, [{ start: 0, end: 8, text: "" }], AUTHOR)).rejects.toThrow(why);
});

/** Content of paragraphs as programs write it. */
const words = fc.array(
  fc.constantFrom(
    "Roe",
    " ",
    "v.",
    "\u00ad",
    "&amp;",
    "\u00a0",
    "[",
    "]",
    "¶",
    "1 Ill. 1",
    "\u200b",
    "\n",
    "😀",
  ),
  { maxLength: 5 },
);
const textOfRun = words.map((some) => T(some.join("")));
const bare = fc.constantFrom(
  "<w:t>a </w:t>",
  "<w:t> a</w:t>",
  "<w:t>x&#65;y</w:t>",
  "<w:t/>",
  "<w:t>1<![CDATA[<2]]></w:t>",
);
const mark = fc.constantFrom(
  ...["<w:tab/>", "<w:br/>", "<w:noBreakHyphen/>", "<w:softHyphen/>", "<w:lastRenderedPageBreak/>"],
  ...[
    "<w:footnoteReference w:id='1'/>",
    "<w:footnoteReference w:id='3'/>",
    "<w:instrText>TA 1</w:instrText>",
  ],
  "<w:fldChar w:fldCharType='begin'/>",
);
const format = fc.constantFrom("", "<w:rPr/>", "<w:rPr><w:i/></w:rPr>", "<w:rPr><w:vanish/></w:rPr>");
const run = fc
  .tuple(format, fc.array(fc.oneof(textOfRun, bare, mark), { maxLength: 4 }))
  .map(([head, content]) => R(content.join(""), head));
const boxed = run.map((content) =>
  R(
    `<mc:AlternateContent><mc:Choice><w:txbxContent>${P(content)}</w:txbxContent></mc:Choice><mc:Fallback><w:pict>${P(content)}</w:pict></mc:Fallback></mc:AlternateContent>`,
  ),
);
const wrapped = fc
  .tuple(
    fc.constantFrom("w:ins", "w:del", "w:moveFrom", "w:moveTo", "w:hyperlink", "w:fldSimple", "w:smartTag"),
    run,
  )
  .map(([tag, content]) => `<${tag} w:id="3">${content}</${tag}>`);
const paragraph = fc
  .array(fc.oneof({ weight: 3, arbitrary: run }, boxed, wrapped), { maxLength: 6 })
  .map((parts) => P(parts.join("")));
const body = fc.array(
  fc.oneof(
    { weight: 3, arbitrary: paragraph },
    paragraph.map((one) => `<w:tbl><w:tr><w:tc>${one}</w:tc></w:tr></w:tbl>`),
  ),
  { minLength: 1, maxLength: 5 },
);

test("whatever a document has, its text stays, and each comment has its words", async () => {
  const places = fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.nat(30)), {
    minLength: 1,
    maxLength: 4,
  });
  await fc.assert(
    fc.asyncProperty(body, textOfRun, places, async (paragraphs, note, chosen) => {
      const bytes = await docxPackage(paragraphs.join("") + P(R(T("End."))), {
        "word/footnotes.xml": `<w:footnotes><w:footnote w:id="1">${P(R(T("#") + note))}</w:footnote>${NOTE(2, "#####")}</w:footnotes>`,
      });
      const isBoxed = paragraphs.join().includes("w:txbxContent");
      const { text } = await readDocx(bytes);
      const comments = chosen
        .map(([at, length]) => {
          const start = Math.floor(at * (text.length - 1));
          return { start, end: Math.min(text.length, start + 1 + length), text: "x" };
        })
        .sort((a, b) => a.start - b.start);
      const copy = await writeComments(bytes, text, comments, AUTHOR);
      expect((await readDocx(copy)).text).toBe(text);
      const found = [...marked((await readDocxParts(copy)).document.xml)].sort(
        ([a], [b]) => Number(a) - Number(b),
      );
      expect(found).toHaveLength(comments.length);
      for (const [nth, [, marks]] of found.entries()) {
        const { start, end } = comments[nth] ?? { start: 0, end: 0 };
        const subject = text.slice(start, end);
        // a text box is before its paragraph, notes are at their number, and what is next to text in the same run is in the marks too
        if (!isBoxed && !/[\^[\]()#]/.test(text.slice(Math.max(0, start - 20), end)))
          expect(isWithin(visible(subject).replace(/-/g, ""), visible(marks)), `${subject} in ${marks}`).toBe(
            true,
          );
      }
    }),
    fuzzing(150),
  );
});

/** Whether all characters are there in their order: between them can be hidden text. */
function isWithin(text: string, longer: string): boolean {
  let at = 0;
  for (const unit of longer.split("")) if (text[at] === unit) at++;
  return at === text.length;
}

function visible(text: string): string {
  return text.replace(/[\s\u00ad\u200b]/g, "");
}
