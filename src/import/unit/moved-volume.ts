/**
 * Volumes whose reporter was corrected while their zip stayed the same: the zip does not name its reporter, so the same
 * bytes under another reporter's folder are to be read again.
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
