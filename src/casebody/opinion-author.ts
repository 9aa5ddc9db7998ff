/** Marks the line of an opinion that names its author, or adds one, so that searches and pages know the author. */
import { type Paragraph, PLAIN, textOfParagraph } from "./opinion-flow.ts";
import { escapeText } from "./render-xml.ts";

interface Authorship {
  readonly type: string | null;
  readonly author: string | null;
  readonly joinedBy: string | null;
}

/** Further down, a line with a judge's name is a signature, or names the author of another opinion. */
const MAX_LINES_BEFORE = 60;
const MAX_LENGTH = 150;

/** `PRAGER, J.:`, `WALLACE, Circuit Judge.`, `STEVENS, J., with whom BREYER, J., joins, dissenting.`: a name, a title, more. */
const NAME_AND_TITLE =
  /^(?:opinion by )?(\p{Lu}[\p{L}.'’ -]{1,60}), ([a-z ]{0,40}\b(?:chancellor|commissioner|judge|justice|referee)|[acpv. ]{0,6}j\.)(.*)$/iu;
const JUDGES_OF_A_PANEL = /^(?:before|present|panel)\b/i;
const AFTER_TITLE =
  /^(?:[.:—]{0,2}|, (?:concurring|delivered|dissenting|for|joined|specially|with|writing)\b.*)$/i;
/** `MR. JUSTICE GOLDBERG delivered the opinion of the Court.` */
const DELIVERED = /\b(?:justice|judge|j\.,?) .{0,60}\b(?:delivered|announced) the (?:opinion|judgment)\b/i;
const PER_CURIAM = /^per curiam[.:]?$/i;
/** The author at the start of a paragraph, as courts write it. Only capitals are surely a name. */
const LEADING_NAME =
  /^(PER CURIAM[.:]|[A-Z][A-Z.'’ -]{1,60}, [A-Za-z ]{0,40}\b(?:Judge|Justice)[.:—]{1,2}|[A-Z][A-Z.'’ -]{1,60}, [ACPV. ]{0,6}J\.[:—]?) (?=[“"‘'(]?\p{Lu})/u;
/** A line of a separate opinion, unless the opinion itself is separate. */
const SEPARATE_LINE = /\b(?:concurring|dissenting)\b/i;
const SEPARATE_TYPE = /^(?:concurr|dissent)/;
const HAS_SMALL_LETTER = /\p{Ll}/u;
const NO_NAME = /^(?:chief|judge|justice|mr|mrs|ms|hon|honorable|jr|sr|i{1,3}|iv|curiam|per)$/i;

/** The paragraphs with a line that names the author: a line of the text if there is one, else a new line. */
export function withAuthor(
  paragraphs: readonly Paragraph[],
  { type, author, joinedBy }: Authorship,
): readonly Paragraph[] {
  if (paragraphs.some(({ name }) => name === "author")) return paragraphs;
  const surname = surnameOf(author);
  const isSeparate = SEPARATE_TYPE.test(type ?? "");
  for (const [at, paragraph] of paragraphs.slice(0, MAX_LINES_BEFORE).entries()) {
    const lines = linesWithAuthor(paragraph, surname);
    if (lines === null) continue;
    if (surname === null && !isSeparate && SEPARATE_LINE.test(textOfParagraph(lines[0]))) break;
    return [...paragraphs.slice(0, at), ...lines, ...paragraphs.slice(at + 1)];
  }
  if (author === null) return paragraphs;
  const joined = joinedBy === null ? "" : `, joined by ${joinedBy}`;
  return [{ ...PLAIN, name: "author", html: escapeText(`${author}${joined}`) }, ...paragraphs];
}

/** The paragraph, with its author as a line of its own; null if it names no author, or perhaps another one. */
function linesWithAuthor(
  paragraph: Paragraph,
  surname: string | null,
): readonly [Paragraph, ...Paragraph[]] | null {
  if (paragraph.tag !== "p" || paragraph.name !== null) return null;
  if (paragraph.html.length <= 3 * MAX_LENGTH) {
    const text = textOfParagraph(paragraph);
    if (text.length <= MAX_LENGTH && isAuthorLine(text, surname)) return [{ ...paragraph, name: "author" }];
  }
  const [matched, leading = ""] = LEADING_NAME.exec(paragraph.html) ?? [];
  if (matched === undefined || !isSurname(leading, surname)) return null;
  return [
    { ...paragraph, name: "author", html: leading },
    { ...paragraph, html: paragraph.html.slice(matched.length) },
  ];
}

function isAuthorLine(text: string, surname: string | null): boolean {
  if (PER_CURIAM.test(text)) return surname === null;
  if (JUDGES_OF_A_PANEL.test(text)) return false;
  const [, name, , more = ""] = NAME_AND_TITLE.exec(text) ?? [];
  if (name === undefined) return DELIVERED.test(text) && isSurname(text, surname);
  if (!AFTER_TITLE.test(more)) return false;
  return surname === null ? !HAS_SMALL_LETTER.test(name) : isSurname(name, surname);
}

/** Whether a text has the surname as a word, if it is known. */
function isSurname(text: string, surname: string | null): boolean {
  return surname === null || wordsOf(text).some((word) => word.toLowerCase() === surname);
}

/** `Thurgood Marshall`, `Marshall, J.` and `Marshall Jr.` give `marshall`; null if there is no name. */
function surnameOf(author: string | null): string | null {
  const words = wordsOf(author ?? "").filter((word) => word.length > 1 && !NO_NAME.test(word));
  return words.at(-1)?.toLowerCase() ?? null;
}

function wordsOf(text: string): readonly string[] {
  return text.match(/\p{L}[\p{L}'’-]*/gu) ?? [];
}
