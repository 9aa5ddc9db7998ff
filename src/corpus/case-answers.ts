/** Cases as they are answered: the record, and what was asked for of the body by who may see it. */
import { readFormBody } from "../casebody/read-form.ts";
import type { Case } from "../domain/listing.ts";
import type { StoredBody } from "../store/read/case-rows.ts";
import type { CorpusReader } from "../store/read/corpus-reader.ts";
import { previewer } from "../text/snippets.ts";
import { casebodyAnswer, isAllowed, withheldBody } from "./casebody.ts";
import type { Setting } from "./collections.ts";
import type { BodyFormat } from "./query/case-parameters.ts";
import { type CaseAnswer, caseAnswer } from "./records.ts";

/** What is asked for of the bodies; null: nothing. */
export interface OfBodies {
  /** For `casebody`. */
  readonly format: BodyFormat | null;
  /** The search text whose matches `preview` shows. */
  readonly preview: string | null;
}

/** The answers in the cases' order. A body that the caller may not see is withheld and has no preview. */
export function answerCases(
  reader: CorpusReader,
  cases: readonly Case[],
  { format, preview }: OfBodies,
  { baseUrl, access }: Setting,
): CaseAnswer[] {
  if (format === null && preview === null) return cases.map((one) => caseAnswer(one, baseUrl));
  const allowed = cases.filter((one) => isAllowed(access, one.jurisdiction?.whitelisted ?? false));
  const allowedIds = new Set(allowed.map(({ id }) => id));
  const bodies = reader.bodies([...allowedIds]);
  const fragmentsOf = preview === null ? null : previewer(preview);
  return cases.map((one) => {
    const held = bodies.get(one.id);
    const fragments = fragmentsOf === null ? null : fragmentsOf(textsOf(held));
    const answer = caseAnswer(one, baseUrl, fragments);
    if (format === null) return answer;
    return { ...answer, casebody: allowedIds.has(one.id) ? casebodyAnswer(held, format) : withheldBody() };
  });
}

/** The texts of a body in the order of reading; none without one. */
function textsOf(held: StoredBody | undefined): string[] {
  if (held === undefined || held.text === null) return [];
  const { headMatter, opinions, corrections } = readFormBody(held.text.form, held.text.source);
  return [headMatter, ...opinions.map(({ text }) => text), corrections];
}
