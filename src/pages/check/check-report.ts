/** What a check found: a table of the results, and the text with its marks. */
import type {
  V1Candidate,
  V1Check,
  V1CheckedCase,
  V1CheckedCitation,
  V1CheckedQuotation,
} from "../../v1/check/check.ts";
import {
  checkSummary,
  citationDifferences,
  citedAs,
  differencesOf,
  passageWords,
  quotationRemarks,
  quotationWords,
  reasonWords,
} from "../../v1/check/words.ts";
import { type Html, markup, present } from "../page.ts";
import { counted, dateWords, shortened } from "../words.ts";

/** @param base what links to cases start with; no slash at the end */
export function checkReport(text: string, checked: V1Check, base: string): Html {
  const items = checkItems(checked);
  return markup`<p class="lead">${checkSummary(checked)}.</p>
<section aria-labelledby="results"><h2 id="results">Results</h2>
${items.length === 0 ? NOTHING : table(items, base)}
<p class="quiet">A verdict says only what this corpus has. What later decisions did to a case is said as far as they are in it, and changes no verdict.${worksSentence(checked)}</p></section>
<section aria-labelledby="text"><h2 id="text">The text</h2>
${markedText(text, items)}</section>`;
}

function worksSentence({ works }: V1Check): string {
  if (works.length === 0) return "";
  return ` ${counted(works.length, "statute, rule, article or foreign case", "statutes, rules, articles and foreign cases")} of the text ${works.length === 1 ? "is" : "are"} not checked.`;
}

const NOTHING = markup`<p>The text has no citation, as <code>15 Ill. 284</code>, and no quotation of four words or more.</p>`;

const PROBLEMS_FIRST: readonly Tone[] = ["bad", "undecided", "good"];

function table(items: readonly CheckItem[], base: string): Html {
  const rows = items
    .toSorted((a, b) => PROBLEMS_FIRST.indexOf(a.tone) - PROBLEMS_FIRST.indexOf(b.tone))
    .map(
      (item) => markup`<tr id="result-${item.number}"><th scope="row">${item.number}</th>
<td><a href="#mark-${item.number}">${writtenHtml(item)}</a> <span class="quiet">line ${item.subject.line}</span></td>
<td><strong class="check-verdict check-${item.tone}"><span aria-hidden="true">${SYMBOLS[item.tone]}</span> ${item.words}</strong>${detailsHtml(item, base)}</td></tr>\n`,
    );
  return markup`<table class="check-results" aria-labelledby="results"><thead><tr><th scope="col">No.</th><th scope="col">In the text</th><th scope="col">Result</th></tr></thead>
<tbody>${rows}</tbody></table>`;
}

function writtenHtml({ subject }: CheckItem): Html {
  return isCitation(subject)
    ? markup`<bdi>${subject.cite}</bdi>`
    : markup`<q><bdi>${shortened(subject.text)}</bdi></q>`;
}

function detailsHtml({ subject, source }: CheckItem, base: string): Html {
  const details = isCitation(subject)
    ? citationDetails(subject, source, base)
    : quotationDetails(subject, source);
  return markup`${details.map((detail) => markup`<div class="check-detail">${detail}</div>`)}`;
}

/** Cases with one citation; more are counted only. */
const MAX_CASES = 10;

function citationDetails(
  citation: V1CheckedCitation,
  source: CheckItem["source"],
  base: string,
): (Html | string)[] {
  const more = citation.cases.length - MAX_CASES;
  const shown = citation.cases.slice(0, MAX_CASES);
  return present<Html | string>(
    source && markup`Refers to <bdi>${source.cite}</bdi>`,
    ...shown.map((record) => caseHtml(record, base)),
    more > 0 && `and ${counted(more, "other case")}`,
    ...citation.treatment.map((text) => markup`<bdi>${text}</bdi>`),
    ...shown.flatMap(({ notes }) => notes.map(({ text }) => markup`Note on the data: <bdi>${text}</bdi>`)),
    ...citationDifferences(citation).map((difference) => markup`<bdi>${difference}</bdi>`),
    ...citation.candidates.map((candidate) => candidateHtml(candidate, base)),
    citation.passages.length > 0 && passagesHtml(citation),
  );
}

function candidateHtml(candidate: V1Candidate, base: string): Html {
  return markup`Perhaps ${caseHtml(candidate.case, base)}: <bdi>${reasonWords(candidate)}</bdi> <span class="quiet">(${candidate.score} of 100)</span>`;
}

function passagesHtml({ statement, passages }: V1CheckedCitation): Html {
  return markup`<details><summary>Does the case say so? Its closest passages</summary>
<p>The text says: <q><bdi>${statement ?? ""}</bdi></q></p>
<ol>${passages.map((passage) => markup`<li><q><bdi>${passage.text}</bdi></q> <span class="quiet"><bdi>${passageWords(passage)}</bdi></span></li>`)}</ol>
<p class="quiet">Found by words in common. Whether they support what the text says is for you to judge.</p></details>`;
}

function caseHtml(record: V1CheckedCase, base: string) {
  const {
    id,
    name_abbreviation: name,
    decision_date: date,
    text_source: source,
    courtlistener_url: url,
  } = record;
  const cite = citedAs(record);
  const behind =
    source === null
      ? null
      : markup` <span class="quiet">Text: ${url === null ? source : markup`<a href="${url}" rel="external noreferrer">${source}</a>`}</span>`;
  return markup`<a href="${base}/cases/${id}/"><bdi>${name === "" ? `Case ${id}` : name}</bdi></a>${cite === "" ? "" : `, ${cite}`} (${dateWords(date)})${behind}`;
}

function quotationDetails(quotation: V1CheckedQuotation, source: CheckItem["source"]): (Html | string)[] {
  return present<Html | string>(
    source && markup`Compared with <bdi>${source.cite}</bdi>`,
    ...quotationRemarks(quotation).map((remark) => markup`<bdi>${remark}</bdi>`),
    quotation.changes.length > 0 && changesHtml(quotation),
  );
}

function changesHtml({ changes }: V1CheckedQuotation): Html {
  const words = changes.map(({ kind, text }) =>
    kind === "same"
      ? markup`${text} `
      : kind === "quoted"
        ? markup`<del><span class="hidden-text">only in the text: </span>${text}</del> `
        : markup`<ins><span class="hidden-text">only in the case: </span>${text}</ins> `,
  );
  return markup`<span class="quiet">Struck out: only in the text. Underlined: only in the case.</span> <bdi>${words}</bdi>`;
}

/** `good`: confirmed; `bad`: the draft and the case differ; `undecided`: the corpus cannot say. */
type Tone = "good" | "bad" | "undecided";

interface CheckItem {
  /** From 1, in the order of the text. */
  readonly number: number;
  readonly tone: Tone;
  /** The verdict, and what differs: `found, but the year differs`. */
  readonly words: string;
  readonly subject: V1CheckedCitation | V1CheckedQuotation;
  /** The citation in full that a short form refers to, or that a quotation is compared with. */
  readonly source: V1CheckedCitation | null;
}

function isCitation(subject: CheckItem["subject"]): subject is V1CheckedCitation {
  return "cite" in subject;
}

const TONES: Readonly<Record<CheckItem["subject"]["judgement"], Tone>> = {
  confirmed: "good",
  wrong: "bad",
  unsure: "undecided",
  unknown: "undecided",
};

/** Shown next to the words, so that nothing depends on a colour. */
const SYMBOLS: Readonly<Record<Tone, string>> = { good: "✓", bad: "✗", undecided: "?" };

function checkItems({ citations, quotations }: V1Check): CheckItem[] {
  return [...citations, ...quotations]
    .sort((a, b) => a.start - b.start || b.end - a.end)
    .map((subject, at) => {
      const words = isCitation(subject) ? wordsOfCitation(subject) : wordsOfQuotation(subject);
      const source = isCitation(subject) ? subject.refers_to : subject.citation;
      return {
        ...{ number: at + 1, tone: TONES[subject.judgement], words, subject },
        source: source === null ? null : (citations[source] ?? null),
      };
    });
}

function wordsOfCitation(citation: V1CheckedCitation): string {
  const different = differencesOf(citation).map((field) => `the ${field}`);
  if (different.length === 0) return citation.verdict;
  return `${citation.verdict}, but ${different.join(" and ")} ${different.length === 1 ? "differs" : "differ"}`;
}

function wordsOfQuotation({ verdict, judgement, is_on_pin_page: isOnPage }: V1CheckedQuotation): string {
  const more = isOnPage === false ? ", but elsewhere" : judgement === "unsure" ? ", but to be looked at" : "";
  return `${quotationWords(verdict)}${more}`;
}

/** The text with its citations and quotations marked. @param items in the order of the text; a citation may lie in a quotation */
function markedText(text: string, items: readonly CheckItem[]): Html {
  const places = notePlaces(text, items);
  const notes = Map.groupBy(items, (item) => places.get(item) ?? 0);
  const bounds = items.flatMap(({ subject: { start, end } }) => [start, end]);
  const edges = [...new Set([0, text.length, ...bounds, ...notes.keys()])];
  edges.sort((a, b) => a - b);
  const parts: Html[] = [];
  let covering: CheckItem[] = [];
  let next = 0;
  for (const [at, from] of edges.entries()) {
    parts.push(...(notes.get(from) ?? []).map(noteOf));
    covering = covering.filter(({ subject }) => subject.end > from);
    for (let item = items[next]; item !== undefined && item.subject.start <= from; item = items[++next]) {
      parts.push(markup`<span id="mark-${item.number}"></span>`);
      covering.push(item);
    }
    const part = text.slice(from, edges[at + 1] ?? from);
    if (part !== "") parts.push(partHtml(part, covering.at(-1)));
  }
  return markup`<div class="check-text">${parts}</div>`;
}

/** Pages, notes and paragraphs after a citation, and the brackets that end it. */
const PIN = /,?\s(?:at\s|¶{1,2}\s?)?\*?\d+(?:[-‐-–]\d+)?(?:\s(?:&\s)?nn?\.\s?\d+)?/y;
const BRACKETS = /\s\([^()]{0,60}\b\d{4}\)/y;

/** The place of the note of each item: behind the complete citation, with pages, parallel citations and year. */
function notePlaces(text: string, items: readonly CheckItem[]): ReadonlyMap<CheckItem, number> {
  const endOf = (pattern: RegExp, at: number): number => {
    pattern.lastIndex = at;
    return pattern.test(text) ? pattern.lastIndex : at;
  };
  /** From the last one, so that each is followed only to the next. */
  const placesByStart = new Map<number, number>();
  const placeAfter = (end: number): number => {
    for (let at = end; ; ) {
      const parallel = placesByStart.get(endOf(/,\s/y, at));
      if (parallel !== undefined) return parallel;
      const pin = endOf(PIN, at);
      if (pin === at) return endOf(BRACKETS, at);
      at = pin;
    }
  };
  const places = new Map<CheckItem, number>();
  for (const item of items.toReversed()) {
    const place = isCitation(item.subject) ? placeAfter(item.subject.end) : item.subject.end;
    places.set(item, place);
    if (isCitation(item.subject)) placesByStart.set(item.subject.start, place);
  }
  return places;
}

/** Each part is isolated, so that no character of it turns the notes around. */
function partHtml(part: string, item: CheckItem | undefined): Html {
  return item === undefined
    ? markup`<bdi>${part}</bdi>`
    : markup`<mark class="check-${item.tone}"><bdi>${part}</bdi></mark>`;
}

function noteOf({ number, tone, words }: CheckItem): Html {
  return markup`<a class="check-note check-${tone}" href="#result-${number}">${number}${NO_BREAK}<span aria-hidden="true">${SYMBOLS[tone]}</span>${NO_BREAK}${words}</a>`;
}

const NO_BREAK = "\u00a0";
