/** The fixed words of a check; apart from the readers of texts, so that help loads quickly. */

/**
 * - `confirmed`: the corpus has it as the draft says
 * - `unsure`: a person has to look at it
 * - `wrong`: the corpus has something else
 * - `unknown`: the corpus does not have what it would take to judge
 */
export type Judgement = (typeof JUDGEMENTS)[number];
export const JUDGEMENTS = ["confirmed", "unsure", "wrong", "unknown"] as const;

/** In what a case that may be meant agrees with the draft, in the order in which it is said. */
export type Agreement = (typeof AGREEMENTS)[number];
const PARTS = ["name", "court", "year", "reporter", "volume", "page"] as const;
export const AGREEMENTS = [...PARTS, "parallel citation", "quotation"] as const;

/** How a quotation has another sense than its passage, or may have. */
export const ALTERATIONS = [
  "negation removed",
  "negation added",
  "word changed",
  "words left out",
  "words added",
  "order changed",
  "parts joined from far apart",
  "negation hidden by an ellipsis",
  "negation before it left out",
  "negation after it left out",
  "cut within a word",
  "brackets change a negation",
  "brackets change the sense",
  "emphasis added",
] as const;

/** How many citations and quotations have each judgement. */
export type JudgementCounts = Readonly<Record<Judgement, number>>;

export function countJudgements(judgements: readonly Judgement[]): JudgementCounts {
  const counts = { confirmed: 0, unsure: 0, wrong: 0, unknown: 0 };
  for (const judgement of judgements) counts[judgement]++;
  return counts;
}
