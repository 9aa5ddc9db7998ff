/** `caselaw show ID|CITATION`: one case for reading, or its body in one format. */
import { Option } from "commander";
import { referenceOf } from "../../bibliography/case-reference.ts";
import {
  REFERENCE_FORMATS,
  type ReferenceFormat,
  writeReference,
} from "../../bibliography/reference-formats.ts";
import {
  BODY_FORMATS,
  type BodyFormat,
  type CaseWithBody,
  markupOf,
  textBodyOf,
} from "../../corpus/bodies.ts";
import { type CaseBody, flatText } from "../../domain/casebody.ts";
import { printedCites, withoutEnd } from "../../domain/citation.ts";
import { courtlistenerFacts, textSource } from "../../domain/courtlistener-facts.ts";
import { openForReading } from "../asking/ask.ts";
import { notFound, onlyCase } from "../asking/resolve-case.ts";
import { type Context, type Declare, EXIT } from "../context.ts";
import {
  escapeLine,
  escapeMarkup,
  escapeText,
  MAX_READING_WIDTH,
  shownValue,
  wrap,
  wrapBehind,
} from "../terminal-text.ts";

const EXAMPLES = `
Examples:
  caselaw show 435800
  caselaw show '1 Ill. 2d 100'
  caselaw show '1 Ill. 2d 100, 104'       the page of a quotation is ignored
  caselaw show 435800 --body-format xml
  caselaw show 435800 --format bibtex     for a bibliography`;

export const declareShow: Declare = (command, run) => {
  command
    .argument("<case...>", "id or citation of a case")
    .usage("ID|CITATION [options]")
    .addOption(new Option("--body-format <format>", "only the body, in this format").choices(BODY_FORMATS))
    .addOption(
      new Option("--format <format>", "an entry for a bibliography")
        .choices(REFERENCE_FORMATS)
        .conflicts("bodyFormat"),
    )
    .addHelpText("after", EXAMPLES)
    .action(run((context, words: readonly string[]) => show(words.join(" "), context)));
};

/** Without a format all of a case, for reading. */
interface ShownAs {
  readonly bodyFormat?: BodyFormat;
  readonly format?: ReferenceFormat;
}

async function show(argument: string, context: Context): Promise<number> {
  const { bodyFormat, format: reference }: ShownAs = context.options;
  using v1 = await openForReading(context);
  const cannot = `show "${shownValue(argument)}"`;
  const only = await onlyCase(v1.corpus, argument, { cannot, verb: "show" }, context);
  if (typeof only === "number") return only;
  const address = `${v1.baseUrl}/cases/${only.id}/`;
  if (reference !== undefined) {
    await context.stdout.write(escapeMarkup(writeReference(reference, referenceOf(only, address))));
    return EXIT.done;
  }
  const [record] = v1.corpus.withBodies([only], { format: bodyFormat ?? "joined text", preview: null });
  if (record === undefined) throw new Error(`case ${only.id} was found and is gone`);
  if (bodyFormat === undefined) {
    await context.stdout.write(readableCase(record, context.stdout.columns, address));
    return EXIT.done;
  }
  const text = bodyText(record);
  if (text === null)
    return notFound(`Cannot show case ${only.id} as ${bodyFormat}: the source has no such format`, context);
  await context.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
  return EXIT.done;
}

function bodyText(record: CaseWithBody): string | null {
  const body = textBodyOf(record);
  if (body !== null) return escapeText(flatText(body));
  const markup = markupOf(record);
  return markup === null ? null : escapeMarkup(markup);
}

const LABEL_WIDTH = 13;

/** A case as a page of text. @param columns width of the terminal, in characters @param address of the case's page */
function readableCase(record: CaseWithBody, columns: number, address: string): string {
  const width = Math.min(columns, MAX_READING_WIDTH);
  const body = textBodyOf(record);
  const title = wrap(escapeLine(record.name || record.nameAbbreviation), width).join("\n");
  const facts = [...factsOf(record, body), ["Id", `${record.id}  ${address}`] as const]
    .filter(([, fact]) => fact !== "")
    .map(([label, fact]) => wrapBehind(label.padEnd(LABEL_WIDTH), escapeLine(fact), width));
  const text = body === null ? ["(The source has no text of this case.)"] : textOf(body, width);
  return `${[title, facts.join("\n"), ...text].filter((part) => part !== "").join("\n\n")}\n`;
}

function factsOf(record: CaseWithBody, body: CaseBody | null): [label: string, fact: string][] {
  const { volume, reporter, court, jurisdiction } = record;
  const several = (list: readonly (string | null)[] | undefined): string =>
    (list ?? []).filter((part) => part !== null && part !== "").join("; ");
  return [
    ["Short name", record.name === record.nameAbbreviation ? "" : record.nameAbbreviation],
    ["Citations", several(printedCites(record.citations))],
    ["Court", court?.name ?? court?.nameAbbreviation ?? ""],
    ["Jurisdiction", jurisdiction?.nameLong ?? jurisdiction?.name ?? ""],
    ["Decided", record.decisionDate ?? ""],
    ["Docket", record.docketNumber],
    [
      "Reporter",
      several([reporter.fullName, volume.volumeNumber && `volume ${volume.volumeNumber}`]).replace(
        "; ",
        ", ",
      ),
    ],
    ["Pages", several([record.firstPage, record.lastPage]).replace("; ", "–")],
    ["Parties", several(body?.parties)],
    ["Attorneys", several(body?.attorneys)],
    ["Judges", several(body?.judges)],
    ["Text", textSource(record) ?? ""],
    ["Published at", courtlistenerFacts(record)?.url ?? ""],
    ["Status", courtlistenerFacts(record)?.status ?? ""],
    ["Blocked", courtlistenerFacts(record)?.isBlocked ? "at CourtListener; a service does not show it" : ""],
  ];
}

function textOf(body: CaseBody, width: number): string[] {
  const opinions = body.opinions.flatMap(({ type, author, text }) => [
    heading(opinionTitle(type, author), width),
    ...paragraphs(text, width),
  ]);
  const corrections = paragraphs(body.corrections, width);
  return [
    ...paragraphs(body.headMatter, width),
    ...opinions,
    ...(corrections.length === 0 ? [] : [heading("Corrections", width), ...corrections]),
  ];
}

function opinionTitle(type: string | null, author: string | null): string {
  const kind = escapeLine(type ?? "").replaceAll("-", " ");
  const by = withoutEnd(escapeLine(author ?? ""), /[,:;]/);
  const title = kind === "" ? "Opinion" : `${kind.charAt(0).toUpperCase()}${kind.slice(1)}`;
  return by === "" ? title : `${title}: ${by}`;
}

function heading(title: string, width: number): string {
  const lines = wrap(title, width);
  const longest = lines.reduce((most, line) => Math.max(most, line.length), 0);
  return [...lines, "-".repeat(longest)].join("\n");
}

/** Each line of the source is a paragraph. */
function paragraphs(text: string, width: number): string[] {
  return escapeText(text)
    .split("\n")
    .filter((line) => line.trim() !== "")
    .map((line) => wrap(line, width).join("\n"));
}
