/**
 * Every reader of foreign text takes time in proportion to its length (P1): archives, names in them, lists, headers,
 * parameters, search texts, bodies, citations, XML, HTML, cursors, the tokens file.
 */
import { expect, test } from "vitest";
import { bagTops, isMetsCase, readBagDate, readManifestLine, validateBag } from "../src/archive/bag.ts";
import { plain } from "../src/archive/fault.ts";
import { type Members, nameFault } from "../src/archive/members.ts";
import { readVolumeLayout, volumeTops } from "../src/archive/volume.ts";
import { collapseSpaces, trimWhiteSpace } from "../src/casebody/body-tree.ts";
import { parseHtml, sanitiseHtml } from "../src/casebody/parse-html.ts";
import { parseWithSax, parseXml, scanXml } from "../src/casebody/parse-xml.ts";
import { readMets } from "../src/casebody/read-mets.ts";
import { readingBodyOfHtml, readingBodyOfText } from "../src/casebody/reading-body.ts";
import { renderXmlBody } from "../src/casebody/render-xml.ts";
import { readHtml } from "../src/check/documents/html-document.ts";
import { readText } from "../src/check/documents/text-document.ts";
import { CitationReader } from "../src/citations/citation-reader.ts";
import { extractCitations, extractNormals } from "../src/citations/extract.ts";
import { pastedCitation } from "../src/citations/pasted-citation.ts";
import { partsOfCitation } from "../src/citations/read-citation.ts";
import { contextFinder } from "../src/cli/commands/search.ts";
import { escapeLine, escapeMarkup, escapeText, shownValue, wrap } from "../src/cli/terminal-text.ts";
import { courtSlugs, normaliseCitation, slugify } from "../src/domain/citation.ts";
import { boundDay, decisionDay, instantKey } from "../src/domain/decision-date.ts";
import { quoted } from "../src/download/part.ts";
import { safeName } from "../src/export/files.ts";
import { parseTokens, TokensFile } from "../src/http/credentials.ts";
import { plainUrl } from "../src/http/request-guard.ts";
import { dateWords, shortened } from "../src/pages/words.ts";
import { readBulkFileName } from "../src/sources/bulk.ts";
import { nameInAddress } from "../src/sources/fields.ts";
import { below, isSafeName, localNames } from "../src/sources/listing.ts";
import { compileSearch } from "../src/store/words/compile-search.ts";
import { supplementFault } from "../src/sync/complete-volume.ts";
import { wordsOf } from "../src/text/analyzer.ts";
import { otherOperators } from "../src/text/other-operators.ts";
import { searchNodeOf } from "../src/text/read-search.ts";
import { previewer } from "../src/text/snippets.ts";
import { TokenWriter } from "../src/text/token-writer.ts";
import { treatmentsIn } from "../src/treatment/sentence-rules.ts";
import { CASE_PARAMETERS } from "../src/v1/case-parameters.ts";
import { readCursor, readIdSet } from "../src/v1/paging.ts";
import { closestName } from "../src/v1/parameter.ts";
import { sweep } from "./support/fuzz.ts";

/** Characters of the smaller text. */
const SIZE = 4_000;

/** What runs long in most of what is written: each is repeated, and followed by what breaks the run off. */
const ANYWHERE = sweep([..." \n0a.-/(", "1 ", "a ", ..."\t,\\\"'<&é\u00ad"], 10);
const END = "!";

const NO_LINKS = { startPart: () => {}, ofCitation: () => null, inText: () => [] };
const LOOKUP = {
  jurisdictions: () => [],
  courts: () => [],
  reporters: () => [],
  idsByCitation: () => [],
  idsByCitations: () => new Map(),
  citationsOf: () => [],
  ownId: (id: number) => id,
};
const UNREAD = { read: async function* () {}, readBytes: async () => Buffer.alloc(0) };
const member = (name: string) => ({ name, bytes: 1, modifiedOn: null, ...UNREAD });

function bodyOf(text: string) {
  const opinions = [{ type: "majority", author: null, text }];
  return { headMatter: text, opinions, corrections: "", parties: [], judges: [], attorneys: [] };
}

interface Reader {
  readonly reads: (text: string) => unknown;
  /** What is worst for it, beside what runs long anywhere; repeated. */
  readonly worst?: readonly string[];
  /** In place of `END`. */
  readonly end?: string;
  /** In place of `SIZE`, where the square of that is not much yet. */
  readonly size?: number;
}

const MARKUP = [
  ..."<p> </p> <p>a</p> <a> <br> <img> <!-- <!----> <![CDATA[ ]]> <? <?a?> &amp; &#1 <script> <title> <template>".split(
    " ",
  ),
  ...["<a ", '<a b="', '<p class="page-label">'],
];
const XML = [
  ...MARKUP,
  ...['<footnote label="1">1</footnote>', "<footnotemark>1</footnotemark>", "<opinion/> ", "</"],
  " Line: 1 Column: 1 Char:",
];
const CITED =
  "1 U.S. 1, |1 U.S. at 1, |12 A|1 *1|¶ |1 Wheat. (1 Cranch) 1 |(7th Cir. 1994) |A & | n.1|1-1".split("|");
const SEARCHED = [
  ...'a,;-a ;- ;a*;*a;"a" ;"a;"a b"~5 ;OR ;AND ;NOT ;w/5 ;a /5 ;(a /5 ;"a" +5 ;a /s (;author:a ;name:"a v. b ;/5 ;(a;a);½ '.split(
    ";",
  ),
  "a|",
];

const DRAFTED = [
  ..."*|*a |a*|_a|**a* |`|~~a~~|~~ ~~a|[|[a](|[a](b.c)|[^a]|[^a]: |^[|<a |<del>|</del>|<s><del>|<sup>|</sup>|<!--|&amp;".split(
    "|",
  ),
  ..."\n\n|\n> |\n>>|\n- A|\n1 |\n1\n|\f|\f1\n|a\tb|....|. |12     A B\n\n".split("|"),
  "\n|a|",
];

function manifestLine(line: string): unknown {
  try {
    return readManifestLine("a.zip", "manifest-sha256.txt", { line, number: 1, algorithm: "sha256" });
  } catch {
    return null;
  }
}

const READERS: Readonly<Record<string, Reader>> = {
  "bag-info.txt": {
    reads: readBagDate,
    worst: ["\n \t", "\nBagging-Date", "Bagging-Date:", "Bagging-Date:\n"],
  },
  manifest: { reads: manifestLine, worst: ["0 ", "0\t", "0 *"] },
  "path in a manifest": { reads: (text) => manifestLine(`${"0".repeat(64)} data/${text}`), end: "a\u2028a" },
  "names in a zip": { reads: (text) => bagTops([member(text)]), worst: ["data/", "./", "a/"] },
  "names at fault": { reads: (text) => nameFault(text, 1, 2), worst: ["../"] },
  "names in a METS bag": {
    reads: (text) => isMetsCase(member(`data/${text}.xml`)),
    worst: ["_ALTO_", "/alto", "METS", "_VOLMETS"],
    end: "/a",
  },
  "names in a volume": {
    reads: (text) => readVolumeLayout([member(`${text}.json`)], ""),
    worst: ["json/", "metadata/"],
  },
  "text of a message": { reads: plain },
  "first bytes": { reads: (text) => quoted(Buffer.from(text)) },
  instant: { reads: instantKey, worst: ["2020-01-01"] },
  "fraction of a second": { reads: (text) => instantKey(`2020-01-01T00:00:00.${text}`), end: "1Z" },
  "decision date": {
    reads: (text) => [decisionDay(text), boundDay(text, "max"), dateWords(text)],
    worst: ["2020-"],
  },
  slug: { reads: slugify, worst: ["- "] },
  address: { reads: (text) => nameInAddress(text, "courts"), worst: ["courts/", "?", "#", "%20"] },
  "address of a source": { reads: (text) => below(`http://a.test/${text}`, "b") },
  "name of a bulk file": { reads: readBulkFileName, worst: ["-20200101-text", "_text_20200101", ".zip"] },
  "name of a local file": { reads: (text) => [isSafeName(text), localNames([{ key: "a", fileName: text }])] },
  "name of an exported file": { reads: (text) => safeName(text, "none"), worst: [". "] },
  "citations of a text": { reads: (text) => extractCitations(bodyOf(text)), worst: CITED },
  "what a text cites": { reads: (text) => extractNormals(bodyOf(text)), worst: CITED },
  citation: { reads: (text) => [partsOfCitation(text), normaliseCitation(text)], worst: CITED },
  "pasted citation": { reads: pastedCitation, worst: CITED },
  "search text for the index": { reads: (text) => compileSearch(searchNodeOf(text)), worst: SEARCHED },
  "operators of other services": { reads: otherOperators, worst: SEARCHED },
  "previews of a text": { reads: (text) => previewer('a "b c" 1*')([text]), worst: ["a b ", "b c "] },
  "previews for a search text": {
    reads: (text) => previewer(text)(["a b 1 ".repeat(1_000)]),
    worst: SEARCHED,
  },
  "context of a text": { reads: (text) => contextFinder('a "b c" 1*', 80)([text]), worst: ["a b ", "b c "] },
  parameters: {
    reads: (text) => CASE_PARAMETERS.map((parameter) => parameter.read([text], LOOKUP, () => undefined)),
    worst: [":00.0 ", "2020-01-01 ", "İ"],
  },
  cursor: {
    reads: (text) => [...["", "x"].map((order) => given(() => readCursor(text, order))), readIdSet(text)],
  },
  "text for a terminal": {
    reads: (text) => [escapeLine(text), escapeText(text), escapeMarkup(text), shownValue(text)],
  },
  "draft as text": { reads: readText, worst: DRAFTED },
  "draft as HTML": {
    reads: readHtml,
    worst: [
      ...MARKUP,
      "<br>",
      '<a href="#a"><sup>1</sup></a>',
      '<p id="a">',
      "<li>a<q>",
      "<div>".repeat(900),
    ],
  },
  "elements of a draft": {
    reads: (text) => readText("<del>".repeat(text.length / 5) + text + "</del>".repeat(text.length / 5)),
    worst: DRAFTED,
  },
  "text in lines": { reads: (text) => wrap(text, 80) },
  "did you mean": { reads: (text) => [closestName(text, [["abc"]]), closestName("abc", [[text]])] },
  "words of a text": { reads: wordsOf, worst: ["½ ", "ﬁ"] },
  "tokens of a text": { reads: tokensOf, worst: ["½ ", "ﬁ", "happy "] },
  "case body, plain XML": {
    reads: (text) => scanXml(`<casebody a="${text}">${text}</casebody>`),
    worst: XML,
  },
  "case body, any XML": {
    reads: (text) => parseXml(`<casebody><opinion><p>${text}</p></opinion></casebody>`),
    worst: XML,
  },
  "case body by sax": {
    reads: (text) => parseWithSax(`<casebody>${text}</casebody>`, `<casebody>${text}</casebody>`),
    worst: XML,
  },
  "attribute in XML": {
    reads: (text) => parseXml(`<casebody><p a='${text}'>x</p></casebody>`),
    worst: ["&amp;", "a='b' "],
  },
  "case body as HTML": {
    reads: (text) => renderXmlBody(`<casebody><opinion><p>${text}</p></opinion></casebody>`),
    worst: XML,
  },
  "METS document": {
    reads: (text) =>
      readMets(`<mets><case caseid="a"><name>${text}</name></case><casebody>${text}</casebody></mets>`),
    worst: XML,
  },
  HTML: { reads: parseHtml, worst: MARKUP },
  "attribute in HTML": { reads: (text) => parseHtml(`<p a="${text}">`), worst: ["&amp;", "a=b "] },
  "HTML made harmless": { reads: sanitiseHtml, worst: MARKUP },
  "attributes made harmless": {
    reads: (text) =>
      sanitiseHtml(
        `<a href="#${text}" id='${text}' data-a='${text}'><img src="data:image/png;base64,${text}">`,
      ).html,
    worst: ["<!---->", "a=b "],
    size: 20_000,
  },
  "HTML for reading": { reads: (text) => readingBodyOfHtml(text, NO_LINKS), worst: MARKUP },
  "text for reading": { reads: (text) => readingBodyOfText(bodyOf(text), NO_LINKS), worst: ["a\n"] },
  "single HTML file": {
    reads: (text) => supplementFault("html", Buffer.from(`<${text}`), []),
    worst: [' data-firstpage="'],
  },
  "white space": { reads: (text) => [collapseSpaces(text), trimWhiteSpace(text)], worst: ["\u200b "] },
  "tokens file": { reads: (text) => parseTokens(text, "tokens"), worst: ["a ", "a\t"] },
  "Authorization header": {
    reads: (text) => new TokensFile(null, () => undefined).check([text, `token ${text}`]),
    worst: ["token ", "token\n"],
  },
  "request target": { reads: (text) => [plainUrl(text), plainUrl(`/#${text}`)], worst: ["#", "%20", "#\n"] },
  "value in a page": { reads: shortened },
};

function given(read: () => unknown): unknown {
  try {
    return read();
  } catch {
    return null;
  }
}

function tokensOf(text: string): unknown {
  const writer = new TokenWriter();
  writer.write(text);
  return writer.take();
}

test.each(Object.entries(READERS))("P1: %s: time in proportion to the text", (_name, reader) => {
  const { reads, worst = [], end = END, size = SIZE } = reader;
  const faults = [...ANYWHERE, ...worst].flatMap((unit) => {
    const make = (length: number) => unit.repeat(Math.ceil(length / unit.length)) + end;
    const fault = growthFault(reads, make, size);
    return fault === null ? [] : [`${JSON.stringify(unit)}: ${fault}`];
  });
  expect(faults).toEqual([]);
});

/** As many as a short form can refer to, each with eight citations in one volume. */
const CASES = Array.from({ length: 500 }, (_, at) => `A v. B, ${`1 U.S. ${at + 1}, `.repeat(8)}`).join("\n");

/** What grows by the number of its parts, not by their length. */
const MANY: Readonly<Record<string, (parts: number) => unknown>> = {
  "courts of one name": (parts) =>
    courtSlugs(
      Array.from({ length: parts }, (_, id) => ({
        id,
        sourceSlug: null,
        name: "Court",
        nameAbbreviation: null,
      })),
    ),
  "folders of a zip": (parts) => volumeTops(Array.from({ length: parts }, (_, at) => member(`${at}/a.txt`))),
  "footnotes of one label": (parts) => renderXmlBody(footnotes(parts)),
  "treatments of a case": (parts) => treatmentsIn('We overrule 1 U.S. 1. (" '.repeat(parts)),
  "citations of one case": (parts) => extractCitations(bodyOf("1 U.S. 1, ".repeat(parts))),
  "short forms of many cases": (parts) =>
    new CitationReader().read(CASES + "Doe, 1 U.S. at 400; ".repeat(parts)),
};

function footnotes(parts: number): string {
  const [marks, notes] = [
    "<footnotemark>1</footnotemark>".repeat(parts),
    '<footnote label="1"/>'.repeat(parts),
  ];
  return `<casebody><opinion><p>${marks}</p>${notes}</opinion></casebody>`;
}

test.each(Object.entries(MANY))("P1: %s take time in proportion to their number", (_name, read) => {
  expect(growthFault(read, (parts) => parts, 2_000)).toBeNull();
});

/** A bag of one file, whose manifest is `text`. */
function bagWith(text: string): Members {
  return {
    path: "a.zip",
    kind: "zip",
    list: ["bagit.txt", "data/data.jsonl", "manifest-sha256.txt"].map((name) => ({
      ...member(name),
      readBytes: async () => Buffer.from(text),
    })),
    supplements: [],
    validate: async (_used, taps) => {
      for (const tap of taps.values()) tap(Buffer.alloc(1));
      return { sha256: "", bytes: 1 };
    },
    [Symbol.asyncDispose]: async () => {},
  };
}

test("P1: a manifest may list a file again and again, and the file is hashed once", async () => {
  const text = `${"0".repeat(64)} data/data.jsonl\n`.repeat(50_000);
  await expect(validateBag(bagWith(text), "")).rejects.toThrow("the manifest says sha256 000");
});

test("P1: a manifest that gives a file two hashes of one kind is refused", async () => {
  const text = ["0", "1"].map((digit) => `${digit.repeat(64)} data/data.jsonl\n`).join("");
  await expect(validateBag(bagWith(text), "")).rejects.toThrow("listed with two sha256 hashes");
});

/** The larger text has so many times the length of the smaller one. */
const TIMES = 8;
/** A clock may go in steps of 10 ms: less is taken for as much. */
const LEAST_MS = 10;
/** Of a reader that takes its text once it is about 8, of one that takes the square 64. */
const MAX_GROWTH = 24;
const TRIES = 3;

/**
 * What is wrong with the growth of the time that `read` takes, of this thread's processor time alone; or null.
 *
 * @param make a text, or whatever is read, of about so many characters or parts
 */
function growthFault<T>(read: (given: T) => unknown, make: (size: number) => T, size: number): string | null {
  const [small, large] = [make(size), make(size * TIMES)];
  let found = "";
  for (let tries = 0; tries < TRIES; tries++) {
    const largeMs = cpuMs(read, large);
    if (largeMs < MAX_GROWTH * LEAST_MS) return null;
    const smallMs = cpuMs(read, small);
    if (largeMs < MAX_GROWTH * Math.max(smallMs, LEAST_MS)) return null;
    found = `${size}: ${smallMs.toFixed(0)} ms, ${size * TIMES}: ${largeMs.toFixed(0)} ms`;
  }
  return found;
}

function cpuMs<T>(read: (given: T) => unknown, given: T): number {
  const before = process.threadCpuUsage();
  try {
    read(given);
  } catch (error) {
    // a refusal is an answer; running out of stack is none
    if (error instanceof RangeError || error instanceof TypeError) throw error;
  }
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / 1_000;
}
