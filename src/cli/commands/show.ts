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
import { flatText } from "../../domain/casebody.ts";
import { openAsked } from "../asking/ask.ts";
import { casesOf, listSeveral, noCase, nothing } from "../asking/resolve-case.ts";
import type { Context, Declare } from "../context.ts";
import { escapeMarkup, escapeText, shownValue } from "../escape-for-terminal.ts";
import { EXIT } from "../exit-code.ts";
import { readableCase } from "../render/readable-case.ts";

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
    .action((asked: readonly string[]) =>
      run(command, (context) => show(asked.join(" "), shownAs(command.opts()), context)),
    );
};

/** The parts of a case that were requested; null for both: all of it, for reading. */
interface ShownAs {
  readonly body: BodyFormat | null;
  readonly reference: ReferenceFormat | null;
}

async function show(asked: string, { body: format, reference }: ShownAs, context: Context): Promise<number> {
  using v1 = await openAsked(context);
  const found = casesOf(v1.corpus, asked);
  const [only, ...others] = found;
  if (only === undefined)
    return nothing(`Cannot show "${shownValue(asked)}": ${noCase(v1.corpus, asked)}`, context);
  if (others.length > 0) return listSeveral(asked, found, "show", context);
  if (reference !== null) {
    const entry = writeReference(reference, referenceOf(only, `${v1.baseUrl}/cases/${only.id}/`));
    await context.stdout.write(escapeMarkup(entry));
    return EXIT.done;
  }
  const [one] = v1.corpus.withBodies([only], { format: format ?? "joined text", preview: null });
  if (one === undefined) throw new Error(`case ${only.id} was found and is gone`);
  if (format === null) {
    const address = `${v1.baseUrl}/cases/${one.id}/`;
    await context.stdout.write(readableCase(one, context.stdout.columns, address));
    return EXIT.done;
  }
  const text = bodyText(one);
  if (text === null)
    return nothing(`Cannot show case ${only.id} as ${format}: the source has no such format`, context);
  await context.stdout.write(text.endsWith("\n") ? text : `${text}\n`);
  return EXIT.done;
}

function bodyText(one: CaseWithBody): string | null {
  const body = textBodyOf(one);
  if (body !== null) return escapeText(flatText(body));
  const markup = markupOf(one);
  return markup === null ? null : escapeMarkup(markup);
}

function shownAs({ bodyFormat, format }: Record<string, unknown>): ShownAs {
  return {
    body: BODY_FORMATS.find((one) => one === bodyFormat) ?? null,
    reference: REFERENCE_FORMATS.find((one) => one === format) ?? null,
  };
}
