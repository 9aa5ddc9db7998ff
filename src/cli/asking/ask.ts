/** Commands that ask the corpus: its opening, the question, and wrong parameters in the words of the command line. */
import type { Command } from "commander";
import type { Corpus } from "../../corpus/corpus.ts";
import { openerOf } from "../../corpus/open-corpus.ts";
import { CaselawError } from "../../domain/errors.ts";
import { CASE_PARAMETERS, flagOf } from "../../v1/case-parameters.ts";
import type { Collection, V1Records, V1Values } from "../../v1/collections.ts";
import type { V1Page } from "../../v1/lists.ts";
import { closestName, type Messages, noSuchChoice, type Parameter } from "../../v1/parameter.ts";
import { openV1, type V1 } from "../../v1/v1.ts";
import { type Context, EXIT, type Runner } from "../context.ts";
import { printMessage } from "../render/messages.ts";
import { corpusOf } from "../settings/settings.ts";
import { counted, shownValue, widthOf } from "../terminal-text.ts";
import { addFilterOptions, addFormatOption, type Flags, formatOf, valuesIn } from "./flags.ts";

export interface QuestionInput {
  readonly v1: V1;
  /** The arguments; a single text if they are one value. */
  readonly words: readonly string[];
  readonly flags: Flags;
  readonly context: Context;
}

type Print<Answer> = (answer: Answer, width: number, input: QuestionInput) => string;

/** A command that asks one question. The table of its parameters gives its flags. */
interface QuestionCommand<Answer> {
  readonly usage: string;
  /** What the arguments are, and the parameter whose value they are. */
  readonly argument?: {
    readonly name: string;
    readonly describes: string;
    readonly parameter: string;
    /** Each is a value; otherwise all together are one. */
    readonly each?: true;
  };
  readonly parameters: readonly Parameter<unknown, never>[];
  /** Returns the exit code where it has printed that there is no answer. */
  readonly ask: (input: QuestionInput) => Answer | number | Promise<Answer | number>;
  /** Lines of a table, and the text of each other format but JSON. @param width of a line of the output */
  readonly table: (answer: Answer, width: number, input: QuestionInput) => readonly string[];
  readonly formats?: Readonly<Record<string, Print<Answer>>>;
  /** The answer as the interface has it, where it differs. */
  readonly json?: (answer: Answer) => object;
  readonly codeOf?: (answer: Answer) => number;
  readonly examples: string;
}

/** Adds the arguments, flags, help and action of a question to a command. */
export function declareQuestion<Answer extends object>(
  command: Command,
  run: Runner,
  { usage, argument, parameters, ask, table, formats = {}, json, codeOf, examples }: QuestionCommand<Answer>,
): void {
  command.usage(usage);
  if (argument !== undefined) command.argument(argument.name, argument.describes);
  const flags = addFilterOptions(
    command,
    parameters.filter(({ name }) => name !== argument?.parameter),
  );
  const names = ["table", "json", ...Object.keys(formats)];
  addFormatOption(command, names)
    .addHelpText("after", examples)
    .action(
      run(async (context, values: readonly string[]) => {
        using v1 = await openForReading(context);
        const words = argument === undefined ? [] : argument.each ? values : [values.join(" ").trim()];
        const question = [...flags, ...words.map((word): Flags[number] => [argument?.parameter ?? "", word])];
        const input = { v1, words, flags, context };
        let answer: Answer | number;
        try {
          answer = await ask(input);
        } catch (error) {
          throw flagError(error, question, v1.corpus);
        }
        if (typeof answer === "number") return answer;
        const format = formatOf(names, context);
        const width = widthOf(context.stdout);
        const text =
          format === "table"
            ? `${table(answer, width, input).join("\n")}\n`
            : (formats[format]?.(answer, width, input) ?? `${JSON.stringify(json?.(answer) ?? answer)}\n`);
        await context.stdout.write(text);
        return codeOf?.(answer) ?? EXIT.done;
      }),
    );
}

/** @throws CaselawError as `openerOf` */
export async function openForReading(context: Context): Promise<V1> {
  const { settings } = context;
  const open = await openerOf(corpusOf(settings));
  const v1 = openV1(open(), { baseUrl: settings.baseUrl, access: "owner" });
  const run = settings.quiet ? null : v1.corpus.currentRun();
  if (run !== null) {
    const { count } = v1.list("cases", { page_size: 1 });
    const message = `an import is running (${run.command}, since ${run.startedAt}): ${counted(count ?? 0, "case")} so far`;
    await printMessage("importing", { message }, context);
  }
  return v1;
}

/** @throws CaselawError `invalid`, a line for each wrong flag, also for a cursor of another question */
export function listPage<C extends Collection>(
  v1: V1,
  collection: C,
  question: Flags,
): V1Page<V1Values[C], V1Records[C]> {
  return withFlags(v1, question, () => v1.page(collection, question));
}

/** Asks, and attributes wrong parameters to their flags. @throws CaselawError `invalid` as `listPage` */
export function withFlags<T>(v1: V1, question: Flags, ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    throw flagError(error, question, v1.corpus);
  }
}

/** Returns an error about wrong parameters in the words of the command line, with exit code 2; any other error unchanged. */
export function flagError(error: unknown, question: Flags, corpus: Corpus): unknown {
  if (!(error instanceof CaselawError) || error instanceof WrongFlags) return error;
  if (error.code === "invalid_cursor") {
    const message = "it is not a cursor of this program, or belongs to another query";
    return wrongFlags({ cursor: [message] }, question, corpus);
  }
  return error.parameters === undefined ? error : wrongFlags(error.parameters, question, corpus);
}

class WrongFlags extends CaselawError {}

type Names = readonly (string | null)[];

/** For each flag that names a record: its collection, and the names of each record; the flag takes the first name. */
const NAMED: Readonly<Record<string, readonly [list: string, names: (corpus: Corpus) => readonly Names[]]>> =
  {
    jurisdiction: ["jurisdictions", jurisdictionNames],
    jurisdictions: ["jurisdictions", jurisdictionNames],
    court: [
      "courts",
      (corpus) => corpus.courts().map(({ slug, nameAbbreviation, name }) => [slug, nameAbbreviation, name]),
    ],
    reporter: [
      "reporters",
      (corpus) =>
        corpus.reporters().map(({ id, shortName, fullName }) => {
          return [shortName ?? fullName ?? String(id), fullName];
        }),
    ],
  };

function jurisdictionNames(corpus: Corpus): readonly Names[] {
  return corpus.jurisdictions().map(({ slug, name, nameLong }) => [slug, name, nameLong]);
}

const ARGUMENTS: ReadonlySet<string> = new Set(["q", "text"]);

/**
 * @param parameters the messages of an error, by the names of the interface
 * @returns an error that prints a line for each, and the most similar name in the corpus
 */
function wrongFlags(parameters: Messages, question: Flags, corpus: Corpus): CaselawError {
  const reasons: Record<string, string[]> = {};
  const hints = new Set<string>();
  const within = valuesIn(question, "jurisdiction").findLast((value) => /^[\w-]+$/.test(value)) ?? null;
  for (const [name, messages] of Object.entries(parameters)) {
    const value = wrongValue(valuesIn(question, name), messages);
    const needsSearch = name === "ordering" && /^-?relevance$/.test(value);
    const shown = messages.map((message) => message.replace(value, () => shownValue(value)));
    const flag = ARGUMENTS.has(name) ? "" : `${writtenFlag(name)} `;
    reasons[`Cannot use ${flag}"${shownValue(value)}"`] = needsSearch ? ["it needs --search"] : shown;
    const hint = isNoChoice(value, messages)
      ? hintOf(name, value, name === "court" && parameters.jurisdiction === undefined ? within : null, corpus)
      : null;
    if (hint !== null) hints.add(hint);
  }
  const hint = hints.size === 0 ? undefined : [...hints].join("; ");
  const message = Object.entries(reasons)
    .map(([name, messages]) => `${name}: ${messages.join(" ")}`)
    .join("; ");
  return new WrongFlags("invalid", message, { parameters: reasons, hint });
}

/** The flag of a parameter: `--decision-date-min` for `decision_date_min`, `--filter id__gt` for `id__gt`. */
function writtenFlag(name: string): string {
  const parameter = CASE_PARAMETERS.find((candidate) => candidate.name === name);
  if (parameter?.suffixOf !== undefined || name.includes("__")) return `--filter ${name}`;
  return flagOf(parameter ?? { name });
}

/** The value of a repeatable flag that a message names, else the last one, which is used. */
function wrongValue(values: readonly string[], messages: readonly string[]): string {
  const nonEmpty = values.filter((value) => value !== "");
  return nonEmpty.find((value) => isNoChoice(value, messages)) ?? nonEmpty.at(-1) ?? "";
}

function isNoChoice(value: string, messages: readonly string[]): boolean {
  return messages.includes(noSuchChoice(value).error);
}

/** @param within a valid jurisdiction that limits the courts; null for none */
function hintOf(name: string, value: string, within: string | null, corpus: Corpus): string | null {
  if (!Object.hasOwn(NAMED, name)) return null;
  const [list, names] = NAMED[name] ?? ["", () => []];
  const similar = closestName(value, names(corpus));
  const advice = `caselaw list ${list}${within === null ? "" : ` --jurisdiction ${within}`} lists them all`;
  return similar === null ? advice : `Did you mean ${writtenFlag(name)} "${similar}"? ${advice}`;
}
