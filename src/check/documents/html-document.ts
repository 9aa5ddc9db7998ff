/** HTML as a draft. A note is where it is called, if the link to it can be recognised as the number of a note. */
import { Parser } from "htmlparser2";
import { type Block, type Draft, DraftBuilder, noteInText } from "../draft.ts";
import { NOTE_MARK } from "./inline-marks.ts";

const CELLS = new Set("td th caption li dt dd option".split(" "));
const BLOCKS = new Set([
  ...CELLS,
  ..."address article aside blockquote body center details div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header".split(
    " ",
  ),
  ..."hr legend main nav ol p pre section select summary table tbody tfoot thead tr ul".split(" "),
]);
/** What is not shown, or struck out. */
const NOT_TEXT = new Set("script style template head title noscript del s strike".split(" "));
const BACK_LINK = /^[\s^↑↩⤴]{1,9}$/;
const ROLES = /note|fn|cite/i;

type Attributes = Readonly<Record<string, string>>;

/** @param maxDepth of elements within each other @throws Error if there are more */
export function readHtml(html: string, maxDepth: number): Draft {
  return new HtmlReader(noteLinks(html, maxDepth)).read(html);
}

interface NoteCall {
  /** Of the note's element. */
  readonly id: string;
  /** Its number. */
  readonly label: string;
}

interface NoteLinks {
  /** Ids of notes that are called. */
  readonly called: ReadonlySet<string>;
  /** Links, by the number of their element: the note that they call, or null if they lead back. */
  readonly links: ReadonlyMap<number, NoteCall | null>;
}

/** A link to a place further on, whose text is a number and that is raised or named so, calls a note. */
function noteLinks(html: string, maxDepth: number): NoteLinks {
  const found: { nth: number; target: string; words: string; isRaised: boolean; text: string }[] = [];
  const places = new Map<string, number>();
  let [nth, depth, raised] = [0, 0, 0];
  let open: (typeof found)[number] | null = null;
  new Parser({
    onopentag: (tag, attributes) => {
      nth++;
      if (++depth > maxDepth) throw new Error(`its elements nest more than ${maxDepth} deep`);
      for (const id of idsOf(attributes)) if (!places.has(id)) places.set(id, nth);
      if (tag === "sup") raised++;
      if (tag === "sup" && open !== null) open.isRaised = true;
      const { href = "", class: name = "", role = "" } = attributes;
      if (tag !== "a" || !href.startsWith("#")) return;
      open = { nth, target: href.slice(1), words: `${href} ${name} ${role}`, isRaised: raised > 0, text: "" };
      found.push(open);
    },
    ontext: (text) => {
      if (open !== null && open.text.length < 40) open.text += text;
    },
    onclosetag: (tag) => {
      depth--;
      if (tag === "sup") raised--;
      if (tag === "a") open = null;
    },
  }).end(html);
  const links = new Map<number, NoteCall | null>();
  for (const { nth, target, words, isRaised, text } of found) {
    const isBack = (places.get(target) ?? Number.POSITIVE_INFINITY) <= nth;
    const isMark = NOTE_MARK.test(text) || /doc-(?:noteref|backlink)/.test(words);
    if (isBack && (isMark || BACK_LINK.test(text.replace("\ufe0e", "")))) links.set(nth, null);
    else if (places.has(target) && isMark && (isRaised || ROLES.test(words)))
      links.set(nth, { id: target, label: /\w+/.exec(text)?.[0] ?? "" });
  }
  return { called: new Set([...links.values()].flatMap((call) => call?.id ?? [])), links };
}

function idsOf({ id, name }: Attributes): string[] {
  return [id, name].filter((one) => one !== undefined);
}

/** Text, and notes where they are called. */
type Words = (string | NoteCall)[];

interface OpenElement {
  readonly tag: string;
  isNote: boolean;
}

class HtmlReader {
  readonly #noteLinks: NoteLinks;
  readonly #blocks: { readonly kind: Block["kind"]; readonly words: Words }[] = [];
  readonly #notes = new Map<string, Words>();
  readonly #open: OpenElement[] = [];
  #words: Words = [];
  /** The note that is open. */
  #note: Words | null = null;
  #nth = 0;
  readonly #depths = { hidden: 0, raised: 0, quoted: 0, cell: 0 };

  constructor(links: NoteLinks) {
    this.#noteLinks = links;
  }

  read(html: string): Draft {
    new Parser({
      onopentag: (tag, attributes) => this.#start(tag, attributes),
      ontext: (text) => {
        const isMark = this.#depths.raised > 0 && NOTE_MARK.test(text);
        if (this.#depths.hidden === 0 && !isMark) this.#words.push(text.replace(/\s+/g, " "));
      },
      onclosetag: () => this.#end(),
    }).end(html);
    this.#endBlock();
    const builder = new DraftBuilder();
    for (const { kind, words } of this.#blocks) builder.add(kind, this.#textOf(words));
    for (const words of this.#notes.values()) builder.add("paragraph", textWithoutCalls(words));
    return builder.finish();
  }

  #start(tag: string, attributes: Attributes): void {
    const call = this.#noteLinks.links.get(++this.#nth);
    if (BLOCKS.has(tag)) this.#endBlock();
    this.#open.push({ tag, isNote: false });
    this.#count(tag, 1);
    for (const id of idsOf(attributes)) if (this.#noteLinks.called.has(id)) this.#startNote(id);
    if (call !== undefined) {
      this.#depths.hidden++;
      this.#open.push({ tag: "", isNote: false });
      if (call !== null) this.#words.push(call);
    } else if (tag === "q") this.#words.push("“");
    else if (tag === "br" && /\n *$/.test(this.#words.slice(-2).join(""))) this.#endBlock();
    else if (tag === "br") this.#words.push("\n");
  }

  #end(): void {
    if (this.#open.at(-1)?.tag === "") {
      this.#open.pop();
      this.#depths.hidden--;
    }
    const closed = this.#open.at(-1);
    if (closed === undefined) return;
    if (closed.tag === "q") this.#words.push("”");
    if (BLOCKS.has(closed.tag)) this.#endBlock();
    if (closed.isNote) this.#note = null;
    this.#open.pop();
    this.#count(closed.tag, -1);
  }

  #count(tag: string, by: 1 | -1): void {
    if (NOT_TEXT.has(tag)) this.#depths.hidden += by;
    if (tag === "sup") this.#depths.raised += by;
    if (tag === "blockquote") this.#depths.quoted += by;
    if (CELLS.has(tag)) this.#depths.cell += by;
  }

  /** A note is the block that has its id, or that begins with an anchor of that name. */
  #startNote(id: string): void {
    const block = this.#open.findLast(({ tag }) => BLOCKS.has(tag) && tag !== "body");
    if (block === undefined || this.#note !== null || this.#notes.has(id)) return;
    block.isNote = true;
    this.#note = [];
    this.#notes.set(id, this.#note);
  }

  #endBlock(): void {
    const { quoted, cell } = this.#depths;
    if (this.#note !== null) for (const one of [...this.#words, " "]) this.#note.push(one);
    else
      this.#blocks.push({
        kind: quoted > 0 ? "quotation" : cell > 0 ? "cell" : "paragraph",
        words: this.#words,
      });
    this.#words = [];
  }

  /** Each note once, so that a short text cannot grow without end. */
  #textOf(words: Words): string {
    const texts = words.map((one) => {
      if (typeof one === "string") return one;
      const note = this.#notes.get(one.id);
      this.#notes.delete(one.id);
      return note === undefined ? "" : noteInText(withoutLabel(textWithoutCalls(note), one.label));
    });
    return texts.join("").replace(/ {2,}/g, " ");
  }
}

function textWithoutCalls(words: Words): string {
  return words.filter((one) => typeof one === "string").join("");
}

function withoutLabel(note: string, label: string): string {
  const [mark = "", number] = /^\s{0,99}[[(]?(\w{1,4})[\])]?[.:]? /.exec(note) ?? [];
  return number === label ? note.slice(mark.length) : note;
}
