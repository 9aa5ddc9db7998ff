/**
 * Recognises the headings of an opinion among its paragraphs. The sources do not mark them.
 *
 * A heading is a paragraph of its own: a numeral (`II.`), a title with a number (`B. The Statute`) if the opinion also has the number
 * before or after it, or words that head parts of opinions (`STANDARD OF REVIEW`). A missing heading is better than a
 * sentence as a heading.
 */
import { type BodyElement, type BodyNode, textOf } from "./body-tree.ts";
import { hasClass } from "./vocabulary.ts";

export interface Heading {
  /** Without marks of footnotes and pages, with single spaces. */
  readonly text: string;
  readonly level: 1 | 2 | 3;
  /** The number alone: `II.` */
  readonly isNumeral: boolean;
}

/** Maximal characters of a heading, and of a heading in capitals alone, which is no sentence. */
const [MAX_LENGTH, MAX_CAPITALS] = [90, 160];
const NUMERAL = /^([IVX]{1,6}|[A-H])\.?$/;
/** `III` as it is often recognised in scans. */
const MISREAD_THREE = /^Ill\.?$/;
/** Scans lose the full stop of `IV.` */
const TITLE = /^(?:([IVX]{2,6})\.?|([IVX]|[A-H]|\d{1,2})\.)\s(.+)$/;
const END = /\.$/;
const ROMAN: Readonly<Record<string, number>> = { I: 1, V: 5, X: 10 };
/** Words of four letters and more that titles do not capitalise. */
const SMALL = new Set("from into over than that under upon versus with within without".split(" "));
const WORDS = new Set(
  (
    "a an and of the to analysis applicable appeal argument arguments background case conclusion contentions discussion " +
    "disposition fact facts factual findings history introduction issue issues jurisdiction law legal merits opinion " +
    "presented procedural proceedings question questions relevant review standard standards statement summary"
  ).split(" "),
);
/** A heading without a number has at least one of these words. */
const DECISIVE = new Set(
  (
    "analysis argument arguments background conclusion contentions discussion disposition facts history introduction issue " +
    "issues jurisdiction merits presented review standard standards"
  ).split(" "),
);

/** @param nodes of an opinion */
export function headingsIn(nodes: readonly BodyNode[]): ReadonlyMap<BodyElement, Heading> {
  const candidates = paragraphsIn(nodes).flatMap((element) => {
    const heading = readHeading(element);
    return heading === null ? [] : [[element, heading] as const];
  });
  const numbers = new Set(candidates.map(([, { level, text }]) => `${level} ${headingNumber(text)}`));
  const isInSequence = ({ level, text, isNumeral }: Heading): boolean => {
    const number = headingNumber(text);
    const exists = (number: number): boolean => numbers.has(`${level} ${number}`);
    return isNumeral || number === null || exists(number - 1) || exists(number + 1);
  };
  return new Map(candidates.filter(([, heading]) => isInSequence(heading)));
}

/** The paragraphs outside of footnotes and quotations. */
function paragraphsIn(nodes: readonly BodyNode[]): BodyElement[] {
  return nodes.flatMap((node) => {
    if (typeof node === "string" || node.kind !== "block") return [];
    if (node.name === "p") return [node];
    return node.name === "blockquote" || hasClass(node, "footnote") ? [] : paragraphsIn(node.children);
  });
}

function readHeading({ children, attributes }: BodyElement): Heading | null {
  // a class names another kind of paragraph: an author, a docket number
  if (attributes.has("class")) return null;
  const written = (textOf(children) ?? "").replace(/\s+/g, " ").trim();
  const text = MISREAD_THREE.test(written) ? "III" : written;
  if (text === "" || text.length > (/\p{Ll}/u.test(text) ? MAX_LENGTH : MAX_CAPITALS)) return null;
  const { label, title } = partsOf(text);
  const isHeading = label === null ? isNamedPart(text) : title === null || isTitle(title);
  return isHeading ? { level: levelOf(label), text, isNumeral: label !== null && title === null } : null;
}

/** The number of a heading without its full stop, null if it is of words alone; and what follows it, null if it is a number alone. */
function partsOf(text: string): { readonly label: string | null; readonly title: string | null } {
  const [, numeral] = NUMERAL.exec(text) ?? [];
  const [, long, short, title = ""] = TITLE.exec(text) ?? [];
  return numeral === undefined ? { label: long ?? short ?? null, title } : { label: numeral, title: null };
}

/** `C` is a letter; `I`, `V` and `X` are numerals. */
function levelOf(label: string | null): Heading["level"] {
  return label === null ? 1 : /^\d/.test(label) ? 3 : /^[A-H]$/.test(label) ? 2 : 1;
}

/** The number of a heading, `IV. Discussion` is 4; null if it is of words alone. */
export function headingNumber(text: string): number | null {
  const { label } = partsOf(text);
  if (label === null) return null;
  if (/^\d/.test(label)) return Number(label);
  if (/^[A-H]$/.test(label)) return label.charCodeAt(0) - 64;
  const values = [...label].map((letter) => ROMAN[letter] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

/** Whether longer words begin with a capital, and no sentence ends before the end. */
function isTitle(title: string): boolean {
  const words = title.replace(END, "").split(" ");
  if (/[;:!]|[a-z]{4}\. |,$/.test(title) || /^(?:Yes|No)\b/.test(title)) return false;
  return (
    /^[“"‘']?\p{Lu}/u.test(title) &&
    /\p{L}{3}/u.test(title) &&
    words.every(
      (word) => /^\P{L}*\p{Lu}/u.test(word) || (word.match(/\p{L}/gu)?.length ?? 0) < 4 || SMALL.has(word),
    )
  );
}

/** `FACTS AND PROCEDURAL HISTORY`, `Conclusion`. */
function isNamedPart(text: string): boolean {
  const words = text.replace(/[.:]$/, "").toLowerCase().split(" ");
  return (
    /^\p{Lu}/u.test(text) &&
    words.every((word) => WORDS.has(word)) &&
    words.some((word) => DECISIVE.has(word))
  );
}
