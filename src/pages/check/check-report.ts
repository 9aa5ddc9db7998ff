/** What a check found: a table of the results, and the text with its marks. */
import {
  checkSummary,
  type V1Check,
  type V1CheckedCase,
  type V1CheckedCitation,
  type V1CheckedQuotation,
} from "../../v1/check.ts";
import { type Html, markup } from "../markup.ts";
import { counted, dateWords, shortened } from "../words.ts";
import {
  type CheckItem,
  type CitationItem,
  CLASSES,
  checkItems,
  type QuotationItem,
  SYMBOLS,
  type Tone,
} from "./check-item.ts";
import { markedText } from "./marked-text.ts";

/** @param base what links to cases start with; no slash at the end */
export function checkReport(text: string, checked: V1Check, base: string): Html {
  const items = checkItems(checked);
  return markup`<p class="lead">${checkSummary(checked)}.</p>
<section aria-labelledby="results"><h2 id="results">Results</h2>
${items.length === 0 ? NOTHING : table(items, base)}
<p class="quiet">A verdict says only what this corpus has. Whether a case was overruled is not checked.${worksSentence(checked)}</p></section>
<section aria-labelledby="text"><h2 id="text">The text</h2>
${markedText(text, items)}</section>`;
}

function worksSentence({ works }: V1Check): string {
  if (works.length === 0) return "";
  return ` ${counted(works.length, "statute, rule or article", "statutes, rules and articles")} of the text ${works.length === 1 ? "is" : "are"} not checked.`;
}

const NOTHING = markup`<p>The text has no citation, as <code>15 Ill. 284</code>, and no quotation of four words or more.</p>`;

const PROBLEMS_FIRST: readonly Tone[] = ["bad", "undecided", "good"];

function table(items: readonly CheckItem[], base: string): Html {
  const rows = items
    .toSorted((a, b) => PROBLEMS_FIRST.indexOf(a.tone) - PROBLEMS_FIRST.indexOf(b.tone))
    .map(
      (item) => markup`<tr id="result-${item.number}"><th scope="row">${item.number}</th>
<td><a href="#mark-${item.number}">${writtenHtml(item)}</a> <span class="quiet">line ${item.of.line}</span></td>
<td><strong class="check-verdict ${CLASSES[item.tone]}"><span aria-hidden="true">${SYMBOLS[item.tone]}</span> ${item.words}</strong>${detailsHtml(item, base)}</td></tr>\n`,
    );
  return markup`<table class="check-results" aria-labelledby="results"><thead><tr><th scope="col">No.</th><th scope="col">In the text</th><th scope="col">Result</th></tr></thead>
<tbody>${rows}</tbody></table>`;
}

function writtenHtml(item: CheckItem): Html {
  return item.kind === "citation"
    ? markup`<bdi>${item.of.cite}</bdi>`
    : markup`<q><bdi>${shortened(item.of.text)}</bdi></q>`;
}

function detailsHtml(item: CheckItem, base: string): Html {
  const details = item.kind === "citation" ? citationDetails(item, base) : quotationDetails(item);
  return markup`${details.map((one) => markup`<div class="check-detail">${one}</div>`)}`;
}

/** Cases with one citation; more are counted only. */
const MAX_CASES = 10;

function citationDetails({ of, source }: CitationItem, base: string): (Html | string)[] {
  const more = of.cases.length - MAX_CASES;
  const shown = of.cases.slice(0, MAX_CASES);
  return [
    ...(source === null ? [] : [markup`Refers to <bdi>${source.cite}</bdi>`]),
    ...shown.map((one) => caseHtml(one, base)),
    ...(more > 0 ? [`and ${counted(more, "other case")}`] : []),
    ...shown.flatMap(({ notes }) => notes.map(({ text }) => markup`Note on the data: <bdi>${text}</bdi>`)),
    ...differences(of),
  ];
}

function caseHtml(
  { id, name_abbreviation: name, citations, decision_date: date }: V1CheckedCase,
  base: string,
) {
  const cite = citations[0] === undefined ? "" : `, ${citations[0]}`;
  return markup`<a href="${base}/cases/${id}/"><bdi>${name === "" ? `Case ${id}` : name}</bdi></a>${cite} (${dateWords(date)})`;
}

function differences({ name, year, court, pin_pages: pages }: V1CheckedCitation): (Html | string)[] {
  const isOutside = pages.filter(({ verdict }) => verdict === "outside the case");
  return [
    ...(name?.verdict === "differs"
      ? [
          markup`Name: <q><bdi>${name.written}</bdi></q> in the text, <q><bdi>${name.ours}</bdi></q> in the corpus`,
        ]
      : []),
    ...(name?.verdict === "not read"
      ? [
          markup`Name not read: the text has <q><bdi>${name.written}</bdi></q>, the corpus <q><bdi>${name.ours}</bdi></q>`,
        ]
      : []),
    ...(year?.verdict === "differs" ? [`Year: ${year.written} in the text, decided in ${year.ours}`] : []),
    ...(court?.verdict === "differs"
      ? [markup`Court: <bdi>${court.written}</bdi> in the text, decided by <bdi>${court.ours}</bdi>`]
      : []),
    ...isOutside.map(({ written }) => `${/^\d/.test(written) ? "Page " : ""}${written} is not in the case`),
  ];
}

function quotationDetails({ of, source }: QuotationItem): (Html | string)[] {
  return [
    ...(source === null ? [] : [markup`Compared with <bdi>${source.cite}</bdi>`]),
    ...(of.remark === null ? [] : [of.remark]),
    ...(of.changes.length === 0 ? [] : [changesHtml(of)]),
  ];
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
