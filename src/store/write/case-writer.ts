/**
 * Adds, changes and removes the cases of a corpus. No other module does.
 *
 * Rows, bodies, citations, index rows and change log are written in one transaction, so a reader sees a complete case or none.
 * Index rows are written many at a time, and the last of them by `flush`; index-writer.ts has the reason.
 */
import { crc32 } from "node:zlib";
import type { Database } from "better-sqlite3";
import type { BodyForm } from "../../domain/casebody.ts";
import { compareInstants, compareRecency, decisionDay, type Stamp } from "../../domain/decision-date.ts";
import { run } from "../database/statement-cache.ts";
import { dayOfDateRowid } from "../dates/date-rowid.ts";
import { precedenceOf, stampAfter, stampOf, Units } from "../ledger/units.ts";
import type { ReferenceWriter } from "../references/reference-writer.ts";
import { CaseRepository, type IndexedCase } from "./case-repository.ts";
import { indexNames, wordsRow } from "./index-row.ts";
import { type IndexRow, IndexWriter } from "./index-writer.ts";
import { type Contributions, contributionsOf } from "./known-units.ts";
import {
  assignUnit,
  hasSameOrigins,
  isSameCase,
  mergeCase,
  newCase,
  type StoredCase,
  servingForm,
  sourceForm,
  withoutUnit,
} from "./merge-case.ts";
import { type BodyReaders, type HashedIndexedBody, indexText, type PreparedCase } from "./prepare-case.ts";

export interface BatchOrigin {
  readonly unitId: number;
  readonly release: string | null;
  readonly sha256: string;
  /** The archive may lack parts of cases, so a case that would lose a part stays as it is. */
  readonly keepsParts?: boolean;
}

/** A prepared case; `repeated`: the same archive had a record with this id before. */
export interface IncomingCase {
  readonly prepared: PreparedCase;
  readonly repeated: boolean;
}

/**
 * - `replaced`, `outdated`: of a repeated id, the later record replaced the earlier one, or was ignored
 * - `shorter`: the record was ignored because the case would lose a part
 */
export type Outcome = "added" | "changed" | "unchanged" | "replaced" | "outdated" | "shorter";

interface WritingParts {
  readonly references: ReferenceWriter;
  readonly readers: BodyReaders;
  /** Bytes of index rows that are collected; default: as `IndexWriter`. */
  readonly indexBytes?: number | undefined;
}

/**
 * Cases in one transaction. Each transaction rewrites pages all over the indexes, and a larger corpus has more of them. 170,000 short
 * cases take 444 MB of memory, with half as many in a transaction 437. A run that is stopped first finishes its transaction.
 */
const GROUP_CASES = 20_000;

interface PendingCase {
  readonly stored: StoredCase;
  /** The case before the batch; null for a new case. */
  readonly first: IndexedCase | null;
  /** Date rowid of the current index row; null for a new case. */
  readonly oldDateRowid: number | null;
  readonly outcome: "added" | "changed" | "unchanged";
  readonly textForm: BodyForm | null;
  /** Tokens of the body in that form, and its ends of sentences; null: parse the stored form. */
  readonly indexed: HashedIndexedBody | null;
}

/** The digest of no record, so that the next record is not taken for known. */
const NO_DIGEST = new Uint8Array();

const LOG_CHANGE = `
  INSERT INTO change_log (kind, case_id, at, run_id)
  VALUES (:kind, :caseId, :at, (SELECT max(id) FROM run))
`;

export class CaseWriter {
  readonly #cases: CaseRepository;
  readonly #index: IndexWriter;
  readonly #contributions: Contributions;
  readonly #db: Database;
  readonly #references: ReferenceWriter;
  readonly #units: Units;
  readonly #readers: BodyReaders;
  #written = 0;

  constructor(db: Database, { references, readers, indexBytes }: WritingParts) {
    this.#cases = new CaseRepository(db);
    this.#index = new IndexWriter(db, indexBytes);
    this.#contributions = contributionsOf(db);
    this.#db = db;
    this.#references = references;
    this.#units = new Units(db);
    this.#readers = readers;
  }

  get isFull(): boolean {
    return this.#written >= GROUP_CASES;
  }

  /** Writes the counts and the pending index rows. Call this before the transaction ends. */
  flush(): void {
    this.#cases.flush();
    this.#index.flush();
    this.#written = 0;
  }

  /** Discards what `flush` would write. Call this after a rollback. */
  forget(): void {
    this.#cases.forget();
    this.#index.forget();
  }

  /** Writes a batch, except its index rows, inside the caller's transaction. Returns outcomes in the order of the batch. */
  write(batch: readonly IncomingCase[], origin: BatchOrigin, now: string): Outcome[] {
    const pending = new Map<number, PendingCase>();
    const outcomes = batch.map((incoming) => this.#admit(incoming, origin, pending));
    this.#store([...pending.values()]);
    this.#written += batch.length;
    for (const [caseId, { outcome, first, stored, textForm }] of pending) {
      // the records of a repeated id may add up to no change
      const isUnchanged =
        first !== null &&
        first.row.text_form === textForm &&
        isSameCase(first.stored, stored, this.#cases.unpack);
      if (outcome !== "unchanged" && !isUnchanged)
        run(this.#db, LOG_CHANGE, { kind: outcome, caseId, at: now });
    }
    return outcomes;
  }

  /** Removes cases from a unit, and from the corpus if no other unit contains them. Returns how many left the corpus. */
  release(caseIds: readonly number[], unitId: number, now: string): number {
    let removed = 0;
    for (const caseId of caseIds) {
      this.#contributions.remove({ unitId, caseId });
      const heirId = this.#contributions.contributor({ caseId });
      if (heirId !== null) {
        this.#withdraw(caseId, unitId, heirId, now);
        continue;
      }
      const placed = this.#cases.read(caseId);
      if (placed === null) continue;
      this.#index.remove(placed.row.date_rowid);
      this.#cases.remove(placed.row);
      run(this.#db, LOG_CHANGE, { kind: "removed", caseId, at: now });
      removed++;
    }
    this.flush();
    return removed;
  }

  /**
   * Removes a unit from a case that other units have. The parts from CourtListener are removed with their unit; those from another source stay
   * until the tables that still have the case are read again.
   */
  #withdraw(caseId: number, unitId: number, heirId: number, now: string): void {
    const isOfCourtListener = this.#units.get(unitId).source === "courtlistener";
    if (!isOfCourtListener && this.#units.get(heirId).source !== "courtlistener") return;
    const before = this.#pendingOf(caseId);
    if (before === null) return;
    const { stored } = before;
    if (!isOfCourtListener) this.#contributions.note({ unitId: heirId, caseId, digest: NO_DIGEST });
    const left = isOfCourtListener ? withoutUnit(stored, unitId) : assignUnit(stored, unitId, heirId);
    if (hasSameOrigins(stored, left) && stored.forms.size === left.forms.size) return;
    const textForm = servingForm(left.forms, (part) => stampOf(this.#units, part));
    this.#store([{ ...before, stored: left, textForm }]);
    if (!isSameCase(stored, left, this.#cases.unpack))
      run(this.#db, LOG_CHANGE, { kind: "changed", caseId, at: now });
  }

  /** Rebuilds rows and index rows from the stored cases, after records that they refer to changed. */
  refresh(caseIds: readonly number[]): void {
    this.#store(caseIds.flatMap((caseId) => this.#pendingOf(caseId) ?? []));
    this.flush();
  }

  #admit(
    { prepared: incoming, repeated }: IncomingCase,
    origin: BatchOrigin,
    pending: Map<number, PendingCase>,
  ): Outcome {
    const caseId = incoming.record.id;
    const { lastUpdated } = incoming.record;
    const before = pending.get(caseId) ?? this.#pendingOf(caseId);
    if (origin.keepsParts === true && before !== null && this.#isShorter(incoming, before.stored, origin))
      return "shorter";
    // a new case is compared with no other
    const precedence = before === null ? 0 : precedenceOf(this.#units.get(origin.unitId));
    const from = {
      origin: { unitId: origin.unitId, lastUpdated },
      stamp: { ...origin, precedence, lastUpdated },
    };
    if (repeated && before !== null) {
      if (this.#contributions.has({ unitId: origin.unitId, caseId, digest: incoming.digest }))
        return "unchanged";
      const known = before.stored.origin.unitId === origin.unitId ? before.stored.origin.lastUpdated : null;
      if (lastUpdated !== null && known !== null && compareInstants(lastUpdated, known) < 0)
        return "outdated";
    }
    // with the digest of an older record, the same record in a newer archive would be skipped as known
    if (!this.#isOlder(caseId, from.stamp, before))
      this.#contributions.note({ unitId: origin.unitId, caseId, digest: incoming.digest });
    const stored =
      before === null
        ? newCase(incoming, from.origin)
        : mergeCase(before.stored, incoming, from, (part) => stampOf(this.#units, part));
    const textForm = servingForm(stored.forms, (part) => stampAfter(this.#units, part, origin));
    const isSame =
      before !== null &&
      before.textForm === textForm &&
      isSameCase(before.stored, stored, this.#cases.unpack);
    if (isSame && !before.stored.isDamaged && hasSameOrigins(before.stored, stored))
      return repeated ? "replaced" : "unchanged";
    const outcome = before === null ? "added" : isSame ? "unchanged" : "changed";
    pending.set(caseId, {
      stored,
      first: before?.first ?? null,
      oldDateRowid: before?.oldDateRowid ?? null,
      outcome: before !== null && before.outcome !== "unchanged" ? before.outcome : outcome,
      textForm,
      indexed: this.#knownTokens(stored, textForm, incoming, before),
    });
    return repeated ? "replaced" : outcome;
  }

  /** Whether a record has fewer citations or opinions than its unit contributed before. */
  #isShorter({ record, forms }: PreparedCase, stored: StoredCase, { unitId }: BatchOrigin) {
    const { citations, courtlistener } = stored.metadata;
    const isListed = stored.partOrigins.courtlistener?.unitId === unitId;
    const listed = stored.origin.unitId === unitId ? citations : isListed ? courtlistener?.citations : null;
    if (Array.isArray(listed) && record.citations.length < listed.length) return true;
    const former = stored.forms.get("html");
    if (former === undefined || former.data === null || former.origin.unitId !== unitId) return false;
    const html = forms.find(({ form }) => form === "html")?.data ?? null;
    const opinionsIn = (data: Uint8Array): number =>
      this.#readers.readBody("html", this.#cases.unpack(data)).opinions.length;
    return html === null || opinionsIn(html) < opinionsIn(former.data);
  }

  /** Whether a unit contributed a newer record of the case before. */
  #isOlder(caseId: number, stamp: Stamp & BatchOrigin, before: PendingCase | null): boolean {
    const { unitId } = stamp;
    if (before?.stored.origin.unitId !== unitId || before.stored.isDamaged) return false;
    if (compareRecency(stamp, stampOf(this.#units, before.stored.origin)) >= 0) return false;
    return this.#contributions.digest({ unitId, caseId }) !== undefined;
  }

  #pendingOf(caseId: number): PendingCase | null {
    const placed = this.#cases.read(caseId);
    if (placed === null) return null;
    const { stored, row } = placed;
    return {
      stored,
      first: placed,
      oldDateRowid: row.date_rowid,
      outcome: "unchanged",
      textForm: row.text_form,
      indexed: null,
    };
  }

  /** The tokens that are already known for the form that is indexed; null: the stored form must be parsed. */
  #knownTokens(
    stored: StoredCase,
    textForm: BodyForm | null,
    incoming: PreparedCase,
    before: PendingCase | null,
  ): HashedIndexedBody | null {
    if (textForm === null) return null;
    const source = sourceForm(stored.forms, textForm);
    const serving = stored.forms.get(source);
    const incomingForm = incoming.forms.find(({ form }) => form === source);
    if (incomingForm !== undefined && serving?.data === incomingForm.data) return incoming.indexed;
    const known = before?.textForm === textForm && before.stored.forms.get(source) === serving;
    if (known && before.indexed !== null) return before.indexed;
    const { stored: read } = incoming;
    const isRead = read?.form === source && serving?.data != null && read.checksum === crc32(serving.data);
    return isRead ? read.indexed : null;
  }

  /**
   * Writes the rows of cases and passes their index rows to the index writer. Each case gets a date rowid of its day, the volume and
   * reporter that its record names, and its tokens.
   */
  #store(pending: readonly PendingCase[]): void {
    const sorted = pending
      .map((entry) => ({ entry, day: decisionDay(entry.stored.metadata.decisionDate) }))
      .sort((a, b) => dayOrder(a) - dayOrder(b) || a.entry.stored.metadata.id - b.entry.stored.metadata.id);
    // a case may get the date rowid that another case leaves, so all removals precede all insertions
    const rows = sorted.map(({ entry, day }) => this.#storeRow(entry, day));
    for (const { oldDateRowid } of pending) if (oldDateRowid !== null) this.#index.remove(oldDateRowid);
    for (const row of rows) this.#index.insert(row);
  }

  #storeRow({ stored, first, oldDateRowid, textForm, indexed }: PendingCase, day: number | null): IndexRow {
    const { metadata } = stored;
    const dateRowid =
      oldDateRowid !== null && dayOfDateRowid(oldDateRowid) === day
        ? oldDateRowid
        : this.#index.freeDateRowid(day);
    const body = indexed ?? this.#indexStored(stored, textForm);
    const volume = this.#references.resolver.resolve(metadata);
    const { chars: bodyChars = null, textEnds = null, textHash = null } = body ?? {};
    const place = { day, dateRowid, volume, textForm, bodyChars, textEnds, textHash };
    if (first === null) this.#cases.add(stored, place);
    else this.#cases.replace(stored, place, first);
    const court = metadata.courtId === null ? undefined : this.#references.all("court").get(metadata.courtId);
    const courtName = typeof court?.fields.name === "string" ? court.fields.name : null;
    const names = stored.derived?.names ?? indexNames(metadata, body);
    const words = wordsRow({ ...metadata, courtName, reporterId: volume.reporterId }, body, names);
    return { dateRowid, words, nameWords: names.nameWords };
  }

  #indexStored(stored: StoredCase, textForm: BodyForm | null): HashedIndexedBody | null {
    if (textForm === null) return null;
    const form = sourceForm(stored.forms, textForm);
    const data = stored.forms.get(form)?.data ?? null;
    if (data === null) return null;
    return indexText({ form, text: this.#cases.unpack(data) }, stored.metadata.citesTo, this.#readers);
  }
}

function dayOrder({ day }: { readonly day: number | null }): number {
  return day ?? Number.MAX_SAFE_INTEGER;
}
