/** A case's body in the publisher's XML grammar (docs/formats.md, "The XML of a body"). */
import { type Chunk, caseName, citation, type Matter, paragraph, surname } from "./prose.ts";
import { between, oneOf, type Random } from "./random.ts";

export interface BodyPlan {
  /** Words of text, about. */
  readonly words: number;
  readonly matter: Matter;
  readonly parties: string;
  readonly court: string;
  readonly docketNumber: string;
  /** As printed in the head: `September 14, 2005`. */
  readonly decided: string;
  readonly firstPage: number;
  readonly lastPage: number;
}

const NAMESPACE = "http://nrs.harvard.edu/urn-3:HLS.Libr.US_Case_Law.Schema.Case_Body:v1";
/** Words of an average paragraph. */
const PARAGRAPH_WORDS = 95;
const HEAD_WORDS = 60;

/** State of one body while it is written: the next number of each kind. */
interface Writing {
  readonly random: Random;
  readonly plan: BodyPlan;
  readonly lines: string[];
  block: number;
  page: number;
  citations: number;
  footnotes: string[];
}

export function makeXmlBody(random: Random, plan: BodyPlan): string {
  const { firstPage, lastPage } = plan;
  const lines: string[] = [];
  const writing: Writing = { random, plan, lines, block: 1, page: firstPage, citations: 0, footnotes: [] };
  const root = `<casebody firstpage="${firstPage}" lastpage="${lastPage}" xmlns="${NAMESPACE}">`;
  writeHead(writing);
  writeOpinions(writing);
  if (random() < 0.01) {
    write(writing, 1, element(writing, "correction", `Page ${firstPage}: for “heard” read “hard”.`));
  }
  return `${root}\n${lines.join("\n")}\n</casebody>`;
}

function writeHead(writing: Writing): void {
  const { random, plan } = writing;
  const { parties, court, docketNumber, decided, words } = plan;
  write(writing, 1, element(writing, "parties", escapeText(`${parties}.`)));
  write(writing, 1, element(writing, "court", escapeText(court)));
  if (docketNumber !== "") write(writing, 1, element(writing, "docketnumber", escapeText(docketNumber)));
  if (decided !== "") write(writing, 1, element(writing, "decisiondate", `Opinion filed ${decided}.`));
  const attorneys = `${name(random)} and ${name(random)}, of ${surname(random)}, for appellant.`;
  write(writing, 1, element(writing, "attorneys", attorneys));
  if (words > 300) write(writing, 1, element(writing, "headnotes", prose(writing, HEAD_WORDS)));
  if (random() < 0.3) write(writing, 1, element(writing, "judges", `${surname(random)}, J., presiding.`));
}

function writeOpinions(writing: Writing): void {
  const { random, plan } = writing;
  const isSplit = plan.words > 600 && random() < 0.12;
  writeOpinion(writing, "majority", isSplit ? plan.words * 0.7 : plan.words);
  if (isSplit) writeOpinion(writing, oneOf(random, ["dissent", "concurrence"]), plan.words * 0.3);
}

function writeOpinion(writing: Writing, type: string, words: number): void {
  const { random } = writing;
  write(writing, 1, `<opinion type="${type}">`);
  const author = `JUSTICE ${surname(random).toUpperCase()}`;
  if (random() < 0.86) write(writing, 2, element(writing, "author", escapeText(author)));
  writing.footnotes = [];
  for (let left = words; left > 0; ) {
    const length = Math.min(left, between(random, 20, 2 * PARAGRAPH_WORDS));
    const kind = random() < 0.06 ? "blockquote" : "p";
    write(writing, 2, element(writing, kind, prose(writing, length)));
    left -= length;
  }
  for (const label of writing.footnotes) {
    write(writing, 2, `<footnote label="${label}">`);
    write(writing, 3, element(writing, "p", prose(writing, between(random, 8, 50), "inside a footnote")));
    write(writing, 2, "</footnote>");
  }
  write(writing, 1, "</opinion>");
}

/** A paragraph's inside; may turn the page and set a mark of a footnote. */
function prose(writing: Writing, words: number, place: "text" | "inside a footnote" = "text"): string {
  const { random, plan } = writing;
  let inside = paragraph(random, words, plan.matter)
    .map((piece) => inline(writing, piece))
    .join("");
  if (writing.page < plan.lastPage && random() < words / 450) {
    writing.page++;
    inside = insert(random, inside, inline(writing, { kind: "page", label: writing.page }));
  }
  if (place === "text" && words > 60 && random() < 0.12) {
    const label = String(writing.footnotes.length + 1);
    writing.footnotes.push(label);
    inside += inline(writing, { kind: "mark", label });
  }
  return inside;
}

/** Puts markup in the text before the first element, at any letter: a page turns inside words too. */
function insert(random: Random, inside: string, markup: string): string {
  const end = inside.indexOf("<");
  const at = between(random, 0, Math.max((end === -1 ? inside.length : end) - 1, 0));
  // not inside an entity
  const from = inside.lastIndexOf("&", at);
  const safe = from !== -1 && inside.indexOf(";", from) >= at ? from : at;
  return inside.slice(0, safe) + markup + inside.slice(safe);
}

function inline(writing: Writing, piece: Chunk): string {
  switch (piece.kind) {
    case "text":
      return escapeText(piece.text);
    case "emphasis":
      return `<em>${escapeText(piece.text)}</em>`;
    case "page":
      return `<page-number citation-index="1" label="${piece.label}">*${piece.label}</page-number>`;
    case "mark":
      return `<footnotemark>${piece.label}</footnotemark>`;
    case "citation": {
      const index = writing.citations++;
      return `<extracted-citation url="/citations/?q=${encodeURIComponent(piece.text)}" index="${index}">${escapeText(piece.text)}</extracted-citation>`;
    }
  }
}

function element({ page, block }: Writing, tag: string, inside: string): string {
  return `<${tag} id="b${page + 18}-${block}">${inside}</${tag}>`;
}

function write(writing: Writing, depth: number, line: string): void {
  writing.block++;
  writing.lines.push("  ".repeat(depth) + line);
}

function name(random: Random): string {
  return `${oneOf(random, ["A.", "C.", "E.", "J.", "M.", "R.", "W."])} ${surname(random)}`;
}

function escapeText(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Citations that a body of this length makes, for `cites_to`. */
export function citedCases(random: Random, words: number): { readonly cite: string }[] {
  return Array.from({ length: Math.floor(words / 110) }, () => ({ cite: citation(random) }));
}

/** A long and a short name of a case. */
export function caseNames(random: Random, matter: Matter): { readonly long: string; readonly short: string } {
  const short = caseName(random, matter);
  const [plaintiff = "", defendant = ""] = short.split(" v. ");
  const first =
    plaintiff === "People" ? "THE PEOPLE OF THE STATE" : `${name(random)} ${plaintiff}`.toUpperCase();
  const second = `${name(random)} ${defendant}`.toUpperCase();
  return { short, long: `${first}, Plaintiff-Appellee, v. ${second}, Defendant-Appellant` };
}
