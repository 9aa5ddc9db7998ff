/**
 * A note beside the corpus, `<corpus>.commit`, of the last transaction that was committed.
 *
 * A write-ahead log that is deleted, cut or replaced takes committed transactions with it, and the file alone is a sound
 * corpus of an earlier moment: only something outside of both can show the loss (docs/faults.md, "F6"). A run rewrites the note
 * after each commit and removes it when its log is folded in, so it is there during a run and after a killed one.
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
import { type CorpusState, commitIn } from "./corpus-state.ts";

/** What was committed last. */
export interface Committed {
  readonly corpus: string;
  /** Number of the transaction. */
  readonly commit: number;
  /** Number of the newest change then. */
  readonly lastChange: number;
  /** ISO 8601 instant. */
  readonly at: string;
}

const { O_CREAT, O_NOFOLLOW, O_WRONLY } = constants;

/** Writes the note of an open corpus. A note that cannot be written shows less, and is no reason to stop a run. */
export class CommitNote {
  readonly #corpus: string;
  #file: number | null = null;

  /** @param path of a corpus that exists */
  constructor(path: string) {
    this.#corpus = realpathSync(path);
  }

  write({ state, lastChange }: CorpusState): void {
    // in place and in one call, so that a kill leaves the old note or the new one; what follows the line is an older end
    const { corpus, commit } = commitIn(state);
    const note: Committed = { corpus, at: new Date().toISOString(), commit, lastChange };
    try {
      this.#file ??= openSync(noteOf(this.#corpus), O_WRONLY | O_CREAT | O_NOFOLLOW, 0o644);
      writeSync(this.#file, `${JSON.stringify(note)}\n`, 0);
    } catch {
      // the next commit tries again
    }
  }

  /** To be called when the corpus is closed: without a log nothing of this run can be lost any more. */
  close(): void {
    if (this.#file === null) return;
    closeSync(this.#file);
    this.#file = null;
    const log = statSync(`${this.#corpus}-wal`, { throwIfNoEntry: false });
    if (log === undefined || log.size === 0) rmSync(noteOf(this.#corpus), { force: true });
  }
}

/** The note beside a corpus; null when there is none that can be read. To be read before the corpus itself. */
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

/** What a corpus lacks of what was committed, in one line; null when nothing shows that anything is missing. */
export function lossOf(path: string, note: Committed | null, now: CorpusState): string | null {
  const { corpus, commit } = commitIn(now.state);
  if (note === null || note.corpus !== corpus || !(commit < note.commit)) return null;
  return (
    `committed work is missing: ${note.commit - commit} transactions up to ${note.at}, when the last change was ` +
    `number ${note.lastChange} (now ${now.lastChange}); the log "${path}-wal" was deleted, cut or replaced, or the file is ` +
    "an older copy; sync again, and import again what was imported then"
  );
}

function noteOf(corpus: string): string {
  return `${corpus}.commit`;
}
