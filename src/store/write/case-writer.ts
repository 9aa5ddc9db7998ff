/**
 * The one place where cases enter and leave a corpus.
 *
 * Rows, bodies, citations, index and change log go into one transaction, so a reader sees each case whole or not at all.
 * The rows come first and the index rows last, by `flush`; see index-writer.ts for why.
 */
import type { Database } from "better-sqlite3";
import { compareInstants } from "../../domain/recency.ts";
import type { BodyForm } from "../database/dictionary-store.ts";
import { stampAfter, stampOf } from "../ledger/unit-stamps.ts";
import type { Units } from "../ledger/units.ts";
import { CaseRepository } from "./case-repository.ts";
import { CaseRowWriter, type CaseToWrite, type WritingParts } from "./case-row-writer.ts";
import { type Contributions, contributionsOf } from "./contributions.ts";
import type { IndexedBody } from "./index-row.ts";
import type { IndexWriter } from "./index-writer.ts";
import { hasSameOrigins, mergeCase, newCase, type StoredCase, servingForm } from "./merge-case.ts";
import type { PreparedCase } from "./prepare-case.ts";

/** The archive that a batch comes from. */
export interface BatchOrigin {
  readonly unitId: number;
  readonly release: string | null;
  readonly sha256: string;
}

/** A prepared case; `repeated` when the same archive gave this id before. */
export interface IncomingCase {
  readonly prepared: PreparedCase;
  readonly repeated: boolean;
}

/** `replaced` and `outdated` are a repeated id's: the earlier record had to go, or the later one was not taken. */
export type Outcome = "added" | "changed" | "unchanged" | "replaced" | "outdated";

/**
 * Cases after which a group of batches is to be committed; of long ones, the index's memory is full before. Each group writes
 * the pages of other indexes all over: 50,000 short cases into a million write 3.1 GB in groups of 8,000, 5.5 GB in groups of
 * 4,000. A stop waits for a group.
 */
const GROUP_CASES = 8_000;

/** What is to be written for one case when the batch ends. */
interface PendingCase extends CaseToWrite {
  /** What was held before the batch; null when nothing was. */
  readonly first: { readonly stored: StoredCase; readonly textForm: BodyForm | null } | null;
  readonly outcome: "added" | "changed" | "unchanged";
}

const LOG_CHANGE = `
  INSERT INTO change_log (kind, case_id, unit_id, at, run_id)
  VALUES (:kind, :caseId, :unitId, :at, (SELECT max(id) FROM run))
`;

export class CaseWriter {
  readonly #cases: CaseRepository;
  readonly #index: IndexWriter;
  readonly #placer: CaseRowWriter;
  readonly #contributions: Contributions;
  readonly #logChange;
  readonly #units: Units;
  #gathered = 0;

  constructor(db: Database, parts: WritingParts) {
    this.#cases = new CaseRepository(db);
    this.#index = parts.index;
    this.#placer = new CaseRowWriter(this.#cases, parts);
    this.#contributions = contributionsOf(db);
    this.#logChange = db.prepare(LOG_CHANGE);
    this.#units = parts.units;
  }

  /** To be called when reporters or volumes changed: names are resolved among the new ones from then on. */
  forgetResolved(): void {
    this.#placer.forgetResolved();
  }

  /** Whether so much was written since the last flush that it should be committed. */
  get isFull(): boolean {
    return this.#gathered >= GROUP_CASES || this.#index.isFull;
  }

  /** Writes the index rows of all that was written since; must be called before the caller's transaction ends. */
  flush(): void {
    this.#index.flush();
    this.#gathered = 0;
  }

  /** Forgets what `flush` would write: the transaction is undone. */
  forget(): void {
    this.#index.forget();
    this.forgetResolved();
  }

  /** Writes a batch inside the caller's transaction, all but its index; the outcomes are in the batch's order. */
  write(batch: readonly IncomingCase[], origin: BatchOrigin, now: string): Outcome[] {
    const pending = new Map<number, PendingCase>();
    const outcomes = batch.map((incoming) => this.#admit(incoming, origin, pending));
    this.#placer.store([...pending.values()]);
    this.#gathered += batch.length;
    for (const [caseId, { outcome, first, stored, textForm }] of pending) {
      // a repeated id may have come back to what it was
      const isBack =
        first !== null && first.textForm === textForm && this.#cases.isSame(first.stored, stored);
      if (outcome !== "unchanged" && !isBack)
        this.#logChange.run({ kind: outcome, caseId, unitId: origin.unitId, at: now });
    }
    return outcomes;
  }

  /** Takes cases out of the unit, and out of the corpus when no other unit holds them; returns how many left the corpus. */
  release(caseIds: readonly number[], unitId: number, now: string): number {
    let removed = 0;
    for (const caseId of caseIds) {
      this.#contributions.remove({ unitId, caseId });
      if (this.#contributions.isContributed({ caseId })) continue;
      const placed = this.#cases.read(caseId);
      if (placed === null) continue;
      this.#index.remove(placed.dateRowid);
      this.#cases.remove(caseId);
      this.#logChange.run({ kind: "removed", caseId, unitId, at: now });
      removed++;
    }
    this.flush();
    return removed;
  }

  /** Makes the rows and index rows of cases anew from what is held, after records that they refer to changed. */
  refresh(caseIds: readonly number[]): void {
    const pending = caseIds.flatMap((caseId): PendingCase[] => {
      const placed = this.#cases.read(caseId);
      if (placed === null) return [];
      const { stored, dateRowid, textForm } = placed;
      return [
        { stored, first: null, oldDateRowid: dateRowid, outcome: "unchanged", textForm, indexed: null },
      ];
    });
    this.#placer.store(pending);
    this.flush();
  }

  #admit(
    { prepared: incoming, repeated }: IncomingCase,
    origin: BatchOrigin,
    pending: Map<number, PendingCase>,
  ): Outcome {
    const caseId = incoming.record.id;
    const { lastUpdated } = incoming.record;
    const from = { origin: { unitId: origin.unitId, lastUpdated }, stamp: { ...origin, lastUpdated } };
    const before = pending.get(caseId) ?? this.#placed(caseId);
    if (repeated && before !== null) {
      const stored = this.#contributions.digest({ unitId: origin.unitId, caseId });
      if (stored !== undefined && Buffer.compare(stored, incoming.digest) === 0) return "unchanged";
      const known = before.stored.origin.unitId === origin.unitId ? before.stored.origin.lastUpdated : null;
      if (lastUpdated !== null && known !== null && compareInstants(lastUpdated, known) < 0)
        return "outdated";
    }
    this.#contributions.note({ unitId: origin.unitId, caseId, digest: incoming.digest });
    const stored =
      before === null
        ? newCase(incoming, from.origin)
        : mergeCase(before.stored, incoming, from, (of) => stampOf(this.#units, of));
    const textForm = servingForm(stored.forms, (of) => stampAfter(this.#units, of, origin));
    const isSame =
      before !== null && before.textForm === textForm && this.#cases.isSame(before.stored, stored);
    if (isSame && hasSameOrigins(before.stored, stored)) return repeated ? "replaced" : "unchanged";
    const outcome = before === null ? "added" : isSame ? "unchanged" : "changed";
    pending.set(caseId, {
      stored,
      first: before?.first ?? null,
      oldDateRowid: before?.oldDateRowid ?? null,
      outcome: before !== null && before.outcome !== "unchanged" ? before.outcome : outcome,
      textForm,
      indexed: this.#wordsAtHand(stored, textForm, incoming, before),
    });
    return repeated ? "replaced" : outcome;
  }

  #placed(caseId: number): PendingCase | null {
    const placed = this.#cases.read(caseId);
    if (placed === null) return null;
    const { stored, dateRowid, textForm } = placed;
    return {
      stored,
      first: { stored, textForm },
      oldDateRowid: dateRowid,
      outcome: "unchanged",
      textForm,
      indexed: null,
    };
  }

  /** The incoming words when the form that serves is the incoming one. */
  #wordsAtHand(
    stored: StoredCase,
    textForm: BodyForm | null,
    incoming: PreparedCase,
    before: PendingCase | null,
  ): IndexedBody | null {
    if (textForm === null) return null;
    const serving = stored.forms.get(textForm);
    const given = incoming.forms.find(({ form }) => form === textForm);
    if (given !== undefined && serving?.data === given.data) return incoming.indexed;
    return before?.textForm === textForm && before.stored.forms.get(textForm) === serving
      ? before.indexed
      : null;
  }
}
