/** A checked draft as lines for a terminal. */
import { withoutEnd } from "../../domain/citation.ts";
import {
  checkSummary,
  quotationWords,
  type V1Check,
  type V1CheckedCitation,
  type V1CheckedQuotation,
} from "../../v1/check.ts";
import { escapeLine } from "../escape-for-terminal.ts";
import type { Columns } from "./columns.ts";
import { plainTable } from "./plain-table.ts";

/** Characters of a quotation in the table. */
const SHOWN_CHARS = 40;

const CITATIONS: Columns<V1CheckedCitation> = {
  line: ({ line }) => line,
  cite: ({ cite }) => cite,
  verdict: ({ verdict }) => verdict,
  id: ({ cases }) => (cases.length === 1 ? (cases[0]?.id ?? null) : null),
  case: ({ cases }) => cases.map((one) => one.name_abbreviation).join("; "),
  remarks: remarksOn,
};

const QUOTATIONS: Columns<V1CheckedQuotation> = {
  line: ({ line }) => line,
  quotation: ({ text }) => (text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text),
  verdict: ({ verdict }) => quotationWords(verdict),
  remarks: ({ remark }) => remark,
};

export function checkLines(checked: V1Check, width: number): string[] {
  const { citations, quotations } = checked;
  const near = quotations.filter(({ verdict }) => verdict === "near");
  return [
    ...(citations.length === 0 ? [] : plainTable(citations, CITATIONS, width)),
    ...(quotations.length === 0 ? [] : ["", ...plainTable(quotations, QUOTATIONS, width)]),
    ...near.flatMap((one) => [
      "",
      `line ${one.line}, [-quoted-] {+in the case+}:`,
      escapeLine(changesOf(one)),
    ]),
    ...(citations.length + quotations.length === 0 ? [] : [""]),
    checkSummary(checked),
  ];
}

function remarksOn({ name, year, court, pin_pages: pages, cases }: V1CheckedCitation): string {
  const outside = pages.filter(({ verdict }) => verdict === "outside the case");
  return [
    ...(name === null || name.verdict === "match" ? [] : [`name ${name.verdict}: "${name.written}"`]),
    ...(year?.verdict === "differs" ? [`year differs: ${year.written}, decided ${year.ours}`] : []),
    ...(court?.verdict === "differs" ? [`court differs: ${court.written}, decided by ${court.ours}`] : []),
    ...outside.map(({ written }) => `${/^\d/.test(written) ? "page " : ""}${written} is not in the case`),
    // without the full stop: semicolons follow
    ...cases.flatMap(({ notes }) => notes.map(({ text }) => `note: ${withoutEnd(text, /\./)}`)),
  ].join("; ");
}

function changesOf({ changes }: V1CheckedQuotation): string {
  return changes
    .map(({ kind, text }) => (kind === "same" ? text : kind === "quoted" ? `[-${text}-]` : `{+${text}+}`))
    .join(" ");
}
