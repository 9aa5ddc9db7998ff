/** The messages between the web process and the reader processes. */

import type { CorpusLocation, RequestCount } from "../../domain/corpus-source.ts";
import { CaselawError, type Fault } from "../../domain/errors.ts";
import type { TaskName } from "../../mcp/run-tool.ts";
import type { Collection } from "../../v1/collections.ts";
import type { Endpoint } from "../../v1/ngrams-resolve.ts";
import type { Setting } from "../../v1/v1.ts";
import type { SentDraft } from "./sent-draft.ts";

export const JSON_TYPE = "application/json";
export const HTML_TYPE = "text/html; charset=utf-8";

/** A draft as it was sent; the answer is JSON or a page. */
export interface CheckQuestion extends SentDraft {
  readonly kind: "check";
  readonly as: "json" | "page";
  readonly setting: Setting;
}

export type Address =
  | { readonly kind: "list"; readonly collection: Collection }
  | { readonly kind: "record"; readonly collection: Collection; readonly key: string }
  | { readonly kind: "root" }
  | { readonly kind: "of case"; readonly name: "similar" | "treatment"; readonly key: string }
  | { readonly kind: "endpoint"; readonly name: Endpoint }
  /** A reading page or one of its files; `path` is still escaped. */
  | { readonly kind: "page"; readonly path: string };

export type Question =
  /** `query` is the text after the `?`. */
  | (Address & { readonly query: string; readonly setting: Setting })
  | CheckQuestion
  /** A tool or resource of the Model Context Protocol; the input is valid. */
  | { readonly kind: "tool"; readonly name: TaskName; readonly input: unknown; readonly setting: Setting }
  | { readonly kind: "bulk file"; readonly id: number }
  | { readonly kind: "state"; readonly setting: Setting };

/**
 * - `open`: the first message
 * - `question`: the reply is `answer`, with the first chunk
 * - `more`: the reply is the next `chunk`; null if the answer was discarded
 * - `drop`: the other chunks are not needed
 */
export type ToReader =
  | { readonly kind: "open"; readonly corpus: CorpusLocation }
  | { readonly kind: "question"; readonly id: number; readonly question: Question }
  | { readonly kind: "more"; readonly id: number }
  | { readonly kind: "drop"; readonly id: number };

export type FromReader =
  | { readonly kind: "ready" }
  | { readonly kind: "unusable"; readonly fault: Fault }
  | { readonly kind: "answer"; readonly id: number; readonly answer: Answer }
  | { readonly kind: "chunk"; readonly id: number; readonly chunk: Uint8Array | null };

/** The head of an answer and its first chunk. */
export interface Answer {
  readonly status: number;
  /** Hash of the complete body, JSON or a page's HTML. */
  readonly tag: string;
  readonly bytes: number;
  readonly chunk: Uint8Array;
  /** The headers of the response, without those that depend on the caller. */
  readonly headers: Readonly<Record<string, string | number>>;
  readonly requests: RequestCount;
  /** An error with its stack: for the log, never for the client. */
  readonly fault: string | null;
}

/** Whether the answer is a page, or a file whose errors are pages. */
export function asksPage(question: Question): question is Extract<Question, { kind: "page" | "check" }> {
  return question.kind === "page" || (question.kind === "check" && question.as === "page");
}

/** An error as the log shows it: the first line also says what to do. */
export function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack ?? error.message;
  if (!(error instanceof CaselawError) || error.hint === undefined) return stack;
  return stack.replace(error.message, () => `${error.message}; ${error.hint}`);
}
