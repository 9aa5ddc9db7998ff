/**
 * Marks the matches of a search in the HTML of a case (casebody/reading-markup), whatever tags are between the words
 * of a match. After each match is a hidden element with an address, `#match-3`, its number, and links to the matches around it.
 */
import { matchFinder, type TextMatch } from "../../corpus/search-words.ts";
import type { SearchText } from "../../domain/query.ts";
import { type CaseText, withHtml } from "./case-text.ts";

/** Matches that are marked. More are of no use to a reader, and make the page long. */
export const MAX_MATCHES = 1_000;

export interface MarkedText {
  readonly text: CaseText;
  readonly matches: number;
}

/** A tag or an entity; `<`, `>` and `&` of texts and values are escaped. */
const TOKEN = /<[^<>]*>|&(?:amp|lt|gt|quot|#39|#x27);/g;
const CHARACTERS: Readonly<Record<string, string>> = {
  "&amp;": "&",
  "&lt;": "<",
  "&gt;": ">",
  "&quot;": '"',
};
const INLINE: ReadonlySet<string> = new Set(["a", "b", "em", "i", "span", "strong", "sub", "sup"]);
/** Numbers of pages and footnotes, within sentences but no part of them. */
const NUMBER = /\bclass="cb-(?:page|mark|back|bracket)"/;
/** No match goes over the end of a paragraph. */
const END_OF_BLOCK = "\n\n\n\n\n";
/** Words with only this between them are one match, such as those of a phrase. */
const BETWEEN_WORDS = /^[\s\p{P}]{1,4}$/u;

/** A part of the HTML: a tag, or a text with the offset of its first character in the text of all parts. */
type Token =
  | { readonly kind: "tag"; readonly html: string }
  | { readonly kind: "text"; readonly html: string; readonly text: string; readonly at: number };

export function markMatches(text: CaseText, search: SearchText): MarkedText {
  if (text.state !== "shown") return { text, matches: 0 };
  const find = matchFinder(search);
  const parts = text.parts.map(({ part }) => {
    const tokens = tokensOf(part.html);
    const words = tokens.map((token) => (token.kind === "text" ? token.text : "")).join("");
    return { tokens, matches: joinMatches(words, find(words)) };
  });
  const all = parts.reduce((sum, { matches }) => sum + matches.length, 0);
  const count = Math.min(all, MAX_MATCHES);
  let before = 0;
  const htmls = parts.map(({ tokens, matches }) => {
    const marked = matches.slice(0, Math.max(0, count - before));
    const html = marked.length === 0 ? null : htmlOf(tokens, { matches: marked, before, count });
    before += marked.length;
    return html;
  });
  return { text: withHtml(text, (html, at) => htmls[at] ?? html), matches: count };
}

function tokensOf(html: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  let end = 0;
  let skipped = 0;
  const add = (part: string, text: string): void => {
    if (part === "") return;
    tokens.push({ kind: "text", html: part, text: skipped > 0 ? "" : text, at });
    if (skipped === 0) at += text.length;
  };
  for (const { 0: token, index } of html.matchAll(TOKEN)) {
    const plain = html.slice(end, index);
    add(plain, plain);
    end = index + token.length;
    if (token.startsWith("&")) {
      add(token, CHARACTERS[token] ?? "'");
      continue;
    }
    tokens.push({ kind: "tag", html: token });
    const name = /^<\/?([a-z0-9]+)/.exec(token)?.[1] ?? "";
    if (skipped > 0 || NUMBER.test(token)) {
      if (INLINE.has(name)) skipped += token.startsWith("</") ? -1 : 1;
    } else if (!INLINE.has(name)) {
      tokens.push({ kind: "text", html: "", text: END_OF_BLOCK, at });
      at += END_OF_BLOCK.length;
    }
  }
  add(html.slice(end), html.slice(end));
  return tokens;
}

function joinMatches(text: string, words: readonly TextMatch[]): TextMatch[] {
  const matches: TextMatch[] = [];
  for (const word of words) {
    const last = matches.at(-1);
    if (last !== undefined && BETWEEN_WORDS.test(text.slice(last.to, word.from)))
      matches[matches.length - 1] = { from: last.from, to: word.to };
    else matches.push(word);
  }
  return matches;
}

interface Marked {
  readonly matches: readonly TextMatch[];
  readonly before: number;
  readonly count: number;
}

function htmlOf(tokens: readonly Token[], { matches, before, count }: Marked): string {
  let html = "";
  let next = 0;
  let links = 0;
  let ended: number[] = [];
  const steps = (): void => {
    if (links > 0) return; // links must not be nested
    html += ended.map((number) => stepHtml(number, count)).join("");
    ended = [];
  };
  for (const token of tokens) {
    if (token.kind === "tag") {
      html += token.html;
      if (/^<a\b/.test(token.html)) links += 1;
      if (token.html === "</a>") links -= 1;
      steps();
      continue;
    }
    if (token.text === "") {
      html += token.html;
      continue;
    }
    const end = token.at + token.text.length;
    const pieceOf = (from: number, to: number): string =>
      token.html === token.text
        ? token.text.slice(from - token.at, to - token.at)
        : from < to
          ? token.html
          : "";
    let at = token.at;
    for (let match = matches[next]; match !== undefined && match.from < end; match = matches[next]) {
      const from = Math.max(match.from, token.at);
      const to = Math.min(match.to, end);
      html += `${pieceOf(at, from)}<mark>${pieceOf(from, to)}</mark>`;
      at = to;
      if (match.to > end) break;
      next += 1;
      ended.push(before + next);
      steps();
    }
    html += pieceOf(at, end);
  }
  return html;
}

function stepHtml(number: number, count: number): string {
  const link = (to: number, name: string, arrow: string): string =>
    to < 1 || to > count ? "" : ` <a href="#match-${to}" aria-label="${name} match">${arrow}</a>`;
  return `<span class="match-step" id="match-${number}">${number} of ${count}${link(number - 1, "Previous", "↑")}${link(number + 1, "Next", "↓")}</span>`;
}
