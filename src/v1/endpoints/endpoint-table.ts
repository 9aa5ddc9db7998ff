/** Paths below `/v1/` that are no collections. */
import { NGRAM_PARAMETERS } from "./ngrams.ts";
import { RESOLVE_PARAMETERS } from "./resolve-parameters.ts";

export const ENDPOINTS = { ngrams: NGRAM_PARAMETERS, resolve: RESOLVE_PARAMETERS } as const;
export type Endpoint = keyof typeof ENDPOINTS;
