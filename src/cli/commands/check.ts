/** `caselaw check FILE…`: the citations and quotations of drafts against the corpus. */
import { createReadStream } from "node:fs";
import { basename } from "node:path";
import { Option } from "commander";
import type { Judgement, JudgementCounts } from "../../check/judgement.ts";
import { CaselawError, messageOf, systemCodeOf } from "../../domain/errors.ts";
import { programVersion } from "../../files/program.ts";
import type { V1Authority } from "../../v1/check/authorities.ts";
import type { Draft, V1Check, V1CheckedCitation, V1CheckedQuotation } from "../../v1/check/check.ts";
import {
  candidateWords,
  changesInLine,
  checkSummary,
  citationRemarks,
  JUDGEMENT_WORDS,
  passageWords,
  quotationRemarks,
  quotationWords,
} from "../../v1/check/words.ts";
import type { V1 } from "../../v1/v1.ts";
import { openForReading } from "../asking/ask.ts";
import { addFormatOption, formatOf } from "../asking/flags.ts";
import { type Context, type Declare, EXIT } from "../context.ts";
import { authoritiesCsv, authorityLines } from "../render/authorities.ts";
import type { Columns } from "../render/columns.ts";
import { printError } from "../render/messages.ts";
import { plainTable } from "../render/table.ts";
import { checkOutputOf, writeOutput } from "../settings/outputs.ts";
import { escapeLine, widthOf } from "../terminal-text.ts";

const EXAMPLES = `
Examples:
  caselaw check brief.docx
  caselaw check brief.md --format json > check.json
  caselaw check brief.docx --format html > check.html
  caselaw check brief.docx --format docx --output checked.docx
  caselaw check drafts/*.docx --fail-on wrong
  caselaw check brief.pdf --authorities
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

--format docx writes a copy of a DOCX with a comment at each citation and quotation that is not confirmed; what is in a note has its
comment at the number of the note. Drafts of other kinds take no comments. An existing file is not replaced.

--authorities prints the table of authorities: cases, statutes and rules, other works, each with the pages of the draft that cite it,
passim from six pages on; the lines, where its pages are not known (of PDF they are, of DOCX if a word processor has saved them).

Exit codes: 0 nothing is wrong or to be looked at, 1 failed, 2 a draft cannot be read, 3 something is (see --fail-on).`;

const FORMATS = ["table", "json", "html", "sarif", "docx", "csv"] as const;
type Format = (typeof FORMATS)[number];
/** From the worst one: what `--fail-on` names, and all before it, make the exit code 3. */
const FAILURES = ["wrong", "unsure", "unknown"] as const satisfies Judgement[];

export const declareCheck: Declare = (command, run) => {
  command
    .argument("<file...>", "the drafts; - reads standard input")
    .usage("FILE|-... [options]")
    .option("--authorities", "print the table of authorities instead: what the draft cites, and where")
    .option("--output <file>", "the file of --format docx")
    .option("--passages", "show the passage of each case that is closest to what the draft says of it")
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
  addFormatOption(
    command,
    FORMATS,
    ", html (a report for a browser), sarif (for code review), docx (the draft with comments), csv (of --authorities)",
  )
    .addHelpText("after", EXAMPLES)
    .action(run((context, files: string[]) => check(files, formatOf(FORMATS, context), context)));
};

/** A draft and what was found in it. */
interface CheckedDraft {
  readonly file: string;
  readonly bytes: Buffer;
  readonly draft: Draft;
  readonly checked: V1Check;
}

/** Checks drafts. If there are several, those that cannot be read are reported on stderr, and the others are checked. */
async function check(files: readonly string[], format: Format, context: Context): Promise<number> {
  checkUse(files, format, context);
  const { MAX_DRAFT_BYTES, readDraft } = await import("../../check/read-draft.ts");
  const { checkText } = await import("../../v1/check/check.ts");
  const { stderr, settings, options } = context;
  const isOnly = files.length === 1;
  using opened = new DisposableStack();
  let v1: V1 | undefined;
  const outcomes: Outcome[] = [];
  for (const file of files) {
    try {
      const bytes = await bytesOf(file, MAX_DRAFT_BYTES);
      const draft = await readDraft(bytes, file);
      v1 ??= opened.use(await openForReading(context));
      if (options.authorities === true) {
        const { authoritiesOf } = await import("../../v1/check/authorities.ts");
        outcomes.push({ file, authorities: authoritiesOf(v1, draft) });
        continue;
      }
      const checked = checkText(v1, draft, { passages: options.passages === true });
      outcomes.push({ file, checked });
      await printDraft({ file, bytes, draft, checked }, { format, isOnly, context });
    } catch (error) {
      const isUnread = error instanceof CaselawError && error.code === "invalid" && error.at.file === file;
      if (isOnly || !isUnread) throw error;
      await printError(error, stderr, settings.logFormat);
      outcomes.push({ file, error: error.message });
    }
  }
  await printOutcomes(outcomes, format, context);
  if (outcomes.some((item) => "error" in item)) return EXIT.wrongUse;
  const mildest = options.failOn as (typeof FAILURES)[number];
  const isFaulty = outcomes.some((item) => "checked" in item && hasFailed(item.checked.counts, mildest));
  return isFaulty ? EXIT.faulty : EXIT.done;
}

/** @throws CaselawError `invalid` if the options do not fit each other or the drafts */
function checkUse(files: readonly string[], format: Format, { options, settings }: Context): void {
  const refusal = (why: string): CaselawError => new CaselawError("invalid", `Cannot check: ${why}`);
  const { output } = options;
  if (files.length > 1 && (format === "html" || format === "docx"))
    throw refusal(`--format ${format} takes one draft`);
  if (files.filter((file) => file === "-").length > 1) throw refusal("standard input is named twice");
  const isTable = format === "table" || format === "json" || format === "csv";
  if (options.authorities === true ? !isTable : format === "csv")
    throw refusal("--authorities prints a table, JSON or CSV, and only it prints CSV");
  if (output === undefined && format === "docx") throw refusal("--format docx needs --output FILE");
  if (output !== undefined && format !== "docx")
    throw refusal("--output FILE is for --format docx; other formats are printed: use > FILE");
  if (output !== undefined) checkOutputOf("draft", output, settings, files);
}

/** Prints one draft, in the formats that print each draft by itself. */
async function printDraft(
  { file, bytes, draft, checked }: CheckedDraft,
  { format, isOnly, context }: { format: Format; isOnly: boolean; context: Context },
): Promise<void> {
  const { stdout, settings, options } = context;
  const name = file === "-" ? "standard input" : basename(file);
  if (format === "table") {
    const head = isOnly ? [] : [`${escapeLine(file)}:`];
    const end = isOnly ? [] : [""];
    await stdout.write(`${[...head, ...checkLines(checked, widthOf(stdout)), ...end].join("\n")}\n`);
  } else if (format === "html") {
    const { checkDocument } = await import("../../pages/check/check-page.ts");
    await stdout.write(checkDocument({ name, text: draft.text, checked }, settings.baseUrl));
  } else if (format === "docx") {
    const { commentedDraft } = await import("../../v1/check/commented-draft.ts");
    const commented = await commentedDraft(bytes, draft, checked, { name: file, date: new Date() });
    await writeOutput("draft", options.output, commented, () =>
      checkOutputOf("draft", options.output, settings, [file]),
    );
    await stdout.write(`${checkSummary(checked)}\n`);
  }
}

type Outcome = { readonly file: string } & (
  | { readonly checked: V1Check }
  | { readonly authorities: readonly V1Authority[] }
  | { readonly error: string }
);

/** Prints all drafts, in the formats that print them together. */
async function printOutcomes(
  outcomes: readonly Outcome[],
  format: Format,
  { stdout }: Context,
): Promise<void> {
  if (format === "json") {
    const drafts = outcomes.map((item) => ("checked" in item ? { file: item.file, ...item.checked } : item));
    const [only] = drafts;
    const { file: _, ...answer } = outcomes.length === 1 && only !== undefined ? only : { file: "", drafts };
    await stdout.write(`${JSON.stringify(answer)}\n`);
  } else if (format === "sarif") {
    const { checkSarif } = await import("../../v1/check/sarif.ts");
    const checked = outcomes.flatMap((item) =>
      "checked" in item ? { path: item.file, checked: item.checked } : [],
    );
    await stdout.write(`${JSON.stringify(checkSarif(checked, programVersion()))}\n`);
  } else {
    const drafts = outcomes.flatMap((item) => ("authorities" in item ? item : []));
    if (format === "csv") await stdout.write(authoritiesCsv(drafts));
    else if (drafts.length > 0) await stdout.write(`${authorityLines(drafts, widthOf(stdout)).join("\n")}\n`);
  }
}

function hasFailed(counts: JudgementCounts, mildest: (typeof FAILURES)[number]): boolean {
  return FAILURES.slice(0, FAILURES.indexOf(mildest) + 1).some((name) => counts[name] > 0);
}

/** The content of a draft; reading stops above the limit, because a draft that is too large is rejected. @throws CaselawError `invalid` */
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
    const reason = systemCodeOf(error) === "ENOENT" ? "no such file" : messageOf(error);
    throw new CaselawError("invalid", `Cannot read draft "${file}": ${reason}`, { at: { file } });
  }
}

const SHOWN_CHARS = 40;

const CITATIONS: Columns<V1CheckedCitation> = {
  line: ({ line }) => line,
  cite: ({ cite }) => cite,
  verdict: ({ verdict }) => verdict,
  judgement: ({ judgement }) => JUDGEMENT_WORDS[judgement],
  id: ({ cases }) => (cases.length === 1 ? (cases[0]?.id ?? null) : null),
  case: ({ cases }) => cases.map(({ name_abbreviation }) => name_abbreviation).join("; "),
  text: ({ cases }) => [...new Set(cases.map(({ text_source }) => text_source).filter(Boolean))].join("; "),
  remarks: (citation) => citationRemarks(citation).join("; "),
};

const QUOTATIONS: Columns<V1CheckedQuotation> = {
  line: ({ line }) => line,
  quotation: ({ text }) => (text.length > SHOWN_CHARS ? `${text.slice(0, SHOWN_CHARS)}…` : text),
  verdict: ({ verdict }) => quotationWords(verdict),
  judgement: ({ judgement }) => JUDGEMENT_WORDS[judgement],
  remarks: (quotation) => quotationRemarks(quotation).join("; "),
};

export function checkLines(checked: V1Check, width: number): string[] {
  const { citations, quotations } = checked;
  const near = quotations.filter(({ verdict }) => verdict === "near");
  const meant = citations.flatMap(({ line, cite, candidates }) =>
    candidates.map((candidate) => escapeLine(`line ${line}, ${cite}: perhaps ${candidateWords(candidate)}`)),
  );
  const passages = citations.flatMap((citation) => passageLines(citation));
  return [
    ...(citations.length === 0 ? [] : plainTable(citations, CITATIONS, width)),
    ...(quotations.length === 0 ? [] : ["", ...plainTable(quotations, QUOTATIONS, width)]),
    ...(meant.length === 0 ? [] : ["", ...meant]),
    ...passages,
    ...near.flatMap((quotation) => [
      "",
      `line ${quotation.line}, [-quoted-] {+in the case+}:`,
      escapeLine(changesInLine(quotation)),
    ]),
    ...(citations.length + quotations.length === 0 ? [] : [""]),
    checkSummary(checked),
  ];
}

/** What the draft says of a case, and the closest passage. */
function passageLines({ line, cite, statement, passages: [closest] }: V1CheckedCitation): string[] {
  if (statement === null || closest === undefined) return [];
  return [
    "",
    escapeLine(`line ${line}, ${cite}: "${statement}"`),
    escapeLine(`closest passage (${passageWords(closest)}): "${closest.text}"`),
  ];
}
