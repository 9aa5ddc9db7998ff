/**
 * Writes the rows of cases and passes their index rows to the index writer. Each case gets a date rowid of its day, the volume
 * and reporter that its record names, and its tokens.
 */
import type { BodyForm, CaseBody } from "../../domain/casebody.ts";
import { decisionDay } from "../../domain/decision-date.ts";
import { isOfDay } from "../dates/date-rowid.ts";
import type { Units } from "../ledger/units.ts";
import type { ReferenceWriter } from "../references/reference-writer.ts";
import type { CaseRepository } from "./case-repository.ts";
import { type IndexedBody, indexBody, indexNames, wordsRow } from "./index-row.ts";
import type { IndexRow, IndexWriter } from "./index-writer.ts";
import { type StoredCase, sourceForm } from "./merge-case.ts";

/** Parses a stored form into a structured body. A function argument, because the store parses neither XML nor HTML. */
export type ReadBody = (form: BodyForm, text: string) => CaseBody;

/** The collaborators of a case writer. */
export interface WritingParts {
  readonly index: IndexWriter;
  readonly references: ReferenceWriter;
  readonly units: Units;
  readonly readBody: ReadBody;
}

/** A case to write. */
export interface CaseToWrite {
  readonly stored: StoredCase;
  /** Date rowid of the current index row; null for a new case. */
  readonly oldDateRowid: number | null;
  readonly textForm: BodyForm | null;
  /** Tokens of the body in that form; null: parse the stored form. */
  readonly indexed: IndexedBody | null;
}

export class CaseRowWriter {
  readonly #cases: CaseRepository;
  readonly #index: IndexWriter;
  readonly #references: ReferenceWriter;
  readonly #readBody: ReadBody;

  constructor(cases: CaseRepository, { index, references, readBody }: Omit<WritingParts, "units">) {
    this.#cases = cases;
    this.#index = index;
    this.#references = references;
    this.#readBody = readBody;
  }

  store(pending: readonly CaseToWrite[]): void {
    const sorted = pending
      .map((one) => ({ one, day: decisionDay(one.stored.metadata.decisionDate) }))
      .sort((a, b) => dayOrder(a) - dayOrder(b) || a.one.stored.metadata.id - b.one.stored.metadata.id);
    // one case may get the date rowid that another one leaves, so all removals precede all insertions
    const rows = sorted.map(({ one, day }) => this.#storeRow(one, day));
    for (const { oldDateRowid } of pending) if (oldDateRowid !== null) this.#index.remove(oldDateRowid);
    for (const row of rows) this.#index.insert(row);
  }

  #storeRow({ stored, oldDateRowid, textForm, indexed }: CaseToWrite, day: number | null): IndexRow {
    const { metadata } = stored;
    const dateRowid =
      oldDateRowid !== null && isOfDay(oldDateRowid, day) ? oldDateRowid : this.#index.freeDateRowid(day);
    const body = indexed ?? this.#indexStored(stored, textForm);
    const volume = this.#references.resolver.resolve(metadata);
    const place = { day, dateRowid, volume, textForm, bodyChars: body?.chars ?? null };
    this.#cases[oldDateRowid === null ? "add" : "replace"](stored, place);
    const court = metadata.courtId === null ? undefined : this.#references.all("court").get(metadata.courtId);
    const courtName = typeof court?.fields.name === "string" ? court.fields.name : null;
    const names = stored.derived?.names ?? indexNames(metadata, body);
    const words = wordsRow({ ...metadata, courtName, reporterId: volume.reporterId }, body, names);
    return { dateRowid, words, nameWords: names.nameWords };
  }

  #indexStored(stored: StoredCase, textForm: BodyForm | null): IndexedBody | null {
    if (textForm === null) return null;
    const form = sourceForm(stored.forms, textForm);
    const data = stored.forms.get(form)?.data ?? null;
    return data === null
      ? null
      : indexBody(this.#readBody(form, this.#cases.unpack(data)), stored.metadata.citesTo);
  }
}

function dayOrder({ day }: { readonly day: number | null }): number {
  return day ?? Number.MAX_SAFE_INTEGER;
}
