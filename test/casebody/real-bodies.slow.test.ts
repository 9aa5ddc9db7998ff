/** The claims of docs/formats.md, "Evidence for the conversions", for the real bodies, if they are available. */
import { dirname } from "node:path";
import { expect, test } from "vitest";
import { type BodyElement, findElements, textOf } from "../../src/casebody/body-tree.ts";
import { parseHtml, sanitiseHtml } from "../../src/casebody/parse-html.ts";
import { parseXml } from "../../src/casebody/parse-xml.ts";
import { checkAnalysis, readHtmlBody, readXmlBody } from "../../src/casebody/read-body.ts";
import { renderXmlBody } from "../../src/casebody/render-xml.ts";
import { CaselawError } from "../../src/domain/errors.ts";
import type { JsonObject } from "../../src/domain/json.ts";
import {
  asObject,
  HAS_REAL_FILES,
  readJson,
  readJsonArray,
  readText,
  realFiles,
  volumePairs,
} from "./real-files.ts";
import { asBody, significantTree } from "./real-forms.ts";

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

real("readHtmlBody returns the publisher's JSON for every static pair (needs the real bodies)", () => {
  const pages = realFiles("casebody/static-pairs", ".html");
  expect(pages.length).toBeGreaterThanOrEqual(40);
  for (const page of pages) expectPair(readText(page), readJson(page.replace(/\.html$/, ".json")));
});

real(
  "readHtmlBody gives the publisher's JSON for every case of every volume zip (skipped without real data)",
  async () => {
    let count = 0;
    for (const zip of realFiles("static", ".zip")) {
      for (const { html, record } of await volumePairs(zip)) {
        expectPair(html, record);
        count++;
      }
    }
    expect(count).toBeGreaterThanOrEqual(195);
  },
);

real("readHtmlBody returns texts that match the hashes of the Fastcase pages (needs the real bodies)", () => {
  const [index] = realFiles("casebody/fastcase", "index.json");
  for (const entry of readJsonArray(index ?? "").map(asObject)) {
    const html = readText(`${dirname(index ?? "")}/${entry.file}`);
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
