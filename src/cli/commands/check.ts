/** `caselaw check FILE|-`: the citations and quotations of a draft against the corpus. */
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { withoutEnd } from "../../domain/citation.ts";
import { CaselawError, messageOf } from "../../domain/errors.ts";
import {
  checkSummary,
  pageReasons,
  quotationWords,
  type V1Check,
  type V1CheckedCitation,
  type V1CheckedQuotation,
} from "../../v1/check.ts";
import { openAsked } from "../asking/ask.ts";
import { addFormatOption, formatOf } from "../asking/flags.ts";
import { type Context, type Declare, EXIT } from "../context.ts";
import type { Columns } from "../render/columns.ts";
import { plainTable } from "../render/table.ts";
import { escapeLine, widthOf } from "../terminal-text.ts";

const EXAMPLES = `
Examples:
  caselaw check brief.docx
  caselaw check brief.md --format json > check.json
  caselaw check brief.docx --format html > check.html
  pdftotext brief.pdf - | caselaw check -

Reads text, Markdown, HTML, DOCX and PDF. Each full citation is looked up; the name before it, the year and the court after it,
the pages of quotations and the quotations themselves are compared with the case. "Id.", "supra" and short forms are checked as
the citation that they refer to. Statutes and journals are left out.

  found                                        the corpus has one such case
  ambiguous                                    it has several
  parallel differs                             its case has another citation of this reporter
  no such case in a volume that is imported    it has the complete volume, but no such case
  volume not known to be complete              it has cases of the volume, perhaps not all; the case may exist
  volume not imported                          no case has an official citation of it; the case may exist
  not a reporter                               no reporter is known by this name
  refers to no citation before it              of "Id.", "supra" or a short form

Exit codes: 0 everything is confirmed, 1 failed, 2 the draft cannot be read, 3 something is not confirmed.`;

const FORMATS = ["table", "json", "html"] as const;

export const declareCheck: Declare = (command, run) => {
  command
    .argument("<file>", "the draft; - reads standard input")
    .usage("FILE|- [options]")
    .option(
      "--base-url <url>",
      "address of a service of this corpus, for the links of a report to its cases",
    );
  addFormatOption(command, FORMATS, ", html (a report for a browser)")
    .addHelpText("after", EXAMPLES)
    .action(run((context, file: string) => check(file, formatOf(FORMATS, context), context)));
};

async function check(file: string, format: (typeof FORMATS)[number], context: Context): Promise<number> {
  const { MAX_DRAFT_BYTES, readDraft } = await import("../../check/read-draft.ts");
  const draft = await readDraft(await bytesOf(file, MAX_DRAFT_BYTES), file);
  const { checkText } = await import("../../v1/check.ts");
  using v1 = await openAsked(context);
  const checked = checkText(v1, draft);
  const { stdout } = context;
  if (format === "json") await stdout.write(`${JSON.stringify(checked)}\n`);
  else if (format === "html") {
    const { checkDocument } = await import("../../pages/check/check-page.ts");
    const name = file === "-" ? "standard input" : basename(file);
    await stdout.write(checkDocument({ name, text: draft.text, checked }, context.settings.baseUrl));
  } else {
    await stdout.write(`${checkLines(checked, widthOf(stdout)).join("\n")}\n`);
  }
  return checked.open === 0 ? EXIT.done : EXIT.faulty;
}

/** Of a draft that is too large, only so much that it is seen to be. @throws CaselawError `invalid` */
async function bytesOf(file: string, limit: number): Promise<Buffer> {
  try {
    const parts: Buffer[] = [];
    let size = 0;
    for await (const part of file === "-" ? process.stdin : createReadStream(file)) {
      parts.push(part);
      size += part.length;
      if (size > limit) break;
    }
    return Buffer.concat(parts);
  } catch (error) {
    throw new CaselawError("invalid", `Cannot read draft "${file}": ${messageOf(error)}`, { at: { file } });
  }
}

const SHOWN_CHARS = 40;

const CITATIONS: Columns<V1CheckedCitation> = {
  line: ({ line }) => line,
  cite: ({ cite }) => cite,
  verdict: ({ verdict }) => verdict,
  id: ({ cases }) => (cases.length === 1 ? (cases[0]?.id ?? null) : null),
  case: ({ cases }) => cases.map((one) => one.name_abbreviation).join("; "),
  text: ({ cases }) => [...new Set(cases.map((one) => one.text_source).filter(Boolean))].join("; "),
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

function remarksOn(of: V1CheckedCitation): string {
  const { name, year, court, pin_pages: pages, cases } = of;
  const outside = pages.filter(({ verdict }) => verdict === "outside the case");
  return [
    ...(name === null || name.verdict === "match" ? [] : [`name ${name.verdict}: "${name.written}"`]),
    ...(year?.verdict === "differs" ? [`year differs: ${year.written}, decided ${year.ours}`] : []),
    ...(court?.verdict === "differs" ? [`court differs: ${court.written}, decided by ${court.ours}`] : []),
    ...outside.map(({ written }) => `${/^\d/.test(written) ? "page " : ""}${written} is not in the case`),
    ...pageReasons(of),
    // without the full stop: semicolons follow
    ...cases.flatMap(({ notes }) => notes.map(({ text }) => `note: ${withoutEnd(text, /\./)}`)),
  ].join("; ");
}

function changesOf({ changes }: V1CheckedQuotation): string {
  return changes
    .map(({ kind, text }) => (kind === "same" ? text : kind === "quoted" ? `[-${text}-]` : `{+${text}+}`))
    .join(" ");
}
