/** The cases most similar to a case, in the form that `caselaw similar --format json` prints (docs/interface.md, "similar"). */
import type { Corpus } from "../../corpus/corpus.ts";
import { DEFAULT_SIMILAR, MAX_SIMILAR, type SimilarCase } from "../../corpus/similar.ts";
import { briefly, type V1CitedCase } from "../cites.ts";
import {
  fine,
  merged,
  NO_NUMBER,
  type Parameter,
  type Question,
  readNumber,
  readParameters,
  refused,
  valuesOf,
} from "../parameter.ts";

/** A similar case, with what it shares. */
export interface V1SimilarCase extends V1CitedCase {
  /** Works that both cases cite, of the 40 that the first one cites most often. */
  readonly shared_citations: number;
  /** Cases that cite both, of the 25 newest that cite the first one. */
  readonly cited_together: number;
  /** Of `words`; 0 if it has fewer than a third of them, or 100 cases match them better. */
  readonly shared_words: number;
}

/** A case with those most similar to it. */
export interface V1Similar extends V1CitedCase {
  /** The words that distinguish its text; empty if the reader may not see the text. */
  readonly words: readonly string[];
  /** The most similar first. */
  readonly similar: readonly V1SimilarCase[];
}

interface Part {
  readonly limit: number;
}

export const SIMILAR_PARAMETERS: readonly Parameter<Part, null>[] = [
  {
    name: "limit",
    number: { type: "integer", minimum: 1, maximum: MAX_SIMILAR },
    describes: `cases at most, 1 to ${MAX_SIMILAR}; default ${DEFAULT_SIMILAR}`,
    read: ([text]) => {
      const limit = readNumber(text);
      if (limit === null) return NO_NUMBER;
      if (limit < 1) return refused("Ensure this value is greater than or equal to 1.");
      return limit > MAX_SIMILAR
        ? refused(`Ensure this value is less than or equal to ${MAX_SIMILAR}.`)
        : fine({ limit });
    },
  },
];

/** Null for an unknown id. @throws CaselawError `invalid` with `parameters` */
export function v1Similar(corpus: Corpus, id: number, question: Question, baseUrl: string): V1Similar | null {
  const parts = readParameters(SIMILAR_PARAMETERS, valuesOf(question), null);
  const { limit } = merged<Part>({ limit: DEFAULT_SIMILAR }, parts);
  const found = corpus.similar(id, limit);
  if (found === null) return null;
  return {
    ...briefly(found.case, baseUrl),
    words: found.words,
    similar: found.similar.map((one) => similarRecord(one, baseUrl)),
  };
}

function similarRecord(one: SimilarCase, baseUrl: string): V1SimilarCase {
  return {
    ...briefly(one.case, baseUrl),
    shared_citations: one.sharedCitations,
    cited_together: one.citedTogether,
    shared_words: one.sharedWords,
  };
}
