/**
 * What an answer means for the bytes already here: pure rules (docs/faults.md, "N1", "N2", "N10"; RFC 9110, section 14).
 *
 * When in doubt the part is dropped: a file fetched twice costs time, a mixed one is wrong.
 */
import type { Validators } from "../domain/bulk-file.ts";
import type { Part } from "./part.ts";

export type Meaning =
  /** The whole file comes; `total` is null when its size is not told. */
  | { readonly kind: "whole"; readonly total: number | null }
  /** The rest of the part comes. */
  | { readonly kind: "rest"; readonly total: number }
  /** The part is the whole file. */
  | { readonly kind: "complete" }
  /** The part, if any, is of no use; ask again without it. */
  | { readonly kind: "stale" };

/** What of an answer counts here. `encoded`: its body is packed, so that its length is not the file's. */
export interface RangeAnswer {
  readonly status: number;
  readonly contentLength: string | null;
  readonly contentRange: string | null;
  readonly encoding: string | null;
  readonly validators: Validators;
}

/** Judges an answer with status 200, 206 or 416 to a request that named `part` (null: that named none). */
export function meaningOf(answer: RangeAnswer, part: Part | null): Meaning {
  if (answer.status === 200) {
    return { kind: "whole", total: answer.encoding === null ? lengthOf(answer.contentLength) : null };
  }
  if (part === null || !sameVersion(part.note, answer.validators)) return { kind: "stale" };
  return answer.status === 206 ? meaningOfRest(answer, part) : meaningOfRefusal(answer, part);
}

function meaningOfRest(answer: RangeAnswer, part: Part): Meaning {
  const range = /^bytes (\d+)-(\d+)\/(\d+)$/.exec(answer.contentRange?.trim() ?? "");
  if (range === null || answer.encoding !== null) return { kind: "stale" };
  const [start, end, total] = [Number(range[1]), Number(range[2]), Number(range[3])];
  const fits = start === part.bytes && end >= start && end < total && total === (part.note.total ?? total);
  return fits ? { kind: "rest", total } : { kind: "stale" };
}

/** A 416 must name the version it speaks of, else the part may be that of another file of equal size. */
function meaningOfRefusal(answer: RangeAnswer, part: Part): Meaning {
  const total = /^bytes \*\/(\d+)$/.exec(answer.contentRange?.trim() ?? "")?.[1];
  const named = answer.validators.etag !== null || answer.validators.lastModified !== null;
  const whole = Number(total) === part.bytes && part.bytes === (part.note.total ?? part.bytes);
  return named && whole ? { kind: "complete" } : { kind: "stale" };
}

/** Whether all that both sides tell agrees; a tag that the answer leaves out is no difference. */
function sameVersion(noted: Validators, told: Validators): boolean {
  const agree = (a: string | null, b: string | null) => a === null || b === null || a === b;
  return agree(noted.etag, told.etag) && agree(noted.lastModified, told.lastModified);
}

function lengthOf(contentLength: string | null): number | null {
  return contentLength !== null && /^\d{1,15}$/.test(contentLength) ? Number(contentLength) : null;
}
