/**
 * Files that are complete under their names, also after a power cut: the bytes come to disk before the name, and the name
 * before anything that relies on it (docs/faults.md, "D6" and "I7").
 */
import { open, rename } from "node:fs/promises";
import { dirname } from "node:path";
import { systemCodeOf } from "../domain/errors.ts";

/**
 * Gives a finished file its name; a file of that name is replaced in one step.
 *
 * @param part in the same file system as `final`
 * @param check called just before the rename, which its error prevents
 * @throws the system's error
 */
export async function publishFile(part: string, final: string, check: () => void = () => {}): Promise<void> {
  await syncFile(part);
  check();
  await rename(part, final);
  await syncFolder(dirname(final));
}

/** Waits until the bytes of a file are on disk. @throws the system's error */
export async function syncFile(path: string): Promise<void> {
  await using handle = await open(path, "r+");
  await handle.sync();
}

/** Waits until the names in a folder are on disk. Some systems (Windows) cannot open a folder, and need not. */
export async function syncFolder(path: string): Promise<void> {
  try {
    await using handle = await open(path, "r");
    await handle.sync();
  } catch (error) {
    if (!["EISDIR", "EPERM", "EINVAL", "ENOTSUP"].includes(systemCodeOf(error) ?? "")) throw error;
  }
}
