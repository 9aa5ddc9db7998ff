/** LibreOffice reads what is written: the text as it was, and each comment at its words. */
import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeComments } from "../../../src/check/documents/docx-comments.ts";
import { readDocx } from "../../../src/check/documents/docx-document.ts";
import { readElements } from "../../../src/check/documents/elements.ts";
import { docxPackage } from "../../support/draft-files.ts";
import { hasProgram } from "../../support/other-programs.ts";
import { tempFolder } from "../../support/temp-folder.ts";

const PROGRAM = ["soffice", "libreoffice"].find((name) => hasProgram(name, ["--version"]));
const R = (text: string, format = "") =>
  `<w:r>${format}<w:t xml:space="preserve">${text.replaceAll("&", "&amp;")}</w:t></w:r>`;
const P = (content: string) => `<w:p>${content}</w:p>`;

const BODY = [
  P(
    `${R("See ")}${R("Roe", "<w:rPr><w:i/></w:rPr>")}${R(", 1 Il")}${R("l. 1", "<w:rPr><w:b/></w:rPr>")}${R(" (1820).")}`,
  ),
  P(
    `<w:ins w:id="1" w:author="Ann">${R("New & 2 Ill. 2, so.")}</w:ins><w:del w:id="2" w:author="Ann"><w:r><w:delText>old</w:delText></w:r></w:del>`,
  ),
  P(
    `<w:hyperlink w:anchor="x">${R("a link 3 Ill. 3 b")}</w:hyperlink><w:fldSimple w:instr="PAGE">${R("7")}</w:fldSimple>`,
  ),
  `<w:tbl><w:tblPr/><w:tblGrid><w:gridCol w:w="4000"/></w:tblGrid><w:tr><w:tc>${P(R("Cell, 4 Ill. 4"))}</w:tc></w:tr></w:tbl>`,
  P(`${R("So it is.")}<w:r><w:footnoteReference w:id="2"/></w:r>${R(" “A quotation")}`),
  P(`${R("of two paragraphs” ends.")}`),
];
const SUBJECTS = [
  "1 Ill. 1",
  "2 Ill. 2",
  "3 Ill. 3",
  "4 Ill. 4",
  "5 Ill. 5",
  "“A quotation\n\nof two paragraphs”",
];
const NOTES = `<w:footnotes xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:footnote w:id="2">${P(`<w:r><w:footnoteRef/></w:r>${R(" Note, 5 Ill. 5.")}`)}</w:footnote></w:footnotes>`;

/** As one file of XML. */
function inLibreOffice(bytes: Buffer, name: string): string {
  const folder = tempFolder();
  writeFileSync(join(folder, `${name}.docx`), bytes);
  const { status, stderr } = spawnSync(
    PROGRAM ?? "",
    [
      `-env:UserInstallation=file://${folder}/profile`,
      "--headless",
      "--convert-to",
      "fodt",
      "--outdir",
      folder,
      join(folder, `${name}.docx`),
    ],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Error(stderr);
  return readFileSync(join(folder, `${name}.fodt`), "utf8");
}

/** The text of a file of LibreOffice; and by the text of each comment what it is about. */
function read(fodt: string): { text: string; comments: Map<string, string> } {
  let [text, comment] = ["", ""];
  const open: string[] = [];
  const names = new Map<string, { comment: string; at: number }>();
  const comments = new Map<string, string>();
  let name = "";
  readElements(fodt, "xml", {
    open: (tag, attributes) => {
      open.push(tag);
      if (tag === "office:annotation") [name, comment] = [attributes["office:name"] ?? "", ""];
      const started = names.get(attributes["office:name"] ?? "");
      if (tag === "office:annotation-end" && started !== undefined)
        comments.set(started.comment, text.slice(started.at));
      if (tag === "text:s" && open.includes("office:text")) text += " ";
    },
    text: (part) => {
      if (open.includes("office:annotation")) comment += /^text:/.test(open.at(-1) ?? "") ? part.trim() : "";
      else if (open.includes("office:text") && open.some((one) => /^text:(?:p|h)$/.test(one))) text += part;
    },
    close: (tag) => {
      open.pop();
      if (tag === "office:annotation") names.set(name, { comment, at: text.length });
    },
  });
  return { text, comments };
}

test.skipIf(PROGRAM === undefined)(
  "LibreOffice shows the comments at their words, and the text as it was",
  async () => {
    const bytes = await docxPackage(BODY.join(""), { "word/footnotes.xml": NOTES });
    const { text } = await readDocx(bytes);
    const comments = SUBJECTS.map((subject) => {
      const start = text.indexOf(subject);
      return { start, end: start + subject.length, text: `wrong: ${subject.slice(0, 8)} & more` };
    }).sort((a, b) => a.start - b.start);
    const author = { author: "caselaw", initials: "cl", date: new Date("2026-01-02T03:04:05Z") };
    const before = read(inLibreOffice(bytes, "before"));
    const after = read(inLibreOffice(await writeComments(bytes, text, comments, author), "after"));
    expect(after.text).toBe(before.text);
    expect(after.text).toContain("See Roe, 1 Ill. 1 (1820).");
    const about = SUBJECTS.map((subject) => [
      `wrong: ${subject.slice(0, 8)}&more`,
      subject.replace("\n\n", ""),
    ]);
    // a comment in a note is at its number
    expect(Object.fromEntries(after.comments)).toEqual({
      ...Object.fromEntries(about),
      "wrong: 5 Ill. 5&more": expect.stringMatching(/^1\s+Note, 5 Ill. 5.$/),
    });
  },
  120_000,
);
