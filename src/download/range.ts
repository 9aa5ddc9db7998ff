/**
 * Whether an answer continues a part (docs/faults.md, "N1", "N2", "N10"; RFC 9110, section 14).
 *
 * When in doubt the part is dropped: downloading a file twice costs time, mixing two versions is wrong.
 */
import type { Validators } from "../domain/bulk-file.ts";
import type { Part } from "./part.ts";

export type Meaning =
  /** The answer has the complete file; `total` is null when its size is unknown. */
  | { readonly kind: "full"; readonly total: number | null }
  /** The answer has the rest of the file. */
  | { readonly kind: "rest"; readonly total: number }
  /** The part is the complete file. */
  | { readonly kind: "complete" }
  /** The part belongs to another version; request the file again without it. */
  | { readonly kind: "outdated" };

/** With an `encoding`, the length of the body is not the file's. */
export interface RangeAnswer {
  readonly status: number;
  readonly contentLength: string | null;
  readonly contentRange: string | null;
  readonly encoding: string | null;
  readonly validators: Validators;
}

/** @param answer with status 200, 206 or 416, to a request that named `part`; null: that named no part */
export function meaningOf(answer: RangeAnswer, part: Part | null): Meaning {
  if (answer.status === 200) {
    return { kind: "full", total: answer.encoding === null ? lengthOf(answer.contentLength) : null };
  }
  if (part === null || !sameVersion(part.note, answer.validators)) return { kind: "outdated" };
  return answer.status === 206 ? meaningOfRest(answer, part) : meaningOfRefusal(answer, part);
}

function meaningOfRest(answer: RangeAnswer, part: Part): Meaning {
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.contentRange?.trim() ?? "");
  if (range === null || answer.encoding !== null) return { kind: "outdated" };
  const [start, end, total] = [Number(range[1]), Number(range[2]), Number(range[3])];
  const fits = start === part.bytes && end >= start && end < total && total === (part.note.total ?? total);
  return fits ? { kind: "rest", total } : { kind: "outdated" };
}

/** A 416 must name its version, else the part may be that of another file of equal size. */
function meaningOfRefusal(answer: RangeAnswer, part: Part): Meaning {
  const total = /^bytes \*\/(\d+)$/.exec(answer.contentRange?.trim() ?? "")?.[1];
  const named = answer.validators.etag !== null || answer.validators.lastModified !== null;
  const isComplete = Number(total) === part.bytes && part.bytes === (part.note.total ?? part.bytes);
  return named && isComplete ? { kind: "complete" } : { kind: "outdated" };
}

/** Whether the validators that both sides have are equal. */
function sameVersion(noted: Validators, answered: Validators): boolean {
  const agree = (a: string | null, b: string | null) => a === null || b === null || a === b;
  return agree(noted.etag, answered.etag) && agree(noted.lastModified, answered.lastModified);
}

function lengthOf(contentLength: string | null): number | null {
  return contentLength !== null && /^\d{1,15}$/.test(contentLength) ? Number(contentLength) : null;
}
