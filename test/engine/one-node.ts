/** The node that `answers` and `publishing` share: its start takes longer than most of their tests. */
import { test } from "vitest";
import type { EngineLocation } from "../../src/domain/corpus-source.ts";
import { engineFiles, startEngine } from "../support/engine.ts";

const files = await engineFiles();
const engine = files === null ? null : await startEngine(files);

export const isThere = engine !== null;
/** A test that needs the node. */
export const run = test.skipIf(!isThere);

/** Where a publication of this name is. */
export function placeOf(index: string): EngineLocation {
  return { urls: engine?.urls ?? [], index, user: null, password: null, caFile: null };
}
