/** HTML as a draft. A note is where it is called, if the link to it can be recognised as the number of a note. */
import {
  type Draft,
  draftOf,
  EMPHASIS_END,
  EMPHASIS_START,
  EMPHASIS_TAGS,
  noteCall,
  plainText,
  type SourceBlock,
} from "../draft.ts";
import { type Attributes, OpenTags, readElements } from "./elements.ts";
import { NOTE_MARK } from "./inline-marks.ts";

const CELLS = "td th caption li dt dd option".split(" ");
const BLOCKS = new Set([
  ...CELLS,
  ..."address article aside blockquote body center details div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header".split(
    " ",
  ),
  ..."hr legend main nav ol p pre section select summary table tbody tfoot thead tr ul".split(" "),
]);
/** In place of the tag of a link whose text is the number of a note. */
const NOTE_LINK = "a#";
/** What is not shown, or struck out. */
const NOT_TEXT = [..."script style template head title noscript del s strike".split(" "), NOTE_LINK];
const BACK_LINK = /^[\s^↑↩⤴]{1,9}$/;
const ROLES = /note|fn|cite/i;

/** @throws Error if elements nest too deeply */
export function readHtml(html: string): Draft {
  return new HtmlReader(noteLinks(html)).read(html);
}

interface NoteLinks {
  /** The number of each note that is called, by the id of its element. */
  readonly labels: ReadonlyMap<string, string>;
  /** Links, by the number of their element: the id of the note that they call, or null if they lead back. */
  readonly links: ReadonlyMap<number, string | null>;
}

/** A link to a place further on, whose text is a number and that is raised or named so, calls a note. */
function noteLinks(html: string): NoteLinks {
  const anchors: { nth: number; target: string; words: string; isRaised: boolean; text: string }[] = [];
  const places = new Map<string, number>();
  const tags = new OpenTags();
  let nth = 0;
  let link: (typeof anchors)[number] | null = null;
  readElements(html, "html", {
    open: (tag, attributes) => {
      nth++;
      tags.open(tag);
      for (const id of idsOf(attributes)) if (!places.has(id)) places.set(id, nth);
      if (tag === "sup" && link !== null) link.isRaised = true;
      const { href = "", class: name = "", role = "" } = attributes;
      if (tag !== "a" || !href.startsWith("#")) return;
      const isRaised = tags.has("sup");
      link = { nth, target: href.slice(1), words: `${href} ${name} ${role}`, isRaised, text: "" };
      anchors.push(link);
    },
    text: (text) => {
      if (link !== null && link.text.length < 40) link.text += text;
    },
    close: (tag) => {
      tags.close(tag);
      if (tag === "a") link = null;
    },
  });
  const labels = new Map<string, string>();
  const links = new Map<number, string | null>();
  for (const { nth, target, words, isRaised, text } of anchors) {
    const isBack = (places.get(target) ?? Number.POSITIVE_INFINITY) <= nth;
    const isMark = NOTE_MARK.test(text) || /doc-(?:noteref|backlink)/.test(words);
    if (isBack && (isMark || BACK_LINK.test(text.replace("\ufe0e", "")))) links.set(nth, null);
    else if (places.has(target) && isMark && (isRaised || ROLES.test(words))) {
      links.set(nth, target);
      if (!labels.has(target)) labels.set(target, /\w+/.exec(text)?.[0] ?? "");
    }
  }
  return { labels, links };
}

function idsOf({ id, name }: Attributes): string[] {
  return [id, name].filter((value) => value !== undefined);
}

interface OpenElement {
  readonly tag: string;
  isNote: boolean;
}

class HtmlReader {
  readonly #noteLinks: NoteLinks;
  readonly #blocks: SourceBlock[] = [];
  readonly #notes = new Map<string, { text: string }>();
  readonly #open: OpenElement[] = [];
  readonly #tags = new OpenTags();
  #texts: string[] = [];
  #note: { text: string } | null = null;
  #nth = 0;

  constructor(links: NoteLinks) {
    this.#noteLinks = links;
  }

  read(html: string): Draft {
    readElements(html, "html", {
      open: (tag, attributes) => this.#start(tag, attributes),
      text: (text) => {
        const isMark = this.#tags.has("sup") && NOTE_MARK.test(text);
        if (!isMark && !this.#tags.has(...NOT_TEXT)) this.#texts.push(text.replace(/\s+/g, " "));
      },
      close: () => this.#end(),
    });
    this.#endBlock();
    for (const [id, note] of this.#notes)
      note.text = withoutLabel(note.text, this.#noteLinks.labels.get(id) ?? "");
    return draftOf(this.#blocks, this.#notes);
  }

  #start(element: string, attributes: Attributes): void {
    const called = this.#noteLinks.links.get(++this.#nth);
    const tag = called === undefined ? element : NOTE_LINK;
    if (BLOCKS.has(tag)) this.#endBlock();
    this.#open.push({ tag, isNote: false });
    this.#tags.open(tag);
    for (const id of idsOf(attributes)) if (this.#noteLinks.labels.has(id)) this.#startNote(id);
    if (typeof called === "string") this.#texts.push(noteCall(called));
    else if (tag === "q") this.#texts.push("“");
    else if (EMPHASIS_TAGS.has(tag)) this.#texts.push(EMPHASIS_START);
    else if (tag === "br" && /\n *$/.test(this.#texts.slice(-2).join(""))) this.#endBlock();
    else if (tag === "br") this.#texts.push("\n");
  }

  #end(): void {
    const closed = this.#open.pop();
    if (closed === undefined) return;
    if (closed.tag === "q") this.#texts.push("”");
    if (EMPHASIS_TAGS.has(closed.tag)) this.#texts.push(EMPHASIS_END);
    if (BLOCKS.has(closed.tag)) this.#endBlock();
    if (closed.isNote) this.#note = null;
    this.#tags.close(closed.tag);
  }

  /** A note is the block that has its id, or that begins with an anchor of that name. */
  #startNote(id: string): void {
    const block = this.#open.findLast(({ tag }) => BLOCKS.has(tag) && tag !== "body");
    if (block === undefined || this.#note !== null || this.#notes.has(id)) return;
    block.isNote = true;
    this.#note = { text: "" };
    this.#notes.set(id, this.#note);
  }

  #endBlock(): void {
    const text = this.#texts.join("");
    this.#texts = [];
    if (this.#note !== null) this.#note.text += `${plainText(text)} `;
    else {
      const inCell = this.#tags.has(...CELLS) ? "cell" : "paragraph";
      const kind = this.#tags.has("blockquote") ? "quotation" : inCell;
      this.#blocks.push({ kind, text: text.replace(/ {2,}/g, " ") });
    }
  }
}

function withoutLabel(note: string, label: string): string {
  const [mark = "", number] = /^\s{0,99}[[(]?(\w{1,4})[\])]?[.:]? /.exec(note) ?? [];
  return number === label ? note.slice(mark.length) : note;
}
