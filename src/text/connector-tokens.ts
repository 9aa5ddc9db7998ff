/** The words, phrases, connectors and fields of a text in terms and connectors (connectors.ts), each with its place. */
import type { Proximity } from "./search-tree.ts";

/** What is wrong with a text, and where. */
export class ConnectorsError extends Error {
  /** Offset in the text, in UTF-16 units. */
  readonly at: number;

  constructor(message: string, at: number) {
    super(message);
    this.at = at;
  }
}

export type FieldName = "name" | "author" | "court" | "cite" | "docket";

interface Located {
  readonly at: number;
  /** As written. */
  readonly text: string;
}

export type Operator = Located &
  ({ readonly kind: "and" | "or" | "not" } | ({ readonly kind: "near"; readonly unit: string } & Proximity));

export type ConnectorToken =
  | Operator
  | (Located &
      (
        | { readonly kind: "(" }
        | { readonly kind: ")" }
        /** A word, what is between quotation marks, or in the brackets of dates. */
        | { readonly kind: "word" | "phrase" | "dates" }
        | { readonly kind: "field"; readonly field: FieldName }
        | { readonly kind: "atleast"; readonly times: number }
      ));

/** What the services call their fields. */
const FIELDS: Readonly<Record<string, FieldName>> = {
  ...{ TI: "name", TITLE: "name", NAME: "name" },
  ...{
    JU: "author",
    JUDGE: "author",
    AU: "author",
    AUTHOR: "author",
    WRITTENBY: "author",
    OPINIONBY: "author",
  },
  ...{ CO: "court", COURT: "court" },
  ...{ CI: "cite", CITE: "cite", DN: "docket", DOCKET: "docket", NUMBER: "docket" },
};

const QUOTES = /[“”„‟«»]/gu;
const APOSTROPHES = /[‘’‚‛]/gu;
/** A phrase, dates, a bracket, or a run of anything else. */
const TOKEN = /"(?<phrase>[^"]*)(?<end>"?)|(?<![^\s()"])(?:DA|DATE)\((?<dates>[^()]*)\)|[()]|[^\s()"]+/giu;
const PROXIMITY = /^(?:(?<name>w|within|near|pre|onear)?\/|\+)(?<unit>.*)$/i;
const UNITS: ReadonlyMap<string, "s" | "p" | "seg"> = new Map([
  ...(["s", "sent", "sentence"] as const).map((written) => [written, "s"] as const),
  ...(["p", "para", "paragraph"] as const).map((written) => [written, "p"] as const),
  ["seg", "seg"],
]);
/** A part of a case is a column of the index, and no distance reaches from one into another. */
const ANY_DISTANCE = 10_000_000;
/** How another language, or a slip, begins a word, and what no word contains. */
const NO_WORD = /^[-~^@/']|[|=<>\\]|\p{L}%|%\p{L}/u;
/** Connectors of other services, and slips: `adj/5`, `mill/s`, `w5`, `and/or`, `or,`. */
const NO_CONNECTOR =
  /^\p{L}*[,;]?\/(?:\d+|s|p|sent|para|seg)$|^(?:w|within|near|pre|onear|adj|nw|notw)\d+$|^(?:and|or|not)[,;]$|^(?:and\/or|andnot|and-not)$/iu;
/** A field of the other language of this program. */
const OTHER_FIELD = /^(name|author|court):./i;

/** @throws ConnectorsError */
export function tokenise(written: string): ConnectorToken[] {
  const text = written.replace(QUOTES, '"').replace(APOSTROPHES, "'");
  const tokens = [...text.matchAll(TOKEN)].map(({ 0: all, groups = {}, index: at }): ConnectorToken => {
    const { phrase, end, dates } = groups;
    if (end === "") throw new ConnectorsError('The " has no other one', at);
    if (phrase !== undefined) return { kind: "phrase", at, text: phrase };
    if (dates !== undefined) return { kind: "dates", at, text: dates };
    if (all === "(" || all === ")") return { kind: all, at, text: all };
    return runToken(all, at, text[at + all.length] === "(");
  });
  for (const [nth, token] of tokens.entries()) checkNext(token, tokens[nth + 1]);
  // AND NOT and BUT NOT are NOT
  return tokens.filter(({ kind }, nth) => kind !== "and" || tokens[nth + 1]?.text.toLowerCase() !== "not");
}

function runToken(text: string, at: number, isBeforeBracket: boolean): ConnectorToken {
  const lower = text.toLowerCase();
  if (lower === "and" || lower === "&" || lower === "but") return { kind: "and", at, text };
  if (lower === "or") return { kind: "or", at, text };
  if (lower === "not" || lower === "%") return { kind: "not", at, text };
  const near = PROXIMITY.exec(text)?.groups;
  if (near !== undefined) return nearToken(text, at, near);
  if (isBeforeBracket) return bracketToken(text, at);
  const field = OTHER_FIELD.exec(text)?.[1];
  if (field !== undefined) throw new ConnectorsError(`${field}: is written ${field.toUpperCase()}( )`, at);
  if (NO_WORD.test(text) || NO_CONNECTOR.test(text))
    throw new ConnectorsError(`"${text}" is neither a word nor a connector (AND, OR, NOT, /5, /s, /p)`, at);
  return { kind: "word", at, text };
}

function nearToken(text: string, at: number, groups: Partial<Record<string, string>>): Operator {
  const { name = "", unit: unitText = "" } = groups;
  const isOrdered = text.startsWith("+") || /^(?:pre|onear)$/i.test(name);
  const words = /^\d{1,9}$/.test(unitText) ? Number(unitText) : null;
  const unit = words === null ? UNITS.get(unitText.toLowerCase()) : String(words);
  if (unit === undefined || words === 0) {
    const written = text.startsWith("+") ? "+" : `${name}/`;
    throw new ConnectorsError(`${written} needs a number from 1, s or p`, at);
  }
  const within = { s: "sentence", p: "paragraph" } as const;
  // words next to each other are within 1 word for the services, and have none between them for us
  const counted = Math.min((words ?? ANY_DISTANCE) - 1, ANY_DISTANCE);
  return {
    ...{ kind: "near", at, text, unit, isOrdered },
    within: unit === "s" || unit === "p" ? within[unit] : counted,
  };
}

/** A word right before a bracket. */
function bracketToken(text: string, at: number): ConnectorToken {
  const times = /^atleast(\d*)$/i.exec(text)?.[1];
  if (times === undefined) {
    const field = FIELDS[text.toUpperCase()];
    if (field !== undefined) return { kind: "field", at, text, field };
    if (/^(?:DA|DATE)$/i.test(text)) throw new ConnectorsError("The ( is not closed", at + text.length);
    const known = `${Object.keys(FIELDS).join(", ")}, DA, DATE`;
    throw new ConnectorsError(
      `There is no field ${text} (${known}); a text with brackets needs quotation marks`,
      at,
    );
  }
  if (!(Number(times) >= 1) || times.length > 9)
    throw new ConnectorsError("ATLEAST needs a number from 1, as in ATLEAST3(word)", at);
  return { kind: "atleast", at, text, times: Number(times) };
}

/** ATLEAST3 and fields as the services show them; `date (of death)` are words. */
function takesBracket(text: string): boolean {
  return Object.hasOwn(FIELDS, text) || text === "DA" || text === "DATE" || /^atleast\d+$/i.test(text);
}

/** @throws ConnectorsError if two tokens next to each other are a slip */
function checkNext({ kind, text, at }: ConnectorToken, next: ConnectorToken | undefined): void {
  if (kind === "and" && text.toLowerCase() === "but" && next?.text.toLowerCase() !== "not")
    throw new ConnectorsError("BUT needs NOT after it", at);
  if (kind === "not" && next?.kind === "near")
    throw new ConnectorsError(`${text} ${next.text} is not supported: write NOT (a ${next.text} b)`, at);
  if (kind !== "word") return;
  if (next?.kind === "(" && takesBracket(text))
    throw new ConnectorsError(`${text} and its bracket have a space between them`, at);
  if (text.toLowerCase() === "date" && /^(?:aft|after|bef|before|is)$/i.test(next?.text ?? ""))
    throw new ConnectorsError("A date is written DATE(aft 1990)", at);
}
