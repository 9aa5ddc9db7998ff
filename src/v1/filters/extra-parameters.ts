/** Filters on what the source computed of a case (`analysis`), and on where the case comes from (`source`), each with suffixes. */
import { ANALYSIS_NUMBERS, ANALYSIS_TEXTS, type Span } from "../../domain/query.ts";
import { fine, NO_NUMBER, type Reading } from "../parameter.ts";
import type { CaseParameter } from "./case-part.ts";
import {
  type Comparison,
  exactParameter,
  type SuffixedField,
  suffixedParameters,
} from "./suffixed-parameters.ts";

const FIELDS: readonly SuffixedField[] = [
  ...ANALYSIS_NUMBERS.map((name) => ({
    ...{ name, field: name, isOrdered: true, read: readNumberSpan, number: { type: "number" } as const },
    describes: "number in the source's analysis of the case",
  })),
  ...ANALYSIS_TEXTS.map((name) => ({
    ...{ name, field: name, isOrdered: false, read: readTextSpan },
    describes: "text in the source's analysis of the case",
  })),
  {
    ...{ name: "source", field: "source", isOrdered: false, read: readTextSpan },
    describes: "source in the provenance of the case, like Harvard",
  },
];

/** On the command line all of them are values of --filter, also those without a suffix. */
export const EXTRA_PARAMETERS: readonly CaseParameter[] = FIELDS.flatMap((field) => [
  { ...exactParameter(field), suffixOf: field.name },
  ...suffixedParameters(field),
]);

function readNumberSpan(text: string, comparison: Comparison): Reading<readonly Span[]> {
  const number = /^-?\d+(?:\.\d+)?(?:e[-+]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (!Number.isFinite(number)) return NO_NUMBER;
  // bounds are bound as they are; SQLite may round a number that it reads from a list
  return fine([comparison === "is" ? { gte: number, lte: number } : ({ [comparison]: number } as Span)]);
}

function readTextSpan(text: string): Reading<readonly Span[]> {
  return fine([{ is: text }]);
}
