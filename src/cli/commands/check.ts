/** `caselaw check FILE|-`: the citations and quotations of a draft against the corpus. */
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { Option } from "commander";
import type { Judgement, JudgementCounts } from "../../check/judgement.ts";
import { CaselawError, messageOf } from "../../domain/errors.ts";
import { programVersion } from "../../files/program.ts";
import type { V1Check, V1CheckedCitation, V1CheckedQuotation } from "../../v1/check/check.ts";
import {
  candidateWords,
  changesInLine,
  checkSummary,
  citationRemarks,
  JUDGEMENT_WORDS,
  quotationRemarks,
  quotationWords,
} from "../../v1/check/words.ts";
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
  cannot be looked up                          a number of a database or docket that no case has, or a foreign report
  refers to no citation before it              of "Id.", "supra" or a short form

Each citation and quotation is confirmed, wrong (the corpus has something else), to be looked at, or cannot be judged (the corpus
does not have it).

Exit codes: 0 nothing is wrong or to be looked at, 1 failed, 2 the draft cannot be read, 3 something is (see --fail-on).`;

const FORMATS = ["table", "json", "html", "sarif"] as const;
/** From the worst one: what `--fail-on` names, and all before it, make the exit code 3. */
const FAILURES = ["wrong", "unsure", "unknown"] as const satisfies Judgement[];

export const declareCheck: Declare = (command, run) => {
  command
    .argument("<file>", "the draft; - reads standard input")
    .usage("FILE|- [options]")
    .option(
      "--base-url <url>",
      "address of a service of this corpus, for the links of a report to its cases",
    );
  command.addOption(
    new Option(
      "--fail-on <judgement>",
      "the mildest judgement for exit code 3: wrong, unsure (default), unknown",
    )
      .choices(FAILURES)
      .default("unsure"),
  );
  addFormatOption(command, FORMATS, ", html (a report for a browser), sarif (for code review)")
    .addHelpText("after", EXAMPLES)
    .action(run((context, file: string) => check(file, formatOf(FORMATS, context), context)));
};

async function check(file: string, format: (typeof FORMATS)[number], context: Context): Promise<number> {
  const { MAX_DRAFT_BYTES, readDraft } = await import("../../check/read-draft.ts");
  const draft = await readDraft(await bytesOf(file, MAX_DRAFT_BYTES), file);
  const { checkText } = await import("../../v1/check/check.ts");
  using v1 = await openAsked(context);
  const checked = checkText(v1, draft);
  const { stdout, options } = context;
  if (format === "json") await stdout.write(`${JSON.stringify(checked)}\n`);
  else if (format === "sarif") {
    const { checkSarif } = await import("../../v1/check/sarif.ts");
    await stdout.write(`${JSON.stringify(checkSarif([{ path: file, checked }], programVersion()))}\n`);
  } else if (format === "html") {
    const { checkDocument } = await import("../../pages/check/check-page.ts");
    const name = file === "-" ? "standard input" : basename(file);
    await stdout.write(checkDocument({ name, text: draft.text, checked }, context.settings.baseUrl));
  } else {
    await stdout.write(`${checkLines(checked, widthOf(stdout)).join("\n")}\n`);
  }
  return hasFailed(checked.counts, options.failOn as (typeof FAILURES)[number]) ? EXIT.faulty : EXIT.done;
}

function hasFailed(counts: JudgementCounts, mildest: (typeof FAILURES)[number]): boolean {
  return FAILURES.slice(0, FAILURES.indexOf(mildest) + 1).some((one) => counts[one] > 0);
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
  judgement: ({ judgement }) => JUDGEMENT_WORDS[judgement],
  id: ({ cases }) => (cases.length === 1 ? (cases[0]?.id ?? null) : null),
  case: ({ cases }) => cases.map((one) => one.name_abbreviation).join("; "),
  text: ({ cases }) => [...new Set(cases.map((one) => one.text_source).filter(Boolean))].join("; "),
  remarks: (of) => citationRemarks(of).join("; "),
};

const QUOTATIONS: Columns<V1CheckedQuotation> = {
  line: ({ line }) => line,
  quotation: ({ text }) => (text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text),
  verdict: ({ verdict }) => quotationWords(verdict),
  judgement: ({ judgement }) => JUDGEMENT_WORDS[judgement],
  remarks: (of) => quotationRemarks(of).join("; "),
};

export function checkLines(checked: V1Check, width: number): string[] {
  const { citations, quotations } = checked;
  const near = quotations.filter(({ verdict }) => verdict === "near");
  const meant = citations.flatMap(({ line, cite, candidates }) =>
    candidates.map((one) => escapeLine(`line ${line}, ${cite}: perhaps ${candidateWords(one)}`)),
  );
  return [
    ...(citations.length === 0 ? [] : plainTable(citations, CITATIONS, width)),
    ...(quotations.length === 0 ? [] : ["", ...plainTable(quotations, QUOTATIONS, width)]),
    ...(meant.length === 0 ? [] : ["", ...meant]),
    ...near.flatMap((one) => [
      "",
      `line ${one.line}, [-quoted-] {+in the case+}:`,
      escapeLine(changesInLine(one)),
    ]),
    ...(citations.length + quotations.length === 0 ? [] : [""]),
    checkSummary(checked),
  ];
}
