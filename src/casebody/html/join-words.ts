/**
 * Joins the words that a page turn breaks in the publisher's HTML (docs/formats.md, "Words broken by a page turn").
 *
 * The publisher writes each element next to another on a line of its own, so a page mark between two runs of italics is between two
 * line breaks that are not in print: `<em>Maxey v. Redevelop</em>`, `<a class="page-label">*571</a>`, `<em>ment Authority</em>`. A
 * space of the print is inside the italics. So a line break next to a mark is removed if a letter precedes it and a small letter
 * follows.
 */

const MARK_CLASS = 'class="page-label"';
/** Longer marks and tags are not read: real ones have some 100 characters. */
const MAX_CHARS = 300;
const BEFORE_MARK = /\p{L}(?:<\/(?:b|em|i|strong)>){0,3}((?<=>)\n {0,100})?<a [^<>]{0,200}$/u;
const FROM_CLASS =
  /^class="page-label"[^<>]{0,200}>[^<>]{0,40}<\/a>(\n {0,100}(?=<))?(?:<(?:b|em|i|strong)>){0,3}\p{Ll}/u;

/** Returns the HTML without the line breaks within such words. The mark stays inside the word. Other HTML is returned as it is. */
export function joinBrokenWords(html: string): string {
  let joined = "";
  let done = 0;
  for (let at = html.indexOf(MARK_CLASS); at !== -1; at = html.indexOf(MARK_CLASS, at + 1)) {
    const after = FROM_CLASS.exec(html.slice(at, at + MAX_CHARS));
    if (after === null) continue;
    const start = Math.max(done, at - MAX_CHARS);
    const before = BEFORE_MARK.exec(html.slice(start, at));
    if (before === null) continue;
    const mark = html.lastIndexOf("<", at);
    const end = html.indexOf(">", html.indexOf("<", at)) + 1;
    joined += html.slice(done, mark - (before[1] ?? "").length) + html.slice(mark, end);
    done = end + (after[1] ?? "").length;
  }
  return joined + html.slice(done);
}
