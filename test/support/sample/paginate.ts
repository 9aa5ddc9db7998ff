/**
 * Lays a body out on printed pages: page numbers where a page ends, often inside a word, and the ids and `pgmap` that
 * tell the scanned page.
 */
import { type Block, type Body, type Inline, isFootnote, type Part } from "./body.ts";
import type { Random } from "./random.ts";

/** Characters on a printed page of the sample, footnotes included. */
const PAGE_CHARS = 1900;
/** Front matter: the first printed page is this many scans in. */
const SCANS_BEFORE = 16;

interface Press {
  page: number;
  chars: number;
  /** Paragraphs begun on this page. */
  begun: number;
  readonly random: Random;
}

/** The body with its pages, the first one `firstPage`; its `lastPage` is where the type ended. */
export function paginate(body: Body, firstPage: number, random: Random): Body & { readonly last: number } {
  const press: Press = { page: firstPage, chars: 0, begun: 1, random };
  const set = (parts: readonly Part[]) => parts.map((part) => setPart(part, press));
  const head = set(body.head);
  const opinions = body.opinions.map((opinion) => ({ ...opinion, parts: set(opinion.parts) }));
  const tail = set(body.tail);
  const corrections = body.corrections.map((block) => setBlock(block, press));
  return { ...body, head, opinions, tail, corrections, lastPage: String(press.page), last: press.page };
}

function setPart(part: Part, press: Press): Part {
  return isFootnote(part)
    ? { ...part, blocks: part.blocks.map((b) => setBlock(b, press)) }
    : setBlock(part, press);
}

function setBlock(block: Block, press: Press): Block {
  const scan = press.page + SCANS_BEFORE;
  press.begun += press.random.between(1, 2);
  const id = `b${scan}-${press.begun}`;
  const inlines: Inline[] = [];
  let wordsBefore = 0;
  let turned = false;
  for (const inline of block.inlines) {
    const text = inline.kind === "text" || inline.kind === "em" ? inline.text : "";
    const at = block.name === "p" && inline.kind === "text" ? breakIn(text, press) : null;
    press.chars += text.length;
    if (!turned) wordsBefore += countWords(text.slice(0, at ?? text.length));
    if (at === null) {
      inlines.push(inline);
      continue;
    }
    turned = true;
    Object.assign(press, { page: press.page + 1, chars: text.length - at, begun: 1 });
    const rest: Inline = { kind: "text", text: text.slice(at) };
    inlines.push(
      { kind: "text", text: text.slice(0, at) },
      { kind: "page", label: String(press.page) },
      rest,
    );
  }
  const total = countWords(inlines.map((i) => (i.kind === "text" || i.kind === "em" ? i.text : "")).join(""));
  const pgmap = turned ? `${scan}(${wordsBefore}) ${scan + 1}(${total - wordsBefore})` : String(scan);
  return { ...block, inlines, id, pgmap };
}

/** Where the page ends in this text: after a space, or inside a word; null when the page is not full yet. */
function breakIn(text: string, press: Press): number | null {
  const from = Math.max(1, PAGE_CHARS - press.chars);
  const place = press.random.chance(40) ? /\p{Ll}{2}(?=\p{Ll}{3})/u : / (?=\S)/u;
  const found = place.exec(text.slice(from));
  return from >= text.length || found === null ? null : from + found.index + found[0].length;
}

function countWords(text: string): number {
  return text.split(/\s+/).filter((word) => word !== "").length;
}
