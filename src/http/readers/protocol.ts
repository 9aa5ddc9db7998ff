/** The messages between the web process and the reader processes. */

import type { CorpusLocation, RequestCount } from "../../domain/corpus-source.ts";
import { CaselawError, type ErrorCode } from "../../domain/errors.ts";
import type { TaskName } from "../../mcp/run-tool.ts";
import type { CaseFileEnding } from "../../pages/case/case-file.ts";
import type { TrendsFormat } from "../../pages/trends/trends-file.ts";
import type { Collection } from "../../v1/collections.ts";
import type { Endpoint } from "../../v1/ngrams-resolve.ts";
import type { ListFormat } from "../../v1/page-formats.ts";
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

/** `query` is the text after the `?`. */
export type Question =
  | {
      readonly kind: "list";
      readonly collection: Collection;
      readonly query: string;
      readonly format: ListFormat;
      readonly setting: Setting;
    }
  | {
      readonly kind: "record";
      readonly collection: Collection;
      readonly key: string;
      readonly query: string;
      readonly setting: Setting;
    }
  | { readonly kind: "similar"; readonly id: number; readonly query: string; readonly setting: Setting }
  | { readonly kind: "endpoint"; readonly name: Endpoint; readonly query: string; readonly setting: Setting }
  | { readonly kind: "bulk file"; readonly id: number }
  /** The numbers of `/metrics`. */
  | { readonly kind: "state"; readonly setting: Setting }
  | CheckQuestion
  /** A tool or resource of the Model Context Protocol; the input is valid. */
  | { readonly kind: "tool"; readonly name: TaskName; readonly input: unknown; readonly setting: Setting }
  /** A case as a file; errors are pages. */
  | {
      readonly kind: "case file";
      readonly id: number;
      readonly ending: CaseFileEnding;
      readonly setting: Setting;
    }
  /** The numbers or the plot of the trends page as a file; errors are pages. */
  | {
      readonly kind: "trends file";
      readonly format: TrendsFormat;
      readonly query: string;
      readonly setting: Setting;
    }
  /** A reading page; `path` is still escaped. */
  | { readonly kind: "page"; readonly path: string; readonly query: string; readonly setting: Setting };

/**
 * - `open`: the first message
 * - `question`: the reply is `answer`, whose first chunk begins at byte `from`
 * - `more`: the reply is the next `chunk`, or `lost`
 * - `drop`: the other chunks are not needed
 */
export type ToReader =
  | { readonly kind: "open"; readonly corpus: CorpusLocation }
  | { readonly kind: "question"; readonly id: number; readonly question: Question; readonly from: number }
  | { readonly kind: "more"; readonly id: number }
  | { readonly kind: "drop"; readonly id: number };

export type FromReader =
  | { readonly kind: "ready" }
  | { readonly kind: "unusable"; readonly fault: Fault }
  | { readonly kind: "answer"; readonly id: number; readonly answer: Answer }
  | { readonly kind: "chunk"; readonly id: number; readonly chunk: Uint8Array }
  | { readonly kind: "lost"; readonly id: number };

/** The head of an answer and its first chunk. */
export interface Answer {
  readonly status: number;
  /** Of the complete body, JSON or a page's HTML: equal for equal bodies. */
  readonly tag: string;
  /** Of the complete body. */
  readonly bytes: number;
  readonly chunk: Uint8Array;
  /** Of the response, without those that depend on the caller. */
  readonly headers: Readonly<Record<string, string | number>>;
  /** Requests to a search engine. */
  readonly requests: RequestCount;
  /** An error with its stack: for the log, never for the client. */
  readonly fault: string | null;
}

/** A CaselawError between processes. */
export interface Fault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
}

/** Whether the answer is HTML; of a file, its errors are. */
export function asksPage(
  question: Question,
): question is Extract<Question, { kind: "page" | "check" | "case file" | "trends file" }> {
  return (
    question.kind === "page" ||
    question.kind === "case file" ||
    question.kind === "trends file" ||
    (question.kind === "check" && question.as === "page")
  );
}

/** An error as the log shows it: the first line also says what to do. */
export function stackOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const stack = error.stack ?? error.message;
  if (!(error instanceof CaselawError) || error.hint === undefined) return stack;
  return stack.replace(error.message, () => `${error.message}; ${error.hint}`);
}
