/** Looks up stored records by digest through a read-only connection, so that unchanged records are not prepared. */

import { openForReading } from "../../store/database/open-database.ts";
import { type Contributions, contributionsOf } from "../../store/write/contributions.ts";
import type { IsKnown } from "./records.ts";
import type { ArchiveTask } from "./thread-messages.ts";

interface Open {
  readonly path: string;
  readonly contributions: Contributions;
  readonly close: () => void;
}

/** The connection is opened when it is first needed, and kept for the next archives. */
export class KnownRecords implements Disposable {
  #open: Open | null = null;

  /** @throws CaselawError as `openForReading` */
  lookUp({ corpusPath, unitId, digests }: Pick<ArchiveTask, "corpusPath" | "unitId" | "digests">): IsKnown {
    if (corpusPath === null || unitId === null) return () => false;
    const contributions = this.#contributionsOf(corpusPath);
    return (caseId, digest) => {
      const stored = contributions.digest({ unitId, caseId });
      if (stored === undefined || Buffer.compare(stored, digest) !== 0) return false;
      return digests === "trusted" || !contributions.isContributedElsewhere({ unitId, caseId });
    };
  }

  [Symbol.dispose](): void {
    this.#open?.close();
    this.#open = null;
  }

  #contributionsOf(path: string): Contributions {
    if (this.#open?.path === path) return this.#open.contributions;
    this[Symbol.dispose]();
    const db = openForReading(path, "little");
    this.#open = { path, contributions: contributionsOf(db), close: () => void db.close() };
    return this.#open.contributions;
  }
}
