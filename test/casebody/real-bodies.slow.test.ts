/** The claims of docs/formats.md, "Evidence for the conversions", for the real bodies, if they are available. */
import { dirname } from "node:path";
import { expect, test } from "vitest";
import {
  type BodyElement,
  type BodyNode,
  collapseSpaces,
  findElements,
  textOf,
} from "../../src/casebody/body-tree.ts";
import { brokenWords, joinBrokenWords } from "../../src/casebody/broken-words.ts";
import { parseHtml, sanitiseHtml } from "../../src/casebody/parse-html.ts";
import { parseWithSax, parseXml, scanXml } from "../../src/casebody/parse-xml.ts";
import { checkAnalysis, readHtmlBody, readXmlBody } from "../../src/casebody/read-body.ts";
import { readMets } from "../../src/casebody/read-mets.ts";
import { readingBodyOfHtml } from "../../src/casebody/reading-body.ts";
import { renderXmlBody } from "../../src/casebody/render-xml.ts";
import { withoutSoftHyphens } from "../../src/casebody/strict-xml.ts";
import { bodyTexts, type CaseBody } from "../../src/domain/casebody.ts";
import { CaselawError } from "../../src/domain/errors.ts";
import type { Json, JsonObject } from "../../src/domain/json.ts";
import { asObject, HAS_REAL_FILES, readJson, readText, realFiles, volumePairs } from "./real-files.ts";

const real = test.skipIf(!HAS_REAL_FILES);

function expectPair(html: string, record: JsonObject): void {
  const body = asBody(asObject(record.casebody));
  expect(readHtmlBody(html)).toEqual(body);
  const sanitised = sanitiseHtml(html).html;
  expect(readHtmlBody(sanitised)).toEqual(body);
  expect(textOf(parseHtml(sanitised))).toBe(textOf(parseHtml(html)));
  expect(checkAnalysis(asObject(record.analysis), body, null)).toBe("matches");
}

function expectLaw(xml: string): void {
  const html = renderXmlBody(xml);
  expect(readHtmlBody(html)).toEqual(readXmlBody(xml));
  expect(readHtmlBody(sanitiseHtml(html).html)).toEqual(readXmlBody(xml));
}

/** The case body inside a raw volume file, if it has one. */
function casebodyIn(mets: string): readonly string[] {
  return /<(?:\w+:)?casebody[\s\S]*<\/(?:\w+:)?casebody>/.exec(mets) ?? [];
}

function xmlOf(record: JsonObject): string {
  return String(asObject(record.casebody).data);
}

real(
  "every static pair gives the publisher's JSON, and a reading page with every word in its order (needs the real bodies)",
  () => {
    const pages = realFiles("casebody/static-pairs", ".html");
    expect(pages.length).toBeGreaterThanOrEqual(40);
    for (const page of pages) {
      expectPair(readText(page), readJson(page.replace(/\.html$/, ".json")));
      expectAllSet(sanitiseHtml(readText(page)).html);
    }
  },
);

/** Expects every word of a page on its reading page, in order; page numbers are not part of the text. */
function expectAllSet(html: string): void {
  const links = { startPart: () => {}, ofCitation: () => null, inText: () => [] };
  const shown = readingBodyOfHtml(html, links).parts.map((part) => {
    const whole = `<p>${part.authorHtml ?? ""}</p>${part.html}`
      .replaceAll("cb-page", "page-label")
      .replaceAll(/cb-(?:mark|back)/g, "footnotemark");
    return readHtmlBody(`<div class="head-matter">${whole}</div>`).headMatter;
  });
  const letters = (texts: readonly string[]): string => texts.join("").replace(/[^\p{L}\p{N}]+/gu, "");
  expect(letters(shown)).toBe(letters(wordsOf(html)));
}

/** The words of real cases that are joined, each read in its text (docs/formats.md). */
const READ = readText(`${import.meta.dirname}/joined-words.tsv`)
  .trim()
  .split("\n")
  .slice(1)
  .map((line) => line.split("\t"));

test("the words that were read are right in 99 of 100 places", () => {
  const places = (rows: readonly string[][]): number =>
    rows.reduce((sum, [, , times]) => sum + Number(times), 0);
  expect(places(READ.filter(([, , , isRight]) => isRight === "yes")) / places(READ)).toBeGreaterThan(0.99);
});

real(
  "every case of five volume zips gives the publisher's JSON; the words that were read are joined, and nine at page turns (skipped without real data)",
  async () => {
    const ids = new Set<string>();
    const joined: string[] = [];
    const turned: string[] = [];
    for (const zip of realFiles("static", ".zip"))
      for (const { html, record } of await volumePairs(zip)) {
        expectPair(html, record);
        ids.add(String(record.id));
        for (const word of brokenWords(bodyTexts(readHtmlBody(html)))) joined.push(`${record.id} ${word}`);
        turned.push(...joinedAtTurns(sanitiseHtml(html).html));
      }
    expect(ids.size).toBeGreaterThanOrEqual(195);
    const read = READ.filter(([id = ""]) => ids.has(id)).map(([id, word]) => `${id} ${word}`);
    expect(joined.sort()).toEqual(read.sort());
    expect(turned.map((word) => word.replace(/\W/g, "")).sort()).toEqual(
      "Assurance Bolton Physicians Redevelopment Ripley Stoutenburgh Suburban Telephone transaction".split(
        " ",
      ),
    );
  },
);

/** The words that were broken by a page turn; all else is as it was. */
function joinedAtTurns(clean: string): string[] {
  const html = joinBrokenWords(clean);
  if (html === clean) return [];
  const [before, after] = [wordsOf(clean), wordsOf(html)];
  expect(after.join("")).toBe(before.join(""));
  let at = 0;
  return after.filter((word) => {
    if (before[at++] === word) return false;
    expect(`${before[at - 1]}${before[at++]}`).toBe(word);
    return true;
  });
}

function wordsOf(html: string): string[] {
  const { headMatter, opinions, corrections } = readHtmlBody(html);
  return [headMatter, ...opinions.map(({ text }) => text), corrections].join("\n").split(/\s+/);
}

real("readHtmlBody returns texts that match the hashes of the Fastcase pages (needs the real bodies)", () => {
  const [index = ""] = realFiles("casebody/fastcase", "index.json");
  const entries: readonly unknown[] = JSON.parse(readText(index));
  for (const entry of entries.map(asObject)) {
    const html = readText(`${dirname(index)}/${entry.file}`);
    expect(checkAnalysis(asObject(entry.analysis), readHtmlBody(html), null)).toBe("matches");
    expect(readHtmlBody(sanitiseHtml(html).html)).toEqual(readHtmlBody(html));
  }
});

real("sanitiseHtml keeps the text of the pages of 2018 and 2019 (needs the real bodies)", () => {
  for (const page of realFiles("casebody/api-html-2018", ".html").map(readText)) {
    expect(readHtmlBody(sanitiseHtml(page).html)).toEqual(readHtmlBody(page));
    expect(readHtmlBody(page).opinions.length).toBeGreaterThan(0);
  }
});

real(
  "text(XML) = text(HTML(XML)) for the archive's and the raw volume files' XML (skipped without real data)",
  () => {
    const archived = realFiles("casebody/bulk-xml-2020", ".xml").map(readText);
    const raw = realFiles("casebody/mets", ".xml").flatMap((file) => casebodyIn(readText(file)));
    expect(archived.length).toBeGreaterThanOrEqual(10);
    expect(raw.length).toBeGreaterThanOrEqual(4);
    for (const xml of [...archived, ...raw]) expectLaw(xml);
    const scanned = archived.filter((xml) => {
      const tree = scanXml(withoutSoftHyphens(xml).toWellFormed());
      if (tree !== null) expect(tree).toEqual(parseWithSax(xml, withoutSoftHyphens(xml).toWellFormed()));
      return tree !== null;
    });
    expect(scanned.length).toBeGreaterThan(archived.length / 2);
  },
);

real(
  "readXmlBody reads the bodies of an importer's test set, and they fit their hashes (skipped without real data)",
  () => {
    const records = realFiles("casebody/courtlistener-assets", ".json")
      .filter((file) => !file.endsWith("index.json"))
      .map(readJson);
    for (const record of records) expectLaw(xmlOf(record));
    const hashed = records.filter((record) => record.analysis !== undefined);
    expect(hashed.length).toBe(2);
    const checks = hashed.map((record) => {
      const [analysis, body] = [asObject(record.analysis), readXmlBody(xmlOf(record))];
      return [checkAnalysis(analysis, body, null), checkAnalysis(analysis, body, xmlOf(record))];
    });
    // in the second body a page ends within a word, so only the older text matches
    expect(checks).toEqual([
      ["matches", "matches"],
      ["differs", "matches"],
    ]);
  },
);

real("readXmlBody refuses the malformed bodies with line and column (needs the real bodies)", () => {
  const files = realFiles("casebody/malformed", ".json");
  expect(files.length).toBe(2);
  for (const record of files.map(readJson)) {
    expect(() => readXmlBody(xmlOf(record))).toThrow(CaselawError);
    expect(() => readXmlBody(xmlOf(record))).toThrow(/at line \d+, column \d+: Unexpected close tag/);
  }
});

real("each METS document with metadata has a body that can be read (needs the real bodies)", () => {
  const documents = realFiles("casebody/mets", ".xml").map(readText);
  const taken = documents.filter((text) => text.includes("caseid=")).map(readMets);
  expect([documents.length, taken.length]).toEqual([5, 4]);
  for (const { body, citations, decisionDate } of taken) {
    expect(citations.length).toBeGreaterThan(0);
    expect(decisionDate).toMatch(/^\d{4}/);
    expect(readXmlBody(body?.xml ?? "").opinions.length).toBeGreaterThan(0);
  }
});

/** The texts of the labelled footnotes, with their labels. */
function footnotesIn(xml: string, labelName: string): { label: string; text: string }[] {
  const isFootnote = ({ name, attributes }: BodyElement) => name === "footnote" && attributes.has(labelName);
  return findElements(parseXml(xml).children, isFootnote).map(({ attributes, children }) => ({
    label: attributes.get(labelName) ?? "",
    text: textOf(children),
  }));
}

real("parseXml removes every raw label of the volume files from its footnote (needs the real bodies)", () => {
  const xmls = realFiles("casebody/mets", ".xml").flatMap((file) => casebodyIn(readText(file)));
  const raw = xmls.flatMap((xml) => footnotesIn(xml.replaceAll(" label=", " was="), "was"));
  const read = xmls.flatMap((xml) => footnotesIn(xml, "label"));
  expect(raw.length).toBe(79);
  for (const [index, { label, text }] of raw.entries()) {
    expect(text.startsWith(label)).toBe(true);
    expect(read[index]?.text).toBe(text.slice(label.length).trim());
  }
});

/** The text of October 2019: a label was a separate line (docs/formats.md, "The text rule"). */
function withLabelLines(xml: string): string {
  return xml.replace(/<footnote\b[^>]*\blabel="([^"]*)"[^>]*>/g, "<footnote><p>$1</p>");
}

real(
  "readXmlBody differs from the JSON of 2019 in label lines and single spaces alone (skipped without real data)",
  () => {
    const files = realFiles("casebody/four-renderings", "case.xml");
    expect(files.length).toBe(6);
    for (const file of files) {
      const xml = readText(file);
      const body = asBody(readJson(file.replace(/xml$/, "json")));
      expect(readXmlBody(withLabelLines(xml), " ")).toEqual(body);
      expectLaw(xml);
    }
  },
);

real(
  "renderXmlBody builds the tree of the publisher's HTML of the same case (skipped without real data)",
  () => {
    for (const file of realFiles("casebody/four-renderings", "case.xml")) {
      const theirs = readText(file.replace(/xml$/, "html"));
      expect(significantTree(renderXmlBody(readText(file)))).toEqual(significantTree(theirs));
      expect(readHtmlBody(theirs)).toEqual(readXmlBody(readText(file)));
    }
  },
);

/** Converts the publisher's JSON body to ours. */
function asBody(data: JsonObject): CaseBody {
  return {
    parties: asTexts(data.parties),
    opinions: asArray(data.opinions)
      .map(asObject)
      .map(({ type, author, text }) => ({ type: asText(type), author: asText(author), text: String(text) })),
    headMatter: String(data.head_matter),
    attorneys: asTexts(data.attorneys),
    judges: asTexts(data.judges),
    corrections: String(data.corrections ?? ""),
  };
}

function asArray(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

function asTexts(value: Json | undefined): (string | null)[] {
  return asArray(value).map(asText);
}

function asText(value: Json | undefined): string | null {
  return typeof value === "string" ? value : null;
}

/**
 * A page as comparable values: attributes in any order, without white space at the edges of blocks, without `data-case-id`, which
 * the XML does not contain.
 */
function significantTree(html: string): unknown {
  return significantNodes(parseHtml(html));
}

function significantNodes(nodes: readonly BodyNode[]): unknown[] {
  return nodes.flatMap((node, index): unknown[] => {
    if (typeof node !== "string") {
      const attributes = [...node.attributes].filter(([name]) => name !== "data-case-id").sort();
      return [{ name: node.name, attributes, children: significantNodes(node.children) }];
    }
    const startsLine = isEdge(nodes[index - 1]);
    const endsLine = isEdge(nodes[index + 1]);
    const text = collapseSpaces(node);
    const trimmed = endsLine ? text.trimEnd() : text;
    return [startsLine ? trimmed.trimStart() : trimmed].filter((rest) => rest !== "");
  });
}

function isEdge(neighbour: BodyNode | undefined): boolean {
  if (neighbour === undefined) return true;
  return typeof neighbour !== "string" && (neighbour.kind === "block" || neighbour.name === "a");
}
