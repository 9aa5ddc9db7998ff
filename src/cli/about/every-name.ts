/** The arguments with which every command declares everything that it has. */
import { COLLECTIONS } from "../../v1/collections.ts";

/** @param commands their names */
export function everyName(commands: readonly string[]): string[] {
  return [...commands, ...COLLECTIONS, "--help"];
}
