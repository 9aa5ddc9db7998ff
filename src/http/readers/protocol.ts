/** What web process and reader processes say to each other. */

import type { ErrorCode } from "../../domain/errors.ts";
import type { Collection } from "../../v1/collection-names.ts";
import type { Setting } from "../../v1/v1.ts";

/** `query` is the text behind the `?`. */
export type Question =
  | {
      readonly kind: "list";
      readonly collection: Collection;
      readonly query: string;
      readonly setting: Setting;
    }
  | {
      readonly kind: "record";
      readonly collection: Collection;
      readonly key: string;
      readonly query: string;
      readonly setting: Setting;
    }
  | { readonly kind: "bulk file"; readonly id: number }
  /** A page of the reading room; `path` is still escaped. */
  | { readonly kind: "page"; readonly path: string; readonly query: string; readonly setting: Setting };

/**
 * - `open`: the first message
 * - `ask`: answered by `answer`, whose first piece begins at byte `from`
 * - `more`: answered by the next `piece`, or `lost`
 * - `drop`: the rest is not wanted
 */
export type ToReader =
  | { readonly kind: "open"; readonly corpusPath: string }
  | { readonly kind: "ask"; readonly id: number; readonly question: Question; readonly from: number }
  | { readonly kind: "more"; readonly id: number }
  | { readonly kind: "drop"; readonly id: number };

export type FromReader =
  | { readonly kind: "ready" }
  | { readonly kind: "unusable"; readonly fault: Fault }
  | { readonly kind: "answer"; readonly id: number; readonly answer: Answer }
  | { readonly kind: "piece"; readonly id: number; readonly piece: Uint8Array }
  | { readonly kind: "lost"; readonly id: number };

/** The head of an answer and its first piece. */
export interface Answer {
  readonly status: number;
  /** Of the whole body, JSON or a page's HTML: equal for equal bodies. */
  readonly tag: string;
  /** Of the whole body. */
  readonly bytes: number;
  readonly piece: Uint8Array;
  /** Whether it is a page by relevance of which not all matches were scored. */
  readonly isBounded: boolean;
  /** What went wrong, with its stack: for the log, never for the client. */
  readonly fault: string | null;
}

/** A CaselawError on its way between processes. */
export interface Fault {
  readonly code: ErrorCode;
  readonly message: string;
  readonly hint?: string;
}
