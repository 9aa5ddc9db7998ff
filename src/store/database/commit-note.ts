/**
 * The file `<corpus>.commit`, which records the last committed transaction.
 *
 * If a write-ahead log is deleted, truncated or replaced, its committed transactions are lost, and the corpus file alone is a
 * valid corpus of an earlier moment. Only a third file can reveal the loss (docs/faults.md, "F6"). A run rewrites the note after
 * each commit and removes it when the log is folded into the corpus. So the note exists during a run and after a killed one.
 */
import {
  closeSync,
  constants,
  openSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeSync,
} from "node:fs";
import { isJsonObject } from "../../domain/json.ts";
import type { CorpusState } from "../../domain/ledger.ts";
import { commitIn } from "./corpus-state.ts";

/** The last committed transaction. */
export interface Committed {
  readonly corpus: string;
  /** Number of the transaction. */
  readonly commit: number;
  /** Number of the newest change at that time. */
  readonly lastChange: number;
  /** ISO 8601 instant. */
  readonly at: string;
}

const { O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;

/** Writes the note of an open corpus. A note that cannot be written only detects less, so it does not stop a run. */
export class CommitNote {
  readonly #corpus: string;
  #file: number | null = null;

  /** @param path an existing corpus */
  constructor(path: string) {
    this.#corpus = realpathSync(path);
  }

  write({ state, lastChange }: CorpusState): void {
    // in place and in one call, so that a kill leaves the old or the new note; readers ignore what follows the first line
    const { corpus, commit } = commitIn(state);
    const note: Committed = { corpus, at: new Date().toISOString(), commit, lastChange };
    try {
      this.#file ??= openSync(noteOf(this.#corpus), O_WRONLY | O_CREAT | O_NOFOLLOW, 0o644);
      writeSync(this.#file, `${JSON.stringify(note)}\n`, 0);
    } catch {
      // the next commit tries again
    }
  }

  /** Call this after closing the corpus: without a log, no transaction of this run can be lost any more. */
  close(): void {
    if (this.#file === null) return;
    closeSync(this.#file);
    this.#file = null;
    const log = statSync(`${this.#corpus}-wal`, { throwIfNoEntry: false });
    if (log === undefined || log.size === 0) rmSync(noteOf(this.#corpus), { force: true });
  }
}

/** Reads the note of a corpus; null if it does not exist or cannot be read. Call this before reading the corpus. */
export function readCommitNote(path: string): Committed | null {
  try {
    const [line = ""] = readFileSync(noteOf(realpathSync(path)), "utf8").split("\n");
    const note: unknown = JSON.parse(line);
    if (!isJsonObject(note)) return null;
    const { corpus, commit, lastChange, at } = note;
    if (typeof corpus !== "string" || typeof at !== "string") return null;
    return { corpus, commit: Number(commit), lastChange: Number(lastChange), at };
  } catch {
    return null;
  }
}

/** Describes the committed transactions that a corpus lacks, in one line; null if none are known to be missing. */
export function lossOf(path: string, note: Committed | null, now: CorpusState): string | null {
  const { corpus, commit } = commitIn(now.state);
  if (note === null || note.corpus !== corpus || !(commit < note.commit)) return null;
  return (
    `committed work is missing: ${note.commit - commit} transactions up to ${note.at}, when the last change was ` +
    `number ${note.lastChange} (now ${now.lastChange}); the log "${path}-wal" was deleted, truncated or replaced, or the file is ` +
    "an older copy; sync again, and import again what was imported then"
  );
}

function noteOf(corpus: string): string {
  return `${corpus}.commit`;
}
