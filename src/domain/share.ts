/**
 * A fixed share of everything that is stored: part N of T. The T parts are disjoint and together contain everything, so that T
 * nights check everything once.
 */
export interface Share {
  /** From 1. */
  readonly part: number;
  readonly of: number;
}

/** With one part a night, a check of everything takes 27 years. */
export const MAX_PARTS = 10_000;

/** Parses `N/T` with integers 1 ≤ N ≤ T ≤ 10,000; null for other text. */
export function readShare(text: string): Share | null {
  const [, part = "", of = ""] = /^(\d{1,5})\/(\d{1,5})$/.exec(text) ?? [];
  const share = { part: Number(part), of: Number(of) };
  return share.part >= 1 && share.part <= share.of && share.of <= MAX_PARTS ? share : null;
}

/** Whether a named object is in the share. Names are distributed by a hash (FNV-1a). */
export function isInShare(name: string, { part, of }: Share): boolean {
  let hash = 0x811c9dc5;
  for (let at = 0; at < name.length; at++) hash = Math.imul(hash ^ name.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % of === part - 1;
}

export function shareText({ part, of }: Share): string {
  return `share ${part}/${of}`;
}
