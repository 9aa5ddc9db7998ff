/** Asks the corpus: opens it as its owner, and puts wrong parameters down to the command line. */

import type { Answers, Collection } from "../../corpus/collections.ts";
import { type Envelope, isBounded } from "../../corpus/envelope.ts";
import { type Corpus, openCorpus } from "../../corpus/open-corpus.ts";
import { CaselawError } from "../../domain/errors.ts";
import type { Context } from "../context.ts";
import { wrongFlags } from "../settings/wrong-flags.ts";

/** @throws CaselawError as `openCorpus` */
export function openAsked({ settings }: Context): Corpus {
  return openCorpus(settings.db, { baseUrl: settings.baseUrl, access: "owner" });
}

/** @throws CaselawError `invalid`, a line for each wrong flag, also for a cursor that was not made here */
export function listPage<C extends Collection>(
  corpus: Corpus,
  collection: C,
  question: URLSearchParams,
): Envelope<Answers[C]> {
  try {
    return corpus.list(collection, question);
  } catch (error) {
    if (!(error instanceof CaselawError)) throw error;
    if (error.parameters !== undefined) throw wrongFlags(error.parameters, question, corpus);
    if (error.code !== "invalid_cursor") throw error;
    throw wrongFlags({ cursor: ["it was not made here, or for another question"] }, question, corpus);
  }
}

/** Asks, and puts parameters that are wrong down to their flags. @throws CaselawError `invalid` as `listPage` */
export function withFlags<T>(corpus: Corpus, question: URLSearchParams, ask: () => T): T {
  try {
    return ask();
  } catch (error) {
    if (!(error instanceof CaselawError) || error.parameters === undefined) throw error;
    throw wrongFlags(error.parameters, question, corpus);
  }
}

/** Says on stderr that not all matches of a page's question were ranked (docs/interface.md, "Search language"). */
export async function tellRanking(
  page: Envelope<unknown>,
  { stderr, settings }: Pick<Context, "stderr" | "settings">,
): Promise<void> {
  if (!isBounded(page) || settings.quiet) return;
  const message = "too many matches to rank all: those that stand out come first, the others follow by date";
  const event = { time: new Date().toISOString(), event: "ranking", ranking: "bounded", message };
  await stderr.write(settings.logFormat === "json" ? `${JSON.stringify(event)}\n` : `caselaw: ${message}\n`);
}

/** The page after this one, as a question; null after the last. */
export function questionAfter({ next }: Envelope<unknown>): URLSearchParams | null {
  return next === null ? null : new URL(next).searchParams;
}

/** The cursor of the page after this one. */
export function cursorAfter(envelope: Envelope<unknown>): string | null {
  return questionAfter(envelope)?.get("cursor") ?? null;
}
