/**
 * What is odd in single cases of the sample, each of a kind that the publisher's data has (docs/formats.md, "Irregularities of real data"): so that
 * whoever reads the sample meets the oddities too.
 */
import { type Body, type BodyOpinion, block, mapText, type Part } from "./body.ts";
import type { Writing } from "./compose.ts";
import { fill } from "./grammar.ts";
import { part } from "./prose.ts";
import type { Volume } from "./volumes.ts";

export interface Oddity {
  /** Another date than the drawn one: an impossible day, or none. */
  readonly date?: string | null;
  /** A first page among the front matter. */
  readonly roman?: string;
  /** Begins on the page of the case before, and so shares its citation. */
  readonly samePage?: boolean;
  readonly title?: { readonly name: string; readonly nameAbbreviation: string };
  readonly body?: (body: Body, writing: Writing) => Body;
}

/** A picture of eight by eight dots: the smallest plan of a mill pond. */
const PLAN =
  "iVBORw0KGgoAAAANSUhEUgAAAAgAAAAICAAAAADhZOFXAAAAF0lEQVR42mOIOnECjBigNJABFWIgRQoAvUko+3P6JxYAAAAASUVORK5CYII=";

const MEMORIAL = {
  name: "Resolutions of the Bar upon the Death of the Chief Justice",
  nameAbbreviation: "Resolutions upon the Death of the Chief Justice",
};

const ODDITIES: Readonly<Record<string, Oddity>> = {
  "99044031120934/0": { roman: "xi", title: MEMORIAL, body: memorial },
  "99044031120108/5": { date: null },
  "99044031120512/2": { date: "1909-02-30" },
  "99044031121643/4": { body: (body) => ({ ...body, opinions: [{ type: "majority", parts: [] }] }) },
  "99044031120371/9": { body: shortened },
  "99044031120371/10": { samePage: true, body: shortened },
  "99044031122005/3": { body: hyphenated },
  "99044031120017/6": { body: noisy },
  "99044031121341/6": { body: withPlan },
  "Bord2d_16/2": { body: twoAuthors },
  "99044031121774/5": { body: lateJudges },
  "99044031120698/8": { body: untyped },
  "Frankl_388/5": { body: withSheep },
  "Frankl_388/3": { body: corrected },
  "99044031120215/8": { body: corrected },
  "99044031129017/4": { body: corrected },
  "99044031122138/7": { body: corrected },
};

export function oddityOf(volume: Volume, n: number): Oddity {
  const key = `${volume.barcode}/${n}`;
  return Object.hasOwn(ODDITIES, key) ? (ODDITIES[key] ?? {}) : {};
}

export function withOddity(body: Body, oddity: Oddity, writing: Writing): Body {
  return oddity.body === undefined ? body : oddity.body(body, writing);
}

/** A case without any opinion: all of it is head matter. */
function memorial(body: Body): Body {
  const texts = [
    "At a meeting of the gentlemen of the Bar, held in the court-house upon the first day of the term, it was resolved:",
    "That in the death of the late Chief Justice the Commonwealth has lost a magistrate who was never known to interrupt an argument, nor to be persuaded by one that was bad.",
    "That these resolutions be presented to the Court, with a request that they be entered upon its records, and that the members of the Bar wear the usual badge of mourning for thirty days.",
    "The Court assented, and thereupon adjourned.",
  ];
  const head = [block("parties", `${MEMORIAL.name}.`), ...texts.map((text) => block("p", text))];
  return { ...body, head, opinions: [] };
}

/** Two of these fit on one page. */
function shortened(body: Body): Body {
  const opinions = body.opinions.slice(0, 1).map(({ type, parts }) => {
    const paragraphs = parts.filter((one) => "name" in one && one.name === "p");
    return {
      type,
      parts: [block("author", "PER CURIAM:"), ...paragraphs.slice(0, 1), ...paragraphs.slice(-1)],
    };
  });
  return { ...body, head: body.head.slice(0, 2), opinions };
}

/** Soft hyphens where the lines of the old print were broken. */
function hyphenated(body: Body): Body {
  return mapText(body, hyphens);
}

function hyphens(text: string): string {
  let words = 0;
  return text.replace(/\b(\p{Ll}{4})(\p{Ll}{4,})/gu, (word, left: string, right: string) =>
    ++words % 3 === 0 ? `${left}\u00ad${right}` : word,
  );
}

/** A speck on the plate read as a black square. */
function noisy(body: Body): Body {
  return addToFirst(body, [
    block("p", "■ And it was said by the court, that he who would have costs must ask for them."),
  ]);
}

function withPlan(body: Body, writing: Writing): Body {
  const text = block(
    "p",
    `A plan of the premises, made by ${fill("{surveyor}", writing.slots, writing.setting.random)}, was put in evidence, and is as follows:`,
  );
  const src = `data:image/png;base64,${PLAN}`;
  const plan = { ...block("p", ""), inlines: [{ kind: "image", src, width: 8, height: 8 } as const] };
  return addToFirst(body, [text, plan]);
}

function twoAuthors(body: Body): Body {
  const [first, ...rest] = body.opinions;
  if (first === undefined) return body;
  const parts = first.parts.filter((one) => !("name" in one && one.name === "author"));
  const authors = [block("author", "WHITTEMORE, J."), block("author", "and NYE, J.:")];
  return { ...body, opinions: [{ ...first, parts: [...authors, ...parts] }, ...rest] };
}

/** Judges named after the opinion, and a footnote to the head matter. */
function lateJudges(body: Body): Body {
  const note = {
    label: "*",
    blocks: [block("p", "Reported by the clerk, the official reporter being ill.")],
  };
  const [first, ...rest] = body.head;
  const marked =
    first !== undefined && "name" in first
      ? { ...first, inlines: [...first.inlines, { kind: "mark", label: "*" } as const] }
      : first;
  const head = marked === undefined ? body.head : [marked, ...rest, note];
  return {
    ...body,
    head,
    tail: [block("judges", "All the Justices concurring, except the Chief Justice, who did not sit.")],
  };
}

/** An opinion without a type, and bracketed numbers that lead to the head notes. */
function untyped(body: Body): Body {
  const [first, ...rest] = body.opinions;
  if (first === undefined) return body;
  const parts = first.parts.map(
    (one, i): Part =>
      "blocks" in one || one.name !== "p" || i < 3 || i > 4
        ? one
        : { ...one, inlines: [{ kind: "bracket", label: String(i - 2) }, ...one.inlines] },
  );
  return { ...body, opinions: [{ type: null, parts }, ...rest] };
}

/** A character beyond the first 65,536: it counts as one in `char_count`. */
function withSheep(body: Body): Body {
  const text =
    "Exhibit 4 is a text message which reads, in full, “Gate open again 🐑🐑.” The parties stipulate that two were meant.";
  return addToFirst(body, [block("p", text)]);
}

function corrected(body: Body, { general, slots, setting }: Writing): Body {
  const texts = part(general, "correction", setting.random).map((text) => fill(text, slots, setting.random));
  return { ...body, corrections: texts.map((text) => block("correction", text)) };
}

/** Puts paragraphs before the last paragraph of the first opinion, whatever notes follow it. */
function addToFirst(body: Body, blocks: readonly Part[]): Body {
  const [first, ...rest] = body.opinions;
  if (first === undefined) return body;
  const last = first.parts.findLastIndex((one) => "name" in one && one.name === "p");
  const parts = [...first.parts.slice(0, last), ...blocks, ...first.parts.slice(last)];
  const opinions: BodyOpinion[] = [{ ...first, parts }, ...rest];
  return { ...body, opinions };
}
