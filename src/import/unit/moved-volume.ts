/**
 * Recognises volumes that moved to another reporter. A zip does not name its reporter, so the same bytes in another reporter's
 * folder must be read again.
 */
import { basename, dirname, resolve } from "node:path";
import type { Identity } from "./identify.ts";
import type { KnownReferences } from "./known-references.ts";

/** @param before the path of the volume's last import */
export function isMoved(before: string, { volume }: Identity, { reporters }: KnownReferences): boolean {
  const now = volume?.reporter ?? null;
  const folder = basename(dirname(resolve(before)));
  const then = reporters.find(({ slug }) => slug === folder);
  return now !== null && then !== undefined && then.id !== now.id;
}
